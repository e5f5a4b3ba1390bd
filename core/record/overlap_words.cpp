#include "core/record/overlap_words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tactus::core {
namespace {

std::string advice_for_methods(const Summary& s) {
  const Summary::Audit& audit = s.audit;
  if (!s.contact.leaves_no_overlap && std::isfinite(audit.depth))
    return fmt::format(
        ", more than /contact/depth_limit allows ({:.3g}): take a smaller /time/step, a stiffer "
        "penalty, {}or a constraint and a solver that leave no overlap, which `tactus explain` "
        "tells of each",
        audit.depth_limit, s.contact.drift_stays ? "\"project\" for /integrator/drift, " : "");
  if (!s.contact.enabled) return "; nothing makes them touch: give the configuration a \"contact\"";
  if (!audit.blind_body.empty()) return "";
  if (s.contact.leaves_no_overlap)
    return "; this method claims to leave none: take a smaller /time/step, and if that does not "
           "mend it another constraint or contact solver";
  return ", so that /contact/depth_limit allows none; only a constraint and a solver that leave no "
         "overlap, which `tactus explain` tells of each, can show contact of a body with itself to "
         "be sound";
}

}  // namespace

std::string advice_on_overlap(const Summary& s) {
  const Summary::Audit& audit = s.audit;
  if (!audit.unconstrained_a.empty())
    return fmt::format(
        "; no constraint is for \"{}\" and \"{}\", which pass through each other: add one to "
        "/contact/constraint",
        audit.unconstrained_a, audit.unconstrained_b);
  std::string advice = advice_for_methods(s);
  if (!audit.blind_body.empty())
    advice +=
        fmt::format("; \"{}\" goes through itself: \"self_contact\": true makes contact look there",
                    audit.blind_body);
  return advice;
}

}  // namespace tactus::core
