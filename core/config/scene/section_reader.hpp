/// \file section_reader.hpp  What the readers of sections share.
#pragma once

#include "core/config/options/object_reader.hpp"
#include "core/config/scene/configuration.hpp"
#include "core/config/scene/sections.hpp"

namespace tactus::core {

/// The section of `group` that an object's "type" names, or the default one. Reports a type that is
/// missing or not known and returns null.
const Section* choose_section(ObjectReader& object, std::string_view group);

/// Makes the members of a section known and reports those that are missing.
void expect_members(ObjectReader& object, const Section& section);

/// Reads bodies into `configuration`, arrays expanded, materials made.
/// @param resolved  out: the list for the resolved configuration
void read_bodies(Reading& reading, const Json& value, Configuration& configuration, Json& resolved);

/// Entries of a list at `pointer`; reports what is no list.
const Json::Array* entries(Reading& reading, const Json& value, const std::string& pointer,
                           std::string_view of_what);

/// Which bodies a name means, by position; nothing for one that is not known. An array's name means
/// each of its copies.
class BodyNames {
 public:
  explicit BodyNames(const Configuration& configuration);
  std::vector<std::size_t> find(std::string_view name) const;
  const std::vector<std::string>& known() const { return known_; }

 private:
  const std::vector<BodyConfig>& bodies_;
  std::vector<std::string> known_;
};

}  // namespace tactus::core
