#include "core/record/row_sums.hpp"

#include <algorithm>

#include "core/support/named_fields.hpp"

namespace tactus::core {

void RowSums::add_step(const StepFacts& facts, const Account::Causes& account_of_step, Real time) {
  contact_energy += facts.contact.work;
  for (int d = 0; d < 3; ++d) support_impulse[d] += facts.outside.support_impulse[d];
  account += account_of_step;
  substeps += facts.substeps;
  retries += facts.retries;
  neighbour_list_rebuilds += facts.neighbour_list_rebuilds;
  contact.add(facts.contact.reactions);
  convergence.add(facts.solver.convergence);
  unconverged += facts.unconverged;
  impact_zone_steps += facts.contact.forces.impact_zone_nodes > 0 ? 1 : 0;
  impact_zone_nodes = std::max(impact_zone_nodes, facts.contact.forces.impact_zone_nodes);
  pairs.add_step(facts.contact.forces.pairs, time, facts.dt);
  for (std::size_t i = 0; i < reactions.size(); ++i) reactions[i] += facts.outside.reactions[i];
}

void RowSums::add_audit(const AuditResult& result) {
  crossings = std::max(crossings, result.intersections);
  overlaps_without_crossing = std::max(overlaps_without_crossing, result.contained);
  depth = std::max(depth, result.depth);
  depth_in_facets = std::max(depth_in_facets, result.depth_in_facets);
}

void RowSums::clear() {
  contact_energy = 0;
  std::fill(std::begin(support_impulse), std::end(support_impulse), Real{0});
  account = {};
  contact = {};
  convergence = {};
  unconverged = 0;
  substeps = retries = neighbour_list_rebuilds = impact_zone_steps = impact_zone_nodes = 0;
  crossings = overlaps_without_crossing = kNone;
  depth = depth_in_facets = 0;
  pairs.clear();
  std::fill(reactions.begin(), reactions.end(), Real{0});
}

namespace {

template <class Self, class Use>
void for_fields(Self& self, const Use& use) {
  use("gathered_contact_energy", self.contact_energy);
  use("gathered_support_impulse", self.support_impulse);
  Account::for_causes("gathered_", self.account, use);
  use("gathered_substeps", self.substeps);
  use("gathered_retries", self.retries);
  use("gathered_neighbour_list_rebuilds", self.neighbour_list_rebuilds);
  ReactionFacts::for_fields("gathered_of_reactions_", self.contact, use);
  ConvergenceFacts::for_fields("gathered_convergence_", self.convergence, use);
  use("gathered_unconverged", self.unconverged);
  use("gathered_crossings", self.crossings);
  use("gathered_overlaps_without_crossing", self.overlaps_without_crossing);
  use("gathered_depth", self.depth);
  use("gathered_depth_in_facets", self.depth_in_facets);
  use("gathered_impact_zone_steps", self.impact_zone_steps);
  use("gathered_impact_zone_nodes", self.impact_zone_nodes);
  use("gathered_reactions", self.reactions);
}

constexpr const char* kPairs = "gathered_pairs_";

}  // namespace

void RowSums::save(Archive& archive) const {
  for_fields(*this, FieldWriter(archive));
  pairs.save(kPairs, archive);
}

void RowSums::load(Archive& archive, std::size_t sides) {
  for_fields(*this, FieldReader(archive));
  pairs.load(kPairs, archive, sides);
}

}  // namespace tactus::core
