#include "core/run/curved_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus::core {
namespace {

constexpr Real kCurved = 1.02;  ///< length of a path, as a multiple of the line between its ends
constexpr int kSamples = 64;    ///< of the path of a support within a step

/// Length of a vector of as many components as the model has dimensions.
Real norm(const Real* v, int dim) {
  Real square = 0;
  for (int d = 0; d < dim; ++d) square += v[d] * v[d];
  return std::sqrt(square);
}

void keep_longer(CurvedMotion& longest, Real length, Real line, std::int32_t body) {
  if (length > kCurved * line && length > longest.length) longest = {length, body};
}

/// Bodies that turn: the arc of a vertex is the velocity that u as a velocity would give it.
void look_at_turning(const Model& model, View<Real> q, View<Real> u, View<Real> x, View<Real> y,
                     CurvedMotion& longest) {
  const int dim = model.dim();
  std::array<Real, 3> arc{}, line{};
  for (const Index v : model.motion().others()) {
    model.motion().velocity({q, u, 0}, v, u, {},
                            Out<Real>(arc.data(), static_cast<std::size_t>(dim)));
    for (int d = 0; d < dim; ++d)
      line[static_cast<std::size_t>(d)] = y[dim * v + d] - x[dim * v + d];
    keep_longer(longest, norm(arc.data(), dim), norm(line.data(), dim),
                model.surface().vertex_body[v]);
  }
}

/// The length of a path between two times for a vertex at the distance `arm` from the centre of its
/// rotation, and of the line between the ends of the path; upper and lower bounds where it turns.
std::pair<Real, Real> lengths(const SupportPath& path, Real from, Real to, Real arm) {
  const PathMotion start = path.at(from);
  PathMotion last = start;
  Real length = 0;
  for (int k = 1; k <= kSamples; ++k) {
    const PathMotion now = path.at(from + (to - from) * k / kSamples);
    length += std::hypot(now.displacement[0] - last.displacement[0],
                         now.displacement[1] - last.displacement[1]) +
              arm * std::abs(now.angle - last.angle);
    last = now;
  }
  const Real turned = std::abs(last.angle - start.angle);
  const Real moved = std::hypot(last.displacement[0] - start.displacement[0],
                                last.displacement[1] - start.displacement[1]);
  return {length, moved + 2 * arm * std::abs(std::sin(std::min(turned, 2 * 3.14159) / 2))};
}

/// m, the largest distance of a vertex of the body from a point in the coordinates of the configuration.
Real largest_arm(const Model& model, std::int32_t body, const std::vector<Real>& about) {
  const Surface& s = model.surface();
  Real arm = 0;
  for (Index v = 0; v < s.boundary_vertices; ++v) {
    if (s.vertex_body[v] != body) continue;
    const Real* const at = s.reference.data() + 2 * v;
    arm = std::max(arm, std::hypot(at[0] + s.origin[0] - about[0], at[1] + s.origin[1] - about[1]));
  }
  return arm;
}

/// Whether the path changes its direction within the step or turns: only then is it worth measuring.
bool may_curve(const SupportPath& path, Real from, Real to) {
  const auto within = [&](Real t) { return from < t && t < to; };
  if (const auto* table = std::get_if<TablePath>(&path.shape))
    return std::ranges::any_of(table->times, within);
  const RotationPath* const rotation = path.rotation();
  return rotation && (std::ranges::any_of(rotation->times, within) ||
                      std::abs(path.at(to).angle - path.at(from).angle) > 0.5);
}

}  // namespace

CurvedMotion longest_curve(const Model& model, const Configuration& configuration, Real time,
                           Real dt, View<Real> q, View<Real> u, View<Real> x, View<Real> y) {
  CurvedMotion longest;
  look_at_turning(model, q, u, x, y, longest);
  for (const SupportConfig& support : configuration.supports) {
    if (!support.path.given() || !may_curve(support.path, time, time + dt)) continue;
    const auto body = static_cast<std::int32_t>(support.body_index);
    const RotationPath* const rotation = support.path.rotation();
    const Real arm = rotation ? largest_arm(model, body, rotation->about) : 0;
    const auto [length, line] = lengths(support.path, time, time + dt, arm);
    keep_longer(longest, length, line, body);
  }
  return longest;
}

}  // namespace tactus::core
