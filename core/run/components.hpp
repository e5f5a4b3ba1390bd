/// \file components.hpp  All components of a configuration, each with the name it has in a run.
#pragma once

#include <string>
#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {

struct RunComponent {
  /// "integrator", "contact/solver", "materials/0"; parts: "contact/solver/SLOT"
  std::string name;
  std::string type;
  Kind kind{};
  Component* object = nullptr;
};

/// In a fixed order.
std::vector<RunComponent> components_of(const Configuration& configuration);

/// Calls f(component). @throws PluginRunError where that breaks off.
/// @param when  what for, as in "failed when its state was read"
template <class F>
void call(const RunComponent& component, const char* when, F&& f) {
  try {
    const Called called{.kind = component.kind, .type = component.type.c_str(), .when = when};
    calling(called, [&] { f(*component.object); });
  } catch (const PluginFault& fault) {
    throw PluginRunError(fault, component.type, when);
  }
}

}  // namespace tactus::core
