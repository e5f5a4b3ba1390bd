#include "core/scene/support_path.hpp"

#include <algorithm>
#include <cmath>

#include "core/scene/time_factor.hpp"

namespace tactus::core {
namespace {

constexpr Index kMostRows = 100000;  ///< rows of a table

void describe_interpolation(Interpolation& interpolation, OptionVisitor& o) {
  o.choice("interpolation", interpolation)
      .choices(kInterpolations)
      .help(
          "between the times: linear, or smooth (cubics without jumps of the velocity that do not "
          "overshoot; at rest at both ends of the table and where it turns)");
}

/// Displacement and velocity of a path that passes through the rows of a table.
void move_through(const std::vector<Real>& times, const std::vector<Real>& displacements,
                  Interpolation interpolation, Real time, PathMotion& motion) {
  const std::size_t dim = displacements.size() / times.size();
  for (std::size_t d = 0; d < dim; ++d) {
    const TableCurve curve{.times = times,
                           .values = displacements,
                           .columns = dim,
                           .column = d,
                           .interpolation = interpolation};
    motion.displacement[d] = curve.value(time);
    motion.velocity[d] = curve.rate(time);
  }
}

bool starts_at_zero(const std::vector<Real>& values, std::size_t columns) {
  return std::all_of(values.begin(),
                     values.begin() + static_cast<std::ptrdiff_t>(std::min(columns, values.size())),
                     [](Real v) { return v == 0; });
}

std::size_t axes_of(const OptionVisitor& o) { return o.dim() == 3 ? 3 : 2; }

/// Displacements of a path: one for each time, the first one zero.
void require_path(const std::vector<Real>& displacements, const std::vector<Real>& times,
                  OptionVisitor& o) {
  const std::size_t dim = axes_of(o);
  o.require(displacements.size() == dim * times.size(), "displacements",
            "there is one displacement for each of \"times\"");
  o.require(starts_at_zero(displacements, dim), "displacements",
            dim == 3 ? "the first one is [0, 0, 0]: nodes start where the mesh puts them"
                     : "the first one is [0, 0]: nodes start where the mesh puts them");
}

void describe_axis(std::vector<Real>& axis, OptionVisitor& o) {
  constexpr std::string_view help =
      "in space: the direction of the axis through \"about\"; the turn is counter-clockwise, seen "
      "against it";
  if (o.dim() == 0) o.axes("axis", axis).optional().help(help);
  if (o.dim() != 3) return;
  o.axes("axis", axis).required().help(help);
  const Real length = axis.size() == 3 ? std::hypot(axis[0], axis[1], axis[2]) : 1;
  o.require(length > 0 && std::isfinite(length), "axis",
            "an axis has a direction, such as [0, 0, 1]; its length does not matter");
}

}  // namespace

Real ramped_speed(Real speed, Real time, Real ramp) {
  if (!(ramp > 0)) return speed;
  const Real s = time / ramp;
  return speed * (s < 1 ? s * s * (3 - 2 * s) : 1);
}

Real ramped_way(Real speed, Real time, Real ramp) {
  if (speed == 0) return 0;
  if (!(ramp > 0)) return speed * time;
  const Real s = time / ramp;
  return speed * ramp * (s < 1 ? s * s * s * (1 - s / 2) : s - 0.5);
}

void TablePath::describe(OptionVisitor& o) {
  o.reals("times", times).unit("s").at_least(0).required().length(2, kMostRows).help("ascending");
  o.require(is_ascending(times), "times", "each time is later than the one before it");
  o.rows("displacements", displacements, kPerAxis)
      .unit("m")
      .required()
      .length(2, kMostRows)
      .help("from the place at the start, at each of these times; constant before and after");
  require_path(displacements, times, o);
  describe_interpolation(interpolation, o);
}

PathMotion TablePath::at(Real time) const {
  PathMotion motion;
  move_through(times, displacements, interpolation, time, motion);
  return motion;
}

void RotationPath::describe(OptionVisitor& o) {
  o.axes("about", about)
      .unit("m")
      .required()
      .help("the centre of the rotation, at the start; in space a point of the axis");
  describe_axis(axis, o);
  o.real("rate", rate).unit("rad/s").help("angular velocity, counter-clockwise");
  o.real("ramp", ramp)
      .unit("s")
      .at_least(0)
      .help("time until the full rate, as s^2 (3 - 2 s); 0: at once");
  o.reals("times", times)
      .unit("s")
      .at_least(0)
      .length(2, kMostRows)
      .optional()
      .help("in place of \"rate\": ascending times at which \"angles\" are given");
  o.require(is_ascending(times), "times", "each time is later than the one before it");
  o.reals("angles", angles)
      .unit("rad")
      .length(2, kMostRows)
      .optional()
      .help("counter-clockwise from the start, at each of \"times\"; constant before and after");
  o.require(angles.size() == times.size(), "angles", "there is one angle for each of \"times\"");
  o.require(starts_at_zero(angles, 1), "angles",
            "the first one is 0: nodes start where the mesh puts them");
  o.axes("velocity", velocity)
      .unit("m/s")
      .optional()
      .help("of the centre, which moves while the nodes turn about it; with the same \"ramp\"");
  o.rows("displacements", displacements, kPerAxis)
      .unit("m")
      .length(2, kMostRows)
      .optional()
      .help("of the centre from its place at the start, at each of \"times\"");
  if (!displacements.empty()) require_path(displacements, times, o);
  o.require(times.empty() || (rate == 0 && ramp == 0 && velocity.empty()), "times",
            "a path has a \"rate\" (and \"velocity\") or \"times\" with \"angles\" (and "
            "\"displacements\")");
  describe_interpolation(interpolation, o);
}

PathMotion RotationPath::at(Real time) const {
  PathMotion motion;
  if (axis.size() == 3)
    for (std::size_t d = 0; d < 3; ++d)
      motion.axis[d] = axis[d] / std::hypot(axis[0], axis[1], axis[2]);
  if (times.empty()) {
    motion.angle = ramped_way(rate, time, ramp);
    motion.rate = ramped_speed(rate, time, ramp);
    for (std::size_t d = 0; d < velocity.size(); ++d) {
      motion.displacement[d] = ramped_way(velocity[d], time, ramp);
      motion.velocity[d] = ramped_speed(velocity[d], time, ramp);
    }
    return motion;
  }
  const TableCurve curve{
      .times = times, .values = angles, .columns = 1, .interpolation = interpolation};
  motion.angle = curve.value(time);
  motion.rate = curve.rate(time);
  if (!displacements.empty()) move_through(times, displacements, interpolation, time, motion);
  return motion;
}

void SupportPath::describe(OptionVisitor& o) {
  if (auto* table = std::get_if<TablePath>(&shape)) table->describe(o);
  if (auto* rotation = std::get_if<RotationPath>(&shape)) rotation->describe(o);
}

PathMotion SupportPath::at(Real time) const {
  if (const auto* table = std::get_if<TablePath>(&shape)) return table->at(time);
  if (const auto* rotation = std::get_if<RotationPath>(&shape)) return rotation->at(time);
  return {};
}

}  // namespace tactus::core
