#include "core/record/energy_words.hpp"

#include <fmt/format.h>

namespace tactus::core {
namespace {

constexpr Real kSmallPercent = 1e-3;  // of the energy: not told in figures
constexpr Real kSeenPercent = 0.05;   // of the energy: a sum that is wrong to a reader's eye
constexpr Real kFacet = 1e-3;         // of what contact gained: its work where one facet is wrong

/// " (friction took 70 %, normal reactions took 30 %)", of runs that solve for reactions and lose
/// energy by contact.
std::string by_friction(const Summary& s, const Base& base) {
  const Summary::Contact::Reactions& r = s.contact.reactions;
  const auto percent = [&](Real energy) {
    const Real share = base.percent(energy);
    return std::abs(share) < kSmallPercent || is_rounding(energy, s.energy) ? 0 : share;
  };
  const Real friction = percent(r.friction_dissipation), normal = percent(r.normal_energy_loss);
  if (!r.solved || (friction == 0 && normal == 0)) return {};
  return fmt::format(" (friction {} {:.3g} %, normal reactions {} {:.3g} %)",
                     took_or_gave(friction), std::abs(friction), took_or_gave(normal),
                     std::abs(normal));
}

/// Why the causes do not add up to the change of the total energy, where a reader would see that
/// they do not: they change the discrete energy that the integrator conserves.
std::string not_of_the_total(const Summary& s, const Base& base) {
  const Summary::Account& a = s.account;
  if (!s.momentum.conserved || a.dissipates) return {};
  const Real apart = s.energy.last - s.energy.initial - a.contact - a.integration - a.step_change;
  if (std::abs(base.percent(apart)) < kSeenPercent || is_rounding(apart, s.energy)) return {};
  return fmt::format(
      " (in all the change of the discrete energy; that of the total differs by {:.2g} %)",
      std::abs(base.percent(apart)));
}

}  // namespace

Base base_of(const Summary& s) {
  const Summary::Energy& e = s.energy;
  if (s.momentum.conserved && e.initial > e.rounding) return {e.initial, ""};
  const Real scale = e.scale > 0 ? e.scale : std::abs(e.initial);
  return {scale,
          fmt::format(" of the largest energy of the run, the work from outside included, {:.6g} J",
                      scale)};
}

std::string by_cause(const Summary& s, const Base& base) {
  const Summary::Account& a = s.account;
  const auto change = [&](Real sum) {
    const Real percent = base.percent(sum);
    if (std::abs(percent) < kSmallPercent || is_rounding(sum, s.energy))
      return std::string("below 0.001 %");
    return fmt::format("{} {:.3g} %", sum > 0 ? "gained" : "lost", std::abs(percent));
  };
  const bool changed = a.step_change != 0 && !is_rounding(a.step_change, s.energy);
  const bool mirrored = changed && std::abs(base.percent(a.step_change)) > 100 * kStepChange &&
                        a.step_change * a.contact < 0;
  std::string line;
  if (mirrored)
    line = fmt::format(
        "contact and changes of the step together {} ({:+.3g} %, {:+.3g} %, which "
        "are mirror images where bodies stay pressed){}, ",
        change(a.contact + a.step_change), base.percent(a.contact), base.percent(a.step_change),
        by_friction(s, base));
  else if (s.contact.enabled)
    line = "contact " + change(a.contact) + by_friction(s, base) + ", ";
  line += "time integration " + change(a.integration);
  if (!s.integrator.reversible && a.integration < 0) line += " (numerical damping)";
  if (changed && !mirrored) line += ", changes of the step " + change(a.step_change);
  return "by cause: " + line + not_of_the_total(s, base);
}

std::string_view why_contact_gave(const Summary& s) {
  const Summary::Contact::Reactions& r = s.contact.reactions;
  if (r.restitution && r.simultaneous_impacts > 0)
    return "can come from restitution where several contacts push at the same time: Newton's law "
           "may give energy then, with any /time/step; take a smaller restitution";
  if (s.contact.explicit_laws)
    return "is what a law gives whose force over a step is not that of the energy which it stores "
           "(\"explicit\" and \"semi_explicit\" of springs); take a smaller /time/step, or a law "
           "that conserves energy";
  // A wrong facet does work. Without any, it is the account that is wrong, and not the motion.
  if (s.account.positive_contact_work > kFacet * s.account.contact_max)
    return "is a sign of a vertex held to the wrong facet; take a smaller /time/step, or a finer "
           "mesh where contact acts";
  return "though contact did no such work in any step: the account does not fit this scene; please "
         "report it with its configuration";
}

}  // namespace tactus::core
