// Outlines of bodies in the plane, as the generators of random scenes need them: how far two of them
// are from each other, and how to bring them as near as is wanted without an overlap.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::property {

using Point = std::array<Real, 2>;
using Polygon = std::vector<Point>;

constexpr Real kPi = 3.14159265358979323846;

inline Point operator+(Point a, Point b) { return {a[0] + b[0], a[1] + b[1]}; }
inline Point operator-(Point a, Point b) { return {a[0] - b[0], a[1] - b[1]}; }
inline Point operator*(Real s, Point a) { return {s * a[0], s * a[1]}; }
inline Real dot(Point a, Point b) { return a[0] * b[0] + a[1] * b[1]; }
inline Real cross(Point a, Point b) { return a[0] * b[1] - a[1] * b[0]; }
inline Real norm(Point a) { return std::hypot(a[0], a[1]); }
inline Point towards(Real angle) { return {std::cos(angle), std::sin(angle)}; }
inline Point turned(Point p, Real angle) {
  const Point e = towards(angle);
  return {e[0] * p[0] - e[1] * p[1], e[1] * p[0] + e[0] * p[1]};
}
/// Turned about the origin, then moved.
inline Polygon placed(Polygon shape, Real angle, Point move) {
  for (Point& p : shape) p = turned(p, angle) + move;
  return shape;
}

/// From a point to a segment.
inline Real distance(Point p, Point a, Point b) {
  const Point along = b - a;
  const Real square = dot(along, along);
  const Real at = square > 0 ? std::clamp(dot(p - a, along) / square, 0., 1.) : 0;
  return norm(p - (a + at * along));
}

inline bool cross_each_other(Point a, Point b, Point c, Point d) {
  return cross(b - a, c - a) * cross(b - a, d - a) < 0 &&
         cross(d - c, a - c) * cross(d - c, b - c) < 0;
}

inline bool contains(const Polygon& outer, Point p) {
  bool inside = false;
  for (std::size_t i = 0, j = outer.size() - 1; i < outer.size(); j = i++) {
    const Point a = outer[i], b = outer[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) &&
        p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
      inside = !inside;
  }
  return inside;
}

/// 0 where they overlap.
inline Real distance(const Polygon& one, const Polygon& other) {
  if (contains(one, other.front()) || contains(other, one.front())) return 0;
  Real least = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t k = 0; k < other.size(); ++k) {
      const Point a = one[i], b = one[(i + 1) % one.size()];
      const Point c = other[k], d = other[(k + 1) % other.size()];
      if (cross_each_other(a, b, c, d)) return 0;
      least = std::min(
          {least, distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b)});
    }
  return least;
}

/// Whether they have more in common than their boundaries: bodies may touch.
inline bool overlap(const Polygon& one, const Polygon& other) {
  const auto inside = [](const Polygon& outer, Point p) {
    if (!contains(outer, p)) return false;
    Real least = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < outer.size(); ++i)
      least = std::min(least, distance(p, outer[i], outer[(i + 1) % outer.size()]));
    return least > 1e-9;
  };
  // Corners, and points just inside of the middles of sides: bodies that coincide have those.
  const auto reaches_into = [&](const Polygon& inner, const Polygon& outer) {
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const Point a = inner[i], side = inner[(i + 1) % inner.size()] - a;
      if (inside(outer, a)) return true;
      for (const Real in : {1e-6, -1e-6}) {
        const Point p = a + 0.5 * side + in * Point{-side[1], side[0]};
        if (inside(inner, p) && inside(outer, p)) return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t k = 0; k < other.size(); ++k)
      if (cross_each_other(one[i], one[(i + 1) % one.size()], other[k],
                           other[(k + 1) % other.size()]))
        return true;
  return reaches_into(one, other) || reaches_into(other, one);
}

/// One of the bodies that come together: its outline and the direction it comes along.
struct Comer {
  Polygon outline;
  Point way{};  ///< of length 1; 0: it waits
};
constexpr std::size_t kAllComers = std::numeric_limits<std::size_t>::max();

/// Between those that move relative to each other; with a number, only what is between that one and
/// the others.
inline Real least_distance(const std::vector<Comer>& comers, std::size_t only = kAllComers) {
  Real least = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < comers.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const bool asked =
          only == kAllComers ? comers[i].way != comers[k].way : only == i || only == k;
      if (asked) least = std::min(least, distance(comers[i].outline, comers[k].outline));
    }
  return least;
}

/// Moves all of them along their ways, equally far, until two are as near as `gap`, then each by
/// itself; at most `far`. What stands between two shrinks by no more than both of their ways, so
/// nothing ever overlaps.
inline void bring_together(std::vector<Comer>& comers, Real gap, Real far) {
  const auto advance = [&](Real left, std::size_t only) {
    for (int k = 0; k < 500 && left > 0; ++k) {
      const Real apart = least_distance(comers, only) - gap;
      if (apart <= 1e-3 * gap) break;
      const Real way = std::min(only == kAllComers ? apart / 2 : apart, left);
      left -= way;
      for (std::size_t i = 0; i < comers.size(); ++i)
        if (only == kAllComers || only == i)
          for (Point& p : comers[i].outline) p = p + way * comers[i].way;
    }
    return left;
  };
  const Real left = advance(far, kAllComers);
  for (std::size_t i = 0; i < comers.size(); ++i)
    if (norm(comers[i].way) > 0) advance(left, i);
}

}  // namespace tactus::property
