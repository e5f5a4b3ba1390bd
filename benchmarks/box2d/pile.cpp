#include "benchmarks/box2d/pile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace tactus::bench {
namespace {

constexpr Real kPitch = 0.13;  // m, of the lattice at the start

Real cross(const Vec<2>& a, const Vec<2>& b) { return a[0] * b[1] - a[1] * b[0]; }

/// About its centroid: corners at random places of a circle, each in a sector of its own.
std::vector<Vec<2>> random_polygon(int corners, Real radius, const auto& uniform) {
  std::vector<Vec<2>> points;
  const Real turn = uniform(0, 2 * std::numbers::pi), sector = 2 * std::numbers::pi / corners;
  for (int k = 0; k < corners; ++k) {
    const Real angle = turn + sector * (k + uniform(-0.25, 0.25));
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  Vec<2> moment = Vec<2>::Zero();
  Real twice_area = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec<2>&a = points[k], &b = points[(k + 1) % points.size()];
    moment += cross(a, b) * (a + b) / 3, twice_area += cross(a, b);
  }
  for (Vec<2>& p : points) p -= moment / twice_area;
  return points;
}

/// A body where it is now.
struct Placed {
  Vec<2> at;
  Real radius;                  ///< of a disk; 0 for a polygon
  Real reach;                   ///< of a circle about `at` that contains it
  std::vector<Vec<2>> corners;  ///< in the plane
};

Placed placed(const Shape& shape, const Pose& pose) {
  Placed out{pose.at, shape.radius, shape.radius, {}};
  const Real c = std::cos(pose.angle), s = std::sin(pose.angle);
  for (const Vec<2>& corner : shape.corners) {
    out.corners.push_back(pose.at +
                          Vec<2>(c * corner[0] - s * corner[1], s * corner[0] + c * corner[1]));
    out.reach = std::max(out.reach, corner.norm());
  }
  return out;
}

/// How far b reaches behind the side of `a` out of which it is moved most easily; negative: apart.
Real behind_sides(const Placed& a, const Placed& b) {
  Real least = kUnlimited;
  for (std::size_t k = 0; k < a.corners.size(); ++k) {
    const Vec<2>& p = a.corners[k];
    const Vec<2> side = a.corners[(k + 1) % a.corners.size()] - p;
    const Vec<2> normal = Vec<2>(side[1], -side[0]).normalized();
    Real ahead = kUnlimited;
    for (const Vec<2>& q : b.corners) ahead = std::min(ahead, normal.dot(q - p));
    if (b.corners.empty()) ahead = normal.dot(b.at - p) - b.radius;
    least = std::min(least, -ahead);
  }
  return least;
}

/// Of a polygon and a disk whose centre lies in front of a corner, that corner decides.
Real behind_corners(const Placed& polygon, const Placed& disk) {
  const auto squared = [&](const Vec<2>& q) { return (q - disk.at).squaredNorm(); };
  const Vec<2> corner = *std::ranges::min_element(polygon.corners, {}, squared);
  const Vec<2> normal = (disk.at - corner).normalized();
  Real front = -kUnlimited;
  for (const Vec<2>& q : polygon.corners) front = std::max(front, normal.dot(q - corner));
  return front + disk.radius - normal.dot(disk.at - corner);
}

Real depth(const Placed& a, const Placed& b) {
  if (a.corners.empty() && b.corners.empty()) return a.radius + b.radius - (a.at - b.at).norm();
  if (a.corners.empty()) return depth(b, a);
  const Real sides = behind_sides(a, b);
  return std::min(sides, b.corners.empty() ? behind_corners(a, b) : behind_sides(b, a));
}

Real depth_in_box(const Placed& body, Real width) {
  if (body.corners.empty())
    return body.radius - std::min({body.at[1], body.at[0], width - body.at[0]});
  Real out = -kUnlimited;
  for (const Vec<2>& q : body.corners) out = std::max({out, -q[1], -q[0], q[0] - width});
  return out;
}

}  // namespace

Pile poured(Index count, bool mixed, Real end) {
  std::mt19937_64 bits(20);
  const auto uniform = [&](Real from, Real to) {
    return from + (to - from) * static_cast<Real>(bits() >> 11) * 0x1p-53;
  };
  const auto columns = static_cast<Index>(std::round(0.7 * std::sqrt(static_cast<Real>(count))));
  Pile pile{std::to_string(count) + (mixed ? " disks and polygons" : " disks"),
            {},
            kPitch * static_cast<Real>(columns) + 0.1,
            0,
            end};
  for (Index n = 0; n < count; ++n) {
    Shape shape;
    shape.at = {0.08 + kPitch * static_cast<Real>(n % columns) + uniform(0, 0.03),
                0.08 + kPitch * static_cast<Real>(n / columns)};
    const Real radius = uniform(0.04, 0.05);
    if (mixed && n % 2 == 1)
      shape.corners = random_polygon(4 + static_cast<int>(bits() % 4), radius, uniform);
    else
      shape.radius = radius;
    pile.bodies.push_back(std::move(shape));
  }
  pile.height = pile.bodies.back().at[1] + 0.1;
  return pile;
}

Real deepest(const Pile& pile, const std::vector<Pose>& poses) {
  std::vector<Placed> bodies;
  for (std::size_t i = 0; i < poses.size(); ++i) bodies.push_back(placed(pile.bodies[i], poses[i]));
  Real out = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Placed& a = bodies[i];
    out = std::max(out, depth_in_box(a, pile.width));
    for (std::size_t j = 0; j < i; ++j) {
      const Placed& b = bodies[j];
      const Real reach = a.reach + b.reach;
      if ((a.at - b.at).squaredNorm() < reach * reach) out = std::max(out, depth(a, b));
    }
  }
  return out;
}

}  // namespace tactus::bench
