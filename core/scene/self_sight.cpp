#include "core/scene/self_sight.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/support/plural.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

bool sees_boundaries(const Detection& looks) {
  return looks.facet_facet || (looks.facet_vertex && looks.every_vertex) || looks.element_vertex;
}

namespace {

/// What a constraint looks at does not depend on sizes, which are unknown without meshes.
bool looks_at_boundaries(const Component& component) {
  const auto* constraint = dynamic_cast<const Constraint*>(&component);
  Detection looks{.facet_facet = !constraint};
  if (constraint) constraint->detection(Scales{}, looks);
  return sees_boundaries(looks);
}

/// Whether the constraint that is for the body with itself looks at boundaries; of several, for groups, one does.
bool sees_itself(const Configuration& configuration, std::size_t body) {
  for (const auto& [between, constraint] : configuration.contact.constraints) {
    if (!between.between_bodies(body, body)) continue;
    if (looks_at_boundaries(*constraint.object)) return true;
    if (between.first.group.empty() && between.second.group.empty()) return false;
  }
  return false;
}

}  // namespace

bool sees_as_well(const Component& constraint, const Component& other,
                  const Configuration& configuration) {
  const auto has_mesh = [](const BodyConfig& body) { return body.mesh != kNoMesh; };
  return std::ranges::count_if(configuration.bodies, has_mesh) < 2 ||
         looks_at_boundaries(constraint) || !looks_at_boundaries(other);
}

void settle_self_contact(const Document& document, Configuration& configuration, Json& resolved) {
  if (configuration.dim != 3 || !configuration.contact.enabled) return;
  const Json::Array& given = *document.root().find("bodies")->if_array();
  const auto entry_of = [](const BodyConfig& body) {
    return std::stoul(body.pointer.substr(std::string_view("/bodies/").size()));
  };
  std::vector<bool> seen(given.size());  // copies of an array are alike in this
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b)
    if (sees_itself(configuration, b)) seen[entry_of(configuration.bodies[b])] = true;
  std::vector<std::string> names;
  for (BodyConfig& body : configuration.bodies) {
    const std::size_t entry = entry_of(body);
    if (!body.self_contact || given[entry].find("self_contact") || seen[entry]) continue;
    body.self_contact = false;
    (*resolved.find("bodies")->if_array())[entry].set("self_contact", Json::of(false));
    names.push_back(body.name);
  }
  if (names.empty()) return;
  const auto more = static_cast<Index>(names.size()) - 1;
  configuration.notes.push_back(fmt::format(
      "contact of \"{0}\"{1} with itself is not looked for, as no constraint here sees boundaries "
      "of bodies touch. To see it, put one that does (`tactus list constraint`) first in a list of "
      "/contact/constraint, with \"between\": [\"{0}\", \"{0}\"]; \"self_contact\": false says "
      "that it cannot happen",
      names[0],
      more > 0 ? fmt::format(" (and {})", plural(more, "more body", "more bodies")) : ""));
}

}  // namespace tactus::core
