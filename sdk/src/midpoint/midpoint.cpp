#include "tactus/midpoint/midpoint.hpp"

#include <algorithm>

namespace tactus {
namespace {

constexpr std::string_view kMasses[] = {"lumped", "consistent"};

}  // namespace

void MidpointRule::Options::describe(OptionVisitor& o) {
  o.choice("mass", mass).choices(kMasses).help("the mass matrix");
}

void MidpointRule::capabilities(Capabilities& c) const {
  for (auto name : {capability::increment, capability::potential, capability::problem_tangent,
                    capability::assembled, capability::symmetric, capability::second_order,
                    capability::reversible})
    c.provides(name);
  c.needs(capability::tangent);
}

ForceQuery MidpointRule::middle(const StateView& old, Real dt) const {
  // A rule is told both ends of the step, and combines them.
  return {.q = old.q,
          .v = old.v,
          .fraction = rule_ ? 1 : 0.5,
          .time = old.time + dt / 2,
          .rule = rule_};
}

/// Those by which the prescribed velocities change. With the consistent mass neighbours feel them; momentum
/// is then exact where supports move, too.
void MidpointRule::find_accelerations(const StateView& old, const System& system, Real dt) {
  acceleration_.assign(old.v.begin(), old.v.end());
  system.prescribe_velocity(old.time + dt, acceleration_);
  map(Out<Real>(acceleration_)) -= map(old.v);
  map(Out<Real>(acceleration_)) /= dt;
}

Outcome MidpointRule::do_begin(Index, const StateView& old, const StateView&, System& system,
                               StepProblem*& problem, Context& context) {
  const Real dt = context.step.dt;
  const Out<Real> u =
      problem_.pose(system, {.mass = 2 / (dt * dt),
                             .force = 1,
                             .kind = mass_,
                             .at = middle(old, dt),
                             .contact = {.fraction = contact_.fraction,
                                         .frozen = {},
                                         .base = {},
                                         .time = old.time + contact_.fraction * dt}});
  map(u) = dt * map(old.v);
  find_accelerations(old, system, dt);
  const bool couples = mass_ == Mass::consistent;
  problem_.prescribe(old.time + dt, couples ? View<Real>(acceleration_) : View<Real>{});
  problem = &problem_;
  return {};
}

Outcome MidpointRule::do_finish(Index, const StateView& old, System& system,
                                const StepResult& result, const StateOut& next, StepReport& report,
                                Context& context) {
  const Real dt = context.step.dt;
  ForceQuery at = middle(old, dt);
  at.label = ForceLabel::a;
  at.u = result.w;
  force_.resize(old.v.size());
  if (Outcome bad = system.force(at, force_, context); !bad) return bad;
  system.move(old.q, result.w, next.q);
  map(next.v) = 2 / dt * map(result.w) - map(old.v);
  system.prescribe_velocity(next.time, next.v);
  report.weigh(ForceLabel::a, 1);
  account_for(result, system, report, dt, context);
  return {};
}

/// T grows by u'(F + f_con) less what the inertia of prescribed neighbours takes, all of free degrees of
/// freedom.
void MidpointRule::account_for(const StepResult& result, const System& system, StepReport& report,
                               Real dt, Context& context) {
  const View<std::uint8_t> held = system.layout().prescribed;
  EnergyAccount& account = report.account;
  account.kept = true;
  account.gain_limit = contact_.gain_limit;
  if (mass_ == Mass::consistent && !map(View<Real>(acceleration_)).isZero(0)) {
    inertia_.resize(acceleration_.size());
    system.apply_mass(mass_, acceleration_, inertia_, context);
  } else {
    inertia_.assign(acceleration_.size(), 0);
  }
  account.force_work = account.path_work = report.contact_work = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i]) continue;
    account.force_work += result.w[i] * force_[i];
    account.path_work -= result.w[i] * inertia_[i];
    report.contact_work += result.w[i] * result.contact_impulse[i] / dt;
  }
  account.contact = report.contact_work;
}

}  // namespace tactus
