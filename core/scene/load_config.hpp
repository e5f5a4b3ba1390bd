/// \file load_config.hpp  An entry of "loads": a force on bodies, and how it changes over time
/// (docs/loads.md).
#pragma once

#include <string>
#include <vector>

#include "core/scene/time_factor.hpp"

namespace tactus::core {

enum class LoadType : std::uint8_t { gravity, traction, pressure, force, damping };

/// One load on one body; for an array, the reader makes one for each copy. Gravity applies to all
/// bodies.
struct LoadConfig {
  LoadType type = LoadType::gravity;
  TimeFactor factor;               ///< multiplies all following values
  std::vector<Real> acceleration;  ///< gravity: [dim] m/s^2
  std::string body, group;         ///< for other types; group empty: the whole boundary or body
  std::vector<Real> traction;      ///< [dim] Pa, force per area of the reference configuration
  Real pressure = 0;               ///< Pa, opposite to the outward normal
  bool follows = true;             ///< pressure on the current boundary; false: on the initial one
  std::vector<Real> force;         ///< [dim] N, total
  /// force: [dim] m, acts on the node nearest to it at the start; or empty
  std::vector<Real> at;
  Real rate = 0;  ///< damping: 1/s, force per mass and velocity; body empty: all bodies
  std::size_t body_index = 0;  ///< set by the reader
  std::string pointer{};       ///< JSON pointer

  /// Declares the options of this type.
  void describe(OptionVisitor& o);
  void describe_gravity(OptionVisitor& o);
  void describe_traction(OptionVisitor& o);
  void describe_pressure(OptionVisitor& o);
  void describe_force(OptionVisitor& o);
  void describe_damping(OptionVisitor& o);
};

}  // namespace tactus::core
