#include "core/output/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/output/progress.hpp"

namespace tactus::core {
namespace {

constexpr Real kEnergyRise = 1e-3;      // of the scale; runs without a fault stay below 1e-4
constexpr Real kIntegration = 1e-2;     // of the scale; gained by time integration alone
constexpr Real kStepChange = 5e-2;      // of the scale; a step that varies feeds high modes
constexpr Real kRotation = 0.1;         // rad: taken for a strain of 1 - cos = 5e-3
constexpr Real kMomentumDrift = 1e-10;  // two orders above what runs show

}  // namespace

std::string_view to_string(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::interrupted:
      return "interrupted";
    case RunStatus::not_converged:
      return "not_converged";
    case RunStatus::failed:
      break;
  }
  return "failed";
}

namespace {

Real ratio(Real value, Real scale) { return scale > 0 ? value / scale : value; }

std::string plural(Index count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void judge_audit(const Summary& s, Verdict& verdict) {
  const Summary::Audit& audit = s.audit;
  if (audit.checked == 0) {
    verdict.sound = false;
    verdict.lines.push_back("geometry was not audited (output/audit is off)");
    return;
  }
  const std::string states = audit.every_step
                                 ? plural(audit.checked, "state, every step", "states, every step")
                                 : plural(audit.checked, "state", "states");
  if (audit.intersections_max == 0 && audit.contained_max == 0) {
    verdict.lines.push_back(
        fmt::format("no intersection and no body inside another in {} (exact audit)", states));
    return;
  }
  verdict.sound = false;
  verdict.lines.push_back(fmt::format(
      "BODIES OVERLAP: up to {} and {} in one state, first at t = {:.6g} s, of {} audited",
      plural(audit.intersections_max, "crossing pair of facets", "crossing pairs of facets"),
      plural(audit.contained_max, "overlap without crossing", "overlaps without crossing"),
      audit.first_bad_time.value_or(0), states));
  if (!audit.blind_body.empty())
    verdict.lines.back() +=
        fmt::format("; \"{}\" goes through itself: \"self_contact\": true makes contact look there",
                    audit.blind_body);
}

/// Changes are told in parts of the energy at the start; where loads and supports bring energy in,
/// or there was none, in parts of the largest of the run.
struct Base {
  Real energy = 0;
  std::string of;
  Real percent(Real value) const { return 100 * ratio(value, energy); }
};

Base base_of(const Summary& s) {
  const Summary::Energy& e = s.energy;
  if (s.momentum.conserved && e.initial > 0) return {e.initial, ""};
  const Real scale = e.scale > 0 ? e.scale : std::abs(e.initial);
  return {scale, fmt::format(" of the largest energy of the run, {:.6g} J", scale)};
}

/// Where the integrator keeps no account.
void judge_total(const Summary& s, const Base& base, Verdict& verdict) {
  const Summary::Energy& e = s.energy;
  const Real scale = e.scale > 0 ? e.scale : std::abs(e.initial), rise = e.max - e.initial;
  if (s.steps > 0)
    verdict.lines.back() += "; the integrator keeps no account of it, so this total is judged";
  if (std::isfinite(e.last) && ratio(rise, scale) <= kEnergyRise) return;
  verdict.sound = false;
  verdict.lines.back() += fmt::format(
      "; ENERGY ROSE by up to {:.3g} %{}: more than {:.2g} % is not physical; see whether a "
      "smaller step or a finer mesh mends it",
      base.percent(rise), base.of.empty() ? "" : " of that", 100 * kEnergyRise);
}

void judge_account(const Summary& s, const Base& base, Verdict& verdict) {
  const Summary::Account& a = s.account;
  const auto change = [&](Real sum) {
    const Real percent = base.percent(sum);
    if (std::abs(percent) < 1e-3) return std::string("below 0.001 %");
    return fmt::format("{} {:.3g} %", sum > 0 ? "gained" : "lost", std::abs(percent));
  };
  std::string line;
  if (s.contact.enabled) line = "contact " + change(a.contact) + ", ";
  line += "time integration " + change(a.integration);
  if (!s.integrator.reversible && a.integration < 0) line += " (numerical damping)";
  if (a.step_change != 0) line += ", changes of the step " + change(a.step_change);
  verdict.lines.push_back("by cause: " + line);
  if (!(a.contact_share <= kEnergyRise)) {
    verdict.sound = false;
    verdict.lines.back() += fmt::format(
        "; CONTACT BROUGHT ENERGY IN: up to {:.3g} % of the scale, more than {:.2g} % is a sign of "
        "a "
        "vertex held to the wrong facet",
        100 * a.contact_share, 100 * kEnergyRise);
  }
  if (!(a.integration_share <= kIntegration)) {
    verdict.sound = false;
    verdict.lines.back() += fmt::format(
        "; TIME INTEGRATION BROUGHT ENERGY IN: up to {:.3g} % of the scale, not by contact; see "
        "whether a smaller /time/step mends it",
        100 * a.integration_share);
  }
  if (!(a.step_change_share <= kStepChange)) {
    verdict.sound = false;
    verdict.lines.back() += fmt::format(
        "; CHANGES OF THE STEP BROUGHT ENERGY IN: up to {:.3g} % of the scale; take a smaller "
        "/time/step, which need not be divided",
        100 * a.step_change_share);
  }
  if (!std::isfinite(s.energy.last)) {
    verdict.sound = false;
    verdict.lines.back() += "; ENERGY IS NOT A NUMBER";
  }
}

void judge_energy(const Summary& s, Verdict& verdict) {
  const Summary::Energy& e = s.energy;
  if (!e.unknown.empty()) {
    verdict.sound = false;
    verdict.lines.push_back(
        fmt::format("ENERGY UNKNOWN: material \"{}\" gives none (no material.energy)", e.unknown));
    return;
  }
  const Base base = base_of(s);
  const Real change = e.last - e.initial;
  verdict.lines.push_back(fmt::format(
      "total energy {:.6g} J at the start, {:.6g} J at the end: {} {:.3g} %{}", e.initial, e.last,
      change > 0 ? "gain" : "loss", std::abs(base.percent(change)), base.of));
  if (s.account.kept)
    judge_account(s, base, verdict);
  else
    judge_total(s, base, verdict);
}

/// Where the integrator keeps no account: the work of contact in a single step.
void judge_contact(const Summary& s, Verdict& verdict) {
  const Real part = ratio(s.contact.largest_work, s.energy.scale);
  if (s.account.kept || !s.energy.unknown.empty()) return;
  if (!s.contact.enabled || !(part > kEnergyRise)) return;
  verdict.sound = false;
  verdict.lines.push_back(fmt::format(
      "CONTACT PUT ENERGY IN: {:.3g} % of the scale in one step, a sign of a vertex held "
      "to the wrong facet",
      100 * part));
}

void judge_angular(const Summary& s, Verdict& verdict) {
  const Real angular = ratio(s.momentum.angular, s.momentum.angular_scale);
  if (angular <= kMomentumDrift) return;
  std::string& line = verdict.lines.back();
  if (!s.integrator.keeps_angular_momentum) {
    line += "; the integrator does not claim to keep angular momentum";
  } else if (!s.rotation.material.empty()) {
    line += fmt::format("; \"{}\" is not objective and does not keep angular momentum",
                        s.rotation.material);
  } else {
    verdict.sound = false;
    line += fmt::format("; ANGULAR MOMENTUM IS LOST, round-off is below {:.0e}", kMomentumDrift);
  }
}

void judge_momentum(const Summary& s, Verdict& verdict) {
  const Summary::Momentum& m = s.momentum;
  const Real linear = ratio(m.linear, m.linear_scale), angular = ratio(m.angular, m.angular_scale);
  if (m.conserved)
    verdict.lines.push_back(
        fmt::format("momentum drift: linear {:.1e} of sum m|v|, angular {:.1e} of sum m|v||x - c|",
                    linear, angular));
  else
    verdict.lines.push_back(fmt::format(
        "loads or supports act; linear momentum less their impulses drifts by {:.1e} of sum m|v|",
        linear));
  if (!(linear <= kMomentumDrift)) {
    verdict.sound = false;
    verdict.lines.back() +=
        fmt::format("; LINEAR MOMENTUM IS LOST, round-off is below {:.0e}", kMomentumDrift);
  }
  if (m.conserved) judge_angular(s, verdict);
}

void judge_rotation(const Summary& s, Verdict& verdict) {
  const Summary::Rotation& r = s.rotation;
  if (r.material.empty()) return;
  verdict.lines.push_back(
      fmt::format("\"{}\" of \"{}\" takes rotations for strains; the largest is {:.2g} rad, at t = "
                  "{:.6g} s",
                  r.material, r.body, r.angle, r.time));
  if (r.angle <= kRotation) return;
  verdict.sound = false;
  verdict.lines.back() += fmt::format(
      "; TOO LARGE A ROTATION, no more than {:.2g} rad is borne: take a material that is objective",
      kRotation);
}

std::string headline(const Summary& s) {
  std::string text;
  switch (s.status) {
    case RunStatus::completed:
      text = fmt::format("{}: completed, t = {:.6g} s", s.name, s.time);
      break;
    case RunStatus::interrupted:
      text = fmt::format("{}: interrupted at t = {:.6g} s of {:.6g} s; --resume goes on from there",
                         s.name, s.time, s.end_time);
      break;
    case RunStatus::not_converged:
      text =
          fmt::format("{}: NOT CONVERGED at t = {:.6g} s of {:.6g} s", s.name, s.time, s.end_time);
      break;
    case RunStatus::failed:
      text = fmt::format("{}: FAILED at t = {:.6g} s of {:.6g} s", s.name, s.time, s.end_time);
      break;
  }
  text += fmt::format(", {}", plural(s.steps, "step", "steps"));
  if (s.retries > 0) text += fmt::format(" ({} tried again with a smaller dt)", s.retries);
  if (s.cuts > 0) text += fmt::format(" ({} divided so that nothing passes unseen)", s.cuts);
  text += fmt::format(", {} of wall time",
                      s.wall < 10 ? fmt::format("{:.2g} s", s.wall) : duration_in_words(s.wall));
  if (!s.reason.empty()) text += "\n  " + s.reason;
  return text;
}

const Summary::Impulse* hardest(const Summary& s) {
  const Summary::Impulse* most = nullptr;
  for (const Summary::Impulse& pair : s.contact.impulses)
    if (!most || pair.greatest_force > most->greatest_force) most = &pair;
  return most && most->greatest_force > 0 ? most : nullptr;
}

std::string contact_line(const Summary& s) {
  if (!s.contact.enabled) return "contact: not in this model";
  if (!s.contact.first_time) return "contact: the bodies did not touch";
  std::string text = fmt::format("first contact at t = {:.6g} s", *s.contact.first_time);
  if (!s.contact.impulses.empty()) {
    const Summary::Impulse* first = &s.contact.impulses.front();
    for (const Summary::Impulse& pair : s.contact.impulses)
      if (pair.first_time < first->first_time) first = &pair;
    text += fmt::format(
        ", {} with {}; {} in contact in all", first->body_a, first->body_b,
        plural(static_cast<Index>(s.contact.impulses.size()), "pair of bodies", "pairs of bodies"));
  }
  if (const Summary::Impulse* pair = hardest(s))
    text += fmt::format("\n  greatest force {:.4g} N, {} with {} (in contact for {:.4g} s)",
                        pair->greatest_force, pair->body_a, pair->body_b, pair->duration);
  if (const Summary::Zones& zones = s.contact.zones; zones.steps > 0)
    text += fmt::format("\n  {} of {} used rigid impact zones (up to {})", zones.steps,
                        plural(s.steps, "step", "steps"), plural(zones.nodes_max, "node", "nodes"));
  return text;
}

/// nlohmann writes what is not finite as null.
using Json = nlohmann::ordered_json;

Json optional(const std::optional<Real>& value) { return value ? Json(*value) : Json(nullptr); }

Json account_json(const Summary& s) {
  const Summary::Account& a = s.account;
  return {{"kept", a.kept},
          {"initial_J", a.initial},
          {"final_J", a.last},
          {"contact_gain_J", a.contact},
          {"contact_gain_max_J", a.contact_max},
          {"contact_gain_max_of_scale", a.contact_share},
          {"integration_gain_J", a.integration},
          {"integration_gain_max_J", a.integration_max},
          {"integration_gain_max_of_scale", a.integration_share},
          {"step_change_J", a.step_change},
          {"step_change_max_of_scale", a.step_change_share},
          {"outside_work_J", a.outside},
          {"contact_put_in_J", a.put_in}};
}

Json rotation_json(const Summary::Rotation& r) {
  if (r.material.empty()) return nullptr;
  return {{"body", r.body}, {"material", r.material}, {"largest_rad", r.angle}, {"time_s", r.time}};
}

Json contact_json(const Summary& s) {
  const Summary::Contact& c = s.contact;
  Json impulses = Json::array();
  for (const Summary::Impulse& pair : c.impulses)
    impulses.push_back({{"body_a", pair.body_a},
                        {"body_b", pair.body_b},
                        {"first_time_s", pair.first_time},
                        {"impulse_N_s", pair.impulse},
                        {"duration_s", pair.duration},
                        {"mean_force_N", pair.mean_force()},
                        {"greatest_force_N", pair.greatest_force}});
  const Real share =
      s.steps > 0 ? static_cast<Real>(c.zones.steps) / static_cast<Real>(s.steps) : 0;
  return {{"enabled", c.enabled},
          {"first_time_s", optional(c.first_time)},
          {"largest_work_J", c.largest_work},
          {"zones",
           {{"steps", c.zones.steps}, {"share_of_steps", share}, {"nodes_max", c.zones.nodes_max}}},
          {"impulses", impulses}};
}

Json supports_json(const Summary& s) {
  Json supports = Json::array();
  for (const Summary::Reaction& r : s.reactions)
    supports.push_back(
        {{"support", r.support}, {"body", r.body}, {"group", r.group}, {"impulse_N_s", r.impulse}});
  return supports;
}

}  // namespace

Real Summary::Impulse::mean_force() const {
  Real square = 0;
  for (const Real i : impulse) square += i * i;
  return duration > 0 ? std::sqrt(square) / duration : 0;
}

Verdict judge(const Summary& summary) {
  Verdict verdict;
  verdict.sound =
      summary.status == RunStatus::completed || summary.status == RunStatus::interrupted;
  judge_audit(summary, verdict);
  judge_energy(summary, verdict);
  judge_contact(summary, verdict);
  judge_momentum(summary, verdict);
  judge_rotation(summary, verdict);
  return verdict;
}

std::string in_words(const Summary& summary) {
  const Verdict verdict = judge(summary);
  std::string text = headline(summary) + "\n  " + contact_line(summary) + '\n';
  for (const std::string& line : verdict.lines) text += "  " + line + '\n';
  text += verdict.sound ? "  physically sound by these measures\n"
                        : "  NOT SHOWN TO BE SOUND: see above\n";
  return text;
}

std::string to_json(const Summary& s) {
  const Verdict verdict = judge(s);
  const Json json{{"name", s.name},
                  {"status", to_string(s.status)},
                  {"reason", s.reason},
                  {"sound", verdict.sound},
                  {"findings", verdict.lines},
                  {"steps", s.steps},
                  {"retries", s.retries},
                  {"cuts", s.cuts},
                  {"time_s", s.time},
                  {"end_time_s", s.end_time},
                  {"wall_s", s.wall},
                  {"energy",
                   {{"initial_J", s.energy.initial},
                    {"final_J", s.energy.last},
                    {"max_J", s.energy.max},
                    {"scale_J", s.energy.scale}}},
                  {"account", account_json(s)},
                  {"momentum",
                   {{"conserved", s.momentum.conserved},
                    {"linear_drift_kg_m_per_s", s.momentum.linear},
                    {"linear_scale_kg_m_per_s", s.momentum.linear_scale},
                    {"angular_drift_kg_m2_per_s", s.momentum.angular},
                    {"angular_scale_kg_m2_per_s", s.momentum.angular_scale}}},
                  {"rotation", rotation_json(s.rotation)},
                  {"contact", contact_json(s)},
                  {"supports", supports_json(s)},
                  {"audit",
                   {{"every_step", s.audit.every_step},
                    {"checked_frames", s.audit.checked},
                    {"intersections_max", s.audit.intersections_max},
                    {"contained_max", s.audit.contained_max},
                    {"first_bad_time_s", optional(s.audit.first_bad_time)}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void write_summary(const std::filesystem::path& path, const Summary& summary) {
  write_file(path, to_json(summary));
}

}  // namespace tactus::core
