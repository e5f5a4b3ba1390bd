// Moreau's midpoint scheme with explicit forces: half a step of free motion, a problem in velocities at
// the geometry reached there, half a step with what came out.
#pragma once
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>

namespace tactus::testing {

class Moreau final : public Integrator {
 public:
  struct Options {
    Real safety = 0.5;
    void describe(OptionVisitor& o) { o.real("safety", safety).above(0).at_most(1); }
  };
  explicit Moreau(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::separable}) c.provides(name);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return o_.safety * system.critical_step();
  }
  View<Stage> do_stages() const override { return kVelocityStage; }
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt;
    half_.resize(old.v.size());
    map(Out<Real>(half_)) = dt / 2 * map(old.v);
    const Real middle = old.time + dt / 2;
    system.prescribe(old.q, middle, half_);
    const Out<Real> v =
        problem_.pose(system, nullptr, {.frozen = half_, .base = {}, .time = middle});
    const ForceQuery at{
        .label = ForceLabel::a, .q = old.q, .u = half_, .v = old.v, .time = middle, .fixed = {}};
    if (Outcome bad = system.acceleration(at, v, context); !bad) return bad;
    map(v) = map(old.v) + dt * map(View<Real>(v));
    system.prescribe_velocity(old.time + dt, v);
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const auto v = map(result.w), p = map(result.contact_impulse);
    map(next.v) = v;
    map(Out<Real>(half_)) += context.step.dt / 2 * v;
    system.prescribe(old.q, next.time, half_);
    system.move(old.q, half_, next.q);
    report.weigh(ForceLabel::a, 1);
    report.contact_work = p.dot(map(old.v) + v) / 2;
    return {};
  }

  Options o_;
  VelocityProblem problem_;
  std::vector<Real> half_;
};

}  // namespace tactus::testing
