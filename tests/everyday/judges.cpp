// Measures of a motion: depths pair by pair, energies row by row.
#include "judges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tactus::everyday {

using property::operator-;

namespace {

constexpr int kNew = 2;  ///< steps in which an overlap is new: a landing takes two

/// An overlap of two bodies from its birth on.
struct Episode {
  int age = 0;
  Real allowed = 0;  ///< m, at its birth
  Real turned = 0;  ///< m, by how much the paths of corners left their tangents since, step by step
};

class Depths {
 public:
  Depths(const EverydayScene& scene, const Motion& motion, Measures& out)
      : scene_(scene), motion_(motion), out_(out) {
    for (const Body& b : scene.bodies) reach_.push_back(b.shape.reach());
  }

  void look_at(std::size_t row) {
    std::vector<Shape> shapes;
    std::vector<Point> middles;
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      shapes.push_back(shape_in(scene_, b, motion_.poses[row][b]));
      middles.push_back(shapes.back().middle());
    }
    Real deepest = 0, corners = 0;
    for (std::size_t i = 0; i < shapes.size(); ++i)
      for (std::size_t k = i + 1; k < shapes.size(); ++k) {
        if (scene_.bodies[i].held && scene_.bodies[k].held) continue;
        if (norm(middles[i] - middles[k]) > reach_[i] + reach_[k]) {
          episodes_.erase({i, k});
          continue;
        }
        const Overlap o = overlap_of(shapes[i], shapes[k]);
        deepest = std::max(deepest, o.depth);
        if (o.depth > 0) corners = std::max(corners, depth_of_corners(shapes[i], shapes[k]));
        follow(row, i, k, o);
      }
    out_.deepest = std::max(out_.deepest, deepest);
    compare(row, deepest, corners);
  }

 private:
  void follow(std::size_t row, std::size_t i, std::size_t k, const Overlap& o) {
    if (o.depth <= 0 || row == 0) {
      episodes_.erase({i, k});
      return;
    }
    Episode& e = episodes_[{i, k}];
    if (++e.age <= kNew) {
      const Real size = 2 * std::min(reach_[i], reach_[k]);
      const Real approach =
          std::max({speed_of_approach(row - 1, i, k, o), speed_of_approach(row, i, k, o), 0.});
      e.allowed = std::max(e.allowed, 1.2 * scene_.step * approach + 1e-4 * size);
    }
    e.turned += way_off_tangents(row, i) + way_off_tangents(row, k);
    if (e.age <= kNew) keep(row, i, k, o, e, e.allowed, out_.born);
    keep(row, i, k, o, e, e.allowed + e.turned, out_.lasting);
  }
  /// Velocities hold to first order: a corner that turns by h w leaves its tangent by r (h w)^2 / 2.
  Real way_off_tangents(std::size_t row, std::size_t b) const {
    const Real turn = scene_.step * std::max(std::abs(motion_.poses[row][b].spin),
                                             std::abs(motion_.poses[row - 1][b].spin));
    return scene_.bodies[b].shape.is_disk() ? 0 : reach_[b] * turn * turn / 2;
  }
  void keep(std::size_t row, std::size_t i, std::size_t k, const Overlap& o, const Episode& e,
            Real allowed, Extreme& worst) const {
    if (o.depth / allowed <= worst.value) return;
    worst = {o.depth / allowed,
             fmt::format("{} and {} at t = {:.6g}, {:.4g} m deep {} steps after they met, {:.4g} m "
                         "allowed",
                         scene_.bodies[i].name, scene_.bodies[k].name,
                         motion_.history.at(row, "time_s"), o.depth, e.age, allowed)};
  }
  Real speed_of_approach(std::size_t row, std::size_t i, std::size_t k, const Overlap& o) const {
    const auto& poses = motion_.poses[row];
    return dot(o.normal, poses[i].velocity_of(o.place) - poses[k].velocity_of(o.place));
  }
  /// Depth is that of points of a boundary: at least of corners, at most the least way that separates.
  void compare(std::size_t row, Real deepest, Real corners) {
    const Real told = motion_.history.at(row, "depth_m");
    if (std::isnan(told)) return;
    out_.depth_differs = std::max(out_.depth_differs, told - deepest);
    out_.depth_missed = std::max(out_.depth_missed, corners - told);
  }

  const EverydayScene& scene_;
  const Motion& motion_;
  Measures& out_;
  std::vector<Real> reach_;
  std::map<std::pair<std::size_t, std::size_t>, Episode> episodes_;
};

/// @param rounding  J, of the energies of the table
void measure_energies(const NumberTable& h, Real gravity, Real rounding, Measures& out) {
  Real greatest = 0;
  const Real start = h.rows() == 0 ? 0 : h.at(0, "total_energy_J");
  for (std::size_t row = 0; row < h.rows(); ++row) {
    const Real kinetic = h.at(row, "kinetic_energy_J"), total = h.at(row, "total_energy_J");
    greatest = std::max(greatest, kinetic);
    if (greatest <= rounding || row == 0) continue;
    if (const Real above = total - start - rounding; above > 0)
      out.above_start = std::max(out.above_start, above / kinetic);
    const auto rise = [&](const char* column) {
      return (h.at(row, column) - h.at(row - 1, column) - rounding) / greatest;
    };
    out.step_gain = std::max(out.step_gain, rise("total_energy_J"));
    out.kinetic_gain = std::max(out.kinetic_gain, rise("kinetic_energy_J"));
    const Real by_weight = h.at(row, "dt_s") / 2 * gravity * h.at(row, "support_impulse_y_N_s");
    out.unexplained_gain =
        std::max(out.unexplained_gain, rise("total_energy_J") - by_weight / greatest);
  }
}

/// Of sums of m (v^2/2 + g y): of the kinetic energy at the start, and of heights as far as bodies are from
/// the origin.
Real rounding_of(const EverydayScene& scene) {
  Real sum = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    if (scene.bodies[b].held) continue;
    const Real mass = scene.bodies[b].density * scene.bodies[b].shape.area();
    const Real speed = norm(scene.bodies[b].velocity);
    const Real far = norm(scene.placed(b).middle()) + scene.bodies[b].shape.reach();
    sum += mass * (speed * speed / 2 + scene.gravity * far);
  }
  return 1e-13 * sum;
}

Real share_accepted(const NumberTable& h) {
  if (!h.has("accepted_unconverged")) return 0;
  Real with_contacts = 0, accepted = 0;
  for (std::size_t row = 1; row < h.rows(); ++row) {
    with_contacts += h.at(row, "contacts") > 0;
    accepted += h.at(row, "accepted_unconverged");
  }
  return with_contacts > 0 ? accepted / with_contacts : 0;
}

Real largest_way(const EverydayScene& scene, const Motion& motion) {
  if (motion.poses.empty()) return 0;
  Real way = 0;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Shape from = shape_in(scene, b, motion.poses.front()[b]),
                to = shape_in(scene, b, motion.poses.back()[b]);
    way = std::max(way, norm(to.centre - from.centre));
    for (std::size_t i = 0; i < from.corners.size(); ++i)
      way = std::max(way, norm(to.corners[i] - from.corners[i]));
  }
  return way;
}

}  // namespace

Measures measure(const EverydayScene& scene, const Motion& motion) {
  Measures out;
  Depths depths(scene, motion, out);
  for (std::size_t row = 0; row < motion.poses.size(); ++row) depths.look_at(row);
  measure_energies(motion.history, scene.gravity, rounding_of(scene), out);
  out.accepted = share_accepted(motion.history);
  out.moved = largest_way(scene, motion);
  return out;
}

}  // namespace tactus::everyday
