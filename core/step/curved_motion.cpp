#include "core/step/curved_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace tactus::core {
namespace {

constexpr Real kLittle = 0.01;  ///< rad, a rotation within a step that bends no path
constexpr int kSamples = 8;     ///< of the speed, between two times of a table

Real norm(const Real* v, int dim) {
  Real square = 0;
  for (int d = 0; d < dim; ++d) square += v[d] * v[d];
  return std::sqrt(square);
}

class Bends {
 public:
  explicit Bends(const Model& model) : model_(model), least_(model.scales().altitude / 4) {}

  /// Keeps the body if a path of this length leaves the line between its ends by too much.
  void look(std::int32_t body, Real length, Real line) {
    if (!(length > line) || std::sqrt(length * length - line * line) / 2 <= least_) return;
    const auto known = std::ranges::find(found_, body, &Bend::body);
    if (known == found_.end())
      found_.push_back({body, length});
    else
      known->length = std::max(known->length, length);
  }

  /// Bodies that turn: the way of a vertex is the velocity that u, taken for a velocity, gives it.
  void look_at_turning(View<Real> q, View<Real> u, View<Real> x, View<Real> y) {
    const int dim = model_.dim();
    std::array<Real, 3> way{}, line{};
    const Out<Real> out(way.data(), static_cast<std::size_t>(dim));
    std::int32_t body = -1;
    bool turns = false;
    for (const Index v : model_.motion().others()) {
      if (const std::int32_t own = model_.surface().vertex_body[v]; own != body)
        turns = turns_far(body = own, u);
      if (!turns) continue;
      model_.motion().velocity({.q = q, .u = u, .fraction = 0}, v, u, {}, out);
      for (int d = 0; d < dim; ++d)
        line[static_cast<std::size_t>(d)] = y[dim * v + d] - x[dim * v + d];
      look(body, norm(way.data(), dim), norm(line.data(), dim));
    }
  }

  std::vector<Bend> found() { return std::move(found_); }

 private:
  bool turns_far(std::int32_t body, View<Real> u) const {
    const Range dofs = model_.layout().bodies[body].dofs;
    for (Index dof = dofs.begin; dof < dofs.end; ++dof)
      if (model_.motion().direction_of(dof) == kNone && std::abs(u[dof]) > kLittle) return true;
    return false;
  }

  const Model& model_;
  Real least_;
  std::vector<Bend> found_;
};

/// m, of a vector: in the plane of two components.
Real length(const Real* v, int dim) {
  return dim == 2 ? std::hypot(v[0], v[1]) : std::hypot(v[0], v[1], v[2]);
}

/// m, the largest distance of a vertex of the body from a point in the coordinates of the
/// configuration. In space it is not less than that from an axis through the point.
Real largest_arm(const Model& model, std::int32_t body, const std::vector<Real>& about) {
  const Surface& s = model.surface();
  Real arm = 0;
  for (Index v = 0; v < s.boundary_vertices; ++v) {
    if (s.vertex_body[v] != body) continue;
    Real away[3] = {};
    for (int d = 0; d < s.dim; ++d) {
      const auto i = static_cast<std::size_t>(d);
      away[d] = s.reference[s.dim * v + d] + s.origin[i] - about[i];
    }
    arm = std::max(arm, length(away, s.dim));
  }
  return arm;
}

std::span<const Real> times_of(const SupportPath& path) {
  if (const auto* table = std::get_if<TablePath>(&path.shape)) return table->times;
  if (const RotationPath* const rotation = path.rotation()) return rotation->times;
  return {};
}

/// The largest speeds on a path between two times: of its displacement [m/s] and of its angle [rad/s].
/// Between two times of a table they change smoothly, so that samples tell them up to a few per cent;
/// those of a start-up only grow.
std::pair<Real, Real> largest_speeds(const SupportPath& path, int dim, Real from, Real to) {
  const std::span<const Real> times = times_of(path);
  Real speed = 0, rate = 0;
  auto next = std::ranges::upper_bound(times, from);
  for (Real start = from; start < to;) {
    const Real end = next != times.end() && *next < to ? *next++ : to;
    for (int k = 0; k <= kSamples; ++k) {
      const PathMotion now = path.at(start + (end - start) * k / kSamples);
      speed = std::max(speed, length(now.velocity, dim));
      rate = std::max(rate, std::abs(now.rate));
    }
    start = end;
  }
  return {1.05 * speed, 1.05 * rate};
}

/// A support that moves its nodes along a path.
void look_at_path(const Model& model, const SupportConfig& support, Real from, Real to,
                  Bends& bends) {
  const auto body = static_cast<std::int32_t>(support.body_index);
  const auto [speed, rate] = largest_speeds(support.path, model.dim(), from, to);
  const PathMotion start = support.path.at(from), end = support.path.at(to);
  Real between[3];
  for (int d = 0; d < 3; ++d) between[d] = end.displacement[d] - start.displacement[d];
  const Real line = length(between, model.dim());
  const Real way = speed * (to - from), angle = rate * (to - from);
  if (angle <= kLittle) return bends.look(body, way, line);
  // Nodes beside the centre of the rotation may end where they began.
  const Real arm = largest_arm(model, body, support.path.rotation()->about);
  const Real turned = std::abs(end.angle - start.angle);
  const bool turns_alone = way == 0 && turned < 3;
  bends.look(body, way + arm * angle, turns_alone ? 2 * arm * std::sin(turned / 2) : 0);
}

/// A support whose speed grows from 0 to that of its "velocity".
void look_at_start_up(const SupportConfig& support, Real from, Real to, Bends& bends) {
  const Real speed = norm(support.velocity.data(), static_cast<int>(support.velocity.size()));
  bends.look(static_cast<std::int32_t>(support.body_index),
             ramped_speed(speed, to, support.ramp) * (to - from),
             ramped_way(speed, to, support.ramp) - ramped_way(speed, from, support.ramp));
}

}  // namespace

std::vector<Bend> bends(const Model& model, const Configuration& configuration, Real time, Real dt,
                        View<Real> q, View<Real> u, View<Real> x, View<Real> y) {
  Bends bends(model);
  bends.look_at_turning(q, u, x, y);
  for (const SupportConfig& support : configuration.supports)
    if (support.path.given())
      look_at_path(model, support, time, time + dt, bends);
    else if (!support.velocity.empty() && support.ramp > 0)
      look_at_start_up(support, time, time + dt, bends);
  return bends.found();
}

}  // namespace tactus::core
