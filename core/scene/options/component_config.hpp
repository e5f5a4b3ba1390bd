/// \file component_config.hpp  A component of a run as the configuration requests it: its type, the
/// object that a plugin created from its options, and the components inside this object.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

/// A component inside another one (OptionVisitor::parts), which owns it. The kernel calls its
/// accept, reject, save, load and measure under the name of the slot.
struct PartConfig {
  std::string slot;  ///< "solvers/0"; inside that one: "solvers/0/parts/1"
  std::string type;
  Component* object = nullptr;
  Kind kind{};
};

/// A component made by a plugin.
struct ComponentConfig {
  std::string type;
  /// Destroyed before its library would be, which is never unloaded
  std::unique_ptr<Component> object;
  std::vector<PartConfig> parts{};  ///< all nested components, at any depth
  Kind kind{};
  std::string pointer{};  ///< JSON pointer, for later errors
  /// Its options as JSON text including defaults, for later messages.
  std::string options{};
  /// Of an option of its own, as JSON text; empty where it has no option of this name.
  std::string value_of(std::string_view option) const;
};

}  // namespace tactus::core
