/// \file components.hpp  All components of a configuration, each with the name by which messages
/// and checkpoints refer to it.
#pragma once

#include <string>
#include <vector>

#include "core/scene/configuration.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {

struct RunComponent {
  /// "integrator", "contact/solver", "materials/0"; a component of a component:
  /// "contact/solver/SLOT"; of a named stage "contact/stages/NAME/solver"
  std::string name;
  std::string type;
  Kind kind{};
  Component* object = nullptr;
  std::string stage{};  ///< the named stage that it belongs to; empty: to no such stage
};

/// All components, in a fixed order.
std::vector<RunComponent> components_of(const Configuration& configuration);

/// Calls f(component) outside of steps. If the call fails, the exception is converted to a
/// PluginRunError.
template <class F>
void call(const RunComponent& component, F&& f) {
  try {
    f(*component.object);
  } catch (const PluginFault& fault) {
    throw PluginRunError(fault, component.type, fault.when);
  }
}

}  // namespace tactus::core
