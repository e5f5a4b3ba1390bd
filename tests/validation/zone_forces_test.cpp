// The kernel's book-keeping of rigid impact zones: their rows carry no force, and still impulses of
// bodies, supports and the account of energy come out right.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <utility>

#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Says of everything that contact has moved that it was in one zone; where an obstacle takes part,
/// that belongs to it.
class AllInOneZone final : public ContactSolver {
 public:
  explicit AllInOneZone(std::unique_ptr<Component> sound) : sound_(std::move(sound)) {}

 private:
  ContactSolver& sound() const { return static_cast<ContactSolver&>(*sound_); }
  void do_setup(const Setup& s, Context& c) override {
    prescribed_ = s.layout->prescribed;
    sound().setup(s, c);
  }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& c) override {
    Outcome outcome = sound().solve(problem, contact, solution, c);
    if (!outcome || map(View<Real>(solution.contact_force)).isZero(0)) return outcome;
    solution.zone->assign(solution.w.size(), kNone);
    solution.group->assign(solution.w.size(), kNone);
    for (std::size_t i = 0; i < solution.w.size(); ++i)
      if (solution.contact_force[i] != 0 || prescribed_[i]) (*solution.zone)[i] = 0;
    for (Real& m : *solution.multiplier) m = 0;
    return outcome;
  }
  void do_history(HistoryVisitor& columns) const override { sound().history(columns); }

  std::unique_ptr<Component> sound_;
  View<std::uint8_t> prescribed_;
};

Simulation in_zones(const std::string& text) {
  return Simulation(text, 1, [](core::Configuration& c) {
    c.contact.solver.object = std::make_unique<AllInOneZone>(std::move(c.contact.solver.object));
  });
}

}  // namespace

TEST_CASE("zones between two bodies give each what it got", "[validation][zones]") {
  Simulation s = in_zones(fast_squares());
  const Real before = s.momentum(0, 0);
  Real impulse = 0;
  s.run([&](Simulation& now) {
    for (const core::PairImpulse& pair : now.stepper.facts().contact.forces.pairs) {
      CHECK(pair.body_a == 0);
      CHECK(pair.body_b == 1);
      impulse += pair.impulse[0];
    }
  });
  CHECK(impulse < 0);
  CHECK(impulse == Approx(s.momentum(0, 0) - before).epsilon(1e-10));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("zones at a driven wall: it gets what the square did not, and does the work",
          "[validation][zones]") {
  const std::string impact = GENERATE("reflect", "stop");
  Simulation s = in_zones(pushed_square(impact));
  Real impulse = 0, support = 0, worst = 0;
  const auto& account = s.balance.account();
  Real before = account.energy();
  s.run([&](Simulation& now) {
    for (const core::PairImpulse& pair : now.stepper.facts().contact.forces.pairs)
      impulse += pair.impulse[0];
    support += now.stepper.facts().outside.support_impulse[0];
    worst = std::max(worst, std::abs(account.energy() - before - account.step().sum()));
    before = account.energy();
  });
  const Real momentum = s.momentum(0, 0);
  CHECK(momentum > 0);
  CHECK(impulse == Approx(momentum).epsilon(1e-10));
  CHECK(support == Approx(momentum).epsilon(1e-10));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(worst <= 1e-12 * account.scale());
  CHECK(account.sum().outside > 0);
}

TEST_CASE("of nodes in a zone the whole force is felt, with stop too", "[validation][zones]") {
  Simulation s = in_zones(pushed_square("stop"));
  bool seen = false;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    Real force = 0;  // on the square, whose vertices come first
    for (std::size_t v = 0; 2 * v < facts.contact.forces.vertex_force.size(); ++v)
      if (now.model.surface().vertex_body[v] == 0)
        force += facts.contact.forces.vertex_force[2 * v];
    if (facts.contact.forces.pairs.empty()) return;
    seen = true;
    CHECK(force * facts.dt == Approx(facts.contact.forces.pairs[0].impulse[0]));
  });
  CHECK(seen);
}

TEST_CASE("of zones it is known who held them, and which nodes were in them",
          "[validation][zones]") {
  Simulation s = in_zones(pushed_square("reflect"));
  Index steps = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    Index marked = 0;
    for (const std::uint8_t in_zone : facts.contact.forces.zone) marked += in_zone;
    CHECK(marked == facts.contact.forces.impact_zone_nodes);
    steps += marked > 0 ? 1 : 0;
    REQUIRE(facts.outside.reactions.size() ==
            12);  // the wall's support, the wall, (zone), (outside)
    CHECK(facts.outside.reactions[0] == Approx(facts.outside.support_impulse[0]).epsilon(1e-12));
    for (std::size_t i = 3; i < 12; ++i) CHECK(facts.outside.reactions[i] == 0);
  });
  CHECK(steps > 0);
}
