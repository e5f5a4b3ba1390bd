/// \file sections.hpp  The structure of a configuration: its sections and their members. The
/// reader, the schema, `explain` and the reference page all use this one table.
#pragma once

#include <string_view>
#include <vector>

#include "tactus/options.hpp"

namespace tactus::core {

/// A member of a section that is not an option.
struct SectionMember {
  enum class Form : std::uint8_t {
    section,                 ///< an object of `group`
    sections,                ///< a list of such objects
    component,               ///< {"type": ...} of `kind`
    components,              ///< a list of components, each with the options of `group` in addition
    one_or_more_components,  ///< one such object, or a list of them
    named,                   ///< an object whose entries, of any name, are objects of `group`
    velocity,                ///< a list of numbers, an object of `group`, or a list of such objects
    word_or_section,         ///< one of `words`, or an object of `group`
  };
  std::string_view name;
  Form form = Form::section;
  bool required = false;
  std::string_view group{};
  Kind kind{};
  std::string_view help{};
  View<std::string_view> words{};
};

/// One kind of object.
struct Section {
  std::string_view group;  ///< "mesh"
  std::string_view type;   ///< "rectangle": the value of its "type"; empty: it has no "type"
  std::string_view help;
  void (*options)(OptionVisitor&);  ///< visits default options
  std::vector<SectionMember> members{};
  bool default_type = false;  ///< of its group: "type" may be left out
};

/// All sections, beginning with the configuration itself.
const std::vector<Section>& sections();
/// The section with this group and type; null if there is none.
const Section* find_section(std::string_view group, std::string_view type);
/// Types of a group, in the order of the table.
std::vector<std::string> section_types(std::string_view group);

}  // namespace tactus::core
