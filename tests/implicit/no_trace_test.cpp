// What was only tried leaves no trace: attempts at a step that are rejected after they have been solved, and
// places at which forces were asked for, as a line search asks. Bodies with a memory, springs with a
// dynamic gap, all rules of implicit steps; and runs that go on from any of their steps.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/random_numbers.hpp"
#include "tests/support/copy_state.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr int kTrials = 5;

/// Hands steps on to a solver. Every fifth one is rejected at its first attempt: at once, or if it `spoils`
/// after it has been solved and all that a solver may write has been filled with nonsense. In every step
/// `spoils` also asks for residuals and potentials at five places round the predictor.
class Rejecting final : public ContactSolver {
 public:
  Rejecting(std::unique_ptr<Component> inner, bool spoils)
      : inner_(static_cast<ContactSolver*>(inner.release())), spoils_(spoils) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }
  void accept() override { inner_->accept(); }
  void reject() override { inner_->reject(); }
  void save(Archive& archive) const override { inner_->save(archive); }
  void load(Archive& archive) override { inner_->load(archive); }

 private:
  void do_setup(const Setup& setup, Context& context) override { inner_->setup(setup, context); }
  void do_history(HistoryVisitor& columns) const override { inner_->history(columns); }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    const Outcome rejected = Outcome::retry(Cause::not_converged, "it is time to reject one");
    const bool rejects = context.step.attempt == 0 && context.step.step % 5 == 3;
    if (rejects && !spoils_) return rejected;
    if (spoils_) ask_around(problem, solution.w, context);
    const Outcome outcome = inner_->solve(problem, contact, solution, context);
    if (!rejects || !outcome) return outcome;
    for (Real& number : contact.rows().history_new) number = -1e6;
    for (Real& number : solution.w) number *= 3;
    solution.stored_energy = 1e6;
    return rejected;
  }

  void ask_around(StepProblem& problem, View<Real> w, Context& context) {
    std::vector<Real> at(w.begin(), w.end()), r(w.size());
    for (int k = 0; k < kTrials; ++k) {
      for (std::size_t i = 0; i < at.size(); ++i)
        at[i] = w[i] + 1e-4 * std::sin(static_cast<Real>(i) + k);
      Real value = 0;
      const Outcome ignored = problem.residual(at, r, context),
                    ignored_too = problem.potential(at, value, context);
      (void)ignored, (void)ignored_too;  // a place without forces is as good
    }
  }

  std::unique_ptr<ContactSolver> inner_;
  bool spoils_;
};

struct Scene {
  std::string integrator, constraint, solver;

  std::string text() const {
    return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "slab", "type": "obstacle", "translate": [-0.5, -0.2],
        "mesh": {{"type": "rectangle", "size": [1, 0.2], "cells": [8, 2]}}}},
      {{"name": "disk", "density": 1000, "translate": [0.01, 0.1005], "velocity": {{"constant": [0.5, -1], "spin": 3}},
        "mesh": {{"type": "disk", "radius": 0.1, "rings": 3}},
        "material": {{"type": "viscoelastic", "young": 1e6, "poisson": 0.3, "fractions": [0.4],
                      "relaxation_times": [2e-3]}}}},
      {{"name": "block", "density": 1000, "translate": [-0.06, 0.202], "velocity": [0, -0.5],
        "mesh": {{"type": "rectangle", "size": [0.1, 0.1], "cells": [2, 2]}},
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}}],
      "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
      "integrator": {}, "time": {{"end": 0.045, "step": 1e-3}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}}, "solver": {}}}}})",
                       integrator, constraint, solver);
  }
};

const std::string kSqp = R"({"type": "sqp"})";
const std::vector<Scene> kScenes{
    {R"({"type": "newmark", "beta": 0.25})", "node_to_facet", kSqp},
    {R"({"type": "modified_midpoint"})", "node_to_facet", kSqp},
    {R"({"type": "midpoint"})", "node_to_facet", kSqp},
    {R"({"type": "energy_momentum", "tangent": "symmetrised"})", "node_to_facet", kSqp},
    {R"({"type": "midpoint"})", "node_to_facet", R"({"type": "penalty"})"},
    {R"({"type": "energy_momentum", "contact": "middle"})", "node_to_facet",
     R"({"type": "penalty"})"}};

Simulation rejecting(const Scene& scene, bool spoils) {
  return Simulation(scene.text(), [&](core::Configuration& c) {
    auto& object = c.contact.solver.object;
    object = std::make_unique<Rejecting>(std::move(object), spoils);
  });
}

}  // namespace

TEST_CASE("rejected steps and trial points leave histories and account as if they had not been",
          "[implicit][no_trace]") {
  const Scene scene = GENERATE(from_range(kScenes));
  CAPTURE(scene.integrator, scene.solver);
  Simulation straight = rejecting(scene, false), spoilt = rejecting(scene, true);
  Index contacts = 0, retries = 0;
  while (!straight.stepper.finished()) {
    straight.step(), spoilt.step();
    contacts += straight.stepper.facts().contact.forces.contacts > 0;
    retries += straight.stepper.facts().retries;
    CAPTURE(straight.stepper.steps());
    REQUIRE(straight.stepper.state().q == spoilt.stepper.state().q);
    REQUIRE(straight.stepper.state().v == spoilt.stepper.state().v);
    const auto &a = straight.balance.account().sum(), &b = spoilt.balance.account().sum();
    REQUIRE(a.contact == b.contact);
    REQUIRE(a.integration == b.integration);
    REQUIRE(straight.balance.total() == spoilt.balance.total());
    REQUIRE(straight.stepper.facts().contact.stored_energy ==
            spoilt.stepper.facts().contact.stored_energy);
  }
  CHECK(contacts > 10);
  CHECK(retries >= 5);
}

TEST_CASE("implicit runs with a memory go on from any step to the bit, with retries and springs",
          "[implicit][no_trace]") {
  const Scene scene = GENERATE(from_range(kScenes));
  CAPTURE(scene.integrator, scene.solver);
  Simulation straight = rejecting(scene, true);
  property::RandomNumbers random(7);
  Index resumed_runs = 0;
  while (resumed_runs < 10 && !straight.stepper.finished()) {
    straight.step();
    if (!random.one_in(2) || straight.stepper.finished()) continue;
    ++resumed_runs;
    Simulation resumed = rejecting(scene, true);
    copy_state(straight, resumed);
    for (int k = 0; k < 2 && !resumed.stepper.finished(); ++k) resumed.step();
    while (straight.stepper.steps() < resumed.stepper.steps()) straight.step();
    CAPTURE(straight.stepper.steps());
    REQUIRE(straight.stepper.state().q == resumed.stepper.state().q);
    REQUIRE(straight.stepper.state().v == resumed.stepper.state().v);
    REQUIRE(straight.balance.account().sum().contact == resumed.balance.account().sum().contact);
  }
  CHECK(resumed_runs == 10);
}

TEST_CASE("springs in implicit steps have the same bits for any number of threads",
          "[implicit][no_trace]") {
  const std::string text = kScenes.back().text();
  Simulation one(text, 1), two(text, 2), three(text, 3);
  one.run(), two.run(), three.run();
  CHECK(one.stepper.state().q == two.stepper.state().q);
  CHECK(one.stepper.state().v == three.stepper.state().v);
}
