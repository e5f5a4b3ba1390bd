#include "core/record/energy_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tactus::core {
namespace {

constexpr Real kSmallPart = 1e-5;     // of the initial energy: not told in figures
constexpr Real kSeenPart = 5e-4;      // of the energy: a sum that is wrong to a reader's eye
constexpr Real kFacet = 1e-3;         // of what contact gained: its work where one facet is wrong
constexpr Real kLeastInitial = 0.01;  // of the scale: a smaller initial energy is no measure
constexpr std::string_view kOfInitial = " of the initial energy";

/// Whether parts of the initial energy say something.
bool has_initial(const Summary& s) {
  return s.energy.initial > std::max(s.energy.rounding, kLeastInitial * s.energy.scale);
}

/// "14 %" of the initial energy.
std::string percent(Real energy, const Summary& s) {
  const Real part = std::abs(energy) / s.energy.initial;
  return part < kSmallPart ? "below 0.001 %" : fmt::format("{:.3g} %", 100 * part);
}

/// A change of energy as a part of the energy that the run has to do with.
Real part_of_run(Real energy, const Summary& s) {
  const Summary::Energy& e = s.energy;
  if (s.momentum.conserved && e.initial > e.rounding) return energy / e.initial;
  return ratio(energy, e.scale > 0 ? e.scale : std::abs(e.initial));
}

/// " (friction took 70 %, normal reactions took 30 %)", of runs that solve for reactions and lose
/// energy by contact.
std::string by_friction(const Summary& s) {
  const Summary::Contact::Reactions& r = s.contact.reactions;
  const auto shown = [&](Real energy) {
    return std::abs(energy) < kSmallPart * s.energy.initial || is_rounding(energy, s.energy)
               ? 0
               : energy;
  };
  if (!r.solved || !has_initial(s)) return {};
  const Real friction = shown(r.friction_dissipation), normal = shown(r.normal_energy_loss);
  if (friction == 0 && normal == 0) return {};
  const auto part = [&](Real energy) { return energy == 0 ? "0 %" : percent(energy, s); };
  const Real held = s.account.contact + r.friction_dissipation + r.normal_energy_loss;
  return fmt::format("; friction {} {}, normal reactions {} {}", took_or_gave(friction),
                     part(friction), took_or_gave(normal), part(normal)) +
         (s.contact.explicit_laws && held > kSeenPart * s.energy.initial
              ? fmt::format(", of which springs hold {}", percent(held, s))
              : "");
}

/// Why the causes do not add up to the change of the total energy, where a reader would see that
/// they do not: they change the discrete energy that the integrator conserves.
std::string not_of_the_total(const Summary& s) {
  const Summary::Account& a = s.account;
  if (!s.momentum.conserved || a.dissipates) return {};
  const Real apart = s.energy.last - s.energy.initial - a.contact - a.integration - a.step_change;
  if (std::abs(part_of_run(apart, s)) < kSeenPart || is_rounding(apart, s.energy)) return {};
  return fmt::format(
      " (in all the change of the discrete energy; that of the total differs by {:.2g} J)",
      std::abs(apart));
}

/// "lost 46.2 J (12.2 %)"
std::string change(Real sum, const Summary& s, std::string_view more = "") {
  if (is_rounding(sum, s.energy)) return "0 J";
  return fmt::format("{} {}", sum > 0 ? "gained" : "lost", amount(sum, s, more));
}

}  // namespace

std::string amount(Real energy, const Summary& s, std::string_view of) {
  const std::string joules_of_it = fmt::format("{:.3g} J", std::abs(energy));
  // More than there was at the start has come by loads, and their zero is chosen.
  const bool is_part = has_initial(s) && std::abs(energy) <= (1 + 1e-6) * s.energy.initial;
  return is_part ? fmt::format("{} ({}{})", joules_of_it, percent(energy, s), of) : joules_of_it;
}

std::string scale_in_words(const Summary& s) {
  const Summary::Energy& e = s.energy;
  return fmt::format("the largest energy of the run ({:.4g} J with the work from outside)",
                     e.scale > 0 ? e.scale : std::abs(e.initial));
}

std::string by_cause(const Summary& s) {
  const Summary::Account& a = s.account;
  const bool changed = a.step_change != 0 && !is_rounding(a.step_change, s.energy);
  const bool mirrored = changed && std::abs(part_of_run(a.step_change, s)) > kStepChange &&
                        a.step_change * a.contact < 0;
  std::string line, of(kOfInitial);
  const auto add = [&](std::string_view cause, Real sum, const std::string& more = {}) {
    const std::string said = change(sum, s, of + more);
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", cause, said);
    if (said.find(kOfInitial) != said.npos) of.clear();  // said once
  };
  if (mirrored) {
    add("contact and changes of the step together", a.contact + a.step_change, by_friction(s));
    line +=
        fmt::format(" ({:+.3g} J, {:+.3g} J, which are mirror images where bodies stay pressed)",
                    a.contact, a.step_change);
  } else if (s.contact.enabled) {
    add("contact", a.contact, by_friction(s));
  }
  add("time integration", a.integration);
  if (!s.integrator.reversible && a.integration < 0)
    line += s.integrator.second_order ? " (an error of the discretisation, smaller with the step)"
                                      : " (numerical damping)";
  if (changed && !mirrored) add("changes of the step", a.step_change);
  return "by cause: " + line + not_of_the_total(s);
}

std::string why_contact_gave(const Summary& s) {
  const Summary::Contact::Reactions& r = s.contact.reactions;
  if (r.restitution && r.simultaneous_impacts > 0)
    return "can come from restitution where several contacts push at the same time: Newton's law "
           "may give energy then, with any /time/step; take a smaller restitution";
  if (s.contact.explicit_laws)
    return fmt::format(
        "is what a law gives whose force over a step is not that of the energy which it stores "
        "(\"explicit\" and \"semi_explicit\" of springs); take a smaller /time/step{}, or a law "
        "that conserves energy",
        s.contact.law_steps.empty() ? "" : ", more " + s.contact.law_steps);
  if (s.integrator.middle_contact)
    return "is what contact gives that holds in the middle of a step, by a rule that does not "
           "claim to keep the energy; take an integrator whose contact holds at the end, or one "
           "that keeps the energy";
  // A wrong facet does work. Without any, it is the account that is wrong, and not the motion.
  if (s.account.positive_contact_work > kFacet * s.account.contact_max) {
    const std::string facet =
        "is a sign of a vertex held to the wrong facet; take a smaller /time/step, or a finer mesh "
        "where contact acts";
    if (!r.restitution || r.friction_dissipation == 0) return facet;
    return "can come from restitution with friction: by Newton's law friction may give energy "
           "where an impact stops or turns sliding, with any /time/step; take a smaller "
           "restitution. Otherwise it " +
           facet;
  }
  return "though contact did no such work in any step: the account does not fit this scene; please "
         "report it with its configuration";
}

}  // namespace tactus::core
