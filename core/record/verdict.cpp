// The verdict: judges whether the results of a run are physically sound, one line per criterion.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/record/convergence_finding.hpp"
#include "core/record/energy_words.hpp"
#include "core/record/overlap_file.hpp"
#include "core/record/overlap_words.hpp"
#include "core/record/summary.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

constexpr Real kEnergyRise = 1e-3;      // fraction of the scale; sound runs stay below 1e-4
constexpr Real kIntegration = 1e-2;     // fraction of the scale, gained by time integration alone
constexpr Real kRotation = 0.1;         // rad: mistaken for a strain of 1 - cos = 5e-3
constexpr Index kFewStates = 20;        // of a run with contact, which may well happen between them
constexpr Real kEquilibrium = 1e-8;     // of the largest nodal force
constexpr Real kMomentumDrift = 1e-10;  // two orders of magnitude above what runs show
constexpr Real kTurning = 1e-2;         // of integrators that do not claim to keep angular momentum

/// The kernel adds no force of its own: what is lost was lost by a plugin.
constexpr std::string_view kMomentumAdvice =
    "a component applies forces without counterpart: exchange the constraint, the contact solver, "
    "the integrator and the material for others one by one, and try plugins from outside with "
    "`tactus check-plugin`";

void say(Verdict& verdict, std::string line) { verdict.findings.push_back({std::move(line)}); }

/// Continues the last line.
void say_more(Verdict& verdict, std::string_view more) { verdict.findings.back().says += more; }

void find_fault(Verdict& verdict, std::string line) {
  verdict.sound = false;
  verdict.findings.push_back({std::move(line), true});
}

/// Marks the last line as a fault and adds the reason.
void find_fault_in_last(Verdict& verdict, std::string_view why) {
  verdict.sound = false;
  verdict.findings.back().fault = true;
  say_more(verdict, why);
}

/// What constraints hold bodies off and is no body, which the audit does not see.
std::string not_audited(const Summary& s) {
  std::string text =
      fmt::format("; \"{}\" {} not audited", fmt::join(s.audit.outside, "\", \""),
                  s.audit.outside.size() == 1 ? "is no body and was" : "are no bodies and were");
  const auto& reactions = s.contact.reactions;
  if (reactions.solved && reactions.depth > s.audit.touching)
    text += fmt::format(", contacts were up to {:.3g} m deep", reactions.depth);
  return text;
}

void judge_audit(const Summary& s, Verdict& verdict) {
  const Summary::Audit& audit = s.audit;
  if (audit.checked == 0) {
    find_fault(verdict, "geometry was not audited; set /output/audit to \"frames\" or \"steps\"");
    return;
  }
  const std::string states = audit.every_step
                                 ? plural(audit.checked, "state, every step", "states, every step")
                                 : plural(audit.checked, "state", "states");
  if (!audit.first_bad_time) {
    say(verdict,
        fmt::format("no intersection and no body inside another in {} (exact audit)", states));
    if (audit.intersections_max > 0 || audit.overlaps_without_crossing_max > 0)
      say_more(verdict, fmt::format("; bodies touch by rounding ({:.2g} m; overlaps up to {:.2g} m "
                                    "count as touching)",
                                    audit.depth, audit.touching));
    if (!audit.outside.empty()) say_more(verdict, not_audited(s));
    if (!audit.every_step && s.contact.first_time && audit.checked < kFewStates &&
        audit.checked < s.steps)
      say_more(verdict,
               "; only these states were examined, set \"audit\": \"steps\" to examine every step");
    return;
  }
  const std::string what = fmt::format(
      "up to {} and {} in one state, first at t = {:.6g} s, of {} audited",
      plural(audit.intersections_max, "crossing pair of facets", "crossing pairs of facets"),
      plural(audit.overlaps_without_crossing_max, "overlap without crossing",
             "overlaps without crossing"),
      audit.first_bad_time.value_or(0), states);
  const std::string depth =
      std::isfinite(audit.depth)
          ? fmt::format("{:.3g} m deep, {} of a facet", audit.depth,
                        told_from(audit.depth_limit, audit.depth_in_facets, 3))
          : std::string("a depth that has no measure, of a body in itself");
  if (is_by_design(s.contact.leaves_no_overlap, audit.depth_in_facets, audit.depth_limit)) {
    say(verdict,
        fmt::format("bodies overlap, as this method lets them: {}; up to {} (/contact/depth_limit "
                    "allows {:.3g})",
                    what, depth, audit.depth_limit));
    return;
  }
  find_fault(verdict, fmt::format("BODIES OVERLAP: {}; up to {}", what, depth));
  say_more(verdict, advice_on_overlap(s) + "; intersections/ shows where");
}

/// Used if the integrator keeps no account.
void judge_total(const Summary& s, Verdict& verdict) {
  const Summary::Energy& e = s.energy;
  const Real scale = e.scale > 0 ? e.scale : std::abs(e.initial), rise = e.max - e.initial;
  if (s.steps > 0)
    say_more(verdict, "; the integrator keeps no account of it, so this total is judged");
  if (std::isfinite(e.last) && (ratio(rise, scale) <= kEnergyRise || is_rounding(rise, e))) return;
  find_fault_in_last(
      verdict,
      fmt::format(
          "; ENERGY ROSE by up to {}: more than {:.2g} % of {} is not physical; see whether "
          "a smaller step or a finer mesh mends it",
          amount(rise, s), 100 * kEnergyRise, scale_in_words(s)));
}

void judge_account(const Summary& s, Verdict& verdict) {
  const Summary::Account& a = s.account;
  say(verdict, by_cause(s));
  if (!(a.contact_share <= a.contact_limit)) {
    find_fault_in_last(verdict,
                       fmt::format("; CONTACT BROUGHT ENERGY IN: up to {} % of {}; more than "
                                   "{:.2g} % {}",
                                   told_from(100 * a.contact_limit, 100 * a.contact_share, 3),
                                   scale_in_words(s), 100 * a.contact_limit, why_contact_gave(s)));
  }
  // What contact loses time integration may gain: see Account::Gains::inside_share.
  const bool may_damp = !s.integrator.reversible && !s.integrator.second_order;
  const Real integration =
      may_damp ? std::min(a.integration_share, a.inside_share) : a.integration_share;
  if (!(integration <= kIntegration)) {
    find_fault_in_last(verdict, fmt::format("; TIME INTEGRATION BROUGHT ENERGY IN: up to {:.3g} % "
                                            "of {}, not by contact; see "
                                            "whether a smaller /time/step mends it",
                                            100 * integration, scale_in_words(s)));
  }
  if (!(a.step_change_share <= kStepChange)) {
    find_fault_in_last(
        verdict,
        fmt::format("; CHANGES OF THE STEP BROUGHT ENERGY IN: up to {:.3g} % of {}; take a smaller "
                    "/time/step, which need not be divided",
                    100 * a.step_change_share, scale_in_words(s)));
  }
}

void judge_energy(const Summary& s, Verdict& verdict) {
  const Summary::Energy& e = s.energy;
  if (!e.unknown.empty()) {
    find_fault(verdict, fmt::format("ENERGY UNKNOWN: material \"{}\" gives none; take one "
                                    "that has an energy where the run is to be judged",
                                    e.unknown));
    return;
  }
  if (!std::isfinite(e.initial) || !std::isfinite(e.last)) {
    find_fault(
        verdict,
        fmt::format("total energy {:.6g} J at the start, {:.6g} J at the end: ENERGY IS NOT A "
                    "NUMBER, or beyond those of a double; see whether the units of the "
                    "configuration are right",
                    e.initial, e.last));
    return;
  }
  const Real change = e.last - e.initial;
  const std::string said = is_rounding(change, e)
                               ? "unchanged up to rounding"
                               : fmt::format("{} {}", change > 0 ? "gained" : "lost",
                                             amount(change, s, " of the initial energy"));
  say(verdict, fmt::format("total energy {} at the start, {} at the end: {}",
                           joules(e.initial, e, 6), joules(e.last, e, 6), said));
  if (s.account.kept)
    judge_account(s, verdict);
  else
    judge_total(s, verdict);
}

/// Materials that dissipate; one that gives energy back would hide what contact or time integration
/// gain.
void judge_materials(const Summary& s, Verdict& verdict) {
  const Summary::Account& a = s.account;
  if (!a.dissipates || !s.energy.unknown.empty()) return;
  say(verdict, fmt::format("materials {} {}", a.dissipated < 0 ? "gave" : "dissipated",
                           is_rounding(a.dissipated, s.energy)
                               ? "0 J"
                               : amount(a.dissipated, s, " of the initial energy")));
  if (ratio(a.dissipated, s.energy.scale) >= -kEnergyRise || is_rounding(a.dissipated, s.energy))
    return;
  find_fault_in_last(verdict,
                     "; A MATERIAL BROUGHT ENERGY IN: see whether it keeps its promises "
                     "(tactus check-plugin)");
}

/// Where the integrator keeps no account: the work of contact in a single step.
void judge_contact(const Summary& s, Verdict& verdict) {
  const Real part = ratio(s.contact.largest_work, s.energy.scale);
  if (s.account.kept || !s.energy.unknown.empty()) return;
  if (!s.contact.enabled || !(part > kEnergyRise)) return;
  find_fault(
      verdict,
      fmt::format(
          "CONTACT PUT ENERGY IN: {:.3g} % of {} in one step, a sign of a vertex held "
          "to the wrong facet; take a smaller /time/step, or a finer mesh where contact acts",
          100 * part, scale_in_words(s)));
}

/// Of the scale: what reactions that act at two places do not explain of the drift of angular momentum.
Real unexplained_turning(const Summary& s) {
  Real square = 0;
  for (const Real of_axis : s.contact.reactions.angular_momentum_error) square += of_axis * of_axis;
  return ratio(s.momentum.angular - std::sqrt(square), s.momentum.angular_scale);
}

void judge_angular(const Summary& s, Verdict& verdict) {
  const Real angular = ratio(s.momentum.angular, s.momentum.angular_scale);
  if (angular <= kMomentumDrift) return;
  if (!s.rotation.material.empty())
    say_more(verdict, fmt::format("; \"{}\" is not objective and does not keep angular momentum",
                                  s.rotation.material));
  else if (s.integrator.keeps_angular_momentum)
    find_fault_in_last(verdict,
                       fmt::format("; ANGULAR MOMENTUM IS LOST, round-off is below {:.0e}; {}",
                                   kMomentumDrift, kMomentumAdvice));
  else if (unexplained_turning(s) <= kTurning)
    say_more(verdict, "; the integrator does not claim to keep angular momentum");
  else
    find_fault_in_last(
        verdict,
        fmt::format("; ANGULAR MOMENTUM IS NOT KEPT, more than {:.2g} % is too much: time "
                    "integration changes it where bodies turn far in a step; take a smaller "
                    "/time/step{} or energy_momentum, which keeps it",
                    100 * kTurning,
                    s.integrator.second_order ? ""
                                              : ", a \"theta\" of moreau_jean nearer to 1/2, "
                                                "newmark with \"beta\" 1/4,"));
}

void judge_momentum(const Summary& s, Verdict& verdict) {
  const Summary::Momentum& m = s.momentum;
  if (m.rounding > 0 && m.linear_scale <= m.rounding)
    return say(verdict, "nothing moves by more than rounding: momentum is not judged");
  const Real linear = ratio(m.linear, m.linear_scale), angular = ratio(m.angular, m.angular_scale);
  if (m.conserved)
    say(verdict,
        fmt::format("momentum drift: linear {:.1e} of sum m|v|, angular {:.1e} of sum m|v||x - c|",
                    linear, angular));
  else
    say(verdict,
        fmt::format("{} act; linear momentum less their impulses drifts by {:.1e} of sum m|v|",
                    m.obstacles_alone ? "obstacles" : "loads or supports", linear));
  if (!(linear <= kMomentumDrift)) {
    find_fault_in_last(verdict,
                       fmt::format("; LINEAR MOMENTUM IS LOST, round-off is below {:.0e}; {}",
                                   kMomentumDrift, kMomentumAdvice));
  }
  if (m.conserved) judge_angular(s, verdict);
  if (m.damped && s.rotation.material.empty() && !(unexplained_turning(s) <= kTurning))
    find_fault_in_last(verdict,
                       fmt::format("; ANGULAR MOMENTUM DOES NOT FALL AS DAMPING SAYS, by more than "
                                   "{:.2g} % of sum m|v||x - c|; see whether a smaller /time/step "
                                   "mends it",
                                   100 * kTurning));
}

void judge_rotation(const Summary& s, Verdict& verdict) {
  const Summary::Rotation& r = s.rotation;
  if (r.material.empty()) return;
  say(verdict,
      fmt::format("\"{}\" of \"{}\" takes rotations for strains; the largest is {} rad, at t = "
                  "{:.6g} s",
                  r.material, r.body, told_from(kRotation, r.angle, 2), r.time));
  if (r.angle <= kRotation) return;
  find_fault_in_last(verdict, fmt::format("; TOO LARGE A ROTATION, no more than {:.2g} rad is "
                                          "borne: take a material that is objective",
                                          kRotation));
}

void judge_convergence(const Summary& s, Verdict& verdict) {
  std::optional<Finding> found = convergence_finding(s);
  if (!found) return;
  verdict.sound = verdict.sound && !found->fault;
  verdict.findings.push_back(std::move(*found));
}

/// Load steps pass through equilibria: their energy is what supports and loads have put in, and is told.
void judge_equilibrium(const Summary& s, Verdict& verdict) {
  const Summary::Energy& e = s.energy;
  say(verdict, fmt::format("each load step is in equilibrium to {} of the largest nodal force",
                           told_from(kEquilibrium, *s.equilibrium_residual, 2)));
  if (!(*s.equilibrium_residual <= kEquilibrium))
    find_fault_in_last(
        verdict, fmt::format("; NOT IN EQUILIBRIUM, more than {:.0e} is too much; take a smaller "
                             "\"tolerance\" of the contact solver",
                             kEquilibrium));
  if (e.unknown.empty())
    say(verdict,
        fmt::format("energy less the work of supports and loads: {} at the start, {} at the "
                    "end (told, not judged: nothing has inertia)",
                    joules(e.initial, e, 6), joules(e.last, e, 6)));
}

}  // namespace

Verdict judge(const Summary& summary) {
  Verdict verdict;
  verdict.sound =
      summary.status == RunStatus::completed || summary.status == RunStatus::interrupted;
  judge_audit(summary, verdict);
  if (summary.equilibrium_residual) {
    judge_equilibrium(summary, verdict);
    judge_materials(summary, verdict);
  } else {
    judge_energy(summary, verdict);
    judge_materials(summary, verdict);
    judge_contact(summary, verdict);
    judge_convergence(summary, verdict);
    judge_momentum(summary, verdict);
  }
  judge_rotation(summary, verdict);
  return verdict;
}

}  // namespace tactus::core
