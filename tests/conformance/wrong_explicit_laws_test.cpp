// Contact laws that give a reaction from gap and velocity, wrong in one way each, and the sentence
// that names it.
#include <tactus/conformance/contact_law_promises.hpp>

#include "recorder.hpp"
#include "spring_dashpot.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;
using Fault = SpringDashpot::Fault;

struct Case {
  std::string name;
  Fault fault;
  Expected expected;
};

const std::string kPushed = "2D: bodies inside each other are pushed apart",
                  kFriction = "3D: friction opposes what slides, up to mu R_N",
                  kReach = "3D: there is no reaction beyond its reach",
                  kStable = "3D: steps within the limit are stable",
                  kLimit = "2D: the stable step is a time that falls with 1/mass",
                  kEnergy = "3D: stored energy is what was put in",
                  kTurned = "3D: tangents may be turned";

std::vector<Case> cases() {
  return {
      {"pulls what it should push", Fault::pulls_inside, {kPushed, "m inside each other"}},
      {"gives a force in place of an impulse",
       Fault::force_for_impulse,
       {"3D: the reaction is an impulse", "R is an impulse"}},
      {"a dashpot of the wrong sign", Fault::negative_dashpot, {kPushed, "where bodies approach"}},
      {"friction without the normal bound",
       Fault::friction_without_bound,
       {kFriction, "is outside of the cone"}},
      {"friction along the slip", Fault::friction_along_slip, {kFriction, "friction adds energy"}},
      {"stiffer where nothing slides at all",
       Fault::stiff_when_straight,
       {"2D: what is exactly straight is nothing special", "at the velocity"}},
      {"no friction", Fault::no_friction, {kFriction, "no friction on what slides"}},
      {"friction on the first tangent alone",
       Fault::friction_on_one_axis,
       {kTurned, "with turned tangents"}},
      {"a box in place of a cone", Fault::friction_in_a_box, {kTurned, "with turned tangents"}},
      {"pulls farther than it says", Fault::says_no_reach, {kReach, "and its reach is 0 m"}},
      {"friction at a gap", Fault::friction_at_a_gap, {kReach, "and its reach is"}},
      {"what is broken pulls again", Fault::bond_in_centimetres, {kReach, "R_N = -"}},
      {"history advanced in a trial",
       Fault::advances_in_trials,
       {"3D: trial evaluations leave no trace", "another history"}},
      {"remembers by itself that something broke",
       Fault::remembers_breaking,
       {"3D: a rejected step leaves no trace", "after a rejected step it has another"}},
      {"a step twice as long as is stable", Fault::limit_twice, {kStable, "more and more"}},
      {"no limit of the step", Fault::no_limit, {kStable, "any step is said to be stable"}},
      {"a limit that grows with 1/mass", Fault::limit_of_heavier, {kLimit, "four times lighter"}},
      {"a limit for any mass", Fault::limit_of_any_mass, {kLimit, "four times lighter"}},
      {"energy without a factor of one half", Fault::energy_twice, {kEnergy, "than were put in"}},
      {"half of the energy", Fault::energy_half, {kEnergy, "than were put in"}},
      {"energy of the wrong sign", Fault::energy_negative, {kEnergy, "the energy stored is -"}},
      {"energy in what is open",
       Fault::energy_when_open,
       {kEnergy, "where nothing touches any more"}},
      {"a spring without energy", Fault::energy_none, {kEnergy, "than were put in"}},
  };
}

}  // namespace

TEST_CASE("the conformance kit names what is wrong with a law of gap and velocity",
          "[conformance]") {
  for (const Case& c : cases()) {
    INFO(c.name);
    Recorder recorder;
    contact_law_promises([&] { return std::make_unique<SpringDashpot>(c.fault); }, recorder);
    check_is_killed(recorder, c.expected);
  }
}

TEST_CASE("the conformance kit passes a spring and dashpot that breaks", "[conformance]") {
  Recorder recorder;
  contact_law_promises([] { return std::make_unique<SpringDashpot>(); }, recorder);
  check_passes(recorder);
}
