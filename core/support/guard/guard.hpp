/// \file guard.hpp  Puts a guard in front of a component, whatever its kind.
#pragma once

#include <memory>

#include "tactus/component.hpp"
#include "tactus/kind.hpp"

namespace tactus::core {

/// The component under supervision (guarded.hpp). Null stays null, and so does a component that has not the
/// interface of its kind.
/// @param type  name of the component; lives as long as the program
std::unique_ptr<Component> guard(std::unique_ptr<Component> object, Kind kind, const char* type);

/// What is behind the guard; the component itself if it has none.
Component& unguarded(Component& component);

/// guard() for a component whose interface is known.
template <class Interface>
std::unique_ptr<Interface> guard(std::unique_ptr<Interface> object, const char* type) {
  std::unique_ptr<Component> made = guard(std::move(object), Interface::kKind, type);
  return std::unique_ptr<Interface>(static_cast<Interface*>(made.release()));
}

}  // namespace tactus::core
