// Every example of Kane et al. as the product ships it, at two levels of refinement: KROM-2, KROM-6,
// KROM-7 and DET-15 of the verification catalogue, and what all of them have in common.
#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/record/metrics.hpp"
#include "tactus/contact_lengths.hpp"
#include "tests/support/generated_mesh.hpp"
#include "tests/support/ipopt_built.hpp"
#include "tests/support/measured.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

const std::string kPaper = TACTUS_SOURCE_DIR "/configs/paper/";

struct SceneOutcome {
  Real first_contact = -1, loss = 0, highest = 0, largest_work = 0;
  Index dirty = 0, steps = 0, impact_zone_steps = 0;
};

/// Runs to the end with the exact audit in every step; `look` sees each of them too.
template <class Look>
SceneOutcome run_audited(Simulation& s, Real highest, Look&& look) {
  SceneOutcome o;
  testing::MeasuredBySolver ratio(s, "correction_over_motion");
  s.run([&](Simulation& now) {
    look(now);
    ratio.look();
    const auto& facts = now.stepper.facts();
    if (o.first_contact < 0 && facts.contact.forces.contacts > 0) o.first_contact = now.time();
    o.dirty += !now.audit().clean();
    o.largest_work = std::max(o.largest_work, facts.contact.work);
    o.impact_zone_steps += facts.contact.forces.impact_zone_nodes > 0;
    ++o.steps;
  });
  o.loss = 1 - s.balance.total() / s.balance.initial();
  o.highest = s.balance.largest_total() / s.balance.initial();
  CHECK(o.dirty == 0);
  CHECK(o.impact_zone_steps ==
        0);  // zones are for what no rows settle, and scenes of the paper have none
  CHECK(o.largest_work <= 1e-3 * s.balance.energy_scale());
  CHECK(ratio.value() <= 3);  // corrections are about as large as the motion that they correct
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  if (s.balance.free()) CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  CHECK(o.highest <= highest);
  return o;
}
SceneOutcome run_audited(Simulation& s, Real highest = 1.001) {
  return run_audited(s, highest, [](Simulation&) {});
}

/// The scene with rectangles of `cells` cells (or disks of `rings`) for its first bodies.
Simulation scene(const std::string& name, std::size_t bodies, const std::string& key,
                 const std::string& value) {
  std::vector<std::string> sets;
  for (std::size_t b = 0; b < bodies; ++b)
    sets.push_back(fmt::format("/bodies/{}/mesh/{}={}", b, key, value));
  return Simulation::from_file(kPaper + name + ".json", sets);
}

}  // namespace

TEST_CASE("KROM-2 a particle stays in its L-shaped room and keeps its tangential speed",
          "[validation][paper]") {
  const bool aimed = GENERATE(false, true);
  std::vector<std::string> sets{"/time/end=300"};  // 1e5 steps of 0.003 s
  if (aimed) sets = {"/time/end=30", "/bodies/5/points=[[0.5, 0.5]]", "/bodies/5/velocity=[1, 1]"};
  auto s = Simulation::from_file(kPaper + "particle_in_box.json", sets);
  Real v[2] = {aimed ? 1 : 1.1, aimed ? 1 : 0.7};
  Index outside = 0, wrong = 0, hits = 0;
  const auto at = static_cast<std::size_t>(2 * s.model.bodies()[5].nodes.begin);
  run_audited(s, 1.001, [&](Simulation& now) {
    const Real x = now.position(5, 0, 0), y = now.position(5, 0, 1);
    const bool inside = x >= 0 && y >= 0 && x <= 2 && y <= 2 && !(x > 1 && y > 1);
    outside += !inside;
    const Real* u = now.stepper.state().v.data() + at;
    // A wall reverses one component to at most its size and leaves the other one alone.
    const bool hit_x = u[0] != v[0], hit_y = u[1] != v[1];
    hits += hit_x || hit_y;
    // A particle that stood on the wall at the start of the step is pushed to the margin besides.
    const Real push = 2 * contact_margin(s.model.scales()) / now.stepper.facts().dt;
    for (int d = 0; d < 2; ++d) wrong += !(std::abs(u[d]) <= std::abs(v[d]) * (1 + 1e-9) + push);
    // The corners of the room, and the re-entrant one, are hit in both components.
    const auto near = [&](Real a, Real b) { return std::hypot(x - a, y - b) < 0.01; };
    const bool corner =
        near(0, 0) || near(2, 0) || near(0, 2) || near(1, 1) || near(2, 1) || near(1, 2);
    wrong += hit_x && hit_y && !corner;
    v[0] = u[0], v[1] = u[1];
  });
  CHECK(outside == 0);
  CHECK(wrong == 0);
  CHECK(hits >= 1);
  CHECK(std::isfinite(v[0]));
  CHECK(std::isfinite(v[1]));
}

TEST_CASE("KROM-2 a shot at the re-entrant corner is decided by a nudge, or by the rule",
          "[validation][paper]") {
  struct End {
    Real x[2], v[2];
  };
  const auto shoot = [](Real nudge) {
    auto s = Simulation::from_file(
        kPaper + "particle_in_box.json",
        {"/time/end=0.8", fmt::format("/bodies/5/points=[[{}, 0.5]]", 0.5 + nudge),
         "/bodies/5/velocity=[1, 1]"});
    s.run();
    const auto at = static_cast<std::size_t>(2 * s.model.bodies()[5].nodes.begin);
    const Real* v = s.stepper.state().v.data() + at;
    return End{{s.position(5, 0, 0), s.position(5, 0, 1)}, {v[0], v[1]}};
  };
  // The corner is met at two thirds of a step: the speed across is a third, e = |1 - 2 xi|.
  // Further right, what is below the corner is nearer: only vy is turned. Further left, the mirror
  // image: the least correction decides.
  const End right = shoot(1e-9), left = shoot(-1e-9), none = shoot(0);
  CHECK(right.v[0] == 1);
  CHECK(right.v[1] == Approx(-1. / 3).epsilon(1e-5));
  for (std::size_t d : {0u, 1u}) {
    CHECK(left.v[d] == Approx(right.v[1 - d]).epsilon(1e-5));
    CHECK(left.x[d] == Approx(right.x[1 - d]).margin(1e-7));
  }
  // Without a nudge both are equally near. The lower number decides: the nodes of a rectangle are
  // numbered along x first, so that the edge along x has it.
  CHECK(none.v[0] == 1);
  CHECK(none.v[1] == Approx(-1. / 3).epsilon(1e-5));
}

TEST_CASE("two particles part with e = |1 - 2 xi|, as the shipped example says",
          "[validation][paper]") {
  auto s = Simulation::from_file(kPaper + "two_particles.json");
  const SceneOutcome o = run_audited(s);
  // 7.25 steps to the contact: xi = 0.25, e = 0.5, velocities 0 and 1.5 m/s.
  CHECK(o.first_contact == Approx(0.08).epsilon(1e-12));
  CHECK(o.loss == Approx(0.5).epsilon(1e-6));
  CHECK(s.momentum(0, 0) / s.mass(0) == Approx(0).margin(1e-6));
  CHECK(s.momentum(1, 0) / s.mass(1) == Approx(1.5).epsilon(1e-6));
  CHECK(s.balance.now().kinetic == Approx(2.25).epsilon(1e-6));
}

TEST_CASE("symmetric squares run clean and lose less on the finer mesh", "[validation][paper]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    const int n = 4 << k;
    auto s = scene("four_squares_symmetric", 4, "cells", fmt::format("[{}, {}]", n, n));
    const SceneOutcome o = run_audited(s);
    const Real touch = 0.05 / 2000;
    CHECK(o.first_contact >= touch * (1 - 1e-12));
    CHECK(o.first_contact <= touch + s.stepper.step_size());
    loss[k] = o.loss;
  }
  CHECK(loss[1] < loss[0]);
  CHECK(loss[0] <= 0.06);
}

TEST_CASE("KROM-6 the cue meets the first disk on time and the pool runs clean",
          "[validation][paper]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    auto s = scene("pool", 16, "rings", std::to_string(3 << k));
    const SceneOutcome o = run_audited(s);
    loss[k] = o.loss;
    CHECK_FALSE(s.balance.free());  // cushions are held: their impulse is counted in
    if (k == 0) continue;
    CHECK(o.first_contact == Approx(1.009e-3).epsilon(0.005));
  }
  // 14.9 and 1.6 % were seen at 3 and 6 rings; half to one and a half times that.
  CHECK(loss[0] < 0.22);
  CHECK(loss[0] > 0.07);
  CHECK(loss[1] < 0.024);
  CHECK(loss[1] > 0.008);
}

TEST_CASE("KROM-7 packed squares run clean, struck at three sides at once", "[validation][paper]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    const int n = 4 << k;
    auto s = scene("packed_squares_4x4", 16, "cells", fmt::format("[{}, {}]", n, n));
    s.step();
    s.step();
    CHECK(s.stepper.facts().contact.forces.pairs.size() >= 3);  // 2.3e-6 s, dt 2e-6 and 4e-6 s
    const SceneOutcome o = run_audited(s);
    loss[k] = o.loss;
  }
  // 9.1 and 6.6 % were seen with 4 and 8 cells a side.
  CHECK(loss[0] < 0.14);
  CHECK(loss[1] < loss[0]);
  CHECK(loss[1] > 0.03);
}

namespace {

/// To the end with another solver: clean by every measure, and losing about what the default loses.
/// After some collisions the two part by chaos, so that no positions are compared.
void run_with_ipopt(const std::string& name, const std::string& key, const std::string& value) {
  if (!tactus::testing::ipopt_built()) return;
  Real loss[2];
  for (const int k : {0, 1}) {
    std::vector<std::string> sets{k == 0 ? "/contact/solver/type=local_sqp"
                                         : "/contact/solver/type=ipopt"};
    for (int b = 0; b < 16; ++b)
      sets.push_back(fmt::format("/bodies/{}/mesh/{}={}", b, key, value));
    auto s = Simulation::from_file(kPaper + name + ".json", sets);
    loss[k] = run_audited(s).loss;
  }
  CHECK(loss[1] > 0.7 * loss[0]);
  CHECK(loss[1] < 1.3 * loss[0]);
}

}  // namespace

TEST_CASE("the pool runs clean to the end with ipopt", "[validation][paper][ipopt]") {
  run_with_ipopt("pool", "rings", "2");
}

TEST_CASE("packed squares run clean to the end with ipopt", "[validation][paper][ipopt]") {
  run_with_ipopt("packed_squares_4x4", "cells", "[3, 3]");
}

TEST_CASE("packed squares, 8 x 8, run clean and lose less on finer meshes", "[validation][paper]") {
  Real loss[3];
  for (const int k : {0, 1, 2}) {
    const int n = 2 << k;
    auto s = scene("packed_squares_8x8", 64, "cells", fmt::format("[{}, {}]", n, n));
    loss[k] = run_audited(s).loss;
  }
  CAPTURE(loss[0], loss[1], loss[2]);
  // Another code lost 23 % with 2 cells a side; half to one and a half times that.
  CHECK(loss[0] > 0.115);
  CHECK(loss[0] < 0.345);
  CHECK(loss[1] < loss[0]);
  CHECK(loss[2] < loss[1]);
  CHECK(loss[2] > 0.03);
}

TEST_CASE("packed squares that an independent program computed lose the same energy",
          "[validation][paper]") {
  const std::string file = TACTUS_REFERENCE_DIR "/scenes/packed8_2_same.json";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: no reference scene " << file);
    return;
  }
  auto s = Simulation::from_file(file);
  core::Metrics metrics;
  s.configuration().contact.solver.object->measure(metrics);
  const SceneOutcome o = run_audited(s, 1.001, [&](Simulation&) { metrics.gather(); });
  const Index inadmissible = metrics.value("inadmissible_branches");
  CAPTURE(o.loss, inadmissible);
  CHECK(o.loss == Approx(0.2413).margin(0.001));
  CHECK(inadmissible <= 20);  // 11 there
}

TEST_CASE("both ways to select branches run clean, and each loses what it is said to lose",
          "[validation][paper]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    auto s = Simulation::from_file(
        kPaper + "four_squares.json",
        {"/bodies/0/mesh/cells=[16, 16]", "/bodies/1/mesh/cells=[16, 16]",
         "/bodies/2/mesh/cells=[16, 16]", "/bodies/3/mesh/cells=[16, 16]",
         fmt::format("/contact/constraint/selection={}", k == 0 ? "ranked" : "each")});
    loss[k] = run_audited(s).loss;
  }
  CAPTURE(loss[0], loss[1]);
  CHECK(loss[0] == Approx(0.008).margin(0.0005));
  CHECK(loss[1] == Approx(0.0079).margin(0.0005));
}

TEST_CASE("with struck nodes that stop, contact puts no energy into any example of the paper",
          "[validation][paper]") {
  struct Example {
    const char* name;
    std::size_t bodies;
    const char *key, *value;
  };
  const auto e =
      GENERATE(Example{"four_squares", 4, "cells", "[8, 8]"},
               Example{"four_squares_symmetric", 4, "cells", "[8, 8]"},
               Example{"packed_squares_4x4", 16, "cells", "[4, 4]"},
               Example{"packed_squares_8x8", 64, "cells", "[2, 2]"},
               Example{"self_contact", 1, "cells", "[16, 12]"}, Example{"pool", 16, "rings", "3"});
  INFO(e.name);
  std::vector<std::string> sets{"/integrator/impact=stop"};
  for (std::size_t b = 0; b < e.bodies; ++b)
    sets.push_back(fmt::format("/bodies/{}/mesh/{}={}", b, e.key, e.value));
  auto s = Simulation::from_file(kPaper + e.name + ".json", sets);
  // While bodies touch, velocities lack half a step of the contact force: the energy read from them
  // is off by a term that falls with the step (theory page), and right again when they part.
  const SceneOutcome o = run_audited(s, 1.01);
  CHECK(o.largest_work <= 0);
  CHECK(o.loss > 0);
}

TEST_CASE(
    "the energy read during contact with struck nodes that stop is off by a term that falls "
    "with the step",
    "[validation][paper]") {
  Real rise[2];
  for (const int k : {0, 1}) {
    auto s = Simulation::from_file(
        kPaper + "four_squares.json",
        {"/integrator/impact=stop", fmt::format("/integrator/safety={}", k == 0 ? 0.5 : 0.25)});
    s.run();
    rise[k] = s.balance.largest_total() / s.balance.initial() - 1;
  }
  CHECK(rise[0] > 1e-4);
  CHECK(rise[1] < rise[0] / 2);
}

TEST_CASE("DET-15 a closing C touches itself on time and never cuts itself",
          "[validation][paper]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    auto s = scene("self_contact", 1, "cells", fmt::format("[{}, {}]", 16 << k, 12 << k));
    const SceneOutcome o = run_audited(s);
    CHECK(o.first_contact == Approx(1.98e-4).epsilon(k == 0 ? 0.02 : 0.01));
    loss[k] = o.loss;
  }
  CHECK(loss[0] <= 0.05);  // .968 and .984 of E0 were seen
  CHECK(loss[1] < loss[0]);
  CHECK(loss[1] > 0.005);
}

namespace {

/// Writes a unit square of 4 x 4 cells as a Gmsh file, mirrored (x -> -x, triangles turned so that
/// they stay counter-clockwise) or not; nodes keep their numbers.
std::string write_square(bool mirrored) {
  const core::Mesh mesh = testing::generated(R"({"type": "rectangle", "cells": [4, 4]})");
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n";
  text += fmt::format("{}\n", mesh.nodes());
  for (Index n = 0; n < mesh.nodes(); ++n) {
    const Real* x = mesh.points.data() + 2 * n;
    text += fmt::format("{} {} {} 0\n", n + 1, mirrored ? -x[0] : x[0], x[1]);
  }
  text += fmt::format("$EndNodes\n$Elements\n{}\n", mesh.element_count());
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const Index* c = mesh.elements.data() + 3 * e;
    text += fmt::format("{} 2 2 1 1 {} {} {}\n", e + 1, c[0] + 1, c[mirrored ? 2 : 1] + 1,
                        c[mirrored ? 1 : 2] + 1);
  }
  text += "$EndElements\n";
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("tactus_square_{}_{}.msh", mirrored, ::getpid());
  std::ofstream(path) << text;
  return path.string();
}

/// Four squares, symmetric about y = x, from files; x -> -x where mirrored.
std::string symmetric_from_files(const std::string& mesh, bool mirrored) {
  const Real side = mirrored ? -1 : 1,
             at[4][2] = {{1.05, 1.05}, {0, 0}, {-0.15, 1.2}, {1.2, -0.15}};
  std::string list;
  for (int b = 0; b < 4; ++b)
    list += fmt::format(
        R"({}{{"name": "b{}", "mesh": {{"type": "file", "path": "{}"}}, "translate": [{}, {}],
           "density": 1000, "velocity": [{}, {}],
           "material": {{"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}}}})",
        b ? ", " : "", b, mesh, side * at[b][0], at[b][1], b == 0 ? side * -2000 : 0,
        b == 0 ? -2000 : 0);
  return fmt::format(R"({{"description": "t", "dimension": 2, "bodies": [{}],
    "integrator": {{"type": "newmark"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 1.5e-4, "step": 2e-6}}}})",
                     list);
}

}  // namespace

TEST_CASE("an input mirrored with its numbers kept gives the mirrored outcome",
          "[validation][paper]") {
  const std::string plain = write_square(false), turned = write_square(true);
  Simulation one(symmetric_from_files(plain, false)), other(symmetric_from_files(turned, true));
  one.run();
  other.run();
  std::filesystem::remove(plain);
  std::filesystem::remove(turned);
  REQUIRE(one.stepper.steps() == other.stepper.steps());
  Real largest = 0;
  for (std::size_t i = 0; i < one.stepper.state().q.size(); ++i) {
    const Real sign = i % 2 == 0 ? -1 : 1;
    largest =
        std::max(largest, std::abs(one.stepper.state().q[i] - sign * other.stepper.state().q[i]));
  }
  CHECK(largest <= 1e-10);
  CHECK(one.momentum(1, 0) < 0);  // they did collide
}
