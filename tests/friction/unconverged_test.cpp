// Steps whose reactions do not converge: tried again with half of the step as if they had not been, given
// up in a sentence that says what to change, and what residuals.csv tells of them.
#include <fmt/format.h>

#include "tests/cli/installation.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::cli_tests;
using Catch::Contains;
using tactus::testing::Simulation;

namespace {

constexpr Real kStep = 1e-3;
constexpr Index kHard = 30;  ///< the step that is not made in one

/// Stops what approaches, and rubs the more the longer a contact lasts. `asks` for a quarter of the step
/// when the hard one comes.
class Ageing final : public ContactLaw {
 public:
  explicit Ageing(bool asks) : asks_(asks) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch& b, Context&) const override {
    const ReactionProblem& p = *b.problem;
    for (std::size_t k = 0; k < b.contacts.size(); ++k) {
      const Index i = b.contacts[k];
      const auto at = static_cast<std::size_t>(i);
      const Real normal =
          std::max<Real>(0, -b.free[2 * k] / block<2>(p.delassus_diagonal, i)(0, 0));
      b.R[2 * at] = normal;
      b.R[2 * at + 1] = -std::copysign(0.01 * p.history_old[at] * normal, b.free[2 * k + 1]);
      p.history_new[at] = p.history_old[at] + 1;
    }
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    std::fill(at.residual.begin(), at.residual.end(), Real{0});  // nobody asks how well it holds
  }
  Real do_time_step_limit(Real) const override {
    return asks_ && made_ == kHard ? kStep / 4 : kUnlimited;
  }
  void accept() override { ++made_; }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }

  bool asks_;
  Index made_ = 0;
};

/// Asks each contact once. In the hard step it does not converge before a quarter of the step, and what it
/// has written by then is nonsense, if it `rejects`.
class Moody final : public ContactSolver {
 public:
  Moody(bool rejects, Index tries) : rejects_(rejects), tries_(tries) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    std::vector<Index> all;
    for (Index i = 0; i < p.contacts; ++i) all.push_back(i);
    laws[0]->solve({.problem = &p, .contacts = all, .free = p.free_velocity, .R = out.reactions},
                   context);
    for (std::size_t i = 0; i < all.size(); ++i)
      p.solver_history_new[i] = p.solver_history_old[i] + 1;
    out.report.iterations = 7;
    if (out.report.residuals) out.report.residuals->assign({0.5, 0.25});
    if (!rejects_ || context.step.step != kHard || context.step.attempt >= tries_) return {};
    for (Real& number : p.history_new) number = 1e6;
    for (Real& number : p.solver_history_new) number = -1e6;
    for (Real& R : out.reactions) R *= 10;
    out.report.status = SolveStatus::stalled;
    return {};
  }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }

  bool rejects_;
  Index tries_;
};

Simulation thrown_block(bool rejects, Index tries = 2) {
  return Simulation(fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "translate": [0, 0.02], "velocity": [1, -1],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_facet_gap"}},
      "solver": {{"type": "plain_gauss_seidel"}}, "not_converged": {{"policy": "divide"}},
      "gap_ahead": false,
      "laws": [{{"between": ["*", "*"], "type": "plane_coulomb", "friction": 0.5}}]}},
    "time": {{"end": 1, "step": {}}}}})",
                                kStep),
                    [&](core::Configuration& c) {
                      c.contact.laws[0].law.object = std::make_unique<Ageing>(!rejects);
                      c.contact.solver.object = std::make_unique<Moody>(rejects, tries);
                    });
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::istringstream text(text_of(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("a step whose reactions do not converge is made shorter, as if it had not been tried",
          "[friction][convergence]") {
  Simulation rejected = thrown_block(true), straight = thrown_block(false);
  Index contacts = 0;
  for (Index n = 0; n < 2 * kHard; ++n) {
    rejected.step(), straight.step();
    const core::StepFacts &a = rejected.stepper.facts(), &b = straight.stepper.facts();
    REQUIRE(a.dt == b.dt);
    CHECK(a.dt == (n == kHard ? kStep / 4 : kStep));
    CHECK(a.retries == (n == kHard ? 2 : 0));
    CHECK(a.unconverged == a.retries);
    CHECK(a.unconverged_residual == (n == kHard && a.retries > 0 ? 0.25 : 0));
    CHECK(b.unconverged == 0);
    CHECK(a.solver.status == SolveStatus::converged);
    contacts += n < kHard ? a.contact.forces.contacts : 0;
  }
  CHECK(contacts > 20);  // whose histories the rejected attempts could have spoilt
  CHECK(rejected.stepper.state().q == straight.stepper.state().q);
  CHECK(rejected.stepper.state().v == straight.stepper.state().v);
  CHECK(rejected.balance.total() == straight.balance.total());
}

TEST_CASE("reactions that never converge end the run, and it is said what to change",
          "[friction][convergence]") {
  Simulation s = thrown_block(true, 1000);
  for (Index n = 0; n < kHard; ++n) s.step();
  CHECK_THROWS_WITH(
      s.step(),
      Contains(
          "step 31 at t = 0.03 s could not be made, down to dt = 3.91e-06 s: the reactions of 5 "
          "contacts did not converge: \"plain_gauss_seidel\" stalled after 7 iterations, with a "
          "natural residual of 0.25 m/s where the velocities without reactions are 1.99 m/s, to "
          "which "
          "the tolerance is relative; the largest residual is between \"block\" and \"floor\"; "
          "/contact/solver/tolerance is 1e-12. The residual no longer "
          "fell, and more iterations alone do not mend that. Take a smaller /time/step, a larger "
          "tolerance, or another solver (`tactus list contact_solver`), above all one by Newton's "
          "method"));
  CHECK(s.stepper.steps() == kHard);
  CHECK(s.stepper.failed().unconverged == 9);
}

TEST_CASE("gauss_seidel comes to the end where more contacts hold an elastic body than it needs",
          "[friction][convergence]") {
  // Nodes of the block on the ground, and nodes of the ground under the block: the block slides, and
  // its edges are bent. Sweeps then move load from one contact to others, and hardly any in each.
  const Installation tactus({"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "force",
                             "node", "group", "projected_newton", "neo_hookean",
                             "nonsmooth_force"});
  constexpr Real kAngle = 0.3, kFriction = 0.2, kEnd = 0.2, kGravity = 9.81;
  write_text(tactus.work() / "slope.json",
             fmt::format(
                 R"({{"bodies": [
    {{"name": "block", "density": 1000,
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [8, 4]}},
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}},
    {{"name": "ground", "type": "obstacle", "translate": [-4, -0.5],
      "mesh": {{"type": "rectangle", "size": [8, 0.5], "cells": [8, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [{}, {}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "gauss_seidel"}},
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": {}}}]}},
    "time": {{"end": {}, "step": 1e-4}}}})",
                 kGravity * std::sin(kAngle), -kGravity * std::cos(kAngle), kFriction, kEnd));
  const auto momentum = [&](const std::string& solver) {
    const auto run = tactus.run({"run", "slope.json", "--threads", "1", "--out", solver, "--set",
                                 "/contact/solver/type=" + solver});
    INFO(run.out << run.err);
    REQUIRE(run.code == 0);
    const testing::CsvTable history(text_of(tactus.work() / solver / "history.csv"));
    const std::size_t last = history.size() - 1;
    return std::pair(history.number(last, "linear_momentum_x_kg_m_per_s"),
                     history.number(last, "linear_momentum_y_kg_m_per_s"));
  };
  const auto [along, off] = momentum("gauss_seidel");
  // Friction has taken at most mu times the normal impulse, by the balance of momentum.
  const Real weight = 500 * kGravity * kEnd;  // N s
  CHECK(along >=
        weight * std::sin(kAngle) - kFriction * (weight * std::cos(kAngle) + off) - 1e-6 * weight);
  // Newton's method comes to the same, but for the few steps that one of the two made shorter.
  CHECK(along == Approx(momentum("projected_newton").first).epsilon(1e-3));
}

TEST_CASE("a solver that stalled is said to need patience, not more iterations",
          "[friction][convergence]") {
  const Installation tactus(
      {"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "nonsmooth_force"});
  const auto failed = tactus.run(
      {"run", std::string(TACTUS_SOURCE_DIR) + "/configs/validation/sliding_block.json", "--set",
       R"(/contact/solver={"type": "gauss_seidel", "tolerance": 1e-30, "patience": 5})", "--set",
       "/contact/not_converged/policy=divide"});
  CHECK(failed.code == 3);
  CHECK_THAT(failed.out,
             Contains("/contact/solver/tolerance is 1e-30, /contact/solver/patience is 5. The "
                      "residual no longer fell, and more iterations alone do not mend that. Take a "
                      "smaller /time/step, a larger tolerance, more patience, or another solver"));
}

TEST_CASE("residuals.csv tells how each step was solved, rejected attempts included",
          "[friction][convergence]") {
  const Installation tactus({"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "force",
                             "node", "group", "projected_newton", "nonsmooth_force"});
  const std::string config = std::string(TACTUS_SOURCE_DIR) + "/configs/gallery/tower.json";
  const std::vector<std::string> command{
      "run",   config,
      "--set", "/output/residuals=true",
      "--set", R"(/contact/solver={"type": "gauss_seidel", "iterations": 3, "tolerance": 1e-13})",
      "--set", "/contact/not_converged/policy=divide"};
  const auto failed = tactus.run(command);
  INFO(failed.out << failed.err);
  CHECK(failed.code == 3);
  const fs::path run = tactus.work() / "runs/tower";
  CHECK_THAT(text_of(run / "summary.json"), Contains("\"status\": \"not_converged\"") &&
                                                Contains("\"gauss_seidel\\\" used up its "
                                                         "iterations after 3 iterations") &&
                                                Contains("/contact/solver/tolerance is 1e-13, "
                                                         "/contact/solver/iterations is 3. Take "
                                                         "a smaller /time/step, a larger "
                                                         "tolerance, more iterations, or"));
  const std::vector<std::string> lines = lines_of(run / "residuals.csv");
  REQUIRE(lines.size() >= 28);
  CHECK(lines[0] == "step,time_s,attempt,iteration,residual_m_per_s");
  // Nine attempts of three sweeps at the step that could not be made.
  const std::string step = lines.back().substr(0, lines.back().find(','));
  const std::size_t first = lines.size() - 27;
  for (std::size_t k = 0; k < 27; ++k) {
    CHECK_THAT(lines[first + k], Catch::StartsWith(step + ","));
    CHECK_THAT(lines[first + k], Contains(fmt::format(",{},{},", k / 3, k % 3 + 1)));
  }
  // A run that goes on makes that step anew, and the table is the same.
  std::vector<std::string> again = command;
  again.push_back("--resume");
  CHECK(tactus.run(again).code == 3);
  CHECK(lines_of(run / "residuals.csv") == lines);
}

TEST_CASE("residuals.csv is there where it is wanted, also from the middle of a run on",
          "[friction][convergence]") {
  const Installation tactus(
      {"grid", "node_to_facet", "moreau_jean", "interior_point", "nonsmooth_force"});
  const std::string config =
      std::string(TACTUS_SOURCE_DIR) + "/configs/validation/sliding_block.json";
  const fs::path run = tactus.work() / "runs/sliding_block";
  CHECK(tactus.run({"run", config, "--set", "/time/end=0.02"}).code == 0);
  CHECK_FALSE(fs::exists(run / "residuals.csv"));
  CHECK(tactus
            .run({"run", config, "--set", "/time/end=0.04", "--set", "/output/residuals=true",
                  "--resume"})
            .code == 0);
  const std::vector<std::string> lines = lines_of(run / "residuals.csv");
  REQUIRE(lines.size() > 1);
  CHECK_THAT(lines[1], Catch::StartsWith("21,"));
  CHECK_THAT(lines.back(), Catch::StartsWith("40,"));
  CHECK_THAT(text_of(run / "history.csv"),
             Contains("friction_dissipation_J,normal_energy_loss_J,"));
}

TEST_CASE("contacts whose operator is too large for memory are refused with figures",
          "[friction][convergence]") {
  // Every contact of one rigid body has a block with every other one: 4501^2 blocks.
  const std::string solver = GENERATE("gauss_seidel", "projected_newton");
  Simulation s(fmt::format(R"({{"bodies": [
    {{"name": "block", "type": "rigid", "density": 1000,
      "mesh": {{"type": "rectangle", "size": [45, 1], "cells": [4500, 1], "triangles": 2}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [70, 1], "cells": [1, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "{}"}},
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.5}}]}},
    "time": {{"end": 1, "step": 1e-3}}}})",
                           solver));
  CHECK_THROWS_WITH(
      s.step(),
      "step 1 at t = 0 s could not be made, down to dt = 0.001 s: sweeps over contacts need the "
      "blocks of W, and these are too many to be stored; take fewer contacts, or a contact_solver "
      "that applies W (the Delassus operator of 4501 contacts has more than 20000000 blocks, which "
      "would take more than 0.8 GB)");
}
