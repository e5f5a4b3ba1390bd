#include "core/scene/self_sight.hpp"

#include <fmt/format.h>

#include "core/support/plural.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {
namespace {

/// Whether the constraint that is for a body with itself looks at boundaries. Where groups of the body have
/// constraints of their own, one of them suffices.
bool sees_itself(const Configuration& configuration, std::size_t body) {
  for (const ConstraintConfig& entry : configuration.contact.constraints) {
    if (!entry.between.between_bodies(body, body)) continue;
    Detection looks;
    // What a constraint looks at does not depend on sizes, which there are none of without meshes.
    static_cast<const Constraint&>(*entry.constraint.object).detection(Scales{}, looks);
    if (sees_boundaries(looks)) return true;
    if (entry.between.first.group.empty() && entry.between.second.group.empty()) return false;
  }
  return false;
}

}  // namespace

bool sees_boundaries(const Detection& looks) {
  return looks.facet_facet || (looks.facet_vertex && looks.every_vertex) || looks.element_vertex;
}

void settle_self_contact(const Document& document, Configuration& configuration, Json& resolved) {
  if (configuration.dim != 3 || !configuration.contact.enabled) return;
  const Json::Array& given = *document.root().find("bodies")->if_array();
  std::string first;
  Index more = 0;
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b) {
    BodyConfig& body = configuration.bodies[b];
    const std::size_t entry = std::stoul(body.pointer.substr(std::string_view("/bodies/").size()));
    if (!body.self_contact || given[entry].find("self_contact") || sees_itself(configuration, b))
      continue;
    body.self_contact = false;
    (*resolved.find("bodies")->if_array())[entry].set("self_contact", Json::of(false));
    first.empty() ? void(first = body.name) : void(++more);
  }
  if (first.empty()) return;
  configuration.notes.push_back(fmt::format(
      "contact of \"{0}\"{1} with itself is not looked for, as no constraint here sees boundaries "
      "of "
      "bodies touch. To see it, put one that does (`tactus list constraint`) first in a list of "
      "/contact/constraint, with \"between\": [\"{0}\", \"{0}\"]; \"self_contact\": false says "
      "that "
      "it cannot happen",
      first, more > 0 ? fmt::format(" (and {})", plural(more, "more body", "more bodies")) : ""));
}

}  // namespace tactus::core
