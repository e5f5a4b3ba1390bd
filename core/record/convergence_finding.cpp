#include "core/record/convergence_finding.hpp"

#include <fmt/format.h>

#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

/// Of the scale of energies: a tenth of what contact may add in a whole run.
constexpr Real kGain = 1e-4;

using Convergence = Summary::Contact::Reactions::Convergence;

Real part_of(Index some, Index all) {
  return all > 0 ? static_cast<Real>(some) / static_cast<Real>(all) : 0;
}

/// Adds each reason for which the accepted steps are too many or too far off.
void add_faults(const Convergence& c, const Summary::Energy& energy, Finding& finding) {
  const auto fault = [&](std::string why) {
    finding.fault = true;
    finding.says += std::move(why);
  };
  const Real coarse = part_of(c.coarse, c.measured);
  if (!(coarse <= c.share))
    fault(
        fmt::format("; TOO MANY STEPS DID NOT CONVERGE: {:.3g} % of them were accepted with a "
                    "residual above {:g}, and /contact/not_converged/share allows {:.3g} %; take "
                    "another contact solver, or several in turn",
                    100 * coarse, c.coarse_limit, 100 * c.share));
  if (!(c.distance_facets <= c.distance_limit))
    fault(
        fmt::format("; STEPS CONVERGED TOO BADLY: {:.3g} of a facet is more than a hundredth of "
                    "/contact/depth_limit, {:.3g}; take a smaller /contact/not_converged/limit, "
                    "or another contact solver",
                    c.distance_facets, c.distance_limit));
  if (!(c.gain <= kGain * energy.scale) && !is_rounding(c.gain, energy))
    fault(
        fmt::format("; STEPS THAT DID NOT CONVERGE BROUGHT ENERGY IN: contact added {:.3g} J in "
                    "them; take a smaller /contact/not_converged/limit, or another contact solver",
                    c.gain));
}

}  // namespace

std::optional<Finding> convergence_finding(const Summary& summary) {
  const Convergence& c = summary.contact.reactions.convergence;
  if (c.accepted == 0) return std::nullopt;
  Finding finding{fmt::format(
      "{} of {} with contacts {} accepted although the reactions had not converged, first at t = "
      "{:.6g} s: the natural residual was up to {:.2g} of the velocities without reactions, which "
      "moves a contact by {:.2g} m in a step; contacts are closed up to a gap of {:.2g} m",
      c.accepted, plural(c.measured, "step", "steps"), c.accepted == 1 ? "was" : "were",
      c.first_time.value_or(0), c.accepted_resv, c.distance,
      c.distance_reaches > 0 ? c.distance / c.distance_reaches : 0)};
  add_faults(c, summary.energy, finding);
  return finding;
}

}  // namespace tactus::core
