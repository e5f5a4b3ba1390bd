// What the history tells of reactions, in whole runs: who took the energy, where angular momentum went,
// which contacts are too deep, cannot move or are outside of the cone.
#include <catch2/catch.hpp>
#include <memory>
#include <utility>

#include "scene.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/conformance/changed_constraint.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

/// The largest |friction + normal + work of contact| of a step, over all that contact ever took.
Real largest_difference(Simulation& s) {
  Real largest = 0, taken = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& f = now.stepper.facts();
    largest = std::max(largest, std::abs(f.contact.reactions.friction_dissipation +
                                         f.contact.reactions.normal_energy_loss + f.contact.work));
    taken += std::abs(f.contact.reactions.friction_dissipation) +
             std::abs(f.contact.reactions.normal_energy_loss);
  });
  REQUIRE(taken > 1);
  return largest / taken;
}

std::string elastic(const std::string& name, Real turn, Vec<2> at, Vec<2> velocity, int cells) {
  return fmt::format(
      R"({{"name": "{}", "density": 1000, "rotate": {}, "translate": [{}, {}], "velocity": [{}, {}],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [{}, {}]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}})",
      name, turn, at[0], at[1], velocity[0], velocity[1], cells, cells);
}

struct Turned {
  Real change = 0, defect = 0, size = 0, drift = 0, scale = 0;
};
/// A corner that hits a face beside its middle and slides along it, in free space.
Turned collide(int cells, Real friction) {
  Simulation s = scene(elastic("a", 0, {0, 0}, {0, 0}, cells) + "," +
                           elastic("b", 0.7, {0.83, 1.01}, {-6, -3}, cells),
                       {.friction = friction, .gravity = 0, .step = 0, .end = 0.1});
  Turned t;
  const Real before = s.balance.now().angular[2];
  s.run([&](Simulation& now) {
    t.defect += now.stepper.facts().contact.reactions.angular_momentum_error[2];
    t.size += std::abs(now.stepper.facts().contact.reactions.angular_momentum_error[2]);
    t.drift = std::max(t.drift, std::abs(now.balance.now().angular[2] - before - t.defect));
  });
  t.change = s.balance.now().angular[2] - before;
  t.scale = s.balance.angular_scale();
  REQUIRE(s.balance.now().kinetic < 0.97 * s.balance.initial());  // they met
  return t;
}

/// A solver, and what the reactions that it found give to the free motion: R.(B + U)/2, J.
class Watched final : public ContactSolver {
 public:
  explicit Watched(std::unique_ptr<Component> inner)
      : object_(std::move(inner)), inner_(dynamic_cast<ContactSolver&>(*object_)) {}
  Real given() { return std::exchange(given_, Real{0}); }  ///< since it was asked last
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    Outcome outcome = inner_.solve(p, laws, out, context);
    std::vector<Real> change(out.reactions.size());
    p.delassus->apply(out.reactions, change, context);
    given_ = map(View<Real>(out.reactions))
                 .dot(map(p.free_velocity) + map(View<Real>(change)) / 2);  // U = B + W R
    return outcome;
  }
  void do_history(HistoryVisitor& columns) const override { inner_.history(columns); }

  std::unique_ptr<Component> object_;
  ContactSolver& inner_;
  Real given_ = 0;
};

std::string random_body(conformance::Random& random, int k) {
  const int row = k / 3;
  const double x = 1.2 * (k % 3), y = 0.5 + 1.2 * row, turn = random.between(0, 6.28);
  const std::string common = fmt::format(
      R"("name": "body_{}", "translate": [{:.17g}, {:.17g}], "velocity": [{:.17g}, {:.17g}])", k, x,
      y, random.between(-2, 2), random.between(-3, 0));
  const double kind = random();
  if (kind < 0.3)
    return fmt::format(R"({{{}, "type": "rigid", "radius": {:.17g}, "mass": 300}})", common,
                       random.between(0.2, 0.4));
  const std::string box = fmt::format(R"("rotate": {:.17g}, "density": 1000)", turn);
  if (kind < 0.6)
    return fmt::format(R"({{{}, {}, "type": "rigid",
      "mesh": {{"type": "rectangle", "size": [0.4, 0.3], "cells": [1, 1]}}}})",
                       common, box);
  return fmt::format(
      R"({{{}, {}, "mesh": {{"type": "rectangle", "size": [0.4, 0.3], "cells": [3, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}})",
      common, box);
}

}  // namespace

TEST_CASE("what friction and impacts took is what contact took, in every step",
          "[friction][columns]") {
  Simulation slides =
      scene(RigidBlock{.speed = 3}.text() + "," + kGround, {.friction = 0.4, .end = 0.5});
  CHECK(largest_difference(slides) < 1e-14);
  const Real angle = 0.3;
  Simulation falls =
      scene(fmt::format(R"({{"name": "ball", "type": "rigid", "radius": 0.5, "mass": 2,
      "translate": [0, 0.6], "velocity": [1, -4]}},)") +
                kGround,
            {.friction = 0.2, .restitution = 0.5, .angle = angle, .end = 0.5});
  CHECK(largest_difference(falls) < 1e-14);
  // A floor that is set in motion drags the block along, and does the work.
  Simulation dragged =
      scene(RigidBlock().text() + "," + kGround +
                R"(], "supports": [{"body": "ground", "velocity": [2, 0], "ramp": 0.2})",
            {.friction = 0.3, .end = 0.5});
  CHECK(largest_difference(dragged) < 1e-14);
  CHECK(speed(dragged, 0, 0) > 1);
}

TEST_CASE("a block that slides has contacts that slip, one that rests contacts that stick",
          "[friction][columns]") {
  Simulation s =
      scene(RigidBlock{.speed = 1}.text() + "," + kGround, {.friction = 0.5, .end = 0.5});
  Index slipping = 0, sticking = 0;
  s.run([&](Simulation& now) {
    const core::ReactionFacts& c = now.stepper.facts().contact.reactions;
    if (now.time() < 0.2) {
      slipping += c.slipping;
      CHECK(c.sticking == 0);
    } else if (now.time() > 0.22) {
      sticking += c.sticking;
      CHECK(c.slipping == 0);
    }
    CHECK(c.depth < 1e-9);
    CHECK(c.normal_energy_loss == Approx(0).margin(1e-9));
  });
  CHECK(slipping > 0);
  CHECK(sticking > 0);
}

TEST_CASE(
    "angular momentum of deformable bodies changes by the defect of moments, and by that alone",
    "[friction][columns]") {
  const Turned coarse = collide(4, 0.5), fine = collide(16, 0.5), smooth = collide(4, 0);
  CHECK(coarse.drift < 1e-12 * coarse.scale);
  CHECK(fine.drift < 1e-12 * fine.scale);
  CHECK(coarse.size > 1e-7 * coarse.scale);  // what is there to be seen
  CHECK(fine.size < coarse.size / 2);
  CHECK(smooth.size < 1e-12 * smooth.scale);  // without friction there is none
}

TEST_CASE("contacts of what cannot move are left out and counted", "[friction][columns]") {
  // The lower side of the block is held on the floor; this constraint forgets that its nodes cannot move.
  const std::vector<std::uint8_t> all(200, 1);
  Simulation s(R"({"bodies": [
    {"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "floor", "type": "obstacle", "translate": [-5.1, -1],
      "mesh": {"type": "rectangle", "size": [10, 1], "cells": [10, 1]}}],
    "supports": [{"body": "block", "group": "bottom"}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "integrator": {"type": "moreau"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_facet_gap"},
      "solver": {"type": "plain_gauss_seidel"},
      "laws": [{"between": ["*", "*"], "type": "plane_coulomb", "friction": 0.5}]},
    "time": {"end": 0.01}})",
               [&](core::Configuration& c) {
                 auto& object = c.contact.constraint().object;
                 std::unique_ptr<Constraint> sound(static_cast<Constraint*>(object.release()));
                 object = std::make_unique<conformance::ChangedConstraint>(
                     std::move(sound),
                     conformance::Changes{.before = [&](DetectQuery& q) { q.movable = all; }});
               });
  s.step();
  CHECK(s.stepper.facts().contact.reactions.immovable >= 5);
  CHECK(s.stepper.facts().contact.forces.contacts == 0);
  CHECK(std::isfinite(s.balance.total()));
}

TEST_CASE("a contact deeper than half of what lies behind it ends the run, and names who is there",
          "[friction][columns]") {
  // Springs that are far too weak for the block let it sink into a floor whose elements are 0.125 m high.
  Simulation s(R"({"bodies": [
    {"name": "block", "type": "rigid", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
    {"name": "floor", "type": "obstacle", "translate": [-5.1, -1],
      "mesh": {"type": "rectangle", "size": [10, 1], "cells": [10, 4]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "integrator": {"type": "moreau"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_facet_gap"},
      "solver": {"type": "direct"},
      "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "spring": 1e3}]},
    "time": {"end": 1, "step": 1e-3}})");
  Real deepest = 0;
  CHECK_THROWS_WITH(
      s.run([&](Simulation& now) {
        deepest = std::max(deepest, now.stepper.facts().contact.reactions.depth);
      }),
      Catch::Contains("could not be made") &&
          Catch::Contains("m deep, more than half of the 0.125 m that lie behind it") &&
          Catch::Contains("(between \"block\", \"floor\")"));
  CHECK(deepest > 0.06);
  CHECK(deepest <= 0.0625);
}

TEST_CASE("round bodies are no deeper at first touch than they came in a step",
          "[friction][columns]") {
  conformance::Random random(3);
  std::string bodies;
  for (int k = 0; k < 12; ++k) {
    const int row = k / 3;
    bodies += fmt::format(
        R"({{"name": "disk_{}", "type": "rigid", "radius": {:.17g}, "mass": 3,
            "translate": [{:.17g}, {:.17g}], "velocity": [{:.17g}, {:.17g}]}},)",
        k, random.between(0.2, 0.45), k % 3 + random.between(0, 0.05), 0.5 + row,
        random.between(-2, 2), random.between(-5, 0));
  }
  // Contacts that begin ahead are not deep at all.
  Simulation s = scene(bodies + kGround, {.friction = 0.4, .end = 1, .tolerance = 1e-9},
                       [](core::Configuration& c) { c.contact.gap_ahead = false; });
  Real deepest = 0;
  Index touching = 0, before = 0, touches = 0;
  s.run([&](Simulation& now) {
    const core::ReactionFacts& c = now.stepper.facts().contact.reactions;
    CHECK(c.new_contact_excess_depth < 1e-6);  // the square of the way in a step over the radius
    deepest = std::max(deepest, c.depth);
    touching = c.open + c.sticking + c.slipping;
    touches += std::max<Index>(0, touching - std::exchange(before, touching));
  });
  CHECK(touches > 20);
  CHECK(deepest > 1e-4);  // there was something to be seen
}

TEST_CASE("in random scenes reactions are admissible and take energy in every step",
          "[friction][columns]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    conformance::Random random(seed);
    std::string bodies;
    for (int k = 0; k < 5; ++k) bodies += random_body(random, k) + ",";
    const bool automatic = bodies.find("neo_hookean") != std::string::npos;
    Watched* watched = nullptr;
    Simulation s = scene(bodies + kGround,
                         {.friction = random.between(0.1, 0.9),
                          .step = automatic ? 0 : 1e-3,
                          .end = 0.4,
                          .tolerance = 1e-12},
                         [&](core::Configuration& c) {
                           auto inner =
                               std::make_unique<Watched>(std::move(c.contact.solver.object));
                           watched = inner.get();
                           c.contact.solver.object = std::move(inner);
                         });
    Index contacts = 0;
    s.run([&](Simulation& now) {
      const core::StepFacts& f = now.stepper.facts();
      contacts += f.contact.reactions.sticking + f.contact.reactions.slipping;
      CHECK(f.contact.reactions.outside_of_cone <= 1e-8);
      CHECK(f.contact.reactions.least_normal >= 0);
      CHECK(f.contact.reactions.depth < 0.1);
      CHECK(watched->given() <= 1e-12 * now.balance.now().kinetic);
    });
    CHECK(contacts > 100);
  }
}

TEST_CASE("what contact puts in without restitution falls with the step, as does its sum",
          "[friction][energy]") {
  // A block tips over its corner. Reactions stop it at one angle, and it has gone on to another one when
  // they are asked again: an error of first order, which is all that contact gives.
  struct Gain {
    Real put_in = 0, largest = 0, share = 0;
  };
  const auto tip = [](Real step) {
    Simulation s = scene(R"({"name": "block", "type": "rigid", "density": 1000, "rotate": 0.6,
        "translate": [0, 1e-13], "mesh": {"type": "rectangle", "size": [0.4, 1], "cells": [1, 1]}},)" +
                             kGround,
                         {.friction = 0.9, .step = step, .end = 0.4});
    s.run([&](Simulation& now) {
      const core::ReactionFacts& c = now.stepper.facts().contact.reactions;
      CHECK(c.outside_of_cone <= 1e-8);
      CHECK(c.least_normal >= 0);
    });
    const core::Account& account = s.balance.account();
    return Gain{account.gains().positive_contact_work, account.gains().largest_contact,
                account.gains().contact_share};
  };
  const Gain coarse = tip(1e-3), middle = tip(5e-4), fine = tip(2.5e-4);
  CHECK(coarse.share < 1e-4);
  CHECK(middle.put_in == Approx(coarse.put_in / 2).epsilon(0.1));
  CHECK(fine.put_in == Approx(middle.put_in / 2).epsilon(0.1));
  CHECK(middle.largest < 0.75 * coarse.largest);
  CHECK(fine.largest < 0.75 * middle.largest);
  CHECK(fine.largest > 0);
}
