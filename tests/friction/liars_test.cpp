// Solvers that say "converged" and have not: the kernel measures what they hand back, and a run that goes on
// with them ends as not converged. Honest ones are never called liars.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>

#include "scene.hpp"

using namespace tactus;
using namespace tactus::testing;
using Catch::Contains;

namespace {

/// Hands on what a sound solver finds, spoilt.
class Liar final : public ContactSolver {
 public:
  struct Lie {
    std::function<void(ReactionSolution&)> reaction{};
  };
  Liar(std::unique_ptr<Component> sound, Lie lie)
      : sound_(std::move(sound)), lie_(std::move(lie)) {}
  void capabilities(Capabilities& c) const override { sound().capabilities(c); }

 private:
  ContactSolver& sound() const { return static_cast<ContactSolver&>(*sound_); }
  void do_setup(const Setup& s, Context& c) override { sound().setup(s, c); }
  Outcome do_solve_reaction(const ReactionProblem& problem, View<const ContactLaw*> laws,
                            ReactionSolution& solution, Context& c) override {
    Outcome outcome = sound().solve(problem, laws, solution, c);
    if (outcome && lie_.reaction) lie_.reaction(solution);
    return outcome;
  }
  void do_history(HistoryVisitor& columns) const override { sound().history(columns); }

  std::unique_ptr<Component> sound_;
  Lie lie_;
};

Simulation::Change with(const Liar::Lie& lie) {
  return [=](core::Configuration& c) {
    c.contact.solver.object = std::make_unique<Liar>(std::move(c.contact.solver.object), lie);
  };
}

/// What a run that cannot go on says; empty if it comes to its end.
std::string failure_of(Simulation s) {
  try {
    s.run();
  } catch (const core::StepError& e) {
    return e.what();
  }
  return "";
}

/// Two rigid blocks that slide, one on the other, on the ground.
Simulation pile(const std::string& policy, const std::string& solver, const Liar::Lie& lie,
                const std::string& options = "") {
  const friction::RigidBlock low{.speed = 1}, high{.name = "top", .width = 0.6, .bottom = 0.5};
  return Simulation(fmt::format(
                        R"({{"bodies": [{}, {}, {}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "{}"{}}}, "not_converged": {{"policy": "{}"}},
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}}]}},
    "time": {{"end": 0.02, "step": 1e-3}}}})",
                        low.text(), high.text(), friction::kGround, solver, options, policy),
                    with(lie));
}

void say_converged(ReactionSolution& solution) {
  solution.report.status = SolveStatus::converged;
  solution.report.tolerance = 1e-8;
}

}  // namespace

TEST_CASE("reactions that are called converged after one iteration are not converged",
          "[friction][liars]") {
  const std::string policy = GENERATE(as<std::string>(), "divide", "stop");
  const std::string said =
      failure_of(pile(policy, "gauss_seidel", {.reaction = say_converged}, R"(, "iterations": 1)"));
  CHECK_THAT(said, Contains("did not converge") && Contains("calls them converged"));
}

TEST_CASE("steps whose solver lies are accepted by measure only, and counted",
          "[friction][liars]") {
  Simulation s =
      pile("accept", "gauss_seidel", {.reaction = say_converged}, R"(, "iterations": 3)");
  Index accepted = 0, above = 0;
  try {
    s.run([&](Simulation& now) {
      const core::ConvergenceFacts& facts = now.stepper.facts().solver.convergence;
      accepted += facts.accepted;
      above += facts.measured > 0 && facts.resv > 1e-7 && facts.accepted == 0;
    });
  } catch (const core::StepError&) {
    accepted += 1;  // above the limit even when divided
  }
  CHECK(accepted > 0);
  CHECK(above == 0);
}

TEST_CASE("a reaction of the wrong sign is not converged", "[friction][liars]") {
  const Liar::Lie lie{.reaction = [](ReactionSolution& s) {
    if (!s.reactions.empty()) s.reactions[0] = -s.reactions[0];
  }};
  CHECK_THAT(failure_of(pile("stop", "interior_point", lie)), Contains("did not converge"));
}

TEST_CASE("honest solvers of reactions are never called liars", "[friction][liars]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "interior_point", "projected_newton");
  CHECK(failure_of(pile("stop", solver, {})).empty());
}
