// Contacts that begin before their gap is closed (/contact/gap_ahead): bodies land without
// penetration, at any phase of the step, with the impulses that the laws say.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tests/cli/installation.hpp"
#include "tests/friction/scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus;
using tactus::friction::kGround;
using tactus::friction::place;
using tactus::friction::scene;
using tactus::friction::SceneOptions;
using tactus::friction::speed;
using tactus::testing::Simulation;

namespace {

testing::Simulation::Change ahead(bool on = true) {
  return [on](core::Configuration& c) { c.contact.gap_ahead = on; };
}

std::string disk(Real x, Real y, Real vx, Real vy, Real spin) {
  return fmt::format(
      R"({{"name": "disk", "type": "rigid", "radius": 0.1, "mass": 3, "translate": [{:.17g}, {:.17g}],
          "velocity": {{"constant": [{:.17g}, {:.17g}], "spin": {:.17g}}}}})",
      x, y, vx, vy, spin);
}

/// A block of 1 x 0.5 m, its lower left corner at (x, y).
std::string block(const std::string& name, Real x, Real y, Real vx, Real vy) {
  return fmt::format(
      R"({{"name": "{}", "type": "rigid", "density": 1000, "translate": [{:.17g}, {:.17g}],
          "velocity": [{:.17g}, {:.17g}],
          "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}}}})",
      name, x, y, vx, vy);
}

constexpr Real kStep = 1e-3, kFall = 3;  ///< s, m/s

/// m, a gap that is closed at this part of a step, the third one.
Real gap_at(Real phase) { return kFall * kStep * (2 + phase); }

}  // namespace

TEST_CASE("a disk thrown on the floor lands at any phase with the impulses of Coulomb's law",
          "[friction][gap_ahead]") {
  constexpr Real m = 3, r = 0.1, inertia = m * r * r / 2;
  const Real phase = GENERATE(0., 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
  const bool sticks = GENERATE(false, true);
  const Real vx = 2, spin = 5, mu = sticks ? 0.6 : 0.1;
  Simulation s = scene(disk(0, r + gap_at(phase), vx, -kFall, spin) + "," + kGround,
                       {.friction = mu, .gravity = 0, .step = kStep}, ahead());
  Real friction_impulse = 0, depth = 0;
  for (int n = 0; n < 10; ++n) {
    s.step();
    for (const core::PairImpulse& p : s.stepper.facts().contact.forces.pairs)
      friction_impulse += p.body_a == 0 ? p.impulse[0] : -p.impulse[0];
    depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
  }
  // Slip U_T = vx + r spin at the lowest point; what stops it is U_T / (1/m + r^2/I).
  const Real slip = vx + r * spin, stop = slip / (1 / m + r * r / inertia), most = mu * m * kFall;
  REQUIRE((stop < most) == sticks);
  const Real expected = -std::min(stop, most);
  CHECK(friction_impulse == Approx(expected).epsilon(1e-12));
  CHECK(speed(s, 0, 0) == Approx(vx + expected / m).epsilon(1e-12));
  CHECK(speed(s, 0, 2) == Approx(spin + r * expected / inertia).epsilon(1e-12));
  CHECK(std::abs(speed(s, 0, 1)) < 1e-12);
  CHECK(std::abs(place(s, 0, 1) + s.model.centre()[1] - r) < 1e-14);
  CHECK(depth < 1e-14);
}

TEST_CASE("a half-space that comes along a path reaches a disk at any phase without penetration",
          "[friction][gap_ahead]") {
  const Real phase = GENERATE(0., 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
  const bool flies = GENERATE(false, true);
  CAPTURE(phase, flies);
  Simulation s(fmt::format(
      R"({{"bodies": [{}, {{"name": "ground", "type": "obstacle", "half_space": {{"normal": [0, 1]}}}}],
        "supports": [{{"body": "ground", "velocity": [0, {}]}}], "integrator": {{"type": "moreau_jean"}},
        "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "half_space"}},
          "solver": {{"type": "interior_point"}},
          "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}}]}},
        "time": {{"end": 0.01, "step": {}}}}})",
      disk(0, 0.1 + gap_at(phase), 0, flies ? -1 : 0, 0), flies ? kFall - 1 : kFall, kStep));
  Real depth = 0;
  for (int n = 0; n < 10; ++n)
    s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
  CHECK(depth < 1e-13);
  CHECK(speed(s, 0, 1) == Approx(flies ? kFall - 1 : kFall).epsilon(1e-9));
}

TEST_CASE("a block that falls flat lands at any phase without penetration and without a turn",
          "[friction][gap_ahead]") {
  const Real phase = GENERATE(0., 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
  for (const bool on : {true, false}) {
    Simulation s = scene(block("block", 0, gap_at(phase), 0.5, -kFall) + "," + kGround,
                         {.friction = 0, .gravity = 0, .step = kStep}, ahead(on));
    Real depth = 0;
    for (int n = 0; n < 10; ++n)
      s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
    CHECK(std::abs(speed(s, 0, 1)) < 1e-10);  // the solver's tolerance of 1e-11 times 4 m/s
    CHECK(std::abs(speed(s, 0, 2)) < 1e-9);   // over arms of half a metre
    CHECK(speed(s, 0, 0) == Approx(0.5).epsilon(1e-12));
    if (on) {
      CHECK(std::abs(place(s, 0, 1) + s.model.centre()[1] - 0.25) < 1e-13);
      CHECK(depth < 1e-13);
    } else if (phase > 0.1 && phase < 0.5) {
      CHECK(depth > 1e-4);  // this is what the option is for
    }
  }
}

TEST_CASE("five boxes that fall one above the other land together without penetration",
          "[friction][gap_ahead]") {
  std::string bodies;
  for (int k = 0; k < 5; ++k)
    bodies += block("box" + std::to_string(k), 0, 0.0037 + k * 0.5002, 0, -kFall) + ",";
  Simulation s = scene(bodies + kGround, {.friction = 0.3, .step = kStep}, ahead());
  Real depth = 0;
  for (int n = 0; n < 50; ++n)
    s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
  CHECK(depth < 1e-12);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(std::abs(speed(s, k, 1)) < 1e-9);
    CHECK(std::abs(speed(s, k, 2)) < 1e-9);
    // All gaps are closed, to what is left of g/dt when the tolerance is met.
    CHECK(place(s, k, 1) + s.model.centre()[1] == Approx(0.25 + 0.5 * Real(k)).margin(1e-9));
  }
}

TEST_CASE("a block that passes a wall nearby gets no spin", "[friction][gap_ahead]") {
  const std::string wall = R"({"name": "wall", "type": "obstacle", "translate": [1.0005, 0],
      "mesh": {"type": "rectangle", "size": [1, 2], "cells": [1, 4]}})";
  // From below the wall's lower end to beyond its upper one.
  Simulation s = scene(block("block", 0, -0.8, 0, kFall) + "," + wall,
                       {.friction = 0.5, .gravity = 0, .step = kStep, .end = 2}, ahead());
  for (int n = 0; n < 1200; ++n) s.step();
  CHECK(speed(s, 0, 0) == 0);
  CHECK(speed(s, 0, 1) == kFall);
  CHECK(speed(s, 0, 2) == 0);
}

TEST_CASE("a stack at rest stays at rest with contacts that begin ahead", "[friction][gap_ahead]") {
  std::string bodies;
  for (int k = 0; k < 4; ++k) bodies += block("box" + std::to_string(k), 0, k * 0.5, 0, 0) + ",";
  Simulation s = scene(bodies + kGround, {.friction = 0.3, .step = kStep}, ahead());
  for (int n = 0; n < 200; ++n) s.step();
  for (std::size_t k = 0; k < 4; ++k)
    for (int d = 0; d < 3; ++d) CHECK(std::abs(speed(s, k, d)) < 1e-11);
}

TEST_CASE("a bead that slides along a turning bar does not sink into it", "[friction][gap_ahead]") {
  // The bar is too heavy to notice the bead. At the distance d from the line through its centre the
  // bead has s'' = w^2 s along the bar, and the bar presses on it with m (2 w s' - w^2 d).
  constexpr Real w = 2, d = 0.1, s0 = 0.3, slide = 0.5, time = 0.3;
  const std::string bar = fmt::format(
      R"({{"name": "bar", "type": "rigid", "density": 1e9, "translate": [-1, -0.05],
          "velocity": {{"spin": {}}},
          "mesh": {{"type": "rectangle", "size": [2, 0.1], "cells": [1, 1]}}}})",
      w);
  const std::string bead = fmt::format(
      R"({{"name": "bead", "type": "rigid", "radius": 0.05, "mass": 0.01, "translate": [{}, {}],
          "velocity": [{}, {}]}})",
      s0, d, slide - w * d, w * s0);
  for (const bool on : {true, false}) {
    Simulation s = scene(bar + "," + bead, {.friction = 0, .gravity = 0, .step = kStep}, ahead(on));
    Real depth = 0;
    for (int n = 0; n < 300; ++n)
      s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
    const Real x = place(s, 1, 0) - place(s, 0, 0), y = place(s, 1, 1) - place(s, 0, 1);
    const Real along = s0 * std::cosh(w * time) + slide / w * std::sinh(w * time);
    CHECK(std::hypot(x, y) == Approx(std::hypot(along, d)).epsilon(1e-3));
    const Real in_a_step = kStep * kStep / 2 * 2 * w * (w * along + slide);
    if (on)
      CHECK(depth < in_a_step);
    else
      CHECK(depth > 50 * in_a_step);  // without, every step adds as much
  }
}

TEST_CASE("a block that lands on a peak is no deeper for the spin that it gets there",
          "[friction][gap_ahead]") {
  // Without friction the block stops at the peak, at d from its centre, with J = m v / (1 + m d^2/I).
  // Its lower side then turns with w while it slides along the peak with U_T: within h it comes
  // h^2 w U_T deeper, or rises by as much. What is left is of third order.
  constexpr Real v = 10, d = 0.4, mass = 500, inertia = mass * (1 + 0.25) / 12;
  const Real spin = d * mass * v / (1 + mass * d * d / inertia) / inertia;
  for (const Real slide : {20., -20.})
    for (const Real phase : {0., 0.25, 0.5, 0.75}) {
      // The turned square has its upper corner at the origin.
      const std::string peak = fmt::format(
          R"({{"name": "peak", "type": "obstacle", "rotate": {:.17g}, "translate": [0, {:.17g}],
              "mesh": {{"type": "rectangle", "size": [0.1, 0.1], "cells": [1, 1]}}}})",
          std::numbers::pi / 4, -0.1 * std::numbers::sqrt2);
      const Real fall = v * kStep * (2 + phase), way = slide * kStep * (2 + phase);
      const std::string body = fmt::format(
          R"({{"name": "block", "type": "rigid", "density": 1000, "translate": [{:.17g}, {:.17g}],
              "velocity": [{}, {}], "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}}}})",
          -0.5 - d - way, fall, slide, -v);
      Simulation s =
          scene(body + "," + peak, {.friction = 0, .gravity = 0, .step = kStep}, ahead());
      Real depth = 0;
      for (int n = 0; n < 6; ++n)
        s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
      const Real in_a_step = kStep * kStep * spin * std::abs(slide);
      CAPTURE(phase, slide, depth, in_a_step, spin, speed(s, 0, 2));
      CHECK(depth < in_a_step / 4);
    }
}

namespace {

/// Tumbling bodies that fall on each other.
std::string tumbling(int bodies) {
  std::string text;
  for (int k = 0; k < bodies; ++k)
    text += fmt::format(
        R"({{"name": "body{}", "type": "rigid", "density": 1000, "rotate": {},
          "translate": [{}, {}], "velocity": {{"constant": [{}, -2], "spin": {}}},
          "mesh": {{"type": "rectangle", "size": [0.2, 0.12], "cells": [1, 1]}}}},)",
        k, 0.7 * k, 0.13 * (k % 3), 0.2 + 0.25 * k, 0.3 - 0.2 * (k % 4), 3 - 1.5 * (k % 5));
  return text;
}

/// Of each solve: R . (B + U)/2, the energy that reactions give to the free motion, without g/dt.
class Energies final : public ContactSolver {
 public:
  explicit Energies(Real& largest) : largest_(largest) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    inner_ = testing::make_component<ContactSolver>("gauss_seidel", {{"tolerance", 1e-11}});
    inner_->setup(setup, context);
  }
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    Outcome outcome = inner_->solve(p, laws, out, context);
    std::vector<Real> WR(out.reactions.size());
    if (p.contacts == 0) return outcome;
    p.delassus->apply(out.reactions, WR, context);
    Real work = 0;
    for (std::size_t i = 0; i < WR.size(); ++i) {
      const Real B = p.free_velocity[i] - (i % 2 == 0 ? p.gap_speed[i / 2] : 0);
      work += out.reactions[i] * (2 * B + WR[i]) / 2;
    }
    largest_ = std::max(largest_, work);
    return outcome;
  }
  Real& largest_;
  std::unique_ptr<ContactSolver> inner_;
};

}  // namespace

TEST_CASE("reactions that begin ahead never give energy to the free motion",
          "[friction][gap_ahead]") {
  Real largest = -1;
  Simulation s =
      scene(tumbling(8) + kGround, {.friction = 0.4, .step = kStep}, [&](core::Configuration& c) {
        c.contact.gap_ahead = true;
        c.contact.not_converged.limit = 1e-6;
        c.contact.solver.object = std::make_unique<Energies>(largest);
      });
  const Real start = s.balance.total();
  Real above = 0;
  for (int n = 0; n < 600; ++n) s.step(), above = std::max(above, s.balance.total() - start);
  const Real kinetic = 8 * 24 * (4 + 9) / 2.;  // J, more than there is at the start
  CHECK(largest > -1);
  CHECK(largest <= 1e-9 * kinetic);
  CHECK(above <= 1e-4 * kinetic);
}

TEST_CASE("bodies with contacts ahead penetrate at most a third of what they do without",
          "[friction][gap_ahead]") {
  // The sum over several falls: in one of them a corner may enter beside the end of a facet, for
  // which it had no row.
  Real depth[2] = {};
  for (int bodies = 3; bodies <= 8; ++bodies)
    for (const bool on : {false, true}) {
      Simulation s = scene(tumbling(bodies) + kGround, {.friction = 0.4, .step = kStep}, ahead(on));
      Real deepest = 0;
      for (int n = 0; n < 600; ++n)
        s.step(), deepest = std::max(deepest, s.stepper.facts().contact.reactions.depth);
      depth[on] += deepest;
    }
  CHECK(depth[0] > 0.01);
  CHECK(depth[1] < depth[0] / 3);
}

TEST_CASE(
    "pairs with restitution and laws with springs are the same to the bit with contacts ahead",
    "[friction][gap_ahead]") {
  const bool springs = GENERATE(false, true);
  SceneOptions options{.friction = 0.3, .restitution = springs ? 0 : 0.5, .step = kStep};
  if (springs) options.step = 2e-4;
  const auto change = [&](bool on) {
    return [on, springs](core::Configuration& c) {
      c.contact.gap_ahead = on;
      if (!springs) return;
      c.contact.solver.object = testing::make_component<ContactSolver>("direct", {});
      c.contact.laws[0].law.object =
          testing::make_component<ContactLaw>("spring_dashpot", {{"spring", 1e6}});
    };
  };
  std::vector<Real> q[2];
  for (const bool on : {false, true}) {
    Simulation s = scene(tumbling(4) + kGround, options, change(on));
    for (int n = 0; n < 300; ++n) s.step();
    q[on] = s.stepper.state().q;
  }
  CHECK(q[0] == q[1]);
}

TEST_CASE("a run with contacts ahead goes on from a checkpoint with the same bits",
          "[friction][gap_ahead]") {
  using namespace tactus::cli_tests;
  const Installation tactus(
      {"grid", "node_to_facet", "moreau_jean", "gauss_seidel", "nonsmooth_force"});
  write_text(tactus.work() / "fall.json", fmt::format(R"({{"bodies": [{}{}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "gauss_seidel"}}, "gap_ahead": true,
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}}]}},
    "output": {{"frames_every": 0.1, "checkpoint_every": 0.01}},
    "time": {{"end": 0.3, "step": 1e-3}}}})",
                                                      tumbling(6), kGround));
  const auto frame = [&](const std::string& run) {
    fs::path last;
    for (const auto& entry : fs::directory_iterator(tactus.work() / run / "frames"))
      last = std::max(last, entry.path());
    return text_of(last);
  };
  REQUIRE(tactus.run({"run", "fall.json", "--out", "whole", "--threads", "2"}).code == 0);
  const auto killed = tactus.run_with({"run", "fall.json", "--out", "killed", "--quiet"},
                                      " & program=$!; until [ -f killed/history.csv ] && "
                                      "[ \"$(wc -l < killed/history.csv)\" -gt 100 ]; do :; done; "
                                      "kill -KILL $program; wait $program");
  CHECK(killed.code == 137);
  REQUIRE(tactus.run({"run", "fall.json", "--out", "killed", "--resume"}).code == 0);
  const testing::CsvTable whole(text_of(tactus.work() / "whole/history.csv")),
      parts(text_of(tactus.work() / "killed/history.csv"));
  REQUIRE(whole.size() == parts.size());
  for (std::size_t row = 0; row < whole.size(); ++row)
    for (const char* column : {"kinetic_energy_J", "contacts", "contact_depth_m", "resv"})
      REQUIRE(whole.text(row, column) == parts.text(row, column));
  CHECK((frame("whole") == frame("killed")));
}
