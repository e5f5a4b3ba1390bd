// Implicit integrators that are wrong in one way each, and the sentence that names it. The sound ones to
// start from are shipped plugins: what they ask of the system, the problem that they pose, and what they
// report is passed on with one thing changed.
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/integrator_promises.hpp>
#include <tactus/midpoint/capabilities.hpp>

#include "kill.hpp"
#include "tests/support/make_component.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

/// What is wrong; what is empty is passed on.
struct ImplicitIntegratorChange {
  std::function<void(Capabilities&)> claims{};
  std::function<void(ForceQuery&)> force{};
  std::function<void(ForceQuery&, Real& force_weight)> tangent{};
  std::function<void(ContactPoint&, Real dt)> point{};
  std::function<void(StepResult&)> solved{};
  std::function<void(StepReport&)> finished{};
  Real shift = 1;                 ///< times that of the sound one
  Real gain = 1;                  ///< likewise of a correction
  Real skew = 0;                  ///< in the residual, and in the tangent
  bool names_other_mass = false;  ///< as that of the motion
};

/// Passes questions on to the system.
class OtherSystem final : public System {
 public:
  explicit OtherSystem(const ImplicitIntegratorChange& change) : change_(change) {}
  System* sound = nullptr;

  const Layout& layout() const override { return sound->layout(); }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override { sound->move(q, u, out); }
  void drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const override {
    sound->drift(q, w, dt, u);
  }
  View<Real> carry(View<Real> from, View<Real> to, View<Real> x, Out<Real> out) const override {
    return sound->carry(from, to, x, out);
  }
  View<Real> to_velocity(View<Real> u, View<Real> force, Out<Real> out) const override {
    return sound->to_velocity(u, force, out);
  }
  View<Real> mass() const override { return sound->mass(); }
  View<Real> inverse_mass() const override { return sound->inverse_mass(); }
  void apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& c) const override {
    sound->apply_mass(kind, x, y, c);
  }
  Outcome force(const ForceQuery& query, Out<Real> force, Context& c) override {
    ForceQuery asked = query;
    if (change_.force) change_.force(asked);
    return sound->force(asked, force, c);
  }
  Outcome potential(const ForceQuery& query, Real& energy, Context& c) override {
    return sound->potential(query, energy, c);
  }
  std::unique_ptr<LinearOperator> new_tangent() override { return sound->new_tangent(); }
  Outcome tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                  LinearOperator& into, Context& c) override {
    ForceQuery asked = query;
    if (change_.tangent) change_.tangent(asked, force_weight);
    return sound->tangent(asked, kind, mass_weight, force_weight, into, c);
  }
  Outcome force_change(const ForceQuery& query, View<Real> x, Out<Real> change,
                       Context& c) override {
    return sound->force_change(query, x, change, c);
  }
  Outcome solve_mass(Mass kind, View<Real> b, Out<Real> x, Context& c) override {
    return sound->solve_mass(kind, b, x, c);
  }
  void prescribe(View<Real> q, Real time, Out<Real> u) const override {
    sound->prescribe(q, time, u);
  }
  void prescribe_velocity(Real time, Out<Real> v) const override {
    sound->prescribe_velocity(time, v);
  }
  Real critical_step() const override { return sound->critical_step(); }

 private:
  const ImplicitIntegratorChange& change_;
};

/// Passes a problem on.
class ImplicitIntegratorOfOtherProblem final : public StepProblem {
 public:
  explicit ImplicitIntegratorOfOtherProblem(const ImplicitIntegratorChange& change)
      : change_(change) {}
  StepProblem* sound = nullptr;
  ContactPoint point;

  Unknown unknown() const override { return sound->unknown(); }
  Structure structure() const override { return sound->structure(); }
  bool linear() const override { return sound->linear(); }
  const ContactPoint& contact() const override { return point; }
  View<std::uint8_t> fixed() const override { return sound->fixed(); }
  View<Real> predictor() const override { return sound->predictor(); }
  Outcome residual(View<Real> w, Out<Real> r, Context& c) const override {
    Outcome outcome = sound->residual(w, r, c);
    r[0] += change_.skew * w[1], r[1] -= change_.skew * w[0];
    return outcome;
  }
  Outcome potential(View<Real> w, Real& value, Context& c) const override {
    return sound->potential(w, value, c);
  }
  CorrectionEnergy correction_energy(const Correction& part, Context& c) const override {
    CorrectionEnergy energy = sound->correction_energy(part, c);
    energy.gain *= change_.gain;
    return energy;
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& c) override {
    Outcome outcome = sound->tangent(w, result, c);
    if (change_.skew == 0) return outcome;
    const auto n = static_cast<Eigen::Index>(w.size());
    Eigen::MatrixXd A(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, j);
      result->apply({unit.data(), w.size()}, {A.col(j).data(), w.size()}, c);
    }
    A(0, 1) += change_.skew, A(1, 0) -= change_.skew;
    other_ = std::make_unique<MatrixOperator>(std::move(A));
    result = other_.get();
    return outcome;
  }

 private:
  const ImplicitIntegratorChange& change_;
  std::unique_ptr<MatrixOperator> other_;
};

/// The stress of the end of a step.
class OfTheEnd final : public StressRule {
 public:
  void evaluate(const Material& material, const MaterialBatch& next, View<Tensor>,
                Context& context) const override {
    material.evaluate(next, context);
  }
};

using Base = std::pair<std::string, testing::OptionValues>;

class WrongImplicitIntegrator final : public Integrator {
 public:
  WrongImplicitIntegrator(const Base& base, ImplicitIntegratorChange change)
      : sound_(testing::make_component<Integrator>(base.first, base.second)),
        change_(std::move(change)) {}
  void capabilities(Capabilities& c) const override {
    sound_->capabilities(c);
    if (change_.claims) change_.claims(c);
  }

 private:
  void do_setup(const Setup& setup, Context& c) override { sound_->setup(setup, c); }
  View<Stage> do_stages() const override { return sound_->stages(); }
  Mass do_mass() const override {
    if (!change_.names_other_mass) return sound_->mass();
    return sound_->mass() == Mass::lumped ? Mass::consistent : Mass::lumped;
  }
  Index do_extra_columns() const override { return sound_->extra_columns(); }
  Outcome do_start(System& system, const StateOut& s, Context& c) override {
    return sound_->start(through(system), s, c);
  }
  Real do_time_step_limit(const System& system, const StateView& old) const override {
    return sound_->time_step_limit(system, old);
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& c) override {
    Outcome outcome = sound_->begin(stage, old, next, through(system), problem, c);
    problem_.sound = problem;
    problem_.point = problem->contact();
    if (change_.point) change_.point(problem_.point, c.step.dt);
    problem = &problem_;
    return outcome;
  }
  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    StepResult told = result;
    if (change_.solved) change_.solved(told);
    Outcome outcome = sound_->finish(stage, old, through(system), told, next, report, c);
    if (change_.finished) change_.finished(report);
    return outcome;
  }
  Real do_energy_shift(const System& system, const StateView& s, Real dt) const override {
    return change_.shift * sound_->energy_shift(system, s, dt);
  }
  System& through(System& system) {
    system_.sound = &system;
    return system_;
  }

  std::unique_ptr<Integrator> sound_;
  ImplicitIntegratorChange change_;
  OtherSystem system_{change_};
  ImplicitIntegratorOfOtherProblem problem_{change_};
};

const Base kMidpoint{"midpoint", {}}, kModified{"modified_midpoint", {}},
    kNewmark{"newmark", {{"beta", 0.25}}},
    kShifted{"newmark", {{"beta", 0.3}, {"mass", std::string("lumped")}}},
    kConserving{"energy_momentum", {}}, kDamped{"newmark", {{"beta", 0.3025}, {"gamma", 0.6}}},
    kTheta{"moreau_jean", {{"theta", 0.7}}}, kStatic{"quasi_static", {}}, kExplicit{"newmark", {}};

const std::string kForce = "a constant force changes momentum by force times time",
                  kAccount = "the account of energy closes, where one is kept",
                  kShift = "T + U + shift of linear springs is constant",
                  kReaction = "the reaction of a support is as reported",
                  kPlaceOfContact = "contact is looked at where things are at that time";

struct ImplicitIntegratorCase {
  std::string name;
  Base base;
  Expected expected;
  ImplicitIntegratorChange change;
};

std::vector<ImplicitIntegratorCase> wrong_motions() {
  return {
      {"names the lumped mass and moves by the consistent one",
       kNewmark,
       {kForce, "at most 1e-12"},
       {.names_other_mass = true}},
      {"load steps that end in equilibrium half of the way",
       kStatic,
       {"each step ends in equilibrium, and nothing moves then", "at most 1e-11"},
       {.force = [](ForceQuery& q) { q.fraction = 0.5; },
        .tangent = [](ForceQuery& q, Real&) { q.fraction = 0.5; }}},
      {"forces of the start, and no limit of the step",
       kModified,
       {"steps within the limit are stable", "swings more and more"},
       {.force = [](ForceQuery& q) { q.u = {}; },
        .tangent = [](ForceQuery&, Real& force_weight) { force_weight = 0; }}},
      {"the stress of the middle, and claims to keep the energy",
       kModified,
       {"a strained triangle that turns keeps its energy", "at most 1e-11"},
       {.claims = [](Capabilities& c) { c.provides(capability::keeps_energy); }}},
      {"one rotation for all that meets in a step",
       kExplicit,
       {"bodies that meet keep their angular momentum, in the plane and in space", "at most 1e-11"},
       {.solved =
            [one = std::vector<Index>{}](StepResult& result) mutable {
              one.assign(result.group.begin(), result.group.end());
              for (Index& group : one) group = std::min<Index>(group, 0);
              result.group = one;
              result.groups = std::min<Index>(result.groups, 1);
            }}},
      {"the stress of the middle where hardly anything moves",
       kConserving,
       {"a strained triangle that turns keeps its energy", "in which hardly anything moves"},
       {.force =
            [](ForceQuery& q) {
              if (q.rule && map(q.u).norm() < 1e-2) q.rule = nullptr, q.fraction = 0.5;
            }}},
  };
}

std::vector<ImplicitIntegratorCase> wrong_problems() {
  return {
      {"a tangent of the stress at the end, where a rule forms that of the step",
       kConserving,
       {"the stress of a step is of the material, and its tangent too", "at most 1e-08"},
       {.tangent =
            [](ForceQuery& q, Real&) {
              static const OfTheEnd rule;
              q.rule = &rule;
            }}},
      {"claims a symmetric tangent, and has a skew part",
       kModified,
       {"the tangent is symmetric", "at most 1e-12"},
       {.skew = 1e-3}},
      {"contact in the middle of the step, with supports at its end",
       kMidpoint,
       {kPlaceOfContact, "at most 1e-15"},
       {.point = [](ContactPoint& point, Real dt) { point.time += dt / 2; }}},
      {"claims contact in the middle, and has it at the end",
       kModified,
       {kPlaceOfContact, "problem.middle_contact is claimed"},
       {.claims = [](Capabilities& c) { c.provides(capability::middle_contact); }}},
  };
}

std::vector<ImplicitIntegratorCase> wrong_reports() {
  const auto reports = [](std::function<void(StepReport&)> change) {
    return ImplicitIntegratorChange{.finished = std::move(change)};
  };
  ImplicitIntegratorChange wrong_shift = reports([](StepReport& r) {
    r.account.force_work -= 2 * (r.account.shift_new - r.account.shift_old);
    r.account.shift_old *= -1, r.account.shift_new *= -1;
  });
  wrong_shift.shift = -1;
  return {
      {"an account without the work through the mass of supports",
       kNewmark,
       {kAccount, "at most 1e-12"},
       reports([](StepReport& r) { r.account.path_work = 0; })},
      {"half of the energy that a correction adds",
       kExplicit,
       {"a correction adds the energy that the problem says", "at most 1e-11"},
       {.gain = 0.5}},
      {"the account of bodies is that of contact twice",
       kExplicit,
       {"several bodies get what is reported, in the plane and in space", "at most 1e-11"},
       reports([](StepReport& r) { r.account.contact *= 2; })},
      {"a shift of the wrong sign, with an account that closes",
       kShifted,
       {kShift, "at most 1e-12"},
       wrong_shift},
      {"reactions without the force of the stiffness in the step",
       kTheta,
       {kReaction, "at most 1e-12"},
       reports([](StepReport& r) { map(r.more_force).setZero(); })},
  };
}

}  // namespace

void tactus::conformance::add_implicit_integrators(Kills& kills, Sounds& sounds) {
  const std::string kind = "implicit integrator";
  const auto run = [](const ImplicitIntegratorCase& c, Check& check) {
    integrator_promises([&] { return std::make_unique<WrongImplicitIntegrator>(c.base, c.change); },
                        check);
  };
  add(kills, kind, "another motion", wrong_motions(), run,
      {{"forces of the start, and no limit of the step", "an unstable limit"},
       {"the stress of the middle, and claims to keep the energy", "claim: problem.keeps_energy"}});
  add(kills, kind, "another problem", wrong_problems(), run,
      {{"claims a symmetric tangent, and has a skew part", "claim: problem.symmetric"},
       {"claims contact in the middle, and has it at the end", "claim: problem.middle_contact"}});
  add(kills, kind, "another report", wrong_reports(), run);
  for (const Base& base :
       {kExplicit, kMidpoint, kModified, kNewmark, kShifted, kConserving, kDamped, kTheta})
    sounds.push_back(
        {"implicit integrator " + base.first + (base.second.empty() ? "" : ", other options"), 20,
         [base](Check& check) {
           integrator_promises(
               [&] {
                 return std::make_unique<WrongImplicitIntegrator>(base, ImplicitIntegratorChange{});
               },
               check);
         }});
}
