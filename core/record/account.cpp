// The energy account: running sums of energy by cause, the scale they are compared with, and the alarm if energy
// appears from nowhere. In a single step contact may give energy that it takes back later, so that sums are judged.
#include "core/record/account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {

/// work of supports through contact in one step, as a multiple of the energy that is there or comes
/// with an impact at their speed: below 1.4 in sound runs, above 1e7 where a body is shot out
constexpr Real kPush = 1e4;
/// of the shift -dt^2/8 a'M a by loads, which the scale has at least: 1/2 M |30 dt a|^2. What falls or is pressed from
/// rest has next to no energy in its first steps, whenever a load begins, and any number would be a large part of it.
/// Accelerations of strained bodies do not count: they swing, and bring in nothing.
constexpr Real kFirstSteps = 4 * 30 * 30;
/// multiple of the base: limit of R less the work from outside
constexpr Real kRunaway = 1.5;
/// multiple of the base: limit of T + U less that work, likewise the shift
constexpr Real kRunawayParts = 2.0;

Real share(Real value, Real scale) { return value > 0 ? value / scale : 0; }

}  // namespace

Account::Causes& Account::Causes::operator+=(const Causes& step) {
  contact += step.contact;
  integration += step.integration;
  step_change += step.step_change;
  outside += step.outside;
  materials += step.materials;
  return *this;
}

void Account::start(const Energies& now, const StepFacts& facts, Real by_loads, Real first_energy) {
  now_ = now;
  shift_ = facts.account.shift_new;
  initial_ = energy();
  // Rules without a shift make long steps, one of which resolves as little.
  floor_ = shift_ != 0 ? kFirstSteps * by_loads * std::abs(shift_) : first_energy;
  raise_scale();
}

/// Attributes the change of R in a step to its causes, see the head of account.hpp. The work of
/// prescribed degrees of freedom counts as work from outside and is therefore removed from contact
/// and integration.
void Account::update(const Energies& now, const StepFacts& facts, Real by_loads) {
  const EnergyAccount& account = facts.account;
  kept_ = kept_ && account.kept;
  step_ = {.outside = -facts.outside.force_work_held - facts.outside.handed_on +
                      facts.outside.load_work + facts.outside.damping_work,
           .materials = now_.dissipated - now.dissipated};
  if (account.kept) step_.outside += account.path_work;
  if (kept_) {
    gain_limit_ = account.gain_limit;
    step_.contact = account.contact + facts.outside.handed_on + (now.stored - now_.stored);
    step_.integration = (now.strain - now_.strain) + (now.load - now_.load) + account.force_work +
                        facts.outside.force_work_held - facts.outside.load_work - step_.materials;
    step_.step_change = account.shift_old - shift_;
  }
  sum_ += step_;
  const Real unproportioned = judge_push(facts, std::max<Real>(0, now.strain - now_.strain));
  counted_ += step_.outside - unproportioned;
  gains_.positive_contact_work += std::max<Real>(0, facts.contact.work);
  shift_ = account.shift_new;
  floor_ = std::max(floor_, kFirstSteps * by_loads * std::abs(shift_));
  // T + U is larger than R by the shift, all of which may have come with a support in this step.
  base_ = std::max(reference() + std::abs(step_.outside - unproportioned) +
                       std::abs(now.load - now_.load) +
                       (account.kept ? std::abs(account.path_shift) : 0),
                   rounding_);
  now_ = now;
  raise_scale();
}

/// Compares the work that supports do through contact in a step with the energy that was there at
/// its start, with the 2 M v^2 that an elastic impact of a support of speed v gives to a mass M, and
/// with what the step stores as strain: a press that comes slowly in long implicit steps brings in
/// more than its own motion could. Without inertia nothing is shot out.
/// @param stored  J, by which the strain energy grew in the step
/// @returns the part of the work [J] beyond these, which does not raise the scale
Real Account::judge_push(const StepFacts& facts, Real stored) {
  const Real work = -facts.outside.handed_on;
  const Real speed = facts.outside.support_speed;
  const Real there = now_.kinetic + now_.strain + stored + 2 * free_mass_ * speed * speed;
  const bool in_proportion = !inertia_ || work <= kPush * std::max(there, rounding_);
  push_.work = in_proportion ? 0 : work;
  push_.there = in_proportion ? 0 : there;
  return std::abs(work) > there ? work - std::copysign(there, work) : 0;
}

Real Account::scale_of_shares() const { return std::max(reference(), rounding_); }

void Account::raise_scale() {
  // Energy that appeared from nowhere must not enlarge the scale that it is compared with;
  // otherwise an explosion would be judged by its own size and pass.
  const Real gained = std::max<Real>(0, sum_.contact) + std::max<Real>(0, sum_.integration) +
                      std::max<Real>(0, sum_.step_change);
  const Real size = now_.kinetic + now_.strain + std::abs(now_.load - counted_);
  scale_ = std::max(scale_, size - gained);
  const Real scale = scale_of_shares();
  gains_.largest_contact = std::max(gains_.largest_contact, sum_.contact);
  gains_.largest_integration = std::max(gains_.largest_integration, sum_.integration);
  gains_.contact_share = std::max(gains_.contact_share, share(sum_.contact, scale));
  gains_.integration_share = std::max(gains_.integration_share, share(sum_.integration, scale));
  gains_.inside_share =
      std::max(gains_.inside_share, share(sum_.contact + sum_.integration, scale));
  // A smaller step in the middle of a contact raises R and nothing else. Such a gain counts unless
  // something else has removed it since.
  const Real net = sum_.contact + sum_.integration + sum_.step_change;
  gains_.step_change_share =
      std::max(gains_.step_change_share, share(std::min(net, sum_.step_change), scale));
}

std::string Account::runaway() const {
  const Real explained = sum_.outside + sum_.materials;
  const Real from_inside = energy() - explained, total = now_.total() - explained;
  // Three tests are needed. A nearly collapsed element has an enormous acceleration, and its term
  // -dt^2/8 a'M a makes R small or negative while the run explodes. T + U and the shift are
  // therefore limited as well. The negated comparisons also catch values that are not numbers.
  if (push_.work > 0)
    return fmt::format(
        "supports did {:.4g} J of work through contact in it, where {:.4g} J were there or could "
        "come with an impact at their speed",
        push_.work, push_.there);
  if (kept_ && !(from_inside <= kRunaway * base_))
    return fmt::format("energy less work from outside is {:.4g} J", from_inside);
  if (!(total <= kRunawayParts * base_))
    return fmt::format("kinetic plus potential energy less work from outside is {:.4g} J", total);
  if (!(-shift_ <= kRunawayParts * base_))
    return fmt::format("accelerations are those of an energy of {:.4g} J", -shift_);
  return {};
}

void Account::stop_runaway(Index step, Real time, const std::string& bodies,
                           const std::string& where) const {
  const std::string what = runaway();
  if (what.empty()) return;
  if (push_.work > 0)
    throw StepError(fmt::format(
        "step {} at t = {:.6g} s ran away: {}; bodies {} are pinched: give them room, move the "
        "supports along other paths, or end the run before",
        step, time, what, bodies));
  std::string why =
      "see whether a smaller /time/step mends it, and which elements are crushed or inverted";
  if (kept_ && sum_.contact > std::max<Real>(0, sum_.integration))
    why = "see where contact acts in the last frame, and whether a finer mesh mends it";
  if (!where.empty()) why += "; " + where;
  if (!bodies.empty()) why += "; in contact are " + bodies;
  throw StepError(
      fmt::format("step {} at t = {:.6g} s ran away: {}, the largest of the run was {:.4g} J. In "
                  "all contact has "
                  "put in {:.3g} J, time integration {:.3g} J, changes of the step {:.3g} J; {}",
                  step, time, what, base_, sum_.contact, sum_.integration, sum_.step_change, why));
}

template <class Self, class Use>
void Account::for_fields(Self& self, const Use& use) {
  use("account_kept", self.kept_);
  for_causes("account_step_", self.step_, use);
  for_causes("account_sum_", self.sum_, use);
  use("account_initial", self.initial_);
  use("account_kinetic", self.now_.kinetic);
  use("account_strain", self.now_.strain);
  use("account_load", self.now_.load);
  use("account_stored", self.now_.stored);
  use("account_dissipated", self.now_.dissipated);
  use("account_shift", self.shift_);
  use("account_scale", self.scale_);
  use("account_floor", self.floor_);
  use("account_counted", self.counted_);
  use("account_push", self.push_.work);
  use("account_push_there", self.push_.there);
  use("account_base", self.base_);
  use("account_gain_limit", self.gain_limit_);
  use("account_contact_share", self.gains_.contact_share);
  use("account_integration_share", self.gains_.integration_share);
  use("account_step_change_share", self.gains_.step_change_share);
  use("account_inside_share", self.gains_.inside_share);
  use("account_largest_contact", self.gains_.largest_contact);
  use("account_largest_integration", self.gains_.largest_integration);
  use("account_positive_contact_work", self.gains_.positive_contact_work);
}

void Account::save(Archive& archive) const { for_fields(*this, FieldWriter(archive)); }

void Account::load(Archive& archive) { for_fields(*this, FieldReader(archive)); }

}  // namespace tactus::core
