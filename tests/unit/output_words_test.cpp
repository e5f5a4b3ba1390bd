#include <unistd.h>

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "core/record/overlap_words.hpp"
#include "core/record/summary.hpp"
#include "core/support/log_file.hpp"
#include "core/support/plural.hpp"
#include "core/support/progress.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {
using namespace tactus;
using namespace tactus::core;
using Catch::Contains;
using test::TemporaryFolder;

Summary good_run() {
  Summary s;
  s.name = "four_squares", s.steps = 620, s.time = s.end_time = 1.48e-3, s.wall = 1.25;
  s.energy = {4.5e9, 4.4e9, 4.5e9 * (1 + 1e-6), 4.5e9};
  s.account = {
      .kept = true, .initial = 4.5e9, .last = 4.4e9, .contact = -1.1e8, .integration = 1e7};
  s.account.integration_share = 3e-3;
  s.momentum = {3e-8, 3e6, 1e-7, 6e6, true};
  s.contact.enabled = true, s.contact.first_time = 6.02e-5;
  s.contact.impulses = {{"upper", "left", 3e-4, {1, 2}}, {"mover", "upper", 6.02e-5, {0, 5e5}}};
  s.audit = {true, 621, 0, 0, {}};
  return s;
}

/// What is written to a pipe by `action`.
template <class Action>
std::string through_pipe(Action&& action) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  action(ends[1]);
  ::close(ends[1]);
  std::string text;
  char block[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], block, sizeof block)) > 0;) text.append(block, n);
  ::close(ends[0]);
  return text;
}

}  // namespace

TEST_CASE("What is beyond a limit is told in digits that the limit does not have", "[output]") {
  CHECK(told_from(0.1, 0.2, 2) == "0.2");
  CHECK(told_from(0.1, 0.10004, 2) == "0.10004");
  CHECK(told_from(0.1, 0.1, 2) == "0.1");
  CHECK(told_from(1e-8, 1.02e-8, 2) == "1.02e-08");
  CHECK(told_from(0.1, std::numeric_limits<Real>::quiet_NaN(), 2) == "nan");
  Summary s = good_run();
  s.rotation = {"bar", "hooke", 0.1003, 1e-3};
  CHECK_THAT(in_words(s), Contains("the largest is 0.1003 rad, at t = 0.001 s; TOO LARGE") &&
                              Contains("no more than 0.1 rad is borne"));
  s = good_run();
  s.account.contact_share = 1.0004e-3, s.account.contact_limit = 1e-3;
  CHECK_THAT(in_words(s), Contains("up to 0.10004 % of ") && Contains("more than 0.1 % "));
  s = good_run();
  s.audit.first_bad_time = 1e-3, s.audit.intersections_max = 1, s.audit.depth = 1e-4;
  s.audit.depth_in_facets = 0.10001, s.audit.depth_limit = 0.1;
  s.contact.leaves_no_overlap = false;
  CHECK_THAT(in_words(s),
             Contains("0.10001 of a facet, more than /contact/depth_limit allows (0.1)"));
}

TEST_CASE("What is no body is said to be out of sight of the audit", "[output]") {
  Summary s = good_run();
  s.audit.outside = {"floor"};
  CHECK_THAT(in_words(s), Contains("(exact audit); \"floor\" is no body and was not audited\n"));
  s.audit.outside.emplace_back("belt");
  s.contact.reactions.solved = true, s.contact.reactions.depth = 0.01;
  CHECK_THAT(in_words(s), Contains("; \"floor\", \"belt\" are no bodies and were not audited, "
                                   "contacts were up to 0.01 m deep\n"));
}

TEST_CASE("A good run is summed up in words with its figures", "[output]") {
  const std::string words = in_words(good_run());
  CHECK_THAT(words, Contains("four_squares: completed, t = 0.00148 s, 620 steps, 1.2 s of wall") ||
                        Contains("1.3 s of wall"));
  CHECK_THAT(words, Contains("first contact at t = 6.02e-05 s, mover with upper"));
  CHECK_THAT(words, Contains("no intersection and no body inside another in 621 states"));
  CHECK_THAT(words, Contains("at the end: lost 1e+08 J (2.22 % of the initial energy)"));  // 1/45
  CHECK_THAT(words,
             Contains("by cause: contact lost 1.1e+08 J (2.44 % of the initial energy), time "
                      "integration gained 1e+07 J (0.222 %)\n"));
  CHECK_THAT(words, Contains("linear 1.0e-14 of sum m|v|"));
  CHECK_THAT(words, Contains("physically sound by these measures"));
  CHECK(judge(good_run()).sound);
}

TEST_CASE("Where causes do not add up to the change of the total energy, the summary says why",
          "[output]") {
  Summary s = good_run();
  const std::string words =
      "(0.222 %) (in all the change of the discrete energy; that of the "
      "total differs by 1.4e+07 J)\n";
  CHECK_THAT(in_words(s), Contains("(0.222 %)\n"));
  s.energy.last -= 0.003 * s.energy.initial;
  CHECK_THAT(in_words(s), Contains(words));
  s.momentum.conserved = false;  // work from outside changes the energies as well
  CHECK_THAT(in_words(s), !Contains("discrete energy"));
}

TEST_CASE(
    "Changes of energy are in joules first, then in percent of the initial energy, whatever the "
    "scale of the account",
    "[output]") {
  Summary s = good_run();
  s.energy = {.initial = 377.9, .last = 325.1, .max = 377.9, .scale = 3017};
  s.account = {.kept = true, .initial = 377.9, .last = 325.1, .contact = -50, .integration = -2.8};
  s.momentum.conserved = false;  // a load does work, of which the scale of the account is made
  CHECK_THAT(
      in_words(s),
      Contains("total energy 377.9 J at the start, 325.1 J at the end: lost 52.8 J (14 % of the "
               "initial energy)\n") &&
          Contains("by cause: contact lost 50 J (13.2 % of the initial energy), time integration "
                   "lost 2.8 J (0.741 %)") &&
          !Contains("3017"));
  s.account.contact_share =
      0.5;  // the limit of the verdict is a part of the scale, which is then said
  CHECK_THAT(in_words(s),
             Contains("CONTACT BROUGHT ENERGY IN: up to 50 % of the largest energy of the "
                      "run (3017 J with the work from outside); more than 0.1 %"));
  s.energy.initial = 0, s.account.contact_share = 0;  // nothing to be a part of
  CHECK_THAT(in_words(s), Contains("0 J at the start, 325.1 J at the end: gained 325 J\n") &&
                              Contains("contact lost 50 J, time integration lost 2.8 J"));
}

TEST_CASE("Two digits are written without an exponent where people read them", "[output]") {
  CHECK(two_digits(110.3) == "110");
  CHECK(two_digits(0.3249) == "0.32");
  CHECK(two_digits(99.7) == "100");
  CHECK(two_digits(12345) == "12000");
  CHECK(two_digits(1e6) == "1e+06");
  CHECK(two_digits(0) == "0");
}

TEST_CASE("Energies that are rounding beside the largest of the run are shown as zero",
          "[output]") {
  Summary s = good_run();
  s.energy.last = 5e-27, s.account.last = 5e-27, s.account.contact = -4.5e9;
  s.account.integration = 0;
  s.contact.reactions.solved = true;
  s.contact.reactions.friction_dissipation = 3e9, s.contact.reactions.normal_energy_loss = 1.5e9;
  CHECK_THAT(
      in_words(s),
      Contains("total energy 4.5e+09 J at the start, 0 J at the end: lost 4.5e+09 J (100 % of "
               "the initial energy)\n"));
  CHECK_THAT(
      in_words(s),
      Contains("by cause: contact lost 4.5e+09 J (100 % of the initial energy; friction took "
               "66.7 %, normal reactions took 33.3 %), time integration 0 J"));
  s.contact.reactions.normal_energy_loss = -1.5e9;
  CHECK_THAT(in_words(s), Contains("; friction took 66.7 %, normal reactions gave 33.3 %)") &&
                              Contains("friction took 3e+09 J, normal reactions gave 1.5e+09 J"));
  s.contact.reactions.friction_dissipation = 5e-27, s.contact.reactions.normal_energy_loss = -5e-27;
  CHECK_THAT(
      in_words(s),
      Contains("contact lost 4.5e+09 J (100 % of the initial energy), time"));  // both are rounding
  s.contact.reactions.friction_dissipation = 3e9;
  s.contact.reactions.normal_energy_loss = 5e-27;
  CHECK_THAT(in_words(s), Contains("friction took 3e+09 J, normal reactions took 0 J"));
  s.contact.reactions.friction_dissipation = -3e7;
  CHECK_THAT(in_words(s), Contains("friction can only take energy. The step is long") &&
                              !Contains("one by one"));
  s.contact.explicit_laws = true;  // of solvers that take each contact for itself
  CHECK_THAT(in_words(s),
             Contains("friction can only take energy. Either") && Contains("one by one"));
  s.energy.last = s.energy.initial + 1e-6;  // one unit in the last place of a double
  CHECK_THAT(in_words(s), Contains("4.5e+09 J at the end: unchanged up to rounding"));
}

TEST_CASE("A scene at rest gains nothing, though the rounding of its strain energy grows",
          "[output]") {
  Summary s = good_run();
  s.energy = {.initial = 2.9e-27,
              .last = 4.3e-13,
              .max = 4.3e-13,
              .scale = 2.9e-27,
              .rounding = 4e-11};  // 1e-16 of the stiffness times the volume
  s.account.contact = 0, s.account.integration = 4.3e-13, s.account.step_change = 4e-28;
  CHECK_THAT(in_words(s), Contains("total energy 0 J at the start, 0 J at the end: unchanged up to "
                                   "rounding\n"));
  CHECK_THAT(in_words(s), Contains("by cause: contact 0 J, time integration 0 J\n"));
  s.account.kept = false;
  CHECK(judge(s).sound);
  s.energy.last = s.energy.max = 1e-6;
  CHECK_FALSE(judge(s).sound);
}

TEST_CASE("Where contact undoes changes of the step, only their sum is said", "[output]") {
  Summary s = good_run();
  s.account.contact = -0.0293 * s.energy.initial;
  s.account.step_change = 0.0305 * s.energy.initial;
  CHECK_THAT(
      in_words(s),
      Contains("by cause: contact and changes of the step together gained 5.4e+06 J (0.12 % of "
               "the initial energy) (-1.32e+08 J, +1.37e+08 J, which are mirror images where "
               "bodies stay pressed), time integration"));
  CHECK(judge(s).sound);
  s.account.contact = 0.0293 * s.energy.initial;
  CHECK_THAT(in_words(s), !Contains("mirror images"));
}

TEST_CASE("Whatever is wrong with a run is said, and it is not called sound", "[output]") {
  Summary s = good_run();
  std::string expected, advice;
  SECTION("overlap") {
    s.audit = {true, 621, 2, 1, 1e-4}, advice = "claims to leave none: take a smaller /time/step",
    expected = "BODIES OVERLAP: up to 2 crossing pairs";
  }
  SECTION("overlap that drift makes") {
    s.contact.leaves_no_overlap = false, s.contact.drift_stays = true;
    s.audit = {true, 621, 0, 1, 1e-4}, s.audit.depth_in_facets = 0.2, s.audit.depth_limit = 0.1;
    expected = "BODIES OVERLAP", advice = "penalty, \"project\" for /integrator/drift, or a";
  }
  SECTION("overlap without contact") {
    s.contact.enabled = false, s.audit = {true, 621, 2, 1, 1e-4};
    expected = "BODIES OVERLAP", advice = "give the configuration a \"contact\"";
  }
  SECTION("contained only") {
    s.audit = {true, 621, 0, 1, 1e-4}, advice = "another constraint or contact solver",
    expected = "1 overlap without crossing in one state";
  }
  SECTION("gained by contact") {
    s.account.contact_share = 2e-3, s.account.contact_max = 9e6;
    s.account.positive_contact_work = 9e6, advice = "take a smaller /time/step, or a finer mesh",
    expected = "CONTACT BROUGHT ENERGY IN: up to 0.2 %";
  }
  SECTION("gained by springs") {
    s.account.contact_share = 2e-3, s.contact.explicit_laws = true;
    advice = "take a smaller /time/step, or a law that conserves energy";
    expected = "CONTACT BROUGHT ENERGY IN: up to 0.2 %";
  }
  SECTION("gained by contact that did no work") {
    s.account.contact_share = 2e-3, s.account.contact_max = 9e6;
    s.account.positive_contact_work = 8e3, advice = "the account does not fit this scene",
    expected = "CONTACT BROUGHT ENERGY IN: up to 0.2 %";
    CHECK_THAT(in_words(s), !Contains("a vertex held to"));
  }
  SECTION("gained by restitution at several contacts") {  // Kane: no step and no facet is to blame
    s.account.contact_share = 2e-3, advice = "take a smaller restitution";
    s.account.contact_max = 9e6, s.account.positive_contact_work = 9e6;
    s.contact.reactions = {.solved = true, .simultaneous_impacts = 3, .restitution = true};
    expected = "restitution where several contacts push at the same time";
    CHECK_THAT(in_words(s), !Contains("wrong facet") && !Contains("smaller /time/step"));
  }
  SECTION("gained by integration") {
    s.account.integration_share = 0.02, advice = "whether a smaller /time/step mends it",
    expected = "TIME INTEGRATION BROUGHT ENERGY IN: up to 2 %";
  }
  SECTION("gained by changes of the step") {
    s.account.step_change_share = 0.1, advice = "take a smaller /time/step",
    expected = "CHANGES OF THE STEP BROUGHT ENERGY IN: up to 10 %";
  }
  SECTION("energy is not a number") {
    s.energy.last = std::numeric_limits<Real>::quiet_NaN(), advice = "whether the units",
    expected = "ENERGY IS NOT A NUMBER";
  }
  SECTION("energy is unknown") {
    s.energy.unknown = "foam", advice = "take one that has an energy",
    expected = "material \"foam\" gives none";
  }
  SECTION("total energy, without an account") {
    s.account = {}, s.energy.max = 4.5e9 * 1.002, advice = "a smaller step or a finer mesh",
    expected = "ENERGY ROSE by up to 9e+06 J (0.2 %)";
  }
  SECTION("not a number, without an account") {
    s.account = {}, s.energy.last = std::numeric_limits<Real>::quiet_NaN(),
    advice = "whether the units", expected = "ENERGY IS NOT A NUMBER";
  }
  SECTION("contact, without an account") {
    s.account = {}, s.contact.largest_work = 9e6,
    advice = "take a smaller /time/step, or a finer mesh",
    expected = "CONTACT PUT ENERGY IN: 0.2 %";
  }
  SECTION("rotation of a law that is not objective") {
    s.rotation = {"bar", "hooke", 0.2, 1e-3};
    advice = "take a material that is objective",
    expected = "\"hooke\" of \"bar\" takes rotations for strains; the largest is 0.2 rad";
  }
  SECTION("momentum") {
    s.momentum.linear = 3, advice = "exchange the constraint, the contact solver",
    expected = "LINEAR MOMENTUM IS LOST";
  }
  SECTION("angular") {
    s.momentum.angular = 6, advice = "tactus check-plugin", expected = "ANGULAR MOMENTUM IS LOST";
  }
  SECTION("not to its end") {
    s.status = RunStatus::not_converged, s.reason = "step 7 could not be made", expected = "step 7";
  }
  SECTION("no audit") {
    s.audit = {}, advice = "set /output/audit", expected = "geometry was not audited";
  }
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains(expected) && Contains("NOT SHOWN TO BE SOUND"));
  CHECK_THAT(in_words(s), !Contains("nan %"));
  std::size_t faults = 0;  // marked in the file, too, unless the run did not come to its end
  const auto written = nlohmann::json::parse(to_json(s));
  for (const auto& finding : written["findings"])
    if (finding["fault"] == true) {
      ++faults;
      REQUIRE_FALSE(advice.empty());  // a fault that does not say what to change helps nobody
      CHECK_THAT(std::string(finding["says"]), Contains(expected) && Contains(advice));
    }
  CHECK(faults == (s.status == RunStatus::completed ? 1 : 0));
}

TEST_CASE("A run that did not end says why and how to go on", "[output]") {
  Summary s = good_run();
  s.time = 7e-4, s.status = RunStatus::interrupted;
  CHECK_THAT(in_words(s), Contains("interrupted at t = 0.0007 s of 0.00148 s; --resume goes on"));
  s.status = RunStatus::not_converged, s.reason = "step 300: element 17 of 'mover' is inverted";
  CHECK_THAT(in_words(s), Contains("NOT CONVERGED") && Contains("element 17 of 'mover'"));
}

TEST_CASE("Supports take angular momentum, so its change is no fault; linear momentum is known",
          "[output]") {
  Summary s = good_run();
  s.momentum.conserved = false, s.momentum.angular = 6;
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("loads or supports act") && Contains("drifts by 1.0e-14"));
  s.momentum.linear = 3;
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("LINEAR MOMENTUM IS LOST"));
}

TEST_CASE("Damping that acts alone says what angular momentum is left", "[output]") {
  Summary s = good_run();
  s.momentum.conserved = false, s.momentum.damped = true;
  s.momentum.angular = 5e-3 * s.momentum.angular_scale;
  CHECK(judge(s).sound);
  s.momentum.angular = 0.02 * s.momentum.angular_scale;
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("ANGULAR MOMENTUM DOES NOT FALL AS DAMPING SAYS"));
}

TEST_CASE("Of what acts from outside obstacles are told apart", "[output]") {
  Summary s = good_run();
  s.momentum.conserved = false, s.momentum.obstacles_alone = true;
  CHECK_THAT(in_words(s), Contains("obstacles act; ") && !Contains("supports"));
}

TEST_CASE("Momenta that are rounding are not judged where a run begins at rest", "[output]") {
  Summary s = good_run();
  s.momentum = {.linear = 3e-9, .linear_scale = 3e-8, .angular = 1e-8, .angular_scale = 6e-8};
  CHECK_FALSE(judge(s).sound);
  s.momentum.rounding = 2e-8;
  CHECK_FALSE(judge(s).sound);  // there is more motion than that
  s.momentum.rounding = 1e-7;
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("nothing moves by more than rounding"));
}

TEST_CASE("Contact in the middle of steps gives energy by its nature, and no facet is to blame",
          "[output]") {
  Summary s = good_run();
  s.account.contact = s.account.contact_max = s.account.positive_contact_work = 9e7;
  s.account.contact_share = 0.02;
  CHECK_THAT(in_words(s), Contains("wrong facet"));
  s.integrator.middle_contact = true;
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("holds in the middle of a step") && !Contains("wrong facet"));
}

TEST_CASE("What an integrator does not claim to keep is named and not laid to the run",
          "[output]") {
  Summary s = good_run();
  s.integrator = {.keeps_angular_momentum = false, .reversible = false};
  s.momentum.angular = 6, s.account.integration = -4.5e8;
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("time integration lost 4.5e+08 J (10 %) (numerical damping)") &&
                              Contains("the integrator does not claim to keep angular momentum"));
  s.integrator.second_order = true;  // and does not damp: moreau_jean with theta = 1/2
  CHECK_THAT(in_words(s), Contains("(an error of the discretisation, smaller with the step)") &&
                              !Contains("numerical damping"));
  s.momentum.angular = 0.02 * s.momentum.angular_scale;
  CHECK_FALSE(judge(s).sound);
  // What the run has is not advised to it.
  CHECK_THAT(in_words(s), Contains("ANGULAR MOMENTUM IS NOT KEPT") &&
                              Contains("take a smaller /time/step or energy_momentum"));
  s.integrator.second_order = false;
  CHECK_THAT(in_words(s), Contains("nearer to 1/2, newmark with \"beta\" 1/4, or energy_momentum"));
  s.contact.reactions.angular_momentum_error = {-0.015 * s.momentum.angular_scale};
  CHECK(judge(s).sound);  // reactions at two places explain the most of it
  s.integrator.keeps_angular_momentum = true;
  CHECK_FALSE(judge(s).sound);
  s.rotation = {"bar", "hooke", 1e-3, 0};
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("\"hooke\" is not objective and does not keep angular"));
}

TEST_CASE("Without an account of the integrator the total energy is judged, and that is said",
          "[output]") {
  Summary s = good_run();
  s.account = {};
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("keeps no account of it, so this total is judged"));
}

TEST_CASE("What materials dissipate is told where one does, and a gain is a fault", "[output]") {
  Summary s = good_run();
  CHECK_THAT(in_words(s), !Contains("materials dissipated"));
  CHECK_THAT(to_json(s), !Contains("dissipated"));
  s.account.dissipates = true, s.account.dissipated = 4.5e8;
  CHECK(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("materials dissipated 4.5e+08 J (10 % of the initial energy)"));
  CHECK_THAT(to_json(s), Contains("\"dissipated_by_materials_J\": 450000000.0"));
  s.account.dissipated = -4.5e7;
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("A MATERIAL BROUGHT ENERGY IN"));
}

TEST_CASE("summary.json holds the figures under the names of the design", "[output]") {
  const TemporaryFolder folder;
  write_summary(folder / "summary.json", good_run());
  const auto json = nlohmann::json::parse(read_file(folder / "summary.json"));
  CHECK(json["status"] == "completed");
  CHECK(json["steps"] == 620);
  CHECK(json["time_s"] == 1.48e-3);
  CHECK(json["energy"]["initial_J"] == 4.5e9);
  CHECK(json["energy"]["final_J"] == 4.4e9);
  CHECK(json["energy"]["max_J"] == 4.5e9 * (1 + 1e-6));
  CHECK(json["momentum"]["linear_drift_kg_m_per_s"] == 3e-8);
  CHECK(json["contact"]["first_time_s"] == 6.02e-5);
  CHECK(json["contact"]["impulses"][1]["impulse_N_s"][1] == 5e5);
  CHECK(json["audit"]["checked_frames"] == 621);
  CHECK(json["audit"]["intersections_max"] == 0);
  CHECK(json["account"]["contact_gain_J"] == -1.1e8);
  CHECK(json["account"]["integration_gain_max_of_scale"] == 3e-3);
  CHECK(json["rotation"].is_null());
  CHECK(json["sound"] == true);
}

TEST_CASE("The summary tells how long and how hard two bodies touched", "[output]") {
  Summary s = good_run();
  s.contact.impulses = {{"a", "b", 1e-4, {3, -4}, 0.25, 70, 2e-3, 300},
                        {"a", "c", 2e-4, {0, 1}, 0.5, 9, 2e-3, 900}};
  const auto pairs = nlohmann::json::parse(to_json(s))["contact"]["impulses"];
  CHECK(pairs[0]["duration_s"] == 0.25);
  CHECK(pairs[0]["mean_force_N"] == 20);  // |(3, -4)| / 0.25
  CHECK(pairs[0]["peak_force_N"] == 70);
  CHECK(pairs[0]["peak_window_s"] == 2e-3);
  CHECK(pairs[0]["greatest_force_in_one_step_N"] == 300);
  CHECK_THAT(
      in_words(s),
      Contains("greatest force 70 N, the mean over 0.002 s, a with b (in contact for 0.25 s)") &&
          !Contains("900"));
  s.contact.impulses[0].duration = 0;
  CHECK(s.contact.impulses[0].mean_force() == 0);
  s.contact.impulses.push_back(
      {"a", "a", 1e-4, {0, 0}, 0.25, 99, 2e-3, 99});  // the rounding of a sum of zero
  CHECK_THAT(in_words(s), Contains("greatest force 70 N, the mean over 0.002 s, a with b"));
}

TEST_CASE("An audit of a few states says that only these were examined", "[output]") {
  const std::string_view words =
      "(exact audit); only these states were examined, set \"audit\": \"steps\" to examine every "
      "step\n";
  Summary s = good_run();
  CHECK_THAT(in_words(s), !Contains("were examined"));  // every step
  s.audit.every_step = false, s.audit.checked = 2;
  CHECK_THAT(in_words(s), Contains(std::string(words)));
  s.audit.checked = 200;
  CHECK_THAT(in_words(s), !Contains("were examined"));
  s.audit.checked = 2, s.contact.first_time.reset();
  CHECK_THAT(in_words(s), !Contains("were examined"));  // nothing happened there
}

TEST_CASE("A body that is in itself by an unknown depth is told what can judge that", "[output]") {
  Summary s = good_run();
  s.contact.leaves_no_overlap = false;
  s.audit.intersections_max = 2, s.audit.first_bad_time = 0.5;
  s.audit.depth = s.audit.depth_in_facets = std::numeric_limits<double>::infinity();
  CHECK_FALSE(judge(s).sound);
  CHECK_THAT(in_words(s), Contains("a depth that has no measure, of a body in itself, so that "
                                   "/contact/depth_limit allows none; only a constraint ") &&
                              Contains("which `tactus explain` tells of each"));
  s.audit.blind_body = "mat";
  CHECK(advice_on_overlap(s) ==
        "; \"mat\" goes through itself: \"self_contact\": true makes contact look there");
}

TEST_CASE("Rigid impact zones are named where they were used, and only there", "[output]") {
  Summary s = good_run();
  CHECK_THAT(in_words(s), !Contains("rigid impact zones"));
  s.steps = 800, s.contact.zones = {.steps = 12, .nodes_max = 14};
  CHECK_THAT(in_words(s), Contains("12 of 800 steps used rigid impact zones (up to 14 nodes)"));
  const auto zones = nlohmann::json::parse(to_json(s))["contact"]["impact_zones"];
  CHECK(zones["steps"] == 12);
  CHECK(zones["share_of_steps"] == 0.015);
  CHECK(zones["nodes_max"] == 14);
}

TEST_CASE("summary.json names supports as supports.csv does", "[output]") {
  Summary s = good_run();
  s.reactions = {{"/supports/0", "bar", "left", {1, 2}}, {"", "(outside)", "", {0, 3}}};
  const auto supports = nlohmann::json::parse(to_json(s))["supports"];
  REQUIRE(supports.size() == 2);
  CHECK(supports[0]["support"] == "/supports/0");
  CHECK(supports[0]["group"] == "left");
  CHECK(supports[1]["body"] == "(outside)");
  CHECK(supports[1]["impulse_N_s"][1] == 3);
}

TEST_CASE("Runs that differ in wall time only have summaries that differ in one line", "[output]") {
  Summary s = good_run();
  std::stringstream first(to_json(s));
  s.wall = 99;
  std::stringstream second(to_json(s));
  int differing = 0;
  for (std::string a, b; std::getline(first, a) && std::getline(second, b);) {
    if (a == b) continue;
    ++differing;
    CHECK_THAT(a, Contains("\"wall_s\""));
  }
  CHECK(differing == 1);
}

TEST_CASE("A summary with a name that is no UTF-8 and numbers that are none is still JSON",
          "[output]") {
  Summary s = good_run();
  s.name = "caf\xe9", s.energy.last = std::numeric_limits<Real>::quiet_NaN();
  const auto json = nlohmann::json::parse(to_json(s));
  CHECK(json["energy"]["final_J"].is_null());
}

TEST_CASE("A progress line says step, time, part, energy, contacts and time left", "[output]") {
  CHECK(progress_line({1200, 3.1e-4, 1e-3, -0.0012, 14}, 7.2) ==
        "step 1200  t = 0.00031 s  31 %  energy -0.12 %  contacts 14  0:07 left");
  CHECK(progress_line({1, 9.999e-4, 1e-3, 0, 0}, -1) ==
        "step 1  t = 0.0009999 s  99 %  energy +0 %  contacts 0");
  CHECK(progress_line({5, 1e-3, 1e-3, 0, 0}, 3) ==
        "step 5  t = 0.001 s  100 %  energy +0 %  contacts 0");
}

TEST_CASE("Durations are written as people read them", "[output]") {
  CHECK(duration_in_words(7.4) == "0:07");
  CHECK(duration_in_words(59.6) == "1:00");
  CHECK(duration_in_words(3 * 3600 + 5 * 60) == "3:05:00");
  CHECK(duration_in_words(100 * 3600) == "4 d 4 h");
  CHECK(duration_in_words(std::numeric_limits<Real>::quiet_NaN()) == "forever");
}

TEST_CASE("In a pipe there is a line an interval, none in a short run, none when quiet",
          "[output]") {
  const auto run = [](Progress::Mode mode, Real interval) {
    return through_pipe([&](int file) {
      Progress progress(file, mode, interval);
      for (Index i = 0; i < 6; ++i) {
        progress.update({i, static_cast<Real>(i), 5, 0, 0});
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      progress.finish();
    });
  };
  const std::string often = run(Progress::Mode::pipe, 0.001);
  CHECK(std::count(often.begin(), often.end(), '\n') == 5);  // all but the first
  CHECK(often.find('\r') == std::string::npos);
  CHECK_THAT(often, Catch::EndsWith("100 %  energy +0 %  contacts 0\n"));
  CHECK(run(Progress::Mode::pipe, 60).empty());
  CHECK(run(Progress::Mode::quiet, 0).empty());
}

TEST_CASE("On a terminal one line is drawn over and over, and ended once", "[output]") {
  const std::string text = through_pipe([](int file) {
    Progress progress(file, Progress::Mode::terminal, 0);
    for (Index i = 0; i < 3; ++i) progress.update({i, static_cast<Real>(i), 2, 0, 0});
    progress.finish();
    progress.finish();
  });
  CHECK(std::count(text.begin(), text.end(), '\r') == 3);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  CHECK(text.ends_with("\n"));
}

TEST_CASE("Before the first step a terminal shows what is being done, a pipe only what takes long",
          "[output]") {
  const auto say = [](Progress::Mode mode, Real interval) {
    return through_pipe([&](int file) {
      Progress progress(file, mode, interval);
      for (int i = 0; i < 3; ++i) {
        progress.say("building the model");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      progress.clear();
    });
  };
  CHECK_THAT(say(Progress::Mode::terminal, 60), Catch::Contains("building the model  0:00"));
  CHECK_THAT(say(Progress::Mode::terminal, 60), Catch::EndsWith("\r\x1b[K"));
  CHECK_THAT(say(Progress::Mode::pipe, 0.001), Catch::EndsWith("building the model  0:00\n"));
  CHECK(say(Progress::Mode::pipe, 60).empty());
  CHECK(say(Progress::Mode::quiet, 0).empty());
}

TEST_CASE("The log has a line a message and is gone on with", "[output]") {
  const TemporaryFolder folder;
  {
    LogFile log(folder / "log.txt", LogFile::Open::fresh);
    log.write(Level::info, "dt = 1e-6 s");
    log.write(Level::warning, "one sliver sets the step");
  }
  LogFile(folder / "log.txt", LogFile::Open::append).write(Level::info, "resumed");
  CHECK(read_file(folder / "log.txt") ==
        "dt = 1e-6 s\nwarning: one sliver sets the step\nresumed\n");
  CHECK_THROWS_AS(LogFile(folder / "no/log.txt", LogFile::Open::fresh), FileError);
}

TEST_CASE("steps accepted without convergence are judged by their share, their distance and energy",
          "[output]") {
  Summary s = good_run();
  auto& c = s.contact.reactions.convergence;
  s.contact.reactions.solved = true;
  c.measured = 500, c.coarse_limit = 1e-4, c.share = 0.1, c.distance_limit = 1e-3;
  CHECK_THAT(in_words(s), !Contains("accepted"));
  c.accepted = 60, c.coarse = 50, c.accepted_resv = 4e-4, c.distance = 2e-9;
  c.distance_reaches = 0.5, c.distance_facets = 1e-3, c.first_time = 3e-4;
  c.gain = 4.4e5;  // the scale is 4.5e9 J, of which 1e-4 are allowed
  CHECK_THAT(
      in_words(s),
      Contains("60 of 500 steps with contacts were accepted although the reactions had not "
               "converged, first at t = 0.0003 s: the natural residual was up to 0.0004 of") &&
          Contains(
              "moves a contact by 2e-09 m in a step; contacts are closed up to a gap of 4e-09 m"));
  CHECK(judge(s).sound);  // at all three limits, but not beyond them
  SECTION("too many") {
    c.coarse = 51;
    CHECK_FALSE(judge(s).sound);
    CHECK_THAT(in_words(s), Contains("10.2 % of them were accepted with a residual above 0.0001"));
  }
  SECTION("too far") {
    c.distance_facets = 1.1e-3;
    CHECK_FALSE(judge(s).sound);
    CHECK_THAT(in_words(s), Contains("0.0011 of a facet is more than a hundredth of"));
  }
  SECTION("energy") {
    c.gain = 4.6e5;
    CHECK_FALSE(judge(s).sound);
    CHECK_THAT(in_words(s), Contains("BROUGHT ENERGY IN: contact added 4.6e+05 J"));
  }
  SECTION("a number that is none is no number below a limit") {
    c.distance_facets = std::nan("");
    CHECK_FALSE(judge(s).sound);
  }
}
