#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State scheme and source here. To start from: velocity Verlet (central differences) with the
/// contact forces f_c wholly at the end of the step (Kane et al. 1999, beta = 0, gamma = 1/2), where
/// a_n = M^-1 F(q_n) and the solver finds f_c:
///   q_{n+1} = q_n (+) u,   u = dt v_n + dt^2/2 (a_n + M^-1 f_c)
///   v_{n+1} = v_n + dt/2 (a_n + a_{n+1}) + dt M^-1 f_c
/// As a problem in the increment u this is 2/dt^2 M (u - u_pre) = f_c with u_pre = dt v_n + dt^2/2 a_n
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

  /// Which problem a contact solver gets from here: increments, with a potential, and diagonal, so
  /// that contacts may be solved in groups that know nothing of each other.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::potential, capability::separable,
                      capability::second_order, capability::reversible})
      c.provides(name);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return safety_ * system.critical_step();
  }

  /// Once: what the first step needs beyond q and v.
  Outcome do_start(System& system, const StateOut& s, Context& context) override {
    return system.acceleration({.q = s.q, .v = s.v, .time = s.time}, s.a, context);
  }

  /// One contact solve a step, for increments.
  View<Stage> do_stages() const override { return kIncrementStage; }

  /// Poses the step. `old` is never written: if the step is rejected, it begins here again.
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt, end = old.time + dt;
    IncrementProblem::Weights weights;
    weights.mass = 2 / (dt * dt);
    weights.at.q = old.q;
    weights.contact.time = end;
    const Out<Real> u = problem_.pose(system, weights);
    map(u) = dt * map(old.v) + dt * dt / 2 * map(old.a);
    problem_.prescribe();  // supports move as they are told to
    problem = &problem_;
    return {};
  }

  /// Reads the solution: w is the increment, contact_impulse is dt f_c. Forces are asked for once a
  /// step, at its end; a configuration with an inverted element comes back as `retry`.
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Real dt = context.step.dt;
    system.move(old.q, result.w, next.q);
    const ForceQuery at{.label = ForceLabel::end, .q = next.q, .v = old.v, .time = next.time};
    if (Outcome bad = system.acceleration(at, next.a, context); !bad) return bad;
    map(next.v) = map(old.v) + dt / 2 * (map(old.a) + map(next.a)) +
                  map(result.contact_impulse).cwiseProduct(map(system.inverse_mass()));
    system.prescribe_velocity(next.time, next.v);
    // Which forces changed the velocity, for impulses and work of supports and loads.
    report.weigh(ForceLabel::start, 0.5);
    report.weigh(ForceLabel::end, 0.5);
    report.contact_work = map(result.contact_impulse).dot(map(result.w)) / dt;
    return {};
  }

  Real safety_;
  IncrementProblem problem_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
