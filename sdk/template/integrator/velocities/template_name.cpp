#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>

namespace {
using namespace tactus;

/// State scheme and source here. To start from: the scheme of Moreau and Jean with explicit forces F, whose unknown is
/// the velocity at the end, so that contacts rub and strike by laws:
///   q_m = q_n (+) dt/2 v_n                           where rows and forces are evaluated
///   M (v_{n+1} - v_n) = dt F(q_m) + H' R
///   q_{n+1} = q_m (+) dt/2 v_{n+1}
class TemplateName final : public Integrator {
 public:
  struct Options {
    Real safety = 0.5;
    void describe(OptionVisitor& o) {
      o.real("safety", safety)
          .above(0)
          .at_most(1)
          .help("time step over the stable one, 2/omega_max");
    }
  };
  explicit TemplateName(const Options& o) : safety_(o.safety) {}

  /// Which problem a contact solver gets from here: one in reactions, with a diagonal mass.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::separable, capability::second_order,
                      capability::reversible})
      c.provides(name);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return safety_ * system.critical_step();
  }

  /// One contact solve a step, for velocities.
  View<Stage> do_stages() const override { return kVelocityStage; }

  /// Poses the step. `old` is never written: if the step is rejected, it begins here again.
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt, middle = old.time + dt / 2;
    for (auto* memory : {&half_, &rest_, &whole_, &carried_}) memory->resize(old.v.size());
    q_middle_.resize(old.q.size()), a_middle_.resize(old.v.size());
    system.drift(old.q, old.v, dt / 2, half_);  // bodies that turn freely keep their spin
    system.prescribe(old.q, middle, half_);     // supports move as they are told to
    system.move(old.q, half_, q_middle_);
    // The label says which evaluation it was whose forces count; see weigh() below.
    const ForceQuery at{.label = ForceLabel::a, .q = q_middle_, .v = old.v, .time = middle};
    if (Outcome bad = system.acceleration(at, a_middle_, context); !bad) return bad;
    const Out<Real> v = problem_.pose(system, nullptr, {.frozen = half_, .time = middle});
    start_ = system.carry(old.q, q_middle_, old.v, carried_);  // velocities are added at one place
    map(v) = map(start_) + dt * map(View<Real>(a_middle_));
    system.prescribe_velocity(old.time + dt, v);
    problem = &problem_;
    return {};
  }

  /// Reads the solution: w is the velocity at the end, contact_impulse is H' R.
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    system.drift(q_middle_, result.w, context.step.dt / 2, rest_);
    system.prescribe(old.q, next.time, whole_);
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    for (std::size_t i = 0; i < rest_.size(); ++i)
      if (prescribed[i]) rest_[i] = whole_[i] - half_[i];
    system.move(q_middle_, rest_, next.q);
    std::copy(a_middle_.begin(), a_middle_.end(), next.a.begin());
    report.contact_work = map(result.contact_impulse).dot(map(start_) + map(result.w)) / 2;
    map(next.v) = map(system.carry(q_middle_, next.q, result.w, carried_));
    system.prescribe_velocity(next.time, next.v);
    // Which forces changed the velocity, for impulses and work of supports and loads.
    report.weigh(ForceLabel::a, 1);
    return {};
  }

  Real safety_;
  VelocityProblem problem_;
  std::vector<Real> half_, rest_, whole_;  ///< [dofs] parts of the increment, and all of it
  std::vector<Real> q_middle_, a_middle_, carried_;
  View<Real> start_{};  ///< v_n, at q_middle_
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
