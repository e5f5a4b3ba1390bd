// What a run says of its energy, and of steps whose reactions did not converge.
#include <catch2/catch.hpp>
#include <string>

#include "core/record/convergence_finding.hpp"
#include "core/record/energy_words.hpp"
#include "core/step/reaction_words.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

Summary run_of(Real initial, Real scale) {
  Summary s;
  s.energy.initial = initial, s.energy.last = initial, s.energy.scale = scale;
  return s;
}

/// 3 of 100 steps were accepted, which is few enough, near enough, and brought no energy in.
Summary run_that_accepted() {
  Summary s = run_of(10, 10);
  auto& c = s.contact.reactions.convergence;
  c.measured = 100, c.accepted = 3, c.coarse = 2;
  c.share = 0.1, c.coarse_limit = 1e-4, c.distance_limit = 1e-3;
  c.first_time = 0.25;
  return s;
}

std::string fault_of(const Summary& s) {
  const auto finding = convergence_finding(s);
  REQUIRE(finding);
  CHECK(finding->fault);
  return finding->says;
}

}  // namespace

TEST_CASE("an energy is told in joules, and in percent where there was one at the start",
          "[output]") {
  CHECK(amount(-1.5, run_of(10, 10)) == "1.5 J (15 %)");
  CHECK(amount(1.5, run_of(10, 10), " of the initial energy") ==
        "1.5 J (15 % of the initial energy)");
  CHECK(amount(1e-6, run_of(10, 10)) == "1e-06 J (below 0.001 %)");
  CHECK(amount(1.5, run_of(0, 10)) == "1.5 J");
  CHECK(amount(1.5, run_of(0.05, 10)) == "1.5 J");  // next to none beside that of the run
  CHECK(amount(-3.1, run_of(1, 10)) == "3.1 J");    // loads have brought in what was lost
  CHECK(ratio(3, 6) == 0.5);
  CHECK(ratio(3, 0) == 3);
  CHECK_THAT(scale_in_words(run_of(10, 45)), Contains("(45 J with the work from outside)"));
}

TEST_CASE("causes are told one by one, but contact and changes of the step that mirror each other",
          "[output]") {
  Summary s = run_of(10, 10);
  s.contact.enabled = true;
  s.account.contact = -2, s.account.integration = 0.01;
  CHECK_THAT(by_cause(s), Contains("contact lost 2 J (20 % of the initial energy)") &&
                              Contains("time integration gained 0.01 J (0.1 %)") &&
                              !Contains("changes of the step"));
  s.account.step_change = 0.05;
  CHECK_THAT(by_cause(s), Contains("changes of the step gained 0.05 J (0.5 %)"));
  s.account.step_change = 1.5;
  CHECK_THAT(by_cause(s), Contains("contact and changes of the step together lost 0.5 J"));
  // Bodies that lie on springs in the end: what these hold is not lost, and the parts add up.
  s.account.contact = -4, s.account.step_change = 0;
  s.contact.explicit_laws = s.contact.reactions.solved = true;
  s.contact.reactions.friction_dissipation = 1, s.contact.reactions.normal_energy_loss = 6;
  CHECK_THAT(by_cause(s),
             Contains("contact lost 4 J (40 % of the initial energy; friction took 10 %, "
                      "normal reactions took 60 %, of which springs hold 30 %)"));
  s.contact.reactions.normal_energy_loss = 3;
  CHECK_THAT(by_cause(s), Contains("normal reactions took 30 %)"));
  s.contact.explicit_laws = s.contact.reactions.solved = false;
  // Loads have brought in what contact took, which is no part of the initial energy: the next percentage says of what.
  s.account.contact = -30, s.account.step_change = 0.05;
  CHECK_THAT(by_cause(s),
             Contains("contact lost 30 J, time integration gained 0.01 J (0.1 % of the initial "
                      "energy), changes of the step gained 0.05 J (0.5 %)"));
}

TEST_CASE("what is told of a gain by contact depends on what can have caused it", "[output]") {
  Summary s = run_of(10, 10);
  s.account.contact_max = 1;
  CHECK_THAT(why_contact_gave(s), Contains("the account does not fit"));
  s.account.positive_contact_work = 1;
  CHECK_THAT(why_contact_gave(s), Contains("the wrong facet"));
  s.contact.reactions.restitution = true, s.contact.reactions.friction_dissipation = 0.2;
  CHECK_THAT(why_contact_gave(s),
             Contains("take a smaller restitution") && Contains("the wrong facet"));
  s.contact.reactions.friction_dissipation = 0;
  CHECK_THAT(why_contact_gave(s), !Contains("restitution"));
  s.contact.explicit_laws = true;
  CHECK_THAT(why_contact_gave(s),
             Contains("take a smaller /time/step, or a law that conserves energy"));
  s.contact.law_steps = "/contact/laws/1/steps";
  CHECK_THAT(why_contact_gave(s),
             Contains("take a smaller /time/step, more /contact/laws/1/steps, or a law that"));
  s.contact.reactions.restitution = true, s.contact.reactions.simultaneous_impacts = 2;
  CHECK_THAT(why_contact_gave(s), Contains("a smaller restitution"));
}

TEST_CASE("steps that were accepted without convergence are told, and are a fault by three limits",
          "[output]") {
  CHECK_FALSE(convergence_finding(run_of(10, 10)));
  const auto few = convergence_finding(run_that_accepted());
  REQUIRE(few);
  CHECK_FALSE(few->fault);
  CHECK_THAT(few->says, Contains("3 of 100 steps with contacts were accepted") &&
                            Contains("first at t = 0.25 s"));
  Summary many = run_that_accepted(), far = many, gains = many;
  many.contact.reactions.convergence.coarse = 11;
  CHECK_THAT(fault_of(many), Contains("TOO MANY STEPS DID NOT CONVERGE: 11 %"));
  far.contact.reactions.convergence.distance_facets = 2e-3;
  CHECK_THAT(fault_of(far), Contains("STEPS CONVERGED TOO BADLY: 0.002 of a facet"));
  gains.contact.reactions.convergence.gain = 2e-3;
  CHECK_THAT(fault_of(gains), Contains("BROUGHT ENERGY IN: contact added 0.002 J"));
}

TEST_CASE("reactions that did not converge are told with how their solver ended", "[friction]") {
  SolverFacts facts;
  facts.iterations = 1, facts.residual = 0.5;
  const auto said = [&](SolveStatus status) {
    facts.status = status;
    return not_converged_in_words(2, "some", facts, 4);
  };
  CHECK_THAT(said(SolveStatus::stalled),
             Contains("the reactions of 2 contacts did not converge: \"some\" stalled after 1 "
                      "iteration, with a natural residual of 0.5 m/s") &&
                 Contains("are 4 m/s"));
  CHECK_THAT(said(SolveStatus::out_of_iterations), Contains("\"some\" used up its iterations"));
  CHECK_THAT(said(SolveStatus::converged), Contains("\"some\" calls them converged"));
  CHECK_THAT(above_limit_in_words(0.5, 1e-3),
             Contains("a residual of 0.5 of these velocities") && Contains("limit is 0.001"));
  CHECK_THAT(std::string(at_rest_in_words()), Contains("the bodies rest"));
  // 20 million blocks of 9 numbers and an index
  CHECK_THAT(too_many_blocks(3, 3), Contains("of 3 contacts") && Contains("more than 1.6 GB"));
}
