// Integrators that are wrong in one way each, and the sentence that names it.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no library here
#include <tactus/conformance/integrator_promises.hpp>

#include "kill.hpp"
#include "sdk/template/integrator/increments/template_name.cpp"  // NOLINT: the sound scheme to start from

namespace {
using namespace tactus::conformance;

enum class Fault {
  none,
  damps,
  leaks_across_retry,
  loses_momentum,
  saves_nothing,
  writes_old,
  predictor_of_its_own,
  drags,
  ignores_impulse,
  half_for_rigid_bodies,
  hides_work,
  drops_supports,
  wrong_tangent,
  wrong_potential,
  no_limit,
  turns_once,
  drifts,
  turns_by_contact,
  stops_by_contact,
  wrong_account,
  work_of_the_first_eight,
  forgets_the_eighth,
  brakes_far_away,
  brakes_very_far_away,
  tires_with_time,
  shares_memory,
  limit_twice,
  wrong_reaction,
  separable_by_name,
  assembled_by_name,
  tangent_by_name,
  claims_nothing,
  claims_velocities,
  pushes_bodies
};

/// What a static variable of a plugin is: one for all objects.
Real& shared() {
  static Real last = 0;
  return last;
}

/// Passes a problem on with one thing changed.
class OtherProblem final : public StepProblem {
 public:
  StepProblem* sound = nullptr;
  Fault fault = Fault::none;
  Structure structure() const override { return sound->structure(); }
  const ContactPoint& contact() const override { return sound->contact(); }
  View<std::uint8_t> fixed() const override { return sound->fixed(); }
  View<Real> predictor() const override {
    if (fault != Fault::predictor_of_its_own) return sound->predictor();
    predictor_.assign(sound->predictor().begin(), sound->predictor().end());
    predictor_[0] += 1e-9;
    return predictor_;
  }
  Outcome residual(View<Real> w, Out<Real> r, Context& c) const override {
    return sound->residual(w, r, c);
  }
  Outcome potential(View<Real> w, Real& value, Context& c) const override {
    Outcome outcome = sound->potential(w, value, c);
    if (fault == Fault::wrong_potential) value *= 1 + 1e-6;
    return outcome;
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& c) override {
    if (fault == Fault::tangent_by_name) return Outcome::retry(Cause::infeasible, "no tangent");
    Outcome outcome = sound->tangent(w, result, c);
    if (fault != Fault::wrong_tangent && fault != Fault::separable_by_name) return outcome;
    diagonal_.assign(result->diagonal().begin(), result->diagonal().end());
    for (Real& d : diagonal_) d *= 1 + (fault == Fault::wrong_tangent ? 1e-6 : 1e-3 * w[0]);
    other_ = DiagonalOperator(diagonal_);
    result = &other_;
    return outcome;
  }

 private:
  mutable std::vector<Real> predictor_;
  std::vector<Real> diagonal_;
  DiagonalOperator other_{{}};
};

class Wrong final : public Integrator {
 public:
  explicit Wrong(Fault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    if (fault_ == Fault::claims_velocities) return c.provides(tactus::capability::impulse);
    if (fault_ == Fault::claims_nothing) return;
    sound_.capabilities(c);
    // As written, the scheme gains angular momentum where contact acts.
    if (fault_ == Fault::turns_by_contact) c.provides(tactus::capability::angular_momentum);
    if (fault_ == Fault::stops_by_contact) c.provides(tactus::capability::impact_by_phase);
    if (fault_ == Fault::separable_by_name) c.provides(tactus::capability::separable);
    if (fault_ == Fault::assembled_by_name) c.provides(tactus::capability::assembled);
    if (fault_ == Fault::tangent_by_name) c.provides(tactus::capability::problem_tangent);
  }

 private:
  View<Stage> do_stages() const override { return sound_.stages(); }
  Outcome do_start(System& system, const StateOut& s, Context& c) override {
    return sound_.start(system, s, c);
  }
  Real do_time_step_limit(const System& system, const StateView& old) const override {
    if (fault_ == Fault::limit_twice) return 4 * sound_.time_step_limit(system, old);
    return fault_ == Fault::no_limit ? 0 : sound_.time_step_limit(system, old);
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& c) override {
    if (fault_ == Fault::writes_old) const_cast<Real&>(old.q[0]) += 1e-3;
    Outcome outcome = sound_.begin(stage, old, next, system, problem, c);
    ++begun_;
    auto& u = const_cast<Real&>(problem->predictor()[0]);
    if (fault_ == Fault::drags) u *= 1 - 1e-9;
    if (fault_ == Fault::leaks_across_retry) u *= 1 + 1e-14 * static_cast<Real>(begun_);
    if (fault_ == Fault::saves_nothing) u *= 1 + 1e-14 * static_cast<Real>(accepted_);
    other_.sound = problem, other_.fault = fault_;
    problem = &other_;
    return outcome;
  }
  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    StepResult changed = result;
    const std::vector<Real> none(result.w.size(), 0);
    if (fault_ == Fault::ignores_impulse) changed.contact_impulse = none;
    Outcome outcome = sound_.finish(stage, old, system, changed, next, report, c);
    const Real dt = c.step.dt;
    if (fault_ == Fault::half_for_rigid_bodies && !result.component_fraction.empty())
      result.component_fraction[0] = 0.5;
    if (fault_ == Fault::damps)  // backward Euler's velocity: of first order
      map(next.v) += dt / 2 * (map(View<Real>(next.a)) - map(old.a));
    if (fault_ == Fault::turns_once) map(next.v) += dt * dt * dt * map(View<Real>(next.a));
    if (fault_ == Fault::loses_momentum && next.a[0] != 0) next.v[0] *= 1 - 1e-9;
    if (fault_ == Fault::stops_by_contact && !map(result.contact_impulse).isZero(0)) next.v[0] = 0;
    if (fault_ == Fault::hides_work) report.contact_work = 0;
    if (fault_ == Fault::wrong_account) report.account.kept = true;
    if (fault_ == Fault::work_of_the_first_eight && next.v.size() > 8) report.contact_work /= 2;
    if (fault_ == Fault::drops_supports) map(next.v) = map(old.v) + dt * map(View<Real>(next.a));
    if (fault_ == Fault::drifts) next.v[0] += 1e-6 * dt;
    if (fault_ == Fault::pushes_bodies && !system.layout().bodies.empty()) next.v[1] += 1e-9 * dt;
    for (std::size_t i = 4; i < next.v.size(); ++i)
      if (fault_ == Fault::forgets_the_eighth && i % 8 == 7) next.v[i] = old.v[i];
    for (std::size_t i = 0; i < next.v.size(); ++i)
      if ((fault_ == Fault::brakes_far_away && next.q[i] > 100) ||
          (fault_ == Fault::brakes_very_far_away && next.q[i] > 5000))
        next.v[i] *= 1 - 1e-6;
    if (fault_ == Fault::tires_with_time && old.time > 100) next.v[0] *= 1 - 1e-6;
    if (fault_ == Fault::wrong_reaction)
      report.weigh(ForceLabel::start, 1), report.weigh(ForceLabel::end, 0);
    if (fault_ == Fault::shares_memory) {
      if (steps_ > 0) next.v[0] += 1e-12 * (shared() - old.v[0]);
      shared() = next.v[0], steps_ = 1;
    }
    return outcome;
  }
  void accept() override { ++accepted_; }

  Fault fault_;
  TemplateName sound_{TemplateName::Options{}};
  OtherProblem other_;
  Index begun_ = 0, accepted_ = 0, steps_ = 0;
};

const std::string kKind = "says which kind of problem it poses",
                  kStands = "poses and finishes a step of free masses";

struct Case {
  std::string name;
  Fault fault;
  Expected expected;
};

std::vector<Case> cases() {
  return {
      {"poses increments and claims nothing",
       Fault::claims_nothing,
       {kKind, "does not claim problem.increment"}},
      {"poses increments and claims velocities",
       Fault::claims_velocities,
       {kKind, "does not claim problem.increment"}},
      {"claims a tangent and has none",
       Fault::tangent_by_name,
       {"there is a tangent", "no tangent"}},
      {"claims a constant tangent that changes with the increment",
       Fault::separable_by_name,
       {"the tangent is diagonal and constant", "changes with the increment"}},
      {"claims to show entries and shows none",
       Fault::assembled_by_name,
       {"the tangent shows its entries", "sparse() is null"}},
      {"the velocity of a method of first order",
       Fault::damps,
       {"of second order on an oscillator", "; at least 1.9 is claimed"}},
      {"a term that changes sign when time is turned round",
       Fault::turns_once,
       {"turned round it goes back the way it came", "at most 1e-10"}},
      {"counts attempts",
       Fault::leaks_across_retry,
       {"a rejected step leaves no trace", "after a rejected attempt the step ends elsewhere"}},
      {"saves nothing of what it counts",
       Fault::saves_nothing,
       {"a checkpoint holds all that matters", "loads what was saved goes on elsewhere"}},
      {"loses a little momentum under forces",
       Fault::loses_momentum,
       {"springs leave the momentum of all masses alone", "at most 1e-11"}},
      {"writes the old state", Fault::writes_old, {kStands, "begin() wrote the old state"}},
      {"drag in free flight", Fault::drags, {"free flight: q = q_0 + t v_0", "at most 1e-13"}},
      {"a drift of velocity",
       Fault::drifts,
       {"a constant force changes momentum by force times time", "at most 1e-12"}},
      {"a predictor that does not solve its own problem",
       Fault::predictor_of_its_own,
       {"the predictor of a linear problem solves it", "at most 1e-12"}},
      {"ignores the impulse of contact",
       Fault::ignores_impulse,
       {"contact changes momentum by the impulse reported", "momentum grows by 0 N s"}},
      {"tells half of the impulse of rigid bodies, and puts in all of it",
       Fault::half_for_rigid_bodies,
       {"rigid bodies, too, get the impulse and the work reported", "the impulse is"}},
      {"hides the work of contact",
       Fault::hides_work,
       {"contact changes energy by the work reported", " J, 0 J are reported"}},
      {"lets supports go their own way",
       Fault::drops_supports,
       {"supports move as they are told to", "at most 1e-14"}},
      {"a tangent off by 1e-6",
       Fault::wrong_tangent,
       {"the tangent is the slope of the residual (differences)", "1.0e-06, at most 1e-09"}},
      {"a potential off by 1e-6",
       Fault::wrong_potential,
       {"the residual is the slope of the potential (differences)", "at most 1e-09"}},
      {"claims angular momentum and gains some by contact",
       Fault::turns_by_contact,
       {"what turns freely keeps its angular momentum", "at most 1e-12"}},
      {"claims that the phase of an impact counts, and stops",
       Fault::stops_by_contact,
       {"how fast a mass leaves a wall depends on when it meets it", "with 0 and 0 m/s"}},
      {"an account of energy that does not close",
       Fault::wrong_account,
       {"the account of energy closes, where one is kept", "at most 1e-12"}},
      {"work of contact that is left out for some of many degrees of freedom",
       Fault::work_of_the_first_eight,
       {"each of many moves as it does alone, and works add up", "at most 1e-11"}},
      {"no limit of the step", Fault::no_limit, {"time_step_limit() is positive", "it is 0"}},
      {"forgets every eighth degree of freedom",
       Fault::forgets_the_eighth,
       {"forty degrees of freedom move as one does", "at most 1e-13"}},
      {"brakes beyond 100 m",
       Fault::brakes_far_away,
       {"neither place nor time of day matters", "at most 1e-09"}},
      {"brakes after 100 s",
       Fault::tires_with_time,
       {"neither place nor time of day matters", "at most 1e-09"}},
      {"a static variable shared by all objects",
       Fault::shares_memory,
       {"objects share nothing", "beside another object of its kind"}},
      {"a limit that is not stable",
       Fault::limit_twice,
       {"steps within the limit are stable", "swings more and more"}},
      {"wrong shares of the reactions of supports",
       Fault::wrong_reaction,
       {"the reaction of a support is as reported", "at most 1e-12"}},
      {"a push on nodes of bodies",
       Fault::pushes_bodies,
       {"a body gets the momentum of what acts on it, whatever the step", "at most 1e-11"}},
  };
}

}  // namespace

void tactus::conformance::add_integrators(Kills& kills, Sounds& sounds) {
  const auto run = [](const Case& c, Check& check) {
    integrator_promises([&] { return std::make_unique<Wrong>(c.fault); }, check);
  };
  add(kills, "integrator", "a wrong answer", cases(), run,
      {{"poses increments and claims nothing", "claim: problem.increment"},
       {"poses increments and claims velocities", "claim: problem.impulse"},
       {"claims a tangent and has none", "claim: problem.tangent"},
       {"a static variable shared by all objects", "static memory that objects share"},
       {"a limit that is not stable", "an unstable limit"},
       {"work of contact that is left out for some of many degrees of freedom",
        "only with more than 3 degrees of freedom"},
       {"no limit of the step", "an unstable limit"},
       {"brakes beyond 100 m", "only beyond 100 m"},
       {"brakes after 100 s", "only after a long time"},
       {"forgets every eighth degree of freedom", "only with more than 3 degrees of freedom"},
       {"counts attempts", "memory"},
       {"saves nothing of what it counts", "memory"},
       {"the velocity of a method of first order", "claim: problem.second_order"},
       {"a term that changes sign when time is turned round", "claim: problem.reversible"},
       {"a potential off by 1e-6", "claim: problem.potential"},
       {"claims angular momentum and gains some by contact", "claim: problem.angular_momentum"},
       {"claims that the phase of an impact counts, and stops", "claim: problem.impact_by_phase"},
       {"claims a constant tangent that changes with the increment", "claim: problem.separable"},
       {"claims to show entries and shows none", "claim: problem.assembled"}});
  survives(kills, "integrator",
           Case{"brakes beyond 5 km",
                Fault::brakes_very_far_away,
                {"neither place nor time of day matters", ""}},
           run, "scenes are moved by 1024 m, where rounding still leaves nine digits");
  sounds.push_back({"integrator of the template", 15, [](Check& check) {
                      integrator_promises([] { return std::make_unique<Wrong>(Fault::none); },
                                          check);
                    }});
}
