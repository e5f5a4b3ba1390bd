// Contact laws that give a reaction from gap and velocity, wrong in one way each, and the sentence
// that names it.
#include <tactus/conformance/contact_law_promises.hpp>

#include "brush.hpp"
#include "kill.hpp"
#include "spring_dashpot.hpp"
#include "tests/support/make_component.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;
using ExplicitLawFault = SpringDashpot::Fault;

struct ExplicitLawCase {
  std::string name;
  ExplicitLawFault fault;
  Expected expected;
};

const std::string kPushed = "2D: bodies inside each other are pushed apart",
                  kFriction = "3D: friction opposes what slides, up to mu R_N",
                  kReach = "3D: there is no reaction beyond its reach",
                  kStable = "3D: steps within the limit are stable",
                  kLimit = "2D: the stable step is a time that falls with 1/mass",
                  kEnergy = "3D: stored energy is what was put in",
                  kShaken = "2D: shaken to and fro, friction gives no more than it took";

std::vector<ExplicitLawCase> cases_of_explicit_laws() {
  return {
      {"pulls what it should push",
       ExplicitLawFault::pulls_inside,
       {kPushed, "m inside each other"}},
      {"gives a force in place of an impulse",
       ExplicitLawFault::force_for_impulse,
       {"3D: the reaction is an impulse", "R is an impulse"}},
      {"a dashpot of the wrong sign",
       ExplicitLawFault::negative_dashpot,
       {kPushed, "where bodies approach"}},
      {"friction without the normal bound",
       ExplicitLawFault::friction_without_bound,
       {kFriction, "is outside of the cone"}},
      {"friction along the slip",
       ExplicitLawFault::friction_along_slip,
       {kFriction, "friction adds energy"}},
      {"stiffer where nothing slides at all",
       ExplicitLawFault::stiff_when_straight,
       {"2D: what is exactly straight is nothing special", "at the velocity"}},
      {"pulls farther than it says",
       ExplicitLawFault::says_no_reach,
       {kReach, "and its reach is 0 m"}},
      {"history advanced in a trial",
       ExplicitLawFault::advances_in_trials,
       {"3D: trial evaluations leave no trace", "another history"}},
      {"remembers by itself that something broke",
       ExplicitLawFault::remembers_breaking,
       {"3D: a rejected step leaves no trace", "after a rejected step it has another"}},
      {"a step twice as long as is stable",
       ExplicitLawFault::limit_twice,
       {kStable, "more and more"}},
      {"a limit that grows with 1/mass",
       ExplicitLawFault::limit_of_heavier,
       {kLimit, "four times lighter"}},
      {"energy in what is open",
       ExplicitLawFault::energy_when_open,
       {kEnergy, "where nothing touches any more"}},
      {"energy that is 0.1 % too large",
       ExplicitLawFault::energy_a_little_more,
       {kEnergy, "than were put in"}},
      {"a step size rounded to a float",
       ExplicitLawFault::rounds_the_step,
       {"2D: the step size has all of its digits", "jumps by"}},
      {"no force deeper than 100 m",
       ExplicitLawFault::soft_when_deep,
       {kPushed, "m inside each other"}},
      {"another force after two hundred thousand calls",
       ExplicitLawFault::tires,
       {"2D: many calls change nothing", "calls it answers otherwise"}},
  };
}

/// The shipped spring that conserves energy; it is stiffer by a hundredth in its first step where contact began in the
/// last quarter of the step before.
class StiffAfterLateStart final : public ContactLaw {
 public:
  explicit StiffAfterLateStart(bool wrong)
      : sound_(testing::make_component<ContactLaw>("spring_dashpot", {{"spring", 1e6}})),
        wrong_(wrong) {}
  void capabilities(Capabilities& c) const override { sound_->capabilities(c); }

 private:
  Index do_solve(const LawBatch& batch, Context& c) const override {
    const Index failed = sound_->solve(batch, c);
    const ReactionProblem& p = *batch.problem;
    for (const Index contact : batch.contacts) {
      const auto i = static_cast<std::size_t>(contact), n = i * static_cast<std::size_t>(p.dim);
      const Real depth = p.dt / 2 * p.U_old[n] - p.gap[i];  // at t_n
      const bool fresh = p.history_old[i * static_cast<std::size_t>(p.history_size)] == 0;
      if (wrong_ && fresh && depth > 0 && depth < -p.dt / 4 * p.U_old[n]) batch.R[n] *= 1.01;
    }
    return failed;
  }
  Real do_reach(const Scales& s) const override { return sound_->reach(s); }
  Real do_time_step_limit(Real w) const override { return sound_->time_step_limit(w); }
  Real do_stored_energy(const LawBatch& batch) const override {
    return sound_->stored_energy(batch);
  }
  void do_history(HistoryVisitor& columns) const override { sound_->history(columns); }

  std::unique_ptr<ContactLaw> sound_;
  bool wrong_;
};

struct BrushCase {
  std::string name;
  Brush::Fault fault;
  Expected expected;
};

std::vector<BrushCase> brush_cases() {
  return {{"friction that grows while nothing slides",
           Brush::Fault::grows,
           {"2D: what is held still gains no friction", "held still, friction grows"}},
          {"a slip that forgets the step size",
           Brush::Fault::forgets_the_step,
           {"2D: histories in smaller steps tend to a limit", "a slide of"}},
          {"friction beyond the cone after a slide",
           Brush::Fault::strengthens,
           {"2D: friction stays in the cone however far it slides", "after a slide of"}},
          {"histories as wide as its own",
           Brush::Fault::own_width,
           {"2D: the order of contacts does not matter", "history"}},
          {"writes to the history of another law",
           Brush::Fault::writes_beyond,
           {"2D: the order of contacts does not matter", "beyond the columns that it declares"}},
          {"bristles that push back more than they were bent",
           Brush::Fault::springs_back,
           {kShaken, "has given"}}};
}

}  // namespace

void tactus::conformance::add_explicit_laws(Kills& kills, Sounds& sounds) {
  const std::string kind = "contact law, explicit";
  const auto run = [](const ExplicitLawCase& c, Check& check) {
    contact_law_promises([&] { return std::make_unique<SpringDashpot>(c.fault); }, check);
  };
  add(kills, kind, "a wrong answer", cases_of_explicit_laws(), run,
      {{"a step twice as long as is stable", "an unstable limit"},
       {"a dashpot of the wrong sign", "only by viscosity"},
       {"a step size rounded to a float", "float in one place"},
       {"energy that is 0.1 % too large", "an offset of energy"},
       {"no force deeper than 100 m", "only beyond 100 m"},
       {"another force after two hundred thousand calls", "only after many calls"},
       {"history advanced in a trial", "histories written in a trial"},
       {"remembers by itself that something broke", "memory"},
       {"gives a force in place of an impulse", "claim: law.explicit"}});
  const auto run_brush = [](const BrushCase& c, Check& check) {
    contact_law_promises([&] { return std::make_unique<Brush>(c.fault); }, check);
  };
  add(kills, kind, "histories", brush_cases(), run_brush,
      {{"friction that grows while nothing slides", "decay of the wrong sign"},
       {"a slip that forgets the step size", "histories that are not scaled by the step"},
       {"friction beyond the cone after a slide", "only after a history"}});
  struct Late {
    std::string name;
    Expected expected;
  };
  add(kills, kind, "only where contact begins late in a step",
      std::vector<Late>{{"stiffer where contact began late in a step",
                         {"2D: what conserves energy does so whenever contact begins",
                          "where contact begins after"}}},
      [](const Late&, Check& check) {
        contact_law_promises([] { return std::make_unique<StiffAfterLateStart>(true); }, check);
      });
  sounds.push_back({"spring that conserves energy", 20, [](Check& check) {
                      contact_law_promises(
                          [] { return std::make_unique<StiffAfterLateStart>(false); }, check);
                    }});
  survives(
      kills, kind,
      ExplicitLawCase{
          "energy that is 0.01 % too large", ExplicitLawFault::energy_a_trifle_more, {kEnergy, ""}},
      run, "the limit is 0.02 % of the work, for the rule by which work is summed");
  survives(kills, kind,
           ExplicitLawCase{
               "no force deeper than 1000 m", ExplicitLawFault::soft_when_very_deep, {kPushed, ""}},
           run, "depths of up to 200 m are tried");
  sounds.push_back({"spring and dashpot that breaks", 20, [](Check& check) {
                      contact_law_promises([] { return std::make_unique<SpringDashpot>(); }, check);
                    }});
  sounds.push_back({"friction of bristles", 20, [](Check& check) {
                      contact_law_promises(
                          [] { return std::make_unique<Brush>(Brush::Fault::none); }, check);
                    }});
  sounds.push_back({"bristles that hold more than they slide with", 20, [](Check& check) {
                      contact_law_promises(
                          [] { return std::make_unique<Brush>(Brush::Fault::none_own_friction); },
                          check);
                    }});
}
