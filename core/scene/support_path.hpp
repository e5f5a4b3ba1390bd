/// \file support_path.hpp  The path along which a support moves its nodes over time: a table of
/// displacements, or a rotation about a point, which may itself move. A new kind of path is a
/// struct in this file, an alternative of SupportPath::Shape, and a line in sections.cpp.
#pragma once

#include <variant>
#include <vector>

#include "core/scene/table_curve.hpp"
#include "tactus/options.hpp"

namespace tactus::core {

/// The motion of a path at one time: x = x_0 + displacement + (R - 1)(x_0 - about), where R turns by
/// the angle about the axis.
struct PathMotion {
  Real displacement[3] = {}, velocity[3] = {};  ///< m, m/s
  Real angle = 0, rate = 0;                     ///< rad, rad/s, counter-clockwise
  Real axis[3] = {0, 0, 1};                     ///< of length 1
};

/// Displacements from the initial place at given times.
struct TablePath {
  std::vector<Real> times;          ///< s, ascending
  std::vector<Real> displacements;  ///< rows [dim] m, the first one zero
  Interpolation interpolation = Interpolation::linear;
  bool operator==(const TablePath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

/// A rotation about a point: either with a constant rate after a start-up with s^2 (3 - 2 s), or
/// through angles at given times. The point may move meanwhile, with a velocity after the same
/// start-up or by displacements at the same times, so that a wheel rolls.
struct RotationPath {
  std::vector<Real> about;          ///< [dim] m, the point at the start
  std::vector<Real> axis;           ///< [3] in space: direction of the axis; in the plane empty
  Real rate = 0;                    ///< rad/s
  Real ramp = 0;                    ///< s
  std::vector<Real> times;          ///< s; empty: the rate and the velocity apply
  std::vector<Real> angles;         ///< rad, the first one zero
  std::vector<Real> velocity;       ///< [dim] m/s, of the point; empty: it stays
  std::vector<Real> displacements;  ///< rows [dim] m, of the point, the first one zero; or empty
  Interpolation interpolation = Interpolation::linear;
  bool operator==(const RotationPath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

struct SupportPath {
  /// monostate: there is no path, and the "velocity" of the support applies.
  using Shape = std::variant<std::monostate, TablePath, RotationPath>;
  Shape shape;

  bool given() const { return shape.index() != 0; }
  const RotationPath* rotation() const { return std::get_if<RotationPath>(&shape); }
  bool operator==(const SupportPath&) const = default;
  void describe(OptionVisitor& o);
  PathMotion at(Real time) const;
};

/// Speed and distance of a start-up of length `ramp`. The speed is speed * r(t / ramp) with
/// r(s) = s^2 (3 - 2 s) up to s = 1 and r = 1 afterwards; the distance is its integral. Without a
/// ramp the speed applies at once.
Real ramped_speed(Real speed, Real time, Real ramp);
Real ramped_way(Real speed, Real time, Real ramp);

}  // namespace tactus::core
