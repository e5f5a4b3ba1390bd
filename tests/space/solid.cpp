#include "solid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tactus/types.hpp"

namespace tactus::space_scenes {
namespace {

struct Box {
  Eigen::Array3d low = Eigen::Array3d::Constant(kUnlimited),
                 high = Eigen::Array3d::Constant(-kUnlimited);
  void add(const Point& p) { low = low.min(p.array()), high = high.max(p.array()); }
  bool meets(const Box& o) const { return (low <= o.high).all() && (o.low <= high).all(); }
};

std::array<Point, 4> corners(const Solid& s, const Tetrahedron& e, const Point& move) {
  std::array<Point, 4> out;
  for (std::size_t i = 0; i < 4; ++i) out[i] = s.points[static_cast<std::size_t>(e[i])] + move;
  return out;
}

Box box_of(const std::array<Point, 4>& t) {
  Box box;
  for (const Point& p : t) box.add(p);
  return box;
}

/// Overlap of the shadows on an axis, over its length; unlimited if the axis has none.
Real overlap_along(const Point& axis, Real size, const std::array<Point, 4>& a,
                   const std::array<Point, 4>& b) {
  const Real length = axis.norm();
  if (!(length > 1e-14 * size)) return kUnlimited;
  Real low_a = kUnlimited, high_a = -kUnlimited, low_b = kUnlimited, high_b = -kUnlimited;
  for (std::size_t i = 0; i < 4; ++i) {
    const Real x = axis.dot(a[i] - a[0]), y = axis.dot(b[i] - a[0]);
    low_a = std::min(low_a, x), high_a = std::max(high_a, x);
    low_b = std::min(low_b, y), high_b = std::max(high_b, y);
  }
  return std::min(high_a - low_b, high_b - low_a) / length;
}

constexpr int kSides[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
constexpr int kFaces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};

/// Whether two solids, one of them moved, overlap anywhere.
bool overlap(const Solid& a, const Point& move, const Solid& b) {
  std::vector<Box> boxes;
  boxes.reserve(b.elements.size());
  Box all;
  for (const Tetrahedron& e : b.elements) boxes.push_back(box_of(corners(b, e, Point::Zero())));
  for (const Point& p : b.points) all.add(p);
  for (const Tetrahedron& e : a.elements) {
    const auto t = corners(a, e, move);
    const Box box = box_of(t);
    if (!box.meets(all)) continue;
    for (std::size_t k = 0; k < b.elements.size(); ++k)
      if (box.meets(boxes[k]) && depth(t, corners(b, b.elements[k], Point::Zero())) > 0)
        return true;
  }
  return false;
}

}  // namespace

Solid& Solid::turn(const Eigen::Matrix3d& rotation) {
  for (Point& p : points) p = rotation * p;
  return *this;
}
Solid& Solid::move(const Point& by) {
  for (Point& p : points) p += by;
  return *this;
}
Solid& Solid::scale(Real factor) {
  for (Point& p : points) p *= factor;
  return *this;
}
Point Solid::middle() const {
  Point sum = Point::Zero();
  for (const Point& p : points) sum += p;
  return sum / static_cast<Real>(points.size());
}
Real Solid::radius() const {
  const Point c = middle();
  Real far = 0;
  for (const Point& p : points) far = std::max(far, (p - c).norm());
  return far;
}
Real Solid::altitude() const {
  Real least = kUnlimited;
  for (const Tetrahedron& e : elements) {
    const auto t = corners(*this, e, Point::Zero());
    const Real volume = std::abs((t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]));
    for (const auto& f : kFaces)
      least = std::min(least, volume / (t[f[1]] - t[f[0]]).cross(t[f[2]] - t[f[0]]).norm());
  }
  return least;
}

std::string Solid::gmsh() const {
  std::string text =
      fmt::format("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    text += fmt::format("{} {} {} {}\n", i + 1, points[i][0], points[i][1], points[i][2]);
  text += fmt::format("$EndNodes\n$Elements\n{}\n", elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Tetrahedron& e = elements[i];
    text += fmt::format("{} 4 0 {} {} {} {}\n", i + 1, e[0] + 1, e[1] + 1, e[2] + 1, e[3] + 1);
  }
  return text + "$EndElements\n";
}

Real depth(const std::array<Point, 4>& a, const std::array<Point, 4>& b) {
  Real least = kUnlimited;
  for (const auto* t : {&a, &b})
    for (const auto& f : kFaces) {
      const Point e = (*t)[f[1]] - (*t)[f[0]], g = (*t)[f[2]] - (*t)[f[0]];
      least = std::min(least, overlap_along(e.cross(g), e.norm() * g.norm(), a, b));
      if (least < 0) return least;
    }
  for (const auto& i : kSides)
    for (const auto& j : kSides) {
      const Point e = a[i[1]] - a[i[0]], g = b[j[1]] - b[j[0]];
      least = std::min(least, overlap_along(e.cross(g), e.norm() * g.norm(), a, b));
      if (least < 0) return least;
    }
  return least;
}

Real depth(const Solid& a, const Solid& b) {
  std::vector<Box> boxes;
  boxes.reserve(b.elements.size());
  for (const Tetrahedron& e : b.elements) boxes.push_back(box_of(corners(b, e, Point::Zero())));
  Real most = -1;
  for (const Tetrahedron& e : a.elements) {
    const auto t = corners(a, e, Point::Zero());
    const Box box = box_of(t);
    for (std::size_t k = 0; k < b.elements.size(); ++k)
      if (box.meets(boxes[k]))
        most = std::max(most, depth(t, corners(b, b.elements[k], Point::Zero())));
  }
  return most > 0 ? most : -1;
}

bool bring_near(Solid& mover, const Point& way, Real gap, const std::vector<Solid>& others) {
  const auto taken = [&](Real at) {
    return std::ranges::any_of(others, [&](const Solid& o) { return overlap(mover, at * way, o); });
  };
  const Point c = mover.middle();
  Real far = 0, step = mover.radius();
  for (const Solid& o : others) {
    far = std::max(far, (o.middle() - c).norm() + o.radius() + mover.radius());
    step = std::min(step, o.altitude() + mover.altitude());
  }
  Real free = far, hit = free;
  for (step /= 4; !taken(hit); hit -= step) {
    if (hit < -far) return false;
    free = hit;
  }
  while (free - hit > 1e-15 * far) {
    const Real half = (free + hit) / 2;
    if (half == free || half == hit) break;
    (taken(half) ? hit : free) = half;
  }
  mover.move((free + gap) * way);
  return true;
}

}  // namespace tactus::space_scenes
