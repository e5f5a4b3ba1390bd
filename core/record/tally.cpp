#include "core/record/tally.hpp"

#include <algorithm>

#include "core/scene/capabilities.hpp"
#include "core/step/reactions.hpp"
#include "core/support/named_fields.hpp"
#include "tactus/midpoint/capabilities.hpp"

namespace tactus::core {

void Tally::add_step(const StepFacts& facts, const Account::Causes& account, Real time) {
  sums_.add_step(facts, account, time);
  subdivided_steps_ += facts.substeps > 0;
  if (facts.strained_body >= 0) {
    ++strained_steps_;
    if (facts.dt < least_strained_step_)
      least_strained_step_ = facts.dt, strained_body_ = facts.strained_body;
  }
  largest_work_ = std::max(largest_work_, facts.contact.work);
  if (!facts.contact.forces.pairs.empty()) first_contact_ = std::min(first_contact_, time);
  peaks_.add_step(facts.contact.forces.pairs, time, facts.dt);
  convergence_.add(facts.solver.convergence);
  if (facts.solver.convergence.accepted > 0) first_accepted_ = std::min(first_accepted_, time);
  worst_residual_ = std::max(worst_residual_, facts.unconverged_residual);
}

void Tally::add_audit(const AuditResult& result, Real time, const Configuration& configuration) {
  const ContactConfig& contact = configuration.contact;
  const auto is_blind = [&](std::int32_t b) {
    const BodyConfig& body = configuration.bodies[static_cast<std::size_t>(b)];
    return body.type != BodyConfigType::particles && !body.self_contact;
  };
  ++audited_;
  sums_.add_audit(result);
  touching_ = result.touching;
  if (result.only_touches()) return;
  first_bad_ = std::min(first_bad_, time);
  const auto is_unseen = [&](std::int32_t a, std::int32_t b) {
    return std::ranges::none_of(contact.constraints, [&](const ConstraintConfig& entry) {
      return entry.between.is_any() ||
             entry.between.between_bodies(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    });
  };
  for (const AuditOverlap& o : result.overlaps)
    if (unseen_a_ == kNone && o.inner != o.outer && !o.touching && contact.enabled &&
        is_unseen(o.inner, o.outer))
      unseen_a_ = o.inner, unseen_b_ = o.outer;
  for (const AuditOverlap& o : result.overlaps)
    if (blind_body_ == kNone && o.inner == o.outer && !o.touching && is_blind(o.inner))
      blind_body_ = o.inner;
}

namespace {

/// Collects the claims (capabilities) of the components of the run.
void fill_claims(Summary& summary, const Configuration& configuration) {
  for (const ComponentConfig& material : configuration.materials)
    if (material.object && !claims_of(*material.object).has(capability::energy))
      summary.energy.unknown = material.type;
  const Claims claims = claims_of(*configuration.integrator.object);
  summary.contact.leaves_no_overlap = leaves_no_overlap(configuration);
  if (const ComponentConfig* law = explicit_law(configuration)) {
    summary.contact.explicit_laws = true;
    if (!law->value_of("steps").empty()) summary.contact.law_steps = law->pointer + "/steps";
  }
  const std::string drift = configuration.integrator.value_of("drift");
  summary.contact.drift_stays =
      !summary.contact.explicit_laws && !drift.empty() && drift != R"("project")";
  summary.integrator = {.keeps_angular_momentum = claims.has(capability::angular_momentum),
                        .reversible = claims.has(capability::reversible),
                        .second_order = claims.has(capability::second_order),
                        .middle_contact = claims.has(capability::middle_contact) &&
                                          !claims.has(capability::keeps_energy)};
}

}  // namespace

void Tally::fill(Summary& summary, const Configuration& configuration, const Model& model) const {
  fill_claims(summary, configuration);
  summary.retries = count("retries");
  summary.subdivided_steps = subdivided_steps_;
  if (strained_steps_ > 0)
    summary.strain_limit = {
        .steps = strained_steps_,
        .least_step = least_strained_step_,
        .body = configuration.bodies[static_cast<std::size_t>(strained_body_)].name};
  fill_contact(summary.contact, configuration, model);
  fill_reactions(summary, configuration);
  if (has_no_inertia(configuration))
    summary.equilibrium_residual = sums_.number("equilibrium_residual");
  summary.audit = audit(configuration);
}

Index Tally::count(std::string_view name) const { return static_cast<Index>(sums_.number(name)); }

void Tally::fill_contact(Summary::Contact& contact, const Configuration& configuration,
                         const Model& model) const {
  contact.enabled = configuration.contact.enabled;
  for (const BodyConfig& body : configuration.bodies)
    if (configuration.dim == 3 && body.type == BodyConfigType::deformable)
      (body.self_contact ? contact.with_themselves : contact.not_with_themselves)
          .push_back(body.name);
  if (first_contact_ < kNever) contact.first_time = first_contact_;
  contact.largest_work = largest_work_;
  contact.zones = {.steps = count("impact_zone_steps"), .nodes_max = count("impact_zone_nodes")};
  const std::vector<Real> transits = wave_transits(model);
  for (const PairRecord& p : sums_.pairs().records()) {
    // Waves need inertia: the force of a load step is that of an equilibrium.
    const ImpulseBins::Peak peak = has_no_inertia(configuration)
                                       ? ImpulseBins::Peak{.force = p.greatest_force, .window = 0}
                                       : peaks_.peak(p.body_a, p.body_b, transits);
    contact.impulses.push_back({.body_a = std::string(side_name(configuration, p.body_a)),
                                .body_b = std::string(side_name(configuration, p.body_b)),
                                .first_time = p.first_time,
                                .impulse = {p.impulse, p.impulse + configuration.dim},
                                .duration = p.duration,
                                .peak_force = peak.force,
                                .peak_window = peak.window,
                                .greatest_force_in_one_step = p.greatest_force});
  }
  if (solves_reactions(configuration)) contact.reactions = solved_reactions(configuration);
}

Summary::Contact::Reactions Tally::solved_reactions(const Configuration& configuration) const {
  std::vector<Real> moment;
  for (int axis = configuration.dim == 2 ? 2 : 0; axis < 3; ++axis)
    moment.push_back(sums_.number("angular_momentum_error", axis));
  return {.solved = true,
          .friction_dissipation = sums_.number("friction_dissipation"),
          .normal_energy_loss = sums_.number("normal_energy_loss"),
          .depth = sums_.number("contact_depth"),
          .new_contact_excess_depth = sums_.number("new_contact_excess_depth"),
          .angular_momentum_error = moment,
          .simultaneous_impacts = count("simultaneous_impacts"),
          .unconverged = count("unconverged_attempts"),
          .unconverged_residual = worst_residual_,
          .immovable = count("immovable_contacts"),
          .restitution = std::ranges::any_of(
              configuration.contact.laws, [](const LawConfig& law) { return law.restitution > 0; }),
          .convergence = convergence(configuration.contact)};
}

Summary::Audit Tally::audit(const Configuration& configuration) const {
  const auto name = [&](Index body) {
    return body == kNone ? std::string()
                         : configuration.bodies[static_cast<std::size_t>(body)].name;
  };
  Summary::Audit audit{.every_step = configuration.output.audit == AuditConfig::steps,
                       .checked = audited_,
                       .first_bad_time = {},
                       .unconstrained_a = name(unseen_a_),
                       .unconstrained_b = name(unseen_b_),
                       .blind_body = name(blind_body_),
                       .depth_limit = configuration.contact.depth_limit,
                       .touching = touching_,
                       .outside = configuration.contact.outside};
  if (first_bad_ < kNever) audit.first_bad_time = first_bad_;
  if (audited_ == 0) return audit;
  audit.intersections_max = count("intersections");
  audit.overlaps_without_crossing_max = count("overlaps_without_crossing");
  audit.depth = sums_.number("depth");
  audit.depth_in_facets = sums_.number("depth_facets");
  return audit;
}

Summary::Contact::Reactions::Convergence Tally::convergence(const ContactConfig& contact) const {
  const ConvergenceFacts& c = convergence_;
  Summary::Contact::Reactions::Convergence result{.measured = c.measured,
                                                  .accepted = c.accepted,
                                                  .coarse = c.coarse,
                                                  .resv = c.resv,
                                                  .accepted_resv = c.accepted_resv,
                                                  .largest = c.largest,
                                                  .distance = c.distance,
                                                  .distance_reaches = c.distance_reaches,
                                                  .distance_facets = c.distance_facets,
                                                  .gain = c.gain,
                                                  .coarse_limit = ConvergenceFacts::kCoarse,
                                                  .share = contact.not_converged.share,
                                                  .distance_limit = contact.depth_limit / 100};
  if (first_accepted_ < kNever) result.first_time = first_accepted_;
  return result;
}

void Tally::fill_reactions(Summary& summary, const Configuration& configuration) const {
  const std::vector<HolderName> names = holder_names(configuration, supports_);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const View<Real> impulse = View<Real>(sums_.reactions()).subspan(3 * i, 3);
    if (is_listed(names[i], impulse))
      summary.reactions.push_back(
          {.support = names[i].support,
           .body = names[i].body,
           .group = names[i].group,
           .impulse = {impulse.begin(), impulse.begin() + configuration.dim}});
  }
}

template <class Self, class Use>
void Tally::for_fields(Self& self, const Use& use) {
  use("tally_first_contact", self.first_contact_);
  use("tally_largest_work", self.largest_work_);
  use("tally_first_bad", self.first_bad_);
  use("tally_subdivided_steps", self.subdivided_steps_);
  use("tally_strained_steps", self.strained_steps_);
  use("tally_least_strained_step", self.least_strained_step_);
  use("tally_strained_body", self.strained_body_);
  use("tally_audited", self.audited_);
  use("tally_unseen_a", self.unseen_a_);
  use("tally_unseen_b", self.unseen_b_);
  use("tally_blind_body", self.blind_body_);
  use("tally_touching", self.touching_);
  ConvergenceFacts::for_fields("tally_convergence_", self.convergence_, use);
  use("tally_first_accepted", self.first_accepted_);
  use("tally_worst_residual", self.worst_residual_);
}

void Tally::save(Archive& archive) const {
  for_fields(*this, FieldWriter(archive));
  sums_.save("tally_", archive);
  peaks_.save(archive);
}

void Tally::load(Archive& archive, View<Body> bodies, std::size_t sides) {
  for_fields(*this, FieldReader(archive));
  sums_.load("tally_", archive, sides);
  peaks_.load(archive);
  for (const Index body : {blind_body_, unseen_a_, unseen_b_, strained_body_})
    if (body != kNone && !(0 <= body && body < static_cast<Index>(bodies.size())))
      throw Error("a body of the checkpoint's \"tally\" is not of this program");
  if ((unseen_a_ == kNone) != (unseen_b_ == kNone))
    throw Error("the checkpoint's \"tally_unseen\" is not of this program");
}

}  // namespace tactus::core
