/// \file support_path.hpp  Where a support takes its nodes over time: along a table of displacements, or
/// round a point. A new kind of path is a struct here, its place in SupportPath::Shape and its line in
/// sections.cpp.
#pragma once

#include <variant>
#include <vector>

#include "core/config/scene/table_curve.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// The motion that a path gives at one time: x = x_0 + displacement + (R - 1)(x_0 - about).
struct PathMotion {
  Real displacement[2] = {}, velocity[2] = {};  ///< m, m/s
  Real angle = 0, rate = 0;                     ///< rad, rad/s, counter-clockwise
};

/// Displacements from the place at the start, at given times.
struct TablePath {
  std::vector<Real> times;          ///< s, ascending
  std::vector<Real> displacements;  ///< rows [dim] m, the first one zero
  Interpolation interpolation = Interpolation::linear;
  bool operator==(const TablePath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

/// A turn about a point: with a rate after a start as s^2 (3 - 2 s), or through angles at given times.
struct RotationPath {
  std::vector<Real> about;   ///< [dim] m
  Real rate = 0;             ///< rad/s
  Real ramp = 0;             ///< s
  std::vector<Real> times;   ///< s; empty: the rate holds
  std::vector<Real> angles;  ///< rad, the first one zero
  Interpolation interpolation = Interpolation::linear;
  bool operator==(const RotationPath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

struct SupportPath {
  /// Nothing: a support goes by its "velocity".
  using Shape = std::variant<std::monostate, TablePath, RotationPath>;
  Shape shape;

  bool given() const { return shape.index() != 0; }
  const RotationPath* rotation() const { return std::get_if<RotationPath>(&shape); }
  bool operator==(const SupportPath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

/// Speed and way of a start-up of length `ramp`: speed r(t / ramp) with r(s) = s^2 (3 - 2 s) up to s = 1,
/// then 1, and its integral. Without a ramp at once.
Real ramped_speed(Real speed, Real time, Real ramp);
Real ramped_way(Real speed, Real time, Real ramp);

}  // namespace tactus::core
