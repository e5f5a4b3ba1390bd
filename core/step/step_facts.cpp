// Saves the facts of the last accepted step to a checkpoint and loads them again: for the last row, frame and message
// of a run that is killed before they are written, and for the work of contact where nothing has inertia.
#include "core/step/step_facts.hpp"

#include <fmt/format.h>

#include "core/contact/pair_table.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {

constexpr const char* kPairs = "last_pairs_";
constexpr const char* kVertexForce = "last_vertex_force";
constexpr const char* kVertexState = "last_vertex_state";
constexpr const char* kZone = "last_zone";

template <class Self, class Use>
void for_fields(Self& self, const Use& use) {
  use("last_dt", self.dt);
  use("last_stored_energy", self.contact.stored_energy);
  use("last_outside_power", self.contact.forces.outside_power);
  use("last_contacts", self.contact.forces.contacts);
  use("last_open", self.contact.reactions.open);
  use("last_sticking", self.contact.reactions.sticking);
  use("last_slipping", self.contact.reactions.slipping);
}

/// Reads an array that is empty or has `size` entries.
template <class T>
std::vector<T> optional_array(Archive& archive, const char* name, std::size_t size) {
  std::vector<T> values;
  if (!archive.read(name, values) || (!values.empty() && values.size() != size))
    throw Error(fmt::format("the checkpoint's \"{}\" does not fit this model or program", name));
  return values;
}

}  // namespace

void save_facts(const StepFacts& facts, Archive& archive) {
  for_fields(facts, FieldWriter(archive));
  archive.write(kVertexForce, View<Real>(facts.contact.forces.vertex_force));
  std::vector<Index> states;
  for (const ContactState state : facts.contact.forces.vertex_state)
    states.push_back(static_cast<Index>(state));
  archive.write(kVertexState, View<Index>(states));
  const std::vector<Index> zone(facts.contact.forces.zone.begin(), facts.contact.forces.zone.end());
  archive.write(kZone, View<Index>(zone));
  PairTable pairs;
  pairs.add_step(facts.contact.forces.pairs, 0, facts.dt);
  pairs.save(kPairs, archive);
}

void load_facts(StepFacts& facts, const Model& model, Archive& archive) {
  for_fields(facts, FieldReader(archive));
  const std::size_t vertices = model.vertex_node().size();
  const auto dim = static_cast<std::size_t>(model.dim());
  facts.contact.forces.vertex_force = optional_array<Real>(archive, kVertexForce, dim * vertices);
  facts.contact.forces.vertex_state.clear();
  for (const Index state : optional_array<Index>(archive, kVertexState, vertices))
    facts.contact.forces.vertex_state.push_back(
        static_cast<ContactState>(std::clamp<Index>(state, 0, 2)));
  facts.contact.forces.zone.clear();
  for (const Index in_zone : optional_array<Index>(archive, kZone, vertices))
    facts.contact.forces.zone.push_back(in_zone != 0 ? 1 : 0);
  PairTable pairs;
  pairs.load(kPairs, archive, model.sides());
  facts.contact.forces.pairs.clear();
  for (const PairRecord& p : pairs.records())
    facts.contact.forces.pairs.push_back({.body_a = p.body_a,
                                          .body_b = p.body_b,
                                          .contacts = p.contacts,
                                          .impulse = {p.impulse[0], p.impulse[1], p.impulse[2]}});
}

}  // namespace tactus::core
