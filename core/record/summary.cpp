// Writes summary.json and the paragraph for the terminal; the verdict is in verdict.cpp.
#include "core/record/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/support/plural.hpp"
#include "core/support/progress.hpp"

namespace tactus::core {
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

constexpr Real kRounding = 1e-9;  ///< of what normal reactions took: sums of steps of either sign

constexpr Real kRoundingOfEnergy = 1e-12;  ///< of the scale: round-off, summed over many steps

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
  if (s.subdivided_steps > 0)
    text +=
        fmt::format(" ({} divided into substeps so that no contact is missed)", s.subdivided_steps);
  if (const Summary::StrainLimit& limit = s.strain_limit; limit.steps > 0)
    text += fmt::format(
        " ({} made shorter, so that no element is strained by more than 0.2 in a step; down to "
        "{:.3g} s "
        "for \"{}\")",
        limit.steps, limit.least_step, limit.body);
  text += fmt::format(", {} of wall time",
                      s.wall < 10 ? fmt::format("{:.2g} s", s.wall) : duration_in_words(s.wall));
  if (!s.reason.empty()) text += "\n  " + s.reason;
  if (!s.start.from.empty())
    text += fmt::format("\n  began with the state of {} at t = {:.6g} s (checkpoint SHA-256 {})",
                        s.start.from, s.start.time, s.start.sha256);
  return text;
}

const Summary::Impulse* hardest(const Summary& s) {
  const Summary::Impulse* most = nullptr;
  for (const Summary::Impulse& pair : s.contact.impulses)  // forces of a body on itself cancel
    if (pair.body_a != pair.body_b && (!most || pair.peak_force > most->peak_force)) most = &pair;
  return most && most->peak_force > 0 ? most : nullptr;
}

std::string reactions_lines(const Summary& s, const Summary::Contact::Reactions& r) {
  const auto moved = [&](Real loss) {
    const std::string amount = joules(std::abs(loss), s.energy, 4);
    return fmt::format("{} {}", amount == "0 J" ? "took" : took_or_gave(loss), amount);
  };
  std::string text = fmt::format("\n  friction {}, normal reactions {}",
                                 moved(r.friction_dissipation), moved(r.normal_energy_loss));
  const bool gave = r.friction_dissipation < -kRounding * std::abs(r.normal_energy_loss) &&
                    !is_rounding(r.friction_dissipation, s.energy);
  if (gave)
    text += s.contact.explicit_laws
                ? "; friction can only take energy. Either tangential reactions were larger than "
                  "sticking needs, because contacts that share a body were solved one by one, or "
                  "the step is long for the force that presses: then a smaller /time/step makes "
                  "this amount smaller"
                : "; friction can only take energy. The step is long for the force that presses: "
                  "a smaller /time/step makes this amount smaller";
  if (gave && r.restitution)
    text +=
        ". Or it is due to restitution: Newton's law may then let friction give energy where "
        "sliding changes its direction, and a smaller restitution helps";
  if (r.simultaneous_impacts > 0)
    text += fmt::format(
        "\n  in {} of {} contacts with restitution pushed that share bodies: Newton's law then "
        "says "
        "nothing certain of how these part",
        r.simultaneous_impacts, plural(s.steps, "step", "steps"));
  if (r.unconverged > 0)
    text += fmt::format(
        "\n  {} did not converge in the reactions (natural residual up to {:.3g} m/s) and {} made "
        "shorter",
        plural(r.unconverged, "attempt at a step", "attempts at steps"), r.unconverged_residual,
        r.unconverged == 1 ? "was" : "were");
  return text;
}

std::string self_contact_line(const Summary::Contact& contact) {
  const std::vector<std::string>&on = contact.with_themselves, &off = contact.not_with_themselves;
  if (on.empty() && off.empty()) return "";
  if (off.empty()) return "\n  contact of each body with itself was looked for, too";
  constexpr std::size_t kNamed = 5;
  const std::size_t named = std::min(off.size(), kNamed);
  return fmt::format(
      "\n  contact with itself was looked for in {} of {} deformable bodies, not in \"{}\"{}",
      on.size(), on.size() + off.size(),
      fmt::join(off.begin(), off.begin() + static_cast<std::ptrdiff_t>(named), "\", \""),
      off.size() > named ? fmt::format(" and {} more", off.size() - named) : "");
}

std::string contact_line(const Summary& s) {
  if (!s.contact.enabled) return "contact: not in this model";
  if (!s.contact.first_time)
    return (s.audit.overlaps_without_crossing_max > 0
                ? "contact: no body was pushed in a step that was made"
                : "contact: the bodies did not touch") +
           self_contact_line(s.contact);
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
    text += fmt::format(
        "\n  greatest force {:.4g} N, {}, {} with {} (in contact for {:.4g} s)", pair->peak_force,
        pair->peak_window > 0 ? fmt::format("the mean over {:.2g} s", pair->peak_window)
                              : "at the end of a step",
        pair->body_a, pair->body_b, pair->duration);
  if (const Summary::Contact::Reactions& r = s.contact.reactions; r.solved)
    text += reactions_lines(s, r);
  text += self_contact_line(s.contact);
  if (const Summary::Zones& zones = s.contact.zones; zones.steps > 0)
    text += fmt::format("\n  {} of {} used rigid impact zones (up to {})", zones.steps,
                        plural(s.steps, "step", "steps"), plural(zones.nodes_max, "node", "nodes"));
  return text;
}

/// nlohmann writes numbers that are not finite as null.
using Json = nlohmann::ordered_json;

Json optional(const std::optional<Real>& value) { return value ? Json(*value) : Json(nullptr); }

Json findings_json(const Verdict& verdict) {
  Json findings = Json::array();
  for (const Finding& finding : verdict.findings)
    findings.push_back({{"says", finding.says}, {"fault", finding.fault}});
  return findings;
}

Json account_json(const Summary& s) {
  const Summary::Account& a = s.account;
  Json json{{"kept", a.kept},
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
            {"positive_contact_work_J", a.positive_contact_work}};
  if (a.dissipates) json["dissipated_by_materials_J"] = a.dissipated;
  return json;
}

Json rotation_json(const Summary::Rotation& r) {
  if (r.material.empty()) return nullptr;
  return {{"body", r.body}, {"material", r.material}, {"largest_rad", r.angle}, {"time_s", r.time}};
}

Json convergence_json(const Summary::Contact::Reactions::Convergence& c) {
  return {{"measured_steps", c.measured},
          {"resv_max", c.resv},
          {"largest_residual_m_per_s", c.largest},
          {"accepted_unconverged", c.accepted},
          {"accepted_coarse", c.coarse},
          {"accepted_resv_max", c.accepted_resv},
          {"accepted_distance_max_m", c.distance},
          {"accepted_distance_max_facets", c.distance_facets},
          {"accepted_gain_J", c.gain},
          {"first_accepted_time_s", optional(c.first_time)}};
}

Json reactions_json(const Summary::Contact::Reactions& r) {
  return {{"friction_dissipation_J", r.friction_dissipation},
          {"normal_energy_loss_J", r.normal_energy_loss},
          {"depth_max_m", r.depth},
          {"new_contact_excess_depth_max_m", r.new_contact_excess_depth},
          {"angular_momentum_error_kg_m2_per_s", r.angular_momentum_error},
          {"simultaneous_impact_steps", r.simultaneous_impacts},
          {"unconverged_attempts", r.unconverged},
          {"unconverged_residual_m_per_s", r.unconverged_residual},
          {"immovable_contacts", r.immovable},
          {"convergence", convergence_json(r.convergence)}};
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
                        {"peak_force_N", pair.peak_force},
                        {"peak_window_s", pair.peak_window},
                        {"greatest_force_in_one_step_N", pair.greatest_force_in_one_step}});
  const Real share =
      s.steps > 0 ? static_cast<Real>(c.zones.steps) / static_cast<Real>(s.steps) : 0;
  Json json{
      {"enabled", c.enabled},
      {"first_time_s", optional(c.first_time)},
      {"largest_work_J", c.largest_work},
      {"impact_zones",
       {{"steps", c.zones.steps}, {"share_of_steps", share}, {"nodes_max", c.zones.nodes_max}}},
      {"with_themselves", c.with_themselves},
      {"impulses", impulses}};
  if (c.reactions.solved) json["reactions"] = reactions_json(c.reactions);
  return json;
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

bool is_rounding(Real energy, const Summary::Energy& of_run) {
  const Real scale = std::max(of_run.scale, std::abs(of_run.initial));
  return std::abs(energy) <= std::max(kRoundingOfEnergy * scale, of_run.rounding);
}

std::string joules(Real energy, const Summary::Energy& of_run, int digits) {
  return is_rounding(energy, of_run) ? "0 J" : fmt::format("{:.{}g} J", energy, digits);
}

std::string in_words(const Summary& summary) {
  const Verdict verdict = judge(summary);
  std::string text = headline(summary) + "\n  " + contact_line(summary) + '\n';
  for (const Finding& finding : verdict.findings) text += "  " + finding.says + '\n';
  text += verdict.sound ? "  physically sound by these measures\n"
                        : "  NOT SHOWN TO BE SOUND: see above\n";
  return text;
}

std::string to_json(const Summary& s) {
  const Verdict verdict = judge(s);
  Json json{{"name", s.name},
            {"status", to_string(s.status)},
            {"reason", s.reason},
            {"sound", verdict.sound},
            {"findings", findings_json(verdict)},
            {"steps", s.steps},
            {"retries", s.retries},
            {"subdivided_steps", s.subdivided_steps},
            {"strained_steps", s.strain_limit.steps},
            {"time_s", s.time},
            {"end_time_s", s.end_time},
            {"wall_s", s.wall},
            {"processor_s", s.processor},
            {"machine_load", s.machine_load},
            {"blas", s.blas},
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
              {"overlaps_without_crossing_max", s.audit.overlaps_without_crossing_max},
              {"depth_max_m", s.audit.depth},
              {"depth_max_facets", s.audit.depth_in_facets},
              {"depth_limit_facets",
               s.contact.leaves_no_overlap ? Json(nullptr) : Json(s.audit.depth_limit)},
              {"touching_m", s.audit.touching},
              {"first_bad_time_s", optional(s.audit.first_bad_time)}}}};
  if (s.equilibrium_residual) json["equilibrium_residual"] = *s.equilibrium_residual;
  if (!s.start.from.empty())
    json["start"] = {{"from", s.start.from},
                     {"checkpoint_sha256", s.start.sha256},
                     {"time_s", s.start.time},
                     {"steps", s.start.steps}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void write_summary(const std::filesystem::path& path, const Summary& summary) {
  write_file(path, to_json(summary));
}

}  // namespace tactus::core
