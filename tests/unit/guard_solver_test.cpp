// The faults of a solver are its own, those of what it calls are not.
#include "tactus/contact_solver.hpp"
#include "tests/unit/guard_integrator.hpp"
#include "tests/unit/guard_law.hpp"

namespace tactus::guard_tests {
namespace {

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

}  // namespace

TEST_CASE("a fault in any function of a solver is laid to it", "[guard]") {
  Given given;
  const auto object = mine<ContactSolver, DoubleSolver>();
  expect_blame_of_all(*object, calls_of(*object, given), "ContactSolver");
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

}  // namespace tactus::guard_tests
