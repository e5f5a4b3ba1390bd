// The integrator quasi_static: each step is an equilibrium of the loads and supports at its end. Nothing has inertia.
#include <algorithm>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/statics/capabilities.hpp>

namespace quasi_static {
using namespace tactus;

/// Time is the parameter of loads and supports. The increment u of a step satisfies
///   r(u) = -F(q_n (+) u, t_{n+1}) = G'l,   g(q_n (+) u) >= 0,   l >= 0,   l'g = 0
/// with F = f_ext - f_int, and all velocities but those of supports are zero. dt matters only to materials whose stress depends on it.
class QuasiStatic final : public Integrator {
 public:
  struct Options {
    void describe(OptionVisitor& /*o*/) {}
  };
  explicit QuasiStatic(const Options& /*o*/) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::potential, capability::problem_tangent,
                      capability::assembled, capability::symmetric, capability::statics})
      c.provides(name);
    c.needs(capability::tangent);
  }

 private:
  View<Stage> do_stages() const override { return kIncrementStage; }

  Outcome do_start(System& system, const StateOut& state, Context&) override {
    rest(system, state);
    return {};
  }

  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real end = old.time + context.step.dt;
    const Out<Real> u =
        problem_.pose(system, {.mass = 0,
                               .force = 1,
                               .kind = Mass::lumped,
                               .at = {.q = old.q, .u = {}, .v = {}, .time = end, .fixed = {}},
                               .contact = {.frozen = {}, .base = {}, .time = end}});
    std::fill(u.begin(), u.end(), Real{0});
    problem_.prescribe();
    problem = &problem_;
    return {};
  }

  /// The forces of supports and loads grow from the start of the step to its end: their work is that of the mean.
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    system.move(old.q, result.w, next.q);
    force_.resize(result.w.size());
    const ForceQuery at{.label = ForceLabel::end, .q = next.q, .time = next.time};
    if (Outcome bad = system.force(at, force_, context); !bad) return bad;  // an inverted element
    rest(system, next);
    report.weigh(ForceLabel::start, 0.5);
    report.weigh(ForceLabel::end, 0.5);
    report.contact_work = 0;
    for (std::size_t i = 0; i < result.w.size(); ++i)
      report.contact_work += result.w[i] * result.contact_impulse[i] / context.step.dt;
    return {};
  }

  static void rest(const System& system, const StateOut& state) {
    std::fill(state.v.begin(), state.v.end(), Real{0});
    std::fill(state.a.begin(), state.a.end(), Real{0});
    system.prescribe_velocity(state.time, state.v);
  }

  IncrementProblem problem_;
  std::vector<Real> force_;
};

}  // namespace quasi_static

TACTUS_PLUGIN(quasi_static::QuasiStatic, "quasi_static",
              "load steps without inertia: each ends in equilibrium")
