// Parts of the step loop by themselves: how long a step is, and what pairs of bodies exchanged.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/contact/pair_table.hpp"
#include "core/record/account.hpp"
#include "core/scene/model_error.hpp"
#include "core/step/reaction_facts.hpp"
#include "core/step/step_clock.hpp"
#include "tactus/conformance/memory_archive.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// The steps of a run without failures, from time 0 on.
std::vector<Real> steps_of(const StepClock& clock) {
  std::vector<Real> steps;
  for (Real time = 0; !clock.finished(time) && steps.size() < 1000;) {
    steps.push_back(clock.next(time));
    time = clock.after(time, steps.back());
  }
  return steps;
}

/// What the alarm says after one step from a state of 100 J; nothing: no alarm.
std::string alarm_after(const Energies& now, const StepFacts& facts) {
  Account account(0);
  StepFacts start;
  start.account.kept = facts.account.kept;
  account.start({.kinetic = 100}, start);
  account.update(now, facts);
  try {
    account.stop_runaway(7, 0.25);
  } catch (const StepError& e) {
    return e.what();
  }
  return {};
}

/// A step of an integrator that keeps an account.
StepFacts step_with(Real contact, Real shift) {
  StepFacts facts;
  facts.account = {.kept = true, .contact = contact, .shift_new = shift};
  return facts;
}

}  // namespace

TEST_CASE("A run that gains energy out of nothing is stopped, whichever measure shows it") {
  const std::string sums =
      ", the largest of the run was 100 J. In all contact has put in 50 J, time integration 0 J, "
      "changes of the step 0 J; see where contact acts in the last frame, and whether a finer mesh "
      "mends it";
  // R = T + U + shift: 1.5 of the scale.
  CHECK(alarm_after({.kinetic = 151}, step_with(50, 0)) ==
        "step 7 at t = 0.25 s ran away: energy less work from outside is 151 J" + sums);
  CHECK(alarm_after({.kinetic = 149}, step_with(50, 0)).empty());
  // T + U alone: twice the scale.
  CHECK(alarm_after({.kinetic = 201}, step_with(50, -100)) ==
        "step 7 at t = 0.25 s ran away: kinetic plus potential energy less work from outside is "
        "201 J" +
            sums);
  CHECK(alarm_after({.kinetic = 199}, step_with(50, -100)).empty());
  // The shift dt^2/8 a'Ma alone: twice the scale.
  CHECK(alarm_after({.kinetic = 120}, step_with(50, -201)) ==
        "step 7 at t = 0.25 s ran away: accelerations are those of an energy of 201 J" + sums);
  CHECK(alarm_after({.kinetic = 120}, step_with(50, -199)).empty());
}

TEST_CASE("An alarm names what to look at: the step where contact is not the cause") {
  StepFacts without_account;
  without_account.account.kept = false;
  CHECK(alarm_after({.kinetic = 199}, without_account).empty());  // R is not known
  CHECK_THAT(
      alarm_after({.kinetic = 201}, without_account),
      Catch::Contains("kinetic plus potential energy less work from outside is 201 J") &&
          Catch::EndsWith("see whether a smaller /time/step mends it, and which elements are "
                          "crushed or inverted"));
  CHECK_FALSE(alarm_after({.kinetic = std::nan("")}, without_account).empty());
}

TEST_CASE("Work that supports do through contact raises an alarm where it is out of proportion") {
  StepFacts pressed = step_with(0, 0);
  pressed.outside.handed_on = -1e9;
  CHECK_THAT(alarm_after({.kinetic = 1e9}, pressed),
             Catch::Contains("supports did 1e+09 J of work through contact in it, where 100 J were "
                             "there or could come with an impact at their speed") &&
                 Catch::Contains("are pinched"));
  pressed.outside.handed_on = -50;
  CHECK(alarm_after({.kinetic = 150}, pressed).empty());
}

TEST_CASE("Work from outside raises no alarm") {
  StepFacts driven = step_with(0, 0);
  driven.outside.load_work = 1000;
  CHECK(alarm_after({.kinetic = 1100}, driven).empty());
  driven.outside.load_work = -90;  // taken out: what is left in spite of it came from nothing
  CHECK_THAT(alarm_after({.kinetic = 200}, driven),
             Catch::Contains("energy less work from outside is 290 J"));
}

TEST_CASE("A whole step is the least of what is given and what the methods allow") {
  StepClock automatic({.end = 10}), given({.end = 10, .step = 0.5});
  automatic.choose({.integrator = 0.2});
  CHECK(automatic.whole_step() == 0.2);
  automatic.choose({.integrator = 0.2, .contact = 0.05});
  CHECK(automatic.whole_step() == 0.05);
  given.choose({.integrator = 0.2});  // the integrator's own wish counts only where none is given
  CHECK(given.whole_step() == 0.5);
  given.choose({.critical = 0.3});
  CHECK(given.whole_step() == 0.3);
  given.choose({.integrator = 0.2, .contact = 0.1});
  CHECK(given.whole_step() == 0.1);
  StepClock brief({.end = 0.01, .step = 0.5});
  brief.choose({});
  CHECK(brief.whole_step() == 0.01);
}

TEST_CASE("The last automatic steps are shorter by little, as a change of the step costs energy") {
  for (const Real wish : {0.37, 0.5, 0.501, 0.6251, 3.1, 9.9}) {
    StepClock clock({.end = 10});
    clock.choose({.integrator = wish});
    const std::vector<Real> steps = steps_of(clock);
    INFO(wish);
    CHECK(static_cast<Real>(steps.size()) == std::ceil(10 / wish));
    for (std::size_t k = 1; k < steps.size(); ++k)
      CHECK(steps[k] >= std::min(steps[0], wish * 15 / 16) * (1 - 1e-12));
    CHECK(*std::ranges::max_element(steps) <= wish * (1 + 1e-6));
  }
}

TEST_CASE("A step above the critical one, or none at all, is refused") {
  StepClock given({.end = 10, .step = 0.5}), automatic({.end = 10});
  given.choose({.critical = 0.3});
  CHECK_THROWS_AS(given.check({.critical = 0.3}), ModelError);
  CHECK_NOTHROW(given.check({.critical = 0.5}));
  CHECK_THROWS_AS(automatic.check({}), ModelError);
}

TEST_CASE("A step by which time cannot advance up to the end is refused") {
  StepClock still({.end = 1, .step = 1e-17}), slow({.end = 1, .step = 1e-15});
  still.choose({}), slow.choose({});
  CHECK_THROWS_WITH(still.check({}), Catch::Contains("would never reach the end of the run, 1 s"));
  CHECK_NOTHROW(slow.check({}));
}

TEST_CASE("The last step ends exactly at the end of the run, and no step is very short") {
  const Real dt = GENERATE(0.1, 0.3, 0.7, 1.0 / 3, 0.0999999);
  StepClock clock({.end = 1, .step = dt});
  clock.choose({});
  const std::vector<Real> steps = steps_of(clock);
  Real time = 0;
  for (const Real step : steps) {
    CHECK(step <= dt * (1 + 1e-6));
    CHECK(step >= dt / 2 * (1 - 1e-6));
    time = clock.after(time, step);
  }
  CHECK(time == 1.0);
  CHECK(clock.finished(time));
  CHECK_FALSE(clock.finished(std::nextafter(1.0, 0.0)));
}

TEST_CASE("A divided step is taken in its parts, and a failure drops what is left of them") {
  StepClock clock({.end = 10, .step = 1});
  clock.choose({});
  CHECK(clock.divide(1, 4) == 0.25);
  for (int part = 0; part < 4; ++part) {
    CHECK(clock.in_parts());
    CHECK(clock.next(0.25 * part) == 0.25);
    clock.made(false);
  }
  CHECK_FALSE(clock.in_parts());
  CHECK(clock.next(1) == 1);
  clock.divide(1, 4);
  Outcome failed;
  CHECK(clock.shorten(0.25, failed) == 0.125);
  CHECK_FALSE(clock.in_parts());
  failed.dt_factor = 0.1;
  CHECK(clock.shorten(1, failed) == 0.1);
  failed.dt_factor = 3;  // a failed step does not grow
  CHECK(clock.shorten(1, failed) == 0.5);
}

TEST_CASE("After a step that was tried again implicit steps grow back by 2 per accepted step") {
  StepClock clock({.end = 100, .step = 1});
  const auto whole = [&] {
    clock.choose({});
    clock.grow_back();
    return clock.next(0);
  };
  CHECK(whole() == 1);
  CHECK(clock.shorten(1, {}) == 0.5);
  CHECK(clock.shorten(0.5, {}) == 0.25);
  clock.made(false);
  CHECK(whole() == 0.5);
  CHECK(clock.divide(0.5, 2) == 0.25);  // parts of a step are one accepted step together
  clock.made(false), clock.made(false);
  CHECK(whole() == 1);
  clock.made(false);
  CHECK(whole() == 1);
}

TEST_CASE("Implicit steps that become a millionth of those wanted are said to lead nowhere") {
  StepClock clock({.end = 100, .step = 1}), fixed({.end = 100, .step = 1});
  clock.choose({}), clock.grow_back();
  fixed.choose({});
  CHECK_FALSE(clock.hardly_moves(0x1p-20));
  CHECK(clock.hardly_moves(0x1p-21));
  CHECK_FALSE(fixed.hardly_moves(0x1p-40));  // explicit steps: as often as one is tried again
}

TEST_CASE("Whole steps with rigid impact zones in a row divide the next one, parts do not count") {
  StepClock clock({.end = 10, .step = 1});
  clock.choose({});
  clock.made(true);
  CHECK(clock.parts_for_zones() == 1);
  clock.made(false);
  clock.made(true);
  CHECK(clock.parts_for_zones() == 1);  // not in a row
  clock.made(true);
  const Index parts = clock.parts_for_zones();
  CHECK(parts > 1);
  clock.divide(1, parts);
  for (Index part = 0; part < parts; ++part) clock.made(true);
  CHECK(clock.parts_for_zones() == 1);
}

TEST_CASE("A pair of bodies gathers impulse, time in contact and its greatest force") {
  PairTable table;
  table.add_step({{.body_a = 1, .body_b = 2, .contacts = 3, .impulse = {3, 4, 0}}}, 0.1, 0.1);
  table.add_step({{.body_a = 1, .body_b = 2, .contacts = 2, .impulse = {0, -2, 0}},
                  {.body_a = 0, .body_b = kManyBodies, .contacts = 1, .impulse = {0, 0, 7}}},
                 0.12, 0.02);
  table.add_step({}, 0.2, 0.08);
  REQUIRE(table.records().size() == 2);
  const PairRecord &many = table.records()[0], &two = table.records()[1];
  CHECK(two.contacts == 3);
  CHECK(two.impulse[0] == 3);
  CHECK(two.impulse[1] == 2);
  CHECK(two.first_time == 0.1);
  CHECK(two.duration == Approx(0.12).epsilon(1e-15));
  CHECK(two.greatest_force == Approx(2 / 0.02).epsilon(1e-15));  // more than 5 / 0.1
  CHECK(many.body_b == kManyBodies);
  CHECK(many.first_time == 0.12);
  CHECK(many.greatest_force == Approx(7 / 0.02).epsilon(1e-15));

  conformance::MemoryArchive archive;
  table.save("pairs_", archive);
  PairTable copy;
  copy.load("pairs_", archive, 3);
  REQUIRE(copy.records().size() == 2);
  CHECK(copy.records()[1].impulse[1] == 2);
  CHECK(copy.records()[0].greatest_force == many.greatest_force);
  CHECK_THROWS_AS(copy.load("pairs_", archive, 2), Error);  // there is no body 2
}

TEST_CASE("What reactions did in several stages adds up, and of depths the greatest counts") {
  ReactionFacts sum{.friction_dissipation = 1, .open = 1, .sticking = 2, .depth = 0.3};
  sum.add({.friction_dissipation = 0.5,
           .normal_energy_loss = 2,
           .slipping = 4,
           .depth = 0.2,
           .new_contact_excess_depth = 1e-3,
           .simultaneous_impacts = 1,
           .angular_momentum_error = {0, 0, 5}});
  CHECK(sum.friction_dissipation == 1.5);
  CHECK(sum.normal_energy_loss == 2);
  CHECK(sum.depth == 0.3);
  CHECK(sum.new_contact_excess_depth == 1e-3);
  CHECK(sum.simultaneous_impacts == 1);
  CHECK(sum.angular_momentum_error[2] == 5);
}
