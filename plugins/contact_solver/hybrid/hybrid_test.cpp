// hybrid beside the promises of every contact solver: the next solver goes on where the best one
// stopped, what it says of it, and histories of solvers that lie side by side.
#include <tactus/conformance/contact_solver.hpp>
#include <tactus/conformance/coulomb.hpp>

#include "tests/support/hybrid_of.hpp"
#include "tests/support/make_component.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

auto sweeps(Real iterations) {
  return make_component<ContactSolver>("gauss_seidel", {{"iterations", iterations}});
}
auto newton() { return make_component<ContactSolver>("projected_newton"); }

/// Gives fixed reactions and status, and adds 1 to each of its numbers in the history.
class Scripted final : public ContactSolver {
 public:
  Scripted(Real reaction, SolveStatus status, Index history = 0)
      : reaction_(reaction), status_(status), history_(history) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }
  std::vector<Real> started_from;

 private:
  void do_history(HistoryVisitor& columns) const override {
    if (history_ > 0) columns.column("past", "1", history_);
  }
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*>,
                            ReactionSolution& out, Context&) override {
    started_from.assign(out.reactions.begin(), out.reactions.end());
    for (Index k = 0; k < p.contacts * history_; ++k)
      p.solver_history_new[static_cast<std::size_t>(k)] =
          p.solver_history_old[static_cast<std::size_t>(k)] + reaction_;
    for (std::size_t k = 0; k < out.reactions.size(); k += 2) out.reactions[k] = reaction_;
    out.report.status = status_, out.report.iterations = 1;
    if (out.report.residuals) out.report.residuals->assign(1, 1.0);
    return {};
  }
  Real reaction_;
  SolveStatus status_;
  Index history_;
};

class Named final : public MetricVisitor {
 public:
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    values[std::string(name)] = member;
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  std::map<std::string, Index> values;
};

auto metrics_of(const ContactSolver& solver) {
  Named named;
  solver.measure(named);
  return named.values;
}

/// One contact, U_N = -1 + R_N without friction: R_N = 1.
core::FrictionProblem one_contact() {
  return {.name = "one",
          .dim = 2,
          .contacts = 1,
          .friction = {0},
          .free_velocity = {-1, 0},
          .start = {0, 1},
          .column = {0},
          .value = {1, 0, 0, 1}};
}

}  // namespace

TEST_CASE("hybrid keeps every promise of a contact solver", "[contact_solver][hybrid]") {
  conformance::check_contact_solver([] { return hybrid_of(sweeps(5), newton(), sweeps(10000)); });
}

TEST_CASE("reactions of the step before are never handed back as they are",
          "[contact_solver][hybrid]") {
  // The start is 0; a solver that accepts any start hands it back.
  const auto solver = hybrid_of(std::make_unique<Scripted>(0, SolveStatus::converged));
  core::Runtime runtime(1);
  const auto s =
      core::solve_problem(one_contact(), *solver, conformance::Coulomb(), runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.reactions[0] == 1);
  CHECK(s.residuals.back() == 0);
  CHECK(s.iterations == 2);  // one sweep more than the solver made
}

TEST_CASE("hybrid goes on with the next solver from the best reactions so far, and says so",
          "[contact_solver][hybrid]") {
  auto near = std::make_unique<Scripted>(0.9, SolveStatus::stalled),
       far = std::make_unique<Scripted>(0.5, SolveStatus::stalled),
       right = std::make_unique<Scripted>(1, SolveStatus::converged);
  Scripted &second = *far, &third = *right;
  const auto solver = hybrid_of(std::move(near), std::move(far), std::move(right));
  std::vector<std::string> said;
  core::Runtime runtime(1, [&](Level, std::string_view text) { said.emplace_back(text); });
  const auto s =
      core::solve_problem(one_contact(), *solver, conformance::Coulomb(), runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.reactions[0] == 1);
  CHECK(second.started_from[0] == 0.9);
  CHECK(third.started_from[0] == 0.9);  // not 0.5, which was worse
  CHECK(s.iterations == 3);
  CHECK(s.residuals.size() == 3);
  CHECK(s.residuals.back() == 0);  // measured, not what the solver told
  CHECK(metrics_of(*solver)["fallbacks"] == 2);
  CHECK(metrics_of(*solver)["solver_used"] == 3);
  REQUIRE(said.size() == 2);
  CHECK_THAT(said[0], Catch::Contains("solver 1 of 3 did not converge"));
}

TEST_CASE("hybrid asks nobody else once a solver has converged", "[contact_solver][hybrid]") {
  auto right = std::make_unique<Scripted>(1, SolveStatus::converged),
       never = std::make_unique<Scripted>(5, SolveStatus::converged);
  Scripted& last = *never;
  const auto solver = hybrid_of(std::move(right), std::move(never));
  core::Runtime runtime(1);
  const auto s =
      core::solve_problem(one_contact(), *solver, conformance::Coulomb(), runtime.context());
  CHECK(s.reactions[0] == 1);
  CHECK(last.started_from.empty());
  CHECK(metrics_of(*solver)["fallbacks"] == 0);
}

TEST_CASE("hybrid gives the best reactions where no solver converges", "[contact_solver][hybrid]") {
  const auto solver = hybrid_of(std::make_unique<Scripted>(0.2, SolveStatus::stalled),
                                std::make_unique<Scripted>(0.9, SolveStatus::out_of_iterations),
                                std::make_unique<Scripted>(0.5, SolveStatus::stalled));
  core::Runtime runtime(1);
  const auto s =
      core::solve_problem(one_contact(), *solver, conformance::Coulomb(), runtime.context());
  CHECK(s.status == SolveStatus::out_of_iterations);
  CHECK(s.reactions[0] == 0.9);
  CHECK(s.residuals.back() == Approx(0.1));
  CHECK(metrics_of(*solver)["solver_used"] == 2);
}

TEST_CASE("hybrid keeps the numbers of its solvers apart", "[contact_solver][hybrid]") {
  const auto solver = hybrid_of(std::make_unique<Scripted>(0.2, SolveStatus::stalled, 1),
                                std::make_unique<Scripted>(1, SolveStatus::converged, 2));
  CHECK(history_width(*solver) == 3);
  const ChainStep step(2);
  core::Runtime runtime(1);
  const std::vector<Real> old{10, 20, 30, 40, 50, 60};
  CHECK(step.history_after(*solver, conformance::Coulomb(), runtime.context(), old) ==
        std::vector<Real>{10.2, 21, 31, 40.2, 51, 61});
}

TEST_CASE("hybrid goes on where a solver has no answer at all, and fails if none has one",
          "[contact_solver][hybrid]") {
  class Refuses final : public ContactSolver {
    Outcome do_solve_reaction(const ReactionProblem&, View<const ContactLaw*>, ReactionSolution&,
                              Context&) override {
      return Outcome::failed(Cause::unsupported, "not this kind of problem");
    }
  };
  core::Runtime runtime(1);
  const auto helped = hybrid_of(std::make_unique<Refuses>(), sweeps(100));
  CHECK(core::solve_problem(one_contact(), *helped, conformance::Coulomb(), runtime.context())
            .status == SolveStatus::converged);
  const auto alone = hybrid_of(std::make_unique<Refuses>(), std::make_unique<Refuses>());
  CHECK_THROWS_WITH(
      core::solve_problem(one_contact(), *alone, conformance::Coulomb(), runtime.context()),
      Catch::Contains("not this kind of problem"));
}
