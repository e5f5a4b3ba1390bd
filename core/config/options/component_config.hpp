/// \file component_config.hpp  A component of a run as the configuration asks for it: its type, the
/// object that a plugin has made of its options, and the parts inside of that object.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/component.hpp"

namespace tactus::core {

/// A component inside another one (OptionVisitor::parts); owned by that one. The kernel calls its
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
  std::unique_ptr<Component> object;  ///< destroyed before libraries are (never unloaded)
  std::vector<PartConfig> parts{};    ///< all, those inside of others included
  Kind kind{};
  std::string pointer{};  ///< JSON pointer, for errors that come later
  /// Its options as JSON text, defaults filled in: what a message can say of them later.
  std::string options{};
};

}  // namespace tactus::core
