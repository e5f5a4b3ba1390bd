/// \file load_config.hpp  What an entry of "loads" says: a force on bodies, and how it changes over
/// time (docs/loads.md).
#pragma once

#include <string>
#include <vector>

#include "core/config/scene/time_factor.hpp"

namespace tactus::core {

enum class LoadType : std::uint8_t { gravity, traction, pressure, force, damping };

/// One load on one body; the reader makes one of these for each copy of an array. Gravity is for all.
struct LoadConfig {
  LoadType type = LoadType::gravity;
  TimeFactor factor;               ///< multiplies what follows
  std::vector<Real> acceleration;  ///< gravity: [dim] m/s^2
  std::string body, group;         ///< others; group empty: all of the boundary, or all of the body
  std::vector<Real> traction;      ///< [dim] Pa, force per area of the reference configuration
  Real pressure = 0;               ///< Pa, against the outward normal
  bool follows = true;      ///< pressure: on the current boundary; false: on the one at the start
  std::vector<Real> force;  ///< [dim] N, in all
  std::vector<Real> at;     ///< force: [dim] m, the node nearest to it at the start; or empty
  Real rate = 0;            ///< damping: 1/s, force per mass and velocity; body empty: on all
  std::size_t body_index = 0;  ///< filled by the reader
  std::string pointer{};       ///< JSON pointer

  /// Options of the type given.
  void describe(OptionVisitor& o);
  void describe_gravity(OptionVisitor& o);
  void describe_traction(OptionVisitor& o);
  void describe_pressure(OptionVisitor& o);
  void describe_force(OptionVisitor& o);
  void describe_damping(OptionVisitor& o);
};

}  // namespace tactus::core
