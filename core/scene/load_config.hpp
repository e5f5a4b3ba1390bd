/// \file load_config.hpp  An entry of "loads": a force on bodies, and how it changes over time
/// (docs/loads.md).
#pragma once

#include <string>
#include <vector>

#include "core/scene/options/component_config.hpp"
#include "core/scene/time_factor.hpp"

namespace tactus::core {

/// What the kernel adds up itself, and what a plugin of the kind load gives.
enum class LoadType : std::uint8_t { gravity, damping, plugin };

/// One load on one body; for an array, the reader makes one for each copy. Gravity applies to all
/// bodies.
struct LoadConfig {
  LoadType type = LoadType::gravity;
  TimeFactor factor;               ///< multiplies all forces but damping
  std::vector<Real> acceleration;  ///< gravity: [dim] m/s^2
  std::string body, group;         ///< for other types; group empty: the whole boundary or body
  /// plugin: [dim] m, acts on the node nearest to it at the start; or empty
  std::vector<Real> at;
  ComponentConfig load{};
  bool surface = false, has_potential = false;  ///< plugin: what it claims
  Real rate = 0;  ///< damping: 1/s, force per mass and velocity; body empty: all bodies
  std::size_t body_index = 0;  ///< set by the reader
  std::string pointer{};       ///< JSON pointer

  void describe_gravity(OptionVisitor& o);
  void describe_damping(OptionVisitor& o);
  /// What stands beside the options of a plugin: where it acts, which depends on its claims.
  void describe_place(OptionVisitor& o);
};

}  // namespace tactus::core
