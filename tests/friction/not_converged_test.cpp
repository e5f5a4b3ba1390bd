// What becomes of steps whose reactions do not converge, by /contact/not_converged: they are accepted,
// divided, or end the run; and what a run says of those that it accepted.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/installation.hpp"
#include "tests/friction/doubles/never_converges.hpp"
#include "tests/friction/scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus;
using namespace tactus::cli_tests;
using Catch::Contains;
using tactus::friction::kGround;
using tactus::friction::RigidBlock;
using tactus::testing::CsvTable;
using tactus::testing::NeverConverges;
using tactus::testing::Simulation;

namespace {

/// A rigid block with five vertices on the ground, which thus is held more often than it needs: one
/// sweep does not find its reactions.
std::string block_on_five_points(Real speed, const std::string& name = "block", Real middle = 0) {
  return fmt::format(
      R"({{"name": "{}", "type": "rigid", "density": 1000, "velocity": [{:.17g}, 0],
      "translate": [{:.17g}, 0],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 1]}}}})",
      name, speed, middle - 0.5);
}

Simulation scene(const std::string& body, const core::NotConvergedConfig& policy,
                 std::unique_ptr<ContactSolver> solver =
                     std::make_unique<NeverConverges>(NeverConverges::Options{})) {
  return friction::scene(body + "," + kGround, {.friction = 0.3}, [&](core::Configuration& c) {
    c.contact.not_converged = policy;
    c.contact.gap_ahead = false;
    if (solver) c.contact.solver.object = std::move(solver);
  });
}

using Policy = core::NotConvergedConfig::Policy;

void ten_steps(Simulation& s) {
  for (int n = 0; n < 10; ++n) s.step();
}

/// The problem of the last step, copied, with the solver that ships.
class Watched final : public ContactSolver {
 public:
  struct Seen {
    std::vector<Real> W, B, U_old, mu, R;  ///< W dense, row-major
    Index contacts = 0;
  };
  Watched(Seen& seen, Real error) : seen_(seen), error_(error) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    inner_ = testing::make_component<ContactSolver>("gauss_seidel", {{"tolerance", 1e-13}});
    inner_->setup(setup, context);
  }
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    Outcome outcome = inner_->solve(p, laws, out, context);
    for (Real& R : out.reactions) R *= 1 + error_;
    if (error_ != 0 && p.contacts > 0) out.report.status = SolveStatus::stalled;
    seen_.contacts = p.contacts;
    const auto copy = [](auto from) { return std::vector<Real>(from.begin(), from.end()); };
    seen_.B = copy(p.free_velocity), seen_.U_old = copy(p.U_old), seen_.mu = copy(p.friction);
    seen_.R = copy(out.reactions);
    const std::size_t n = seen_.B.size();
    seen_.W.assign(n * n, 0);
    std::vector<Real> unit(n), column(n);
    for (std::size_t j = 0; j < n; ++j) {
      std::fill(unit.begin(), unit.end(), 0), unit[j] = 1;
      p.delassus->apply(unit, column, context);
      for (std::size_t i = 0; i < n; ++i) seen_.W[i * n + j] = column[i];
    }
    return outcome;
  }
  Seen& seen_;
  Real error_;
  std::unique_ptr<ContactSolver> inner_;
};

/// |f| / |q| in the plane without restitution, written out: f = (R - P(R - rho (U + mu |U_T| n)))/rho.
Real slow_resv(const Watched::Seen& s, const std::vector<Real>& R) {
  const std::size_t n = R.size();
  Real squares = 0, incoming = 0;
  for (std::size_t i = 0; i < n; i += 2) {
    Real U[2];
    for (std::size_t d = 0; d < 2; ++d) {
      U[d] = s.B[i + d];
      for (std::size_t j = 0; j < n; ++j) U[d] += s.W[(i + d) * n + j] * R[j];
      incoming += s.B[i + d] * s.B[i + d];
    }
    const Real rho = 2 / (s.W[i * n + i] + s.W[(i + 1) * n + i + 1]), mu = s.mu[i / 2];
    const Real sn = R[i] - rho * (U[0] + mu * std::abs(U[1])), st = R[i + 1] - rho * U[1];
    Real pn = 0, pt = 0;
    if (std::abs(st) <= mu * sn) {
      pn = sn, pt = st;
    } else if (mu * std::abs(st) + sn > 0) {  // to the nearest edge of the cone, which is (1, +-mu)
      pn = (sn + mu * std::abs(st)) / (1 + mu * mu);
      pt = st > 0 ? mu * pn : -mu * pn;
    }
    squares += std::pow((R[i] - pn) / rho, 2) + std::pow((R[i + 1] - pt) / rho, 2);
  }
  return std::sqrt(squares / incoming);
}

}  // namespace

TEST_CASE("every step with contacts is measured by the kernel, as the natural residual is defined",
          "[friction][convergence]") {
  Watched::Seen seen;
  // Reactions that are 1 % too large are far from converged, and divided away nowhere.
  for (const Real error : {0., 0.01}) {
    Simulation s = scene(block_on_five_points(0.5), {.policy = Policy::accept, .limit = 1},
                         std::make_unique<Watched>(seen, error));
    Index with_contacts = 0, accepted = 0;
    for (int n = 0; n < 20; ++n) {
      s.step();
      const core::ConvergenceFacts& facts = s.stepper.facts().solver.convergence;
      if (seen.contacts > 0) ++with_contacts;
      CHECK(facts.measured == (seen.contacts > 0 ? 1 : 0));
      CHECK(facts.accepted == (error > 0 ? facts.measured : 0));
      accepted += facts.accepted;
      if (error == 0 && facts.measured > 0)
        CHECK(facts.resv == Approx(slow_resv(seen, seen.R)).margin(1e-15));
      // One sweep from there is kept because it is better.
      if (error > 0) CHECK(facts.resv <= slow_resv(seen, seen.R));
    }
    CHECK(with_contacts >= 19);
    CHECK((accepted > 0) == (error > 0));
  }
}

TEST_CASE("a sweep that makes reactions worse is not kept", "[friction][convergence]") {
  /// Solves no contact: it pushes with 1000 N s.
  struct Pusher final : ContactLaw {
    void capabilities(Capabilities& c) const override {
      c.provides(capability::implicit_law);
      c.provides(capability::coulomb);
    }
    Index do_solve(const LawBatch& b, Context&) const override {
      for (const Index i : b.contacts) b.R[2 * i] = 1000;
      return 0;
    }
  };
  /// The reactions of one step before the kernel judges them: within the cone, 0.1 N s each.
  Simulation s = friction::scene(
      block_on_five_points(0) + "," + kGround, {.friction = 0.3}, [&](core::Configuration& c) {
        c.contact.not_converged = {.policy = Policy::accept, .limit = 10};
        c.contact.laws[0].law.object = std::make_unique<Pusher>();
        c.contact.solver.object =
            std::make_unique<NeverConverges>(NeverConverges::Options{.normal = 0.1});
      });
  s.step();
  CHECK(s.stepper.facts().solver.convergence.accepted == 1);
  // 500 kg get 9.81e-3 m/s downwards from gravity and 5 x 0.1 N s upwards.
  CHECK(friction::speed(s, 0, 1) == Approx(-9.81e-3 + 0.5 / 500).epsilon(1e-12));
}

TEST_CASE("above the limit a moving step is divided, and the run ends with the limit's name",
          "[friction][convergence]") {
  Simulation s = scene(block_on_five_points(0.5), {.policy = Policy::accept, .limit = 1e-3});
  CHECK_THROWS_WITH(
      ten_steps(s),
      Contains("s could not be made, down to dt = 3.91e-06 s: the reactions of 5 contacts did not "
               "converge: \"gauss_seidel\" stalled after 3 iterations") &&
          Contains("/contact/not_converged/limit is 0.001; the largest residual is between "
                   "\"block\" and \"ground\"") &&
          Contains("Take a smaller /time/step, a larger tolerance"));
  CHECK(s.stepper.failed().unconverged == 9);
}

TEST_CASE("a step of bodies at rest is not divided, which would be the same problem again",
          "[friction][convergence]") {
  Simulation s = scene(block_on_five_points(0), {.policy = Policy::accept, .limit = 1e-3});
  CHECK_THROWS_WITH(s.step(),
                    Contains("down to dt = 0.001 s") && Contains("/contact/not_converged/limit") &&
                        Contains("the bodies rest, and in half of the step their reactions are the "
                                 "same but for a factor") &&
                        Contains("Take a larger tolerance") && !Contains("smaller /time/step"));
  CHECK(s.stepper.failed().unconverged == 1);
  // What the message says of half of the step, held against a step that is half as long.
  const auto resv = [&](Real step) {
    Simulation half = friction::scene(
        block_on_five_points(0) + "," + kGround, {.friction = 0.3, .step = step},
        [&](core::Configuration& c) {
          c.contact.not_converged = {.policy = Policy::accept, .limit = 10};
          c.contact.solver.object = std::make_unique<NeverConverges>(NeverConverges::Options{});
        });
    half.step();
    return half.stepper.facts().solver.convergence.resv;
  };
  CHECK(resv(5e-4) == Approx(resv(1e-3)).epsilon(1e-9));
}

TEST_CASE("bodies that move are not taken for bodies at rest because of a gap ahead of them",
          "[friction][convergence]") {
  // The first two touch and approach each other by 20 mm/s. The third one is 5 mm ahead, within reach
  // at 10 m/s: its g/dt is 250 times that.
  Simulation s = friction::scene(
      block_on_five_points(10, "behind", 0) + "," + block_on_five_points(9.98, "middle", 1) + "," +
          block_on_five_points(9.98, "ahead", 2.005),
      {.gravity = 0}, [&](core::Configuration& c) {
        c.contact.not_converged = {.policy = Policy::accept, .limit = 1e-30};
        c.contact.solver.object = std::make_unique<NeverConverges>(NeverConverges::Options{});
      });
  CHECK_THROWS_WITH(s.step(), Contains("down to dt = 3.91e-06 s") && !Contains("rest"));
}

TEST_CASE("\"divide\" halves a step up to eight times, moving or not, and \"stop\" never does",
          "[friction][convergence]") {
  const Real speed = GENERATE(0., 0.5);
  Simulation divide = scene(block_on_five_points(speed), {.policy = Policy::divide});
  CHECK_THROWS_WITH(divide.step(), Contains("down to dt = 3.91e-06 s") && !Contains("limit"));
  CHECK(divide.stepper.failed().unconverged == 9);
  Simulation stop = scene(block_on_five_points(speed), {.policy = Policy::stop});
  CHECK_THROWS_WITH(stop.step(), Contains("down to dt = 0.001 s") &&
                                     Contains("/contact/not_converged/policy is \"stop\""));
  CHECK(stop.stepper.failed().unconverged == 1);
}

TEST_CASE("a solver that calls wrong reactions converged is not believed beyond the limit",
          "[friction][convergence]") {
  const auto liar = [] {
    return std::make_unique<NeverConverges>(NeverConverges::Options{.lies = true});
  };
  Simulation s =
      scene(block_on_five_points(0.5), {.policy = Policy::accept, .limit = 1e-3}, liar());
  CHECK_THROWS_WITH(ten_steps(s),
                    Contains("\"gauss_seidel\" calls them converged after 3 iterations") &&
                        Contains("/contact/not_converged/limit is 0.001"));
  // Above it they are improved, and counted.
  Simulation counted =
      scene(block_on_five_points(0.5), {.policy = Policy::accept, .limit = 0.01}, liar());
  counted.step();
  CHECK(counted.stepper.facts().solver.convergence.accepted == 1);
}

namespace {

/// Two blocks, each on five points, that slide on the ground side by side; every solve fails.
/// @param order  of left, right and ground
std::string sliding_blocks(const std::array<int, 3>& order, Real limit, Real end = 0.1) {
  const std::string bodies[] = {block_on_five_points(0.5, "left", 0),
                                block_on_five_points(-0.25, "right", 20), kGround};
  return fmt::format(
      R"({{"bodies": [{}, {}, {}], "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "never_converges"}}, "not_converged": {{"limit": {}}},
      "gap_ahead": false,
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}}]}},
    "output": {{"checkpoint_every": 0.01}},
    "probes": [{{"type": "group", "name": "a", "body": "left"}},
               {{"type": "group", "name": "b", "body": "right"}}],
    "time": {{"end": {}, "step": 1e-3}}}})",
      bodies[order[0]], bodies[order[1]], bodies[order[2]], limit, end);
}

Installation with_failing_solver() {
  return Installation({"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "force", "node",
                       "group", "nonsmooth_force"});
}

}  // namespace

namespace {

/// history.csv without its wall times, which are the last columns.
std::string history_of(const fs::path& run) {
  std::istringstream lines(text_of(run / "history.csv"));
  std::string line, text;
  std::getline(lines, line);
  const auto columns = std::count(
      line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find(",wall_")), ',');
  do {
    std::size_t end = 0;
    for (auto n = columns; n >= 0; --n) end = line.find(',', end) + 1;
    text += line.substr(0, end) + '\n';
  } while (std::getline(lines, line));
  return text;
}

nlohmann::json summary_of(const fs::path& run) {
  return nlohmann::json::parse(text_of(run / "summary.json"));
}

int accepted_of(const fs::path& run) {
  return summary_of(run)["contact"]["reactions"]["convergence"]["accepted_unconverged"];
}

const std::string kDouble = std::string(TACTUS_TEST_PLUGIN_DIR) + "/never_converges.so";

Installation::Outcome run(const Installation& tactus, const std::string& name,
                          std::vector<std::string> more = {}, const std::string& then = "") {
  std::vector<std::string> words{"run",   name + ".json", "--plugin-dir", kDouble,
                                 "--out", name,           "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return tactus.run_with(words, then);
}

}  // namespace

TEST_CASE("a run whose steps never converge counts them all, and is not sound",
          "[friction][convergence]") {
  const Installation tactus = with_failing_solver();
  write_text(tactus.work() / "loose.json", sliding_blocks({0, 1, 2}, 1));
  const auto outcome = run(tactus, "loose");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const CsvTable history(text_of(tactus.work() / "loose/history.csv"));
  CHECK(history.sum("accepted_unconverged") == 100);
  CHECK(history.text(0, "resv").empty());  // the start has no step
  Real largest = 0;
  for (std::size_t row = 1; row < history.size(); ++row) {
    CHECK(history.number(row, "resv") <= 1);
    largest = std::max(largest, history.number(row, "largest_residual_m_per_s"));
  }
  const auto summary = summary_of(tactus.work() / "loose");
  const auto& convergence = summary["contact"]["reactions"]["convergence"];
  CHECK(summary["sound"] == false);
  CHECK(convergence["measured_steps"] == 100);
  CHECK(convergence["accepted_unconverged"] == 100);
  Index coarse = 0;
  for (std::size_t row = 1; row < history.size(); ++row)
    coarse += history.number(row, "resv") > 1e-4;
  CHECK(convergence["accepted_coarse"] == coarse);
  CHECK(coarse > 10);
  CHECK(convergence["first_accepted_time_s"] == Approx(1e-3));
  CHECK(convergence["largest_residual_m_per_s"] == Approx(largest).epsilon(1e-12));
  CHECK(convergence["accepted_distance_max_m"] == Approx(1e-3 * largest).epsilon(1e-12));
  CHECK_THAT(outcome.out, Contains("100 of 100 steps with contacts were accepted although the "
                                   "reactions had not converged, first at t = 0.001 s") &&
                              Contains("TOO MANY STEPS DID NOT CONVERGE: ") &&
                              Contains("NOT SHOWN TO BE SOUND"));
}

TEST_CASE("a run that ends at the limit names solvers that are installed and not in use",
          "[friction][convergence]") {
  const Installation tactus = with_failing_solver();
  write_text(tactus.work() / "strict.json", sliding_blocks({0, 1, 2}, 1e-3));
  const auto outcome = run(tactus, "strict");
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.out, Contains("/contact/not_converged/limit is 0.001") &&
                              Contains("not in use here: \"gauss_seidel\""));
}

TEST_CASE(
    "steps accepted without convergence have the same bits on two threads, after a resume and "
    "after a kill",
    "[friction][convergence]") {
  const Installation tactus = with_failing_solver();
  for (const char* name : {"one", "two", "resumed", "killed"})
    write_text(tactus.work() / (std::string(name) + ".json"), sliding_blocks({0, 1, 2}, 1, 0.5));
  REQUIRE(run(tactus, "one", {"--threads", "1"}).code == 0);
  REQUIRE(run(tactus, "two", {"--threads", "2"}).code == 0);
  // A run that comes to its end at 0.042 s makes its last step a little shorter: only counts agree.
  REQUIRE(run(tactus, "resumed", {"--set", "/time/end=0.042"}).code == 0);
  CHECK(accepted_of(tactus.work() / "resumed") == 42);
  REQUIRE(run(tactus, "resumed", {"--resume"}).code == 0);
  CHECK(accepted_of(tactus.work() / "resumed") == 500);
  const auto killed = run(tactus, "killed", {},
                          " & program=$!; until [ -f killed/history.csv ] && "
                          "[ \"$(wc -l < killed/history.csv)\" -gt 20 ]; do :; done; "
                          "kill -KILL $program; wait $program");
  CHECK(killed.code == 137);
  REQUIRE(run(tactus, "killed", {"--resume"}).code == 0);
  for (const char* name : {"two", "killed"}) {
    INFO(name);
    CHECK(history_of(tactus.work() / name) == history_of(tactus.work() / "one"));
    CHECK(summary_of(tactus.work() / name)["contact"] ==
          summary_of(tactus.work() / "one")["contact"]);
  }
}

TEST_CASE("blocks that do not meet move alike to the bit in any order of bodies in the file",
          "[friction][convergence]") {
  const Installation tactus = with_failing_solver();
  std::string expected;
  for (const std::array<int, 3>& order :
       {std::array{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}) {
    const std::string name = fmt::format("order{}{}{}", order[0], order[1], order[2]);
    write_text(tactus.work() / (name + ".json"), sliding_blocks(order, 1));
    REQUIRE(run(tactus, name).code == 0);
    const std::string probes = text_of(tactus.work() / name / "probes.csv");
    if (expected.empty()) expected = probes;
    CHECK(probes == expected);
    CHECK(summary_of(tactus.work() /
                     name)["contact"]["reactions"]["convergence"]["accepted_unconverged"] == 100);
  }
}
