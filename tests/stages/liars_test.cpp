// A solver that calls its increments converged is believed as far as the kernel can measure: rows that
// push are not below their bounds, and none pulls.
#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

enum class Lie { none, too_early, wrong_sign };

/// Another solver, whose answer is spoilt before the kernel sees it; it calls it converged.
class Liar final : public ContactSolver {
 public:
  Liar(std::unique_ptr<Component> inner, Lie lie)
      : inner_(static_cast<ContactSolver*>(inner.release())), lie_(lie) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }

 private:
  void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& c) override {
    Outcome outcome = inner_->solve(problem, contact, solution, c);
    if (!outcome || solution.multiplier->empty()) return outcome;
    solution.report = {.status = SolveStatus::converged, .iterations = 1};
    if (lie_ == Lie::wrong_sign) {
      Real& largest = *std::ranges::max_element(*solution.multiplier);
      largest = -largest;
    }
    if (lie_ == Lie::too_early)  // nine tenths of the way
      for (std::size_t i = 0; i < solution.w.size(); ++i) {
        const Real from = problem.predictor()[i];
        solution.w[i] = from + 0.9 * (solution.w[i] - from);
      }
    return outcome;
  }
  std::unique_ptr<ContactSolver> inner_;
  Lie lie_;
};

/// A square that is thrown at a wall.
Simulation thrown(Lie lie) {
  return Simulation(R"({"bodies": [
      {"name": "block", "density": 1000, "velocity": [-3, 0.5], "translate": [0.001, 0],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]},
       "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
      {"name": "wall", "type": "obstacle", "translate": [-1, -1],
       "mesh": {"type": "rectangle", "size": [1, 4], "cells": [1, 1]}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"}, "solver": {"type": "local_sqp"}},
    "time": {"end": 10}})",
                    [&](core::Configuration& c) {
                      c.contact.solver.object =
                          std::make_unique<Liar>(std::move(c.contact.solver.object), lie);
                    });
}

}  // namespace

TEST_CASE("increments that a solver only calls converged make no step", "[stages][liars]") {
  Simulation honest = thrown(Lie::none);
  for (int k = 0; k < 300; ++k) honest.step();
  CHECK(honest.momentum(0, 0) > 0);  // it has bounced
  for (const auto& [lie, words] : {std::pair(Lie::too_early, "below its bound"),
                                   std::pair(Lie::wrong_sign, "a row pulls with")}) {
    Simulation liar = thrown(lie);
    std::string why;
    try {
      for (int k = 0; k < 300; ++k) liar.step();
    } catch (const core::StepError& e) {
      why = e.what();
    }
    CHECK_THAT(why, Catch::Contains("the increments did not converge: \"local_sqp\" calls them so "
                                    "after 1 iteration") &&
                        Catch::Contains(words) && Catch::Contains("\"block\"") &&
                        Catch::Contains("\"wall\""));
  }
}
