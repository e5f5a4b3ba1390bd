// An integrator with two stages, in the order that it is asked for: Moreau's midpoint scheme in
// velocities, and a projection of positions before or after it. Nothing of it is known to the kernel.
#include <tactus/contact_solver.hpp>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>

namespace {
using namespace tactus;

/// A projection adds no energy to the motion.
class Projection final : public IncrementProblem {
 public:
  CorrectionEnergy correction_energy(const Correction&, Context&) const override { return {}; }
};

class TwoStages final : public Integrator {
 public:
  struct Options {
    bool positions_first = false;
    void describe(OptionVisitor& o) {
      o.flag("positions_first", positions_first).help("the projection comes before the velocities");
    }
  };
  explicit TwoStages(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::increment, capability::separable})
      c.provides(name);
  }

 private:
  View<Stage> do_stages() const override {
    static constexpr Stage kAfter[] = {{Unknown::velocity, {}}, {Unknown::increment, "drift"}};
    static constexpr Stage kBefore[] = {{Unknown::increment, "drift"}, {Unknown::velocity, {}}};
    return o_.positions_first ? kBefore : kAfter;
  }
  bool projects(Index stage) const { return (stage == 0) == o_.positions_first; }
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return system.critical_step() / 2;
  }

  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& context) override {
    const View<Real> from = stage == 0 ? old.q : next.q;
    start_.assign(from.begin(), from.end());
    const Real dt = context.step.dt;
    if (projects(stage)) {
      const Real time = o_.positions_first ? old.time : next.time;
      map(projection_.pose(system,
                           {.mass = 2 / (dt * dt), .contact = {.base = start_, .time = time}}))
          .setZero();
      problem = &projection_;
      return {};
    }
    half_.resize(old.v.size());
    map(Out<Real>(half_)) = dt / 2 * map(old.v);
    const Real middle = old.time + dt / 2;
    system.prescribe(start_, middle, half_);
    const Out<Real> v =
        velocities_.pose(system, nullptr, {.frozen = half_, .base = start_, .time = middle});
    const ForceQuery at{
        .label = ForceLabel::a, .q = start_, .u = half_, .v = old.v, .time = middle, .fixed = {}};
    if (Outcome bad = system.acceleration(at, v, context); !bad) return bad;
    map(v) = map(old.v) + dt * map(View<Real>(v));
    system.prescribe_velocity(old.time + dt, v);
    problem = &velocities_;
    return {};
  }

  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    if (projects(stage)) {
      report.impulse_fraction = 0;
      system.move(start_, result.w, next.q);
      return {};
    }
    const auto v = map(result.w), p = map(result.contact_impulse);
    map(next.v) = v;
    map(Out<Real>(half_)) += context.step.dt / 2 * v;
    system.prescribe(start_, next.time, half_);
    system.move(start_, half_, next.q);
    report.weigh(ForceLabel::a, 1);
    report.contact_work += p.dot(map(old.v) + v) / 2;
    return {};
  }

  Options o_;
  VelocityProblem velocities_;
  Projection projection_;
  std::vector<Real> start_, half_;
};

/// Two stages in increments, of which nothing more is asked than their names.
class TwoIncrements final : public Integrator {
 public:
  using Options = NoOptions;
  explicit TwoIncrements(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::separable}) c.provides(name);
  }

 private:
  View<Stage> do_stages() const override {
    static constexpr Stage kBoth[] = {{Unknown::increment, {}}, {Unknown::increment, "second"}};
    return kBoth;
  }
  Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*&,
                   Context&) override {
    return Outcome::failed(Cause::unsupported, "it never gets here");
  }
  Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut&,
                    StepReport&, Context&) override {
    return {};
  }
};

/// A solver for increments that would use laws if it could.
class Either final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Either(const Options&) {}
  void capabilities(Capabilities& c) const override {
    c.needs(capability::increment);
    c.prefers(capability::coulomb, "without friction");
  }
};

}  // namespace

TACTUS_PLUGINS(tactus::registration<TwoStages>(
                   "two_stages", "Velocities and a projection of positions, in both orders"),
               tactus::registration<TwoIncrements>("two_increments", "Stages with names"),
               tactus::registration<Either>("either", "Increments, with laws if there are any"))
