/// \file between.hpp  "between": the two surfaces to which a contact law or a constraint applies.
///
/// A surface is the whole boundary of a body or of each copy of an array ("block"), a named group of its mesh
/// ("block/top"), what a constraint knows outside of the model ("belt", Constraint::outside), or any surface ("*").
/// The order of the two names does not matter. If several entries of a list match two surfaces, the first one
/// applies. Therefore an entry for "*" comes last.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tactus/options.hpp"

namespace tactus::core {

/// The surfaces that one name matches.
struct SurfaceName {
  std::string group;         ///< group of the mesh of each body; empty: the whole boundary
  std::vector<bool> bodies;  ///< [bodies] set by the reader; empty if the name is wrong
  /// [ContactConfig::outside] likewise; of a constraint's entry, what that constraint itself knows
  std::vector<bool> outside{};

  bool means_body(std::size_t body) const { return body < bodies.size() && bodies[body]; }
  bool means(std::size_t body, std::string_view of_group) const {
    return means_body(body) && (group.empty() || group == of_group);
  }
  bool means_outside(std::size_t k) const { return k < outside.size() && outside[k]; }
};

struct BetweenConfig {
  std::vector<std::string> names;  ///< two, as given; empty: any two surfaces
  SurfaceName first, second;
  std::string pointer{};  ///< JSON pointer of the entry

  void describe(OptionVisitor& o, bool required);

  /// Whether it matches some surfaces of bodies a and b.
  bool between_bodies(std::size_t a, std::size_t b) const {
    return (first.means_body(a) && second.means_body(b)) ||
           (first.means_body(b) && second.means_body(a));
  }
  /// Whether it matches any two surfaces.
  bool is_any() const { return names.empty() || (names[0] == "*" && names[1] == "*"); }
};

/// Splits a name: "block/top" is the group "top" of "block"; a name without a slash has no group.
struct SurfaceNameParts {
  std::string_view body, group;
  bool has_group = false;
};
SurfaceNameParts split_surface_name(std::string_view name);

}  // namespace tactus::core
