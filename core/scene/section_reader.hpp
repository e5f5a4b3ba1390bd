/// \file section_reader.hpp  Functions shared by the readers of sections.
#pragma once

#include "core/scene/configuration.hpp"
#include "core/scene/options/object_reader.hpp"
#include "core/scene/sections.hpp"

namespace tactus::core {

/// The section of `group` named by an object's "type", or the default one. Reports a missing or
/// unknown type and returns null.
const Section* choose_section(ObjectReader& object, std::string_view group);
/// The same where messages name only some types of the group, such as those that fit the scene.
const Section* choose_section(ObjectReader& object, std::string_view group,
                              const std::vector<std::string>& types);

/// choose_section() where plugins of a kind stand beside the sections of a group, for objects whose "type"
/// is none of these: messages know both.
const Section* choose_section_or_plugin(ObjectReader& object, std::string_view group, Kind kind);

/// Whether a "type" is that of a plugin, be it one that was refused.
bool is_plugin_of(const ComponentSource& components, Kind kind, const std::string& type);

/// Whether a plugin makes a claim with default options. One that cannot be asked, and is refused where it is
/// made, makes none.
bool claims_by_default(ComponentSource& components, Kind kind, const std::string& type,
                       std::string_view claim);

/// Declares the members of a section as known, and reports missing ones.
void expect_members(ObjectReader& object, const Section& section);

/// Reads bodies into `configuration`, expands arrays, and creates materials.
/// @param resolved  out: the list for the resolved configuration
void read_bodies(Reading& reading, const Json& value, Configuration& configuration, Json& resolved);

/// Entries of a list at `pointer`; reports a value that is not a list.
const Json::Array* entries(Reading& reading, const Json& value, const std::string& pointer,
                           std::string_view of_what);

/// Finds the positions of the bodies that a name refers to; none for an unknown name. The name of
/// an array refers to all its copies.
class BodyNames {
 public:
  BodyNames(const Reading& reading, const Configuration& configuration);
  std::vector<std::size_t> find(std::string_view name) const;
  /// Whether there is no such body, which a mistake in a body may leave open: its name is then known
  /// from nothing but its text.
  bool lacks(std::string_view name) const;
  const std::vector<std::string>& known() const { return known_; }

 private:
  const std::vector<BodyConfig>& bodies_;
  std::vector<std::string> known_;
  bool are_read_ = true;             ///< there is a list of bodies
  std::vector<std::string> unread_;  ///< what may be the names of bodies with mistakes
};

}  // namespace tactus::core
