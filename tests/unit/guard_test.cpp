// Faults of components are laid to the component that made them, whoever called it: in each function of each
// interface, for what is thrown, what crashes and what is not a number.
#include "core/support/guard/guard.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/support/component_watch.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/broad_phase.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/constraint.hpp"
#include "tactus/contact_law.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/integrator.hpp"
#include "tactus/load.hpp"
#include "tactus/material.hpp"
#include "tactus/probe.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

/// What the doubles do in one of their functions.
enum class Deed { none, throws, looks, spoils };
struct Doing {
  std::string at;
  Deed deed = Deed::none;
  std::optional<Called> seen{};  ///< who a handler of signals would have named there

  void in(std::string_view function) {
    if (function != at) return;
    if (deed == Deed::throws) throw std::runtime_error("my bug");
    if (deed == Deed::looks) seen = called_here();
  }
  Real number(std::string_view function) {
    in(function);
    return function == at && deed == Deed::spoils ? kNan : 1;
  }
  void spoil(std::string_view function, Out<Real> numbers) {
    const Real value = number(function);
    for (Real& x : numbers) x = value;
  }
};
Doing doing;  ///< of all doubles: they share it with those who make them

template <class Interface>
class Double : public Interface {
 public:
  void capabilities(Capabilities&) const override { doing.in("capabilities"); }
  void measure(MetricVisitor&) const override { doing.in("measure"); }
  void accept() override { doing.in("accept"); }
  void reject() override { doing.in("reject"); }
  void save(Archive&) const override { doing.in("save"); }
  void load(Archive&) override { doing.in("load"); }
};

class DoubleMaterial final : public Double<Material> {
  void do_evaluate(const MaterialBatch&, Context&) const override { doing.in("evaluate"); }
  Real do_p_wave_modulus() const override { return doing.number("p_wave_modulus"); }
  void do_history(HistoryVisitor&) const override { doing.in("history"); }
};

class DoubleLoad final : public Double<Load> {
  void do_setup(const LoadTarget&) override { doing.in("setup"); }
  void do_force(const LoadQuery&, Out<Real> force, Context&) const override {
    doing.spoil("force", force);
  }
  Real do_potential(const LoadQuery&, Context&) const override { return doing.number("potential"); }
  Real do_largest() const override { return doing.number("largest"); }
};

class DoubleProbe final : public Double<Probe> {
  void do_columns(int, ProbeVisitor&) const override { doing.in("columns"); }
  void do_setup(const ProbeTarget&) override { doing.in("setup"); }
  void do_sample(const ProbeState&, Out<Real>, Context&) const override { doing.in("sample"); }
};

class DoubleOperator final : public LinearOperator {
 public:
  Index size() const override {
    doing.in("operator size");
    return 2;
  }
  void apply(View<Real>, Out<Real>, Context&) const override { doing.in("operator apply"); }
  bool symmetric() const override {
    doing.in("operator symmetric");
    return true;
  }
  View<Real> diagonal() const override {
    doing.spoil("operator diagonal", diagonal_);
    return diagonal_;
  }
  const SparseView* sparse() const override {
    doing.in("operator sparse");
    return nullptr;
  }
  std::uint64_t pattern() const override {
    doing.in("operator pattern");
    return 0;
  }

 private:
  mutable std::vector<Real> diagonal_ = {1, 1};
};

class DoubleProblem final : public StepProblem {
 public:
  Unknown unknown() const override {
    doing.in("unknown");
    return Unknown::increment;
  }
  Structure structure() const override {
    doing.in("structure");
    return Structure::diagonal;
  }
  const ContactPoint& contact() const override {
    point_.fraction = doing.number("contact");
    return point_;
  }
  bool linear() const override {
    doing.in("linear");
    return true;
  }
  View<std::uint8_t> fixed() const override {
    doing.in("fixed");
    return fixed_;
  }
  View<Real> predictor() const override {
    doing.spoil("predictor", predictor_);
    return predictor_;
  }
  Outcome residual(View<Real>, Out<Real> r, Context&) const override {
    doing.spoil("residual", r);
    return {};
  }
  Outcome potential(View<Real>, Real& value, Context&) const override {
    value = doing.number("potential");
    return {};
  }
  CorrectionEnergy correction_energy(const Correction&, Context&) const override {
    return {.work = doing.number("correction_energy")};
  }
  Outcome tangent(View<Real>, const LinearOperator*& result, Context&) override {
    doing.in("tangent");
    result = &tangent_;
    return {};
  }

 private:
  std::vector<std::uint8_t> fixed_ = {0, 0};
  mutable std::vector<Real> predictor_ = {0, 0};
  mutable ContactPoint point_;
  DoubleOperator tangent_;
};

class DoubleIntegrator final : public Double<Integrator> {
  Outcome do_start(System&, const StateOut& state, Context&) override {
    doing.spoil("start", state.a);
    return {};
  }
  Real do_time_step_limit(const System&, const StateView&) const override {
    return doing.number("time_step_limit");
  }
  void do_setup(const Setup&, Context&) override { doing.in("setup"); }
  View<Stage> do_stages() const override {
    doing.in("stages");
    return kIncrementStage;
  }
  Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*& problem,
                   Context&) override {
    doing.in("begin");
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut& next,
                    StepReport&, Context&) override {
    doing.spoil("finish", next.v);
    return {};
  }
  Real do_energy_shift(const System&, const StateView&, Real) const override {
    return doing.number("energy_shift");
  }
  Mass do_mass() const override {
    doing.in("mass");
    return Mass::lumped;
  }
  Index do_extra_columns() const override {
    doing.in("extra_columns");
    return 0;
  }

  DoubleProblem problem_;
};

class DoubleBroadPhase final : public Double<BroadPhase> {
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {
    doing.in("candidates");
  }
};

class DoubleConstraint final : public Double<Constraint> {
  void do_detection(const Scales&, Detection& wanted) const override {
    wanted.reach = doing.number("detection");
  }
  View<std::string_view> do_outside() const override {
    doing.in("outside");
    return {};
  }
  void do_setup(const ConstraintSetup&, Context&) override { doing.in("setup"); }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override {
    doing.in("detect");
    return {};
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    doing.spoil("evaluate", {out.value, query.rows.size()});
  }
  void do_hessian(const RowQuery&, View<Real>, BlockSink&, Context&) const override {
    doing.in("hessian");
  }
  Real do_time_of_impact(const Surface&, const Candidates&, View<Real>, View<Real>,
                         Context&) const override {
    return doing.number("time_of_impact");
  }
};

class DoubleLaw final : public Double<ContactLaw> {
  Index do_solve(const LawBatch& batch, Context&) const override {
    doing.spoil("solve", batch.R);
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    doing.spoil("residual", at.residual);
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    doing.spoil("linearise", {at.C, 2});
  }
  void do_project(const LawProjection& at, Context&) const override {
    doing.spoil("project", at.R);
  }
  Real do_reach(const Scales&) const override { return doing.number("reach"); }
  bool do_keeps_absent_history() const override {
    doing.in("keeps_absent_history");
    return false;
  }
  Real do_time_step_limit(Real) const override { return doing.number("time_step_limit"); }
  Real do_stored_energy(const LawBatch&) const override { return doing.number("stored_energy"); }
  void do_history(HistoryVisitor&) const override { doing.in("history"); }
};

/// What a solver does with the problem and the laws that it is handed.
using Solve = std::function<Outcome(StepProblem*, const ContactLaw*)>;

class DoubleSolver final : public Double<ContactSolver> {
 public:
  explicit DoubleSolver(Solve solve = {}) : solve_(std::move(solve)) {}

 private:
  void do_setup(const Setup&, Context&) override { doing.in("setup"); }
  Outcome do_solve_increment(StepProblem& problem, ContactModel&, StepSolution& solution,
                             Context&) override {
    if (solve_) return solve_(&problem, nullptr);
    doing.spoil("solve increment", solution.w);
    return {};
  }
  Outcome do_solve_reaction(const ReactionProblem&, View<const ContactLaw*> laws, ReactionSolution&,
                            Context&) override {
    if (solve_) return solve_(nullptr, laws[0]);
    doing.in("solve reaction");
    return {};
  }
  void do_history(HistoryVisitor&) const override { doing.in("history"); }

  Solve solve_;
};

/// What functions are called with: as little as they accept.
struct Given {
  Context context;
  conformance::MassSystem system{{1, 1}};
  std::vector<Real> q = {0, 0}, v = {0, 0}, a = {0, 0}, w = {0, 0}, force = {0, 0}, R = {0, 0},
                    U = {0, 0}, C = {0, 0};
  StateOut state{.q = q, .v = v, .a = a};
  StepReport report;
  Tensor F = Tensor::Zero();
  Surface surface;
  ContactSet set;
  Boxes boxes{.dim = 2};
  std::vector<Pair> pairs;
  std::vector<Real> multiplier, weights;
  std::vector<Index> row = {0}, contact = {0};
  std::vector<Real> value = {0};
  ReactionProblem reactions{.dim = 2, .contacts = 1};
  conformance::RowContact rows{{}};
  conformance::MemoryArchive archive;

  Given() {
    surface.dim = set.dim = 2;
    const Index stencil[] = {0};
    set.add({.key = {}, .stencil = stencil});
  }
};

struct NoClaims final : Capabilities {
  void provides(std::string_view) override {}
  void needs(std::string_view) override {}
  void needs_one_of(std::initializer_list<std::string_view>) override {}
  void prefers(std::string_view, std::string_view) override {}
};
struct NoMetrics final : MetricVisitor {
  void integer(std::string_view, const Index&, Reduce, std::string_view) override {}
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
};
struct NoColumns final : HistoryVisitor {
  void column(std::string_view, std::string_view, Index, Real, std::string_view) override {}
};
struct NoProbeColumns final : ProbeVisitor {
  void column(std::string_view, std::string_view, std::string_view) override {}
  void field(std::string_view) override {}
};
struct NoBlocks final : BlockSink {
  void add(View<Index>, View<Index>, View<Real>) override {}
};

/// A call of one function of an interface; those that return no Outcome succeed.
struct Call {
  std::string function;
  std::function<Outcome()> make;
  bool counts = false;  ///< whether it gives numbers that are checked
};
using Calls = std::vector<Call>;

template <class F>
Call call(std::string function, F&& f) {
  return {std::move(function), [f] {
            f();
            return Outcome{};
          }};
}
template <class F>
Call numbers(std::string function, F&& f) {
  return {std::move(function),
          [f] {
            if constexpr (std::is_same_v<decltype(f()), Outcome>) return f();
            (void)f();
            return Outcome{};
          },
          true};
}

Calls calls_of_any(Component& c, Given& g) {
  return {call("capabilities",
               [&] {
                 NoClaims none;
                 c.capabilities(none);
               }),
          call("measure",
               [&] {
                 NoMetrics none;
                 c.measure(none);
               }),
          call("accept", [&] { c.accept(); }),
          call("reject", [&] { c.reject(); }),
          call("save", [&] { c.save(g.archive); }),
          call("load", [&] { c.load(g.archive); })};
}

/// Numbers of a material are checked by the element loop and by the model.
Calls calls_of(Material& m, Given& g) {
  return {call("evaluate", [&] { m.evaluate({.F = View<Tensor>(&g.F, 1)}, g.context); }),
          call("p_wave_modulus", [&] { (void)m.p_wave_modulus(); }), call("history", [&] {
            NoColumns none;
            m.history(none);
          })};
}

Calls calls_of(Load& l, Given& g) {
  return {call("setup", [&] { l.setup({}); }),
          numbers("force", [&] { l.force({.position = g.w}, g.force, g.context); }),
          numbers("potential", [&] { (void)l.potential({}, g.context); }),
          numbers("largest", [&] { (void)l.largest(); })};
}

/// What a probe measures may be no number.
Calls calls_of(Probe& p, Given& g) {
  return {call("columns",
               [&] {
                 NoProbeColumns none;
                 p.columns(2, none);
               }),
          call("setup", [&] { p.setup({}); }),
          call("sample", [&] { p.sample({}, g.force, g.context); })};
}

Calls calls_of(StepProblem& p, Given& g) {
  const auto tangent = [&] {
    const LinearOperator* found = nullptr;
    (void)p.tangent(g.w, found, g.context);
    return found;
  };
  return {call("unknown", [&] { (void)p.unknown(); }),
          call("structure", [&] { (void)p.structure(); }),
          numbers("contact", [&] { (void)p.contact(); }),
          call("linear", [&] { (void)p.linear(); }),
          call("fixed", [&] { (void)p.fixed(); }),
          call("predictor", [&] { (void)p.predictor(); }),
          numbers("residual", [&] { return p.residual(g.w, g.force, g.context); }),
          numbers("potential",
                  [&] {
                    Real value = 0;
                    return p.potential(g.w, value, g.context);
                  }),
          numbers("correction_energy", [&] { (void)p.correction_energy({}, g.context); }),
          call("tangent", [tangent] { (void)tangent(); }),
          call("operator size", [tangent] { (void)tangent()->size(); }),
          call("operator apply", [&, tangent] { tangent()->apply(g.w, g.force, g.context); }),
          call("operator symmetric", [tangent] { (void)tangent()->symmetric(); }),
          numbers("operator diagonal",
                  [&] {
                    const LinearOperator* found = nullptr;
                    return p.tangent(g.w, found, g.context);
                  }),
          call("operator sparse", [tangent] { (void)tangent()->sparse(); }),
          call("operator pattern", [tangent] { (void)tangent()->pattern(); })};
}

Outcome begin(Integrator& i, Given& g, StepProblem*& problem) {
  return i.begin(0, g.state, g.state, g.system, problem, g.context);
}

Calls calls_of(Integrator& i, Given& g) {
  return {call("setup", [&] { i.setup({}, g.context); }),
          numbers("start", [&] { return i.start(g.system, g.state, g.context); }),
          numbers("time_step_limit", [&] { (void)i.time_step_limit(g.system, g.state); }),
          call("stages", [&] { (void)i.stages(); }),
          call("begin",
               [&] {
                 StepProblem* problem = nullptr;
                 (void)begin(i, g, problem);
               }),
          numbers("predictor",
                  [&] {
                    StepProblem* problem = nullptr;
                    return begin(i, g, problem);
                  }),
          numbers("finish",
                  [&] { return i.finish(0, g.state, g.system, {}, g.state, g.report, g.context); }),
          numbers("energy_shift", [&] { (void)i.energy_shift(g.system, g.state, 1); }),
          call("mass", [&] { (void)i.mass(); }),
          call("extra_columns", [&] { (void)i.extra_columns(); })};
}

Calls calls_of(BroadPhase& b, Given& g) {
  return {call("candidates", [&] { b.candidates({.first = &g.boxes}, g.pairs, g.context); })};
}

Calls calls_of(Constraint& c, Given& g) {
  return {
      numbers("detection",
              [&] {
                Detection wanted;
                c.detection({}, wanted);
              }),
      call("outside", [&] { (void)c.outside(); }),
      call("setup", [&] { c.setup({.surface = &g.surface}, g.context); }),
      call("detect",
           [&] {
             DetectQuery query;
             query.surface = &g.surface;
             (void)c.detect(query, g.set, g.context);
           }),
      numbers("evaluate",
              [&] {
                c.evaluate({.set = &g.set, .rows = g.row}, {.value = g.value.data()}, g.context);
              }),
      call("hessian",
           [&] {
             NoBlocks sink;
             c.hessian({.set = &g.set}, {}, sink, g.context);
           }),
      numbers("time_of_impact", [&] { (void)c.time_of_impact(g.surface, {}, {}, {}, g.context); })};
}

Calls calls_of(ContactLaw& l, Given& g) {
  const auto batch = [&g] {
    return LawBatch{.problem = &g.reactions, .contacts = g.contact, .free = g.U, .R = g.R};
  };
  return {numbers("solve", [&, batch] { (void)l.solve(batch(), g.context); }),
          numbers("residual",
                  [&] {
                    l.residual({.problem = &g.reactions,
                                .contacts = g.contact,
                                .U = g.U,
                                .R = g.R,
                                .residual = g.value},
                               g.context);
                  }),
          numbers("linearise",
                  [&] {
                    l.linearise({.problem = &g.reactions,
                                 .contacts = g.contact,
                                 .U = g.U,
                                 .R = g.R,
                                 .C = g.C.data()},
                                g.context);
                  }),
          numbers("project",
                  [&] {
                    l.project({.problem = &g.reactions,
                               .contacts = g.contact,
                               .rho = g.value,
                               .U = g.U,
                               .R = g.R},
                              g.context);
                  }),
          numbers("reach", [&] { (void)l.reach({}); }),
          call("keeps_absent_history", [&] { (void)l.keeps_absent_history(); }),
          numbers("time_step_limit", [&] { (void)l.time_step_limit(1); }),
          numbers("stored_energy", [&, batch] { (void)l.stored_energy(batch()); }),
          call("history", [&] { (void)history_width(l); })};
}

Calls calls_of(ContactSolver& s, Given& g) {
  return {call("setup", [&] { s.setup({}, g.context); }),
          numbers("solve increment",
                  [&] {
                    DoubleProblem problem;
                    StepSolution solution{
                        .w = g.w, .contact_force = g.force, .multiplier = &g.multiplier};
                    return s.solve(problem, g.rows, solution, g.context);
                  }),
          call("solve reaction",
               [&] {
                 ReactionSolution solution{.reactions = g.R};
                 (void)s.solve(g.reactions, {}, solution, g.context);
               }),
          call("history", [&] { (void)history_width(s); })};
}

/// The fault of a call in which a double does something; empty if there is none.
std::optional<PluginFault> fault_of(const Call& call, Deed deed) {
  doing = {.at = call.function, .deed = deed};
  try {
    (void)call.make();
    return {};
  } catch (const PluginFault& fault) {
    return fault;
  }
}

/// What is said of a call that gives no number: a fault's component, an outcome's or an error's words.
std::string complaint_about(const Call& call) {
  doing = {.at = call.function, .deed = Deed::spoils};
  try {
    const Outcome outcome = call.make();
    return outcome ? "" : outcome.message;
  } catch (const PluginFault& fault) {
    return std::string(kind_name(fault.kind)) + " \"" + fault.type + "\": " + fault.what();
  } catch (const EvaluationError& error) {
    return error.what();
  }
}

void expect_blame(const Calls& calls, Kind kind) {
  const std::string who = std::string(kind_name(kind)) + " \"mine\"";
  for (const Call& call : calls) {
    CAPTURE(who, call.function);
    const std::optional<PluginFault> fault = fault_of(call, Deed::throws);
    REQUIRE(fault);
    CHECK(fault->kind == kind);
    CHECK(fault->type == "mine");
    CHECK(std::string(fault->what()) == "my bug");
    CHECK_FALSE(fault_of(call, Deed::looks));
    REQUIRE(doing.seen);
    CHECK(doing.seen->kind == kind);
    CHECK(std::string(doing.seen->type) == "mine");
    CHECK_FALSE(called_here());
    if (call.counts) CHECK_THAT(complaint_about(call), Catch::StartsWith(who));
    CHECK_FALSE(fault_of(call, Deed::none));
  }
}

template <class Interface, class Made>
std::unique_ptr<Interface> mine(std::unique_ptr<Made> made) {
  return guard(std::unique_ptr<Interface>(std::move(made)), "mine");
}
template <class Interface, class Made>
std::unique_ptr<Interface> mine() {
  return mine<Interface>(std::make_unique<Made>());
}

/// Names of the virtual functions of an interface, as the calls above write them: of the layout that
/// `./dev check abi` compares with the headers.
std::set<std::string> functions_of(const std::string& interface, const std::string& before = "") {
  static const nlohmann::json layout =
      nlohmann::json::parse(std::ifstream(TACTUS_SOURCE_DIR "/sdk/abi.json"));
  std::set<std::string> names;
  for (const auto& [signature, place] :
       layout.at("types").at("tactus::" + interface).at("functions").items()) {
    const std::string name = signature.substr(0, signature.find('('));
    names.insert(before + (name.starts_with("do_") ? name.substr(3) : name));
  }
  return names;
}

/// No function of the interface is left out.
void expect_all_called(const Calls& calls, const std::set<std::string>& functions) {
  std::set<std::string> left = functions;
  for (const Call& call : calls) {
    std::string name = call.function;
    if (name.starts_with("solve ")) name.replace(5, 1, "_");
    left.erase(name);
  }
  CHECK(left == std::set<std::string>{});
}

template <class Interface, class Made>
void expect_blame_of_all(const std::string& interface) {
  Given given;
  const auto object = mine<Interface, Made>();
  expect_all_called(calls_of_any(*object, given), functions_of("Component"));
  expect_all_called(calls_of(*object, given), functions_of(interface));
  expect_blame(calls_of_any(*object, given), Interface::kKind);
  expect_blame(calls_of(*object, given), Interface::kKind);
}

}  // namespace

TEST_CASE("a fault in any function of a component is laid to it", "[guard]") {
  SECTION("material") { expect_blame_of_all<Material, DoubleMaterial>("Material"); }
  SECTION("integrator") { expect_blame_of_all<Integrator, DoubleIntegrator>("Integrator"); }
  SECTION("broad phase") { expect_blame_of_all<BroadPhase, DoubleBroadPhase>("BroadPhase"); }
  SECTION("constraint") { expect_blame_of_all<Constraint, DoubleConstraint>("Constraint"); }
  SECTION("solver") { expect_blame_of_all<ContactSolver, DoubleSolver>("ContactSolver"); }
  SECTION("law") { expect_blame_of_all<ContactLaw, DoubleLaw>("ContactLaw"); }
  SECTION("load") { expect_blame_of_all<Load, DoubleLoad>("Load"); }
  SECTION("probe") { expect_blame_of_all<Probe, DoubleProbe>("Probe"); }
}

TEST_CASE("a fault in any function of a problem is laid to the integrator that posed it",
          "[guard]") {
  Given given;
  const auto integrator = mine<Integrator, DoubleIntegrator>();
  doing = {};
  StepProblem* problem = nullptr;
  REQUIRE(begin(*integrator, given, problem));
  std::set<std::string> functions = functions_of("StepProblem");
  functions.merge(functions_of("LinearOperator", "operator "));
  expect_all_called(calls_of(*problem, given), functions);
  expect_blame(calls_of(*problem, given), Kind::integrator);
}

TEST_CASE("what a solver calls is laid to the integrator and to the law, and not to the solver",
          "[guard]") {
  Given given;
  const auto integrator = mine<Integrator, DoubleIntegrator>();
  const auto law = mine<ContactLaw, DoubleLaw>();
  doing = {};
  StepProblem* posed = nullptr;
  REQUIRE(begin(*integrator, given, posed));
  const Call* inner = nullptr;
  const auto solver = guard(std::unique_ptr<ContactSolver>(std::make_unique<DoubleSolver>(
                                [&](StepProblem*, const ContactLaw*) { return inner->make(); })),
                            "solves");
  const Call increments{"", [&] {
                          StepSolution solution{.w = given.w, .contact_force = given.force};
                          return solver->solve(*posed, given.rows, solution, given.context);
                        }};
  const Call reactions{"", [&] {
                         const ContactLaw* const laws[] = {law.get()};
                         ReactionSolution solution{.reactions = given.R};
                         return solver->solve(given.reactions, laws, solution, given.context);
                       }};
  const auto within = [&](const Calls& calls, const Call& outer) {
    Calls nested;
    for (const Call& call : calls)
      nested.push_back({call.function,
                        [&, call] {
                          inner = &call;
                          return outer.make();
                        },
                        call.counts});
    return nested;
  };
  expect_blame(within(calls_of(*posed, given), increments), Kind::integrator);
  expect_blame(within(calls_of(*law, given), reactions), Kind::contact_law);
}

TEST_CASE("what follows from numbers that are none is no fault of the law", "[guard]") {
  Given given;
  const auto law = mine<ContactLaw, DoubleLaw>();
  given.U[1] = kNan;
  doing = {.at = "solve", .deed = Deed::spoils};
  CHECK_NOTHROW(law->solve(
      {.problem = &given.reactions, .contacts = given.contact, .free = given.U, .R = given.R},
      given.context));
}

TEST_CASE("what the SDK allows components to throw passes a guard", "[guard]") {
  Given given;
  const auto solver =
      mine<ContactSolver>(std::make_unique<DoubleSolver>([](StepProblem*, const ContactLaw*) {
        throw EvaluationError("no value");
        return Outcome{};
      }));
  const DoubleLaw law;
  const ContactLaw* const laws[] = {&law};
  ReactionSolution solution{.reactions = given.R};
  CHECK_THROWS_AS(solver->solve(given.reactions, laws, solution, given.context), EvaluationError);
}

TEST_CASE("a guard can be told from what is behind it", "[guard]") {
  auto made = std::make_unique<DoubleLaw>();
  const Component* const behind = made.get();
  const auto law = mine<ContactLaw>(std::move(made));
  CHECK(static_cast<Component*>(law.get()) != behind);
  CHECK(&unguarded(*law) == behind);
  DoubleLaw bare;
  CHECK(&unguarded(bare) == &bare);
}
