// Components that need what the SDK's headers foresee and the kernel does not serve yet.
#include <tactus/constraint.hpp>
#include <tactus/contact_law.hpp>
#include <tactus/contact_solver.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>

namespace {
using namespace tactus;

/// Without friction it would be called sound, with laws that nobody asks.
class Law final : public ContactLaw {
 public:
  using Options = NoOptions;
  explicit Law(const Options&) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

 private:
  Index do_solve(const LawBatch&, Context&) const override { return 0; }
};

enum class Need { laws, impulses, tangent, swept, nothing };
template <Need need>
class Solver final : public ContactSolver {
 public:
  using Options = NoOptions;
  explicit Solver(const Options&) {}
  void capabilities(Capabilities& c) const override {
    if (need == Need::laws) c.needs_one_of({capability::implicit_law, capability::linearised});
    if (need == Need::impulses) c.needs(capability::impulse);
    if (need == Need::tangent) c.needs(capability::assembled);
    if (need == Need::swept) c.needs(capability::swept);
  }

 private:
  Outcome do_solve_increment(StepProblem&, ContactModel&, StepSolution&, Context&) override {
    return {};
  }
};

/// Looks at boundaries, and for something else beside.
class Rows final : public Constraint {
 public:
  struct Options {
    std::string pairs = "none";
    void describe(OptionVisitor& o) { o.text("pairs", pairs).help("what it asks for"); }
  };
  explicit Rows(const Options& o) : pairs_(o.pairs) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::swept})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.edge_edge = pairs_ == "edge_edge";
    wanted.element_vertex = pairs_ == "element_vertex";
    wanted.plane_vertex = pairs_ == "plane_vertex";
    wanted.reach = s.altitude;
    wanted.swept = pairs_ == "swept";
  }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override { return {}; }
  void do_evaluate(const RowQuery&, const RowOutput&, Context&) const override {}
  std::string pairs_;
};

/// Poses velocities, says so or not.
enum class Says { impulse, increment, implicit };
template <Says says>
class Velocities final : public Integrator {
 public:
  using Options = NoOptions;
  explicit Velocities(const Options&) {}
  void capabilities(Capabilities& c) const override {
    c.provides(says == Says::impulse ? capability::impulse : capability::increment);
    if (says != Says::implicit) c.provides(capability::separable);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return system.critical_step() / 2;
  }
  View<Stage> do_stages() const override { return kVelocityStage; }
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context&) override {
    map(problem_.pose(system, nullptr, {.frozen = {}, .base = {}, .time = old.time})) = map(old.v);
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView& old, System&, const StepResult& result,
                    const StateOut& next, StepReport& report, Context&) override {
    report.weigh(ForceLabel::start, 1);
    map(next.q) = map(old.q);
    map(next.v) = map(result.w);
    return {};
  }
  VelocityProblem problem_;
};

}  // namespace

TACTUS_PLUGINS(registration<Law>("rubs", "a law"),
               registration<Solver<Need::laws>>("laws", "needs laws"),
               registration<Solver<Need::impulses>>("impulses", "needs problems in reactions"),
               registration<Solver<Need::tangent>>("tangent", "needs a matrix"),
               registration<Solver<Need::swept>>("swept", "needs a swept test"),
               registration<Solver<Need::nothing>>("modest", "needs nothing"),
               registration<Rows>("asks", "asks for pairs"),
               registration<Velocities<Says::impulse>>("impulse", "poses velocities"),
               registration<Velocities<Says::increment>>("lies", "poses velocities"),
               registration<Velocities<Says::implicit>>("implicit", "is not separable"))
