// Random scenes: everything about scene number `seed`, and nothing else decides it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "tests/property/plane_polygon.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/property/scene_text.hpp"

namespace tactus::property {

/// Kinds are "scattered", "nested" and "unequal". Waves run with c = 1 in every body: lambda = density/2, mu = density/4.
class SceneGenerator {
 public:
  SceneGenerator(std::string_view kind, unsigned seed) : kind_(kind), random_(seed) {}

  SceneText scene() {
    // One scale for the scene: lengths of 1e-6 to 1e6.
    scale_ = std::pow(10., pick(13) - 6);
    SceneText text;
    text.kind = kind_;
    if (kind_ == "scattered") scattered(text);
    if (kind_ == "nested") nested(text);
    if (kind_ == "unequal") unequal(text);
    text.broad_phase = std::array{"grid", "quadtree", "brute_force"}[at(pick(3))];
    return text;
  }

 private:
  static constexpr Real kDensity = 1000;

  /// A mesh, and in its own coordinates the middle of what it covers and a line round it.
  struct Shape {
    std::string mesh;
    Point middle{};
    Polygon outline{};
  };
  struct Motion {
    Real speed, way, spin;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int pick(int n) { return random_.pick(n); }
  Real uniform(Real a, Real b) { return random_.uniform(a, b); }

  // ---- scenes

  /// Two to six bodies thrown at each other, sizes within a factor of 10.
  void scattered(SceneText& text) {
    const int count = 2 + pick(5);
    const bool aligned = pick(4) == 0;
    for (int b = 0; b < count; ++b) {
      const Real size = pick(5) == 0 ? uniform(0.1, 0.2) : uniform(0.3, 1);
      // Aligned: places on a lattice and no turn, so that sides are collinear and corners meet.
      const Real turn = aligned ? 0 : uniform(0, 2 * kPi);
      const Shape s = shape(aligned ? 0.5 : size);
      const Point place = free_place(s, turn, aligned);
      const Real spin = pick(3) == 0 ? uniform(-0.05, 0.05) / size : 0;
      // Every other one flies at the middle, so that they meet.
      const Real way = pick(2) == 0 ? uniform(0, 2 * kPi) : std::atan2(-place[1], -place[0]);
      const Motion motion{pick(3) == 0 ? 0 : uniform(0.02, 0.15), way, spin};
      add(text, s, {}, turn, place, motion);
    }
    text.end = 8 * scale_;
  }
  /// Anywhere near the middle where the shape does not reach into those before it; farther out the
  /// longer that takes to find.
  Point free_place(const Shape& shape, Real turn, bool aligned) {
    for (int tries = 0;; ++tries) {
      const Real far = 1 + 0.02 * tries, x = uniform(-far, far), y = uniform(-far, far);
      const Point place =
          aligned ? Point{std::round(2 * x) / 2, std::round(2 * y) / 2} : Point{x, y};
      const Polygon outline = placed(shape.outline, turn, place);
      const bool taken = std::any_of(outlines_.begin(), outlines_.end(),
                                     [&](const Polygon& other) { return overlap(outline, other); });
      if (taken && tries < 200) continue;
      outlines_.push_back(outline);
      return place;
    }
  }

  /// A body in the hollow of another, which is closed or has a mouth too narrow to come in by, up to
  /// three deep; sometimes one more comes from outside.
  void nested(SceneText& text) {
    const Real turn = pick(3) == 0 ? 0 : uniform(0, 2 * kPi);
    Real size = 1;
    const int depth = 2 + pick(2);
    for (int b = 0; b < depth; ++b) {
      const bool last = b == depth - 1;
      // A hollow is half as wide as its body; whatever turns in it needs 1/sqrt(2) of that.
      const Shape s = last ? shape(size) : hollow(size);
      const Motion motion{pick(3) == 0 ? 0 : uniform(0.02, 0.15), uniform(0, 2 * kPi),
                          pick(3) == 0 ? uniform(-0.05, 0.05) / size : 0};
      add(text, s, s.middle, last ? uniform(0, 2 * kPi) : turn, {}, motion);
      size *= 0.5 * uniform(0.3, 0.68);
    }
    if (pick(2) == 0) {
      const Shape s = shape(0.4);
      const Point place{1.2, uniform(-0.3, 0.3)};
      add(text, s, s.middle, uniform(0, 2 * kPi), place, {0.15, kPi, 0});
    }
    text.end = (depth == 2 ? 5 : 2) * scale_;
  }

  /// Something up to a thousand times smaller thrown at the side of a body, or into its slit.
  void unequal(SceneText& text) {
    const Real small = std::pow(10., -uniform(1, 3));
    const Real turn = pick(2) == 0 ? 0 : uniform(0, 2 * kPi);
    const Real height = uniform(0.2, 0.8);
    const bool slit = pick(3) == 0;
    const Shape large = slit ? slotted(height, 2.5 * small) : block(1, 1, 1 + pick(4), 2);
    const Motion drift{pick(2) * 0.02, uniform(0, 2 * kPi), 0};
    add(text, large, {}, turn, {}, drift);
    const int count = 1 + pick(3);
    for (int b = 0; b < count; ++b) {
      // Before the right-hand side at x = 1 (in the slit, the first one), one behind the other.
      const Real before = slit && b == 0 ? -2 * small : (1 + 2 * b) * small;
      const Shape s = shape(small);
      const Real own = uniform(0, 2 * kPi);
      const Point place = turned({1 + before, height}, turn);
      add(text, s, s.middle, own, place, {uniform(0.03, 0.12), turn + kPi + uniform(-0.3, 0.3), 0});
    }
    text.end = 50 * small * scale_;
  }

  // ---- bodies; lengths over the scene's scale

  /// The shape's `pivot` is what it turns about and what comes to `place`.
  void add(SceneText& text, const Shape& shape, Point pivot, Real turn, Point place,
           const Motion& motion) {
    const Point p = turned(pivot, turn);
    text.bodies.push_back(fmt::format(
        R"({{"name": "body_{}", "mesh": {}, "rotate": {}, "translate": [{}, {}], "density": {},
     "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}}, "self_contact": true,
     "velocity": {{"constant": [{}, {}], "spin": {}}}}})",
        text.bodies.size(), shape.mesh, turn, (place[0] - p[0]) * scale_,
        (place[1] - p[1]) * scale_, kDensity, kDensity * 0.5, kDensity * 0.25,
        motion.speed * std::cos(motion.way), motion.speed * std::sin(motion.way),
        motion.spin / scale_));
  }

  /// Any shape that a circle of diameter `size` times sqrt(2) about its middle holds.
  Shape shape(Real size) {
    switch (pick(7)) {
      case 0:
        return disk(size / 2);
      case 1:
        return open_c(size);
      case 2: {
        const Real height = uniform(0.1, 0.5) * size;
        const int across = 2 + pick(5), up = 1 + pick(2);
        return block(size, height, across, up);
      }
      case 3: {
        const int across = 1 + pick(4), up = 1 + pick(4);
        return block(size, size, across, up);
      }
      case 4:
        return star(size);
      case 5:
        return thin(size);
      default:
        return zigzag(size);
    }
  }

  Shape disk(Real radius) {
    Polygon round;
    constexpr int corners = 24;  // of a polygon round all of it
    for (int k = 0; k < corners; ++k)
      round.push_back(radius / std::cos(kPi / corners) * towards(2 * kPi * k / corners));
    return {fmt::format(R"({{"type": "disk", "radius": {}, "rings": {}}})", radius * scale_,
                        1 + pick(3)),
            {},
            round};
  }
  Shape block(Real width, Real height, int across, int up, const std::string& without = "") {
    return {
        fmt::format(
            R"({{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {}{}}})",
            width * scale_, height * scale_, across, up, 2 + 2 * pick(2), without),
        {width / 2, height / 2},
        {{0, 0}, {width, 0}, {width, height}, {0, height}}};
  }
  std::string without(Real x0, Real y0, Real x1, Real y1) const {
    return fmt::format(R"(,
       "without": [[{}, {}, {}, {}]])",
                       x0 * scale_, y0 * scale_, x1 * scale_, y1 * scale_);
  }
  /// Open on one side; with luck another body starts in its mouth.
  Shape open_c(Real size) {
    constexpr Real third = 1. / 3;
    Shape s = block(size, size, 6, 6, without(0.3 * size, 0.3 * size, 1.1 * size, 0.7 * size));
    s.outline = {{0, 0},         {1, 0}, {1, third}, {third, third}, {third, 2 * third},
                 {1, 2 * third}, {1, 1}, {0, 1}};
    for (Point& p : s.outline) p = size * p;
    return s;
  }
  /// A square with a hollow of half its width in its middle: closed, or with a mouth.
  Shape hollow(Real size) {
    if (pick(2) == 0)
      return block(size, size, 4, 4, without(0.25 * size, 0.25 * size, 0.75 * size, 0.75 * size));
    const Real m = uniform(0.02, 0.1);  // half the mouth
    Shape s = polygon({{0, 0},
                       {1, 0},
                       {1, .5 - m},
                       {.75, .5 - m},
                       {.75, .25},
                       {.25, .25},
                       {.25, .75},
                       {.75, .75},
                       {.75, .5 + m},
                       {1, .5 + m},
                       {1, 1},
                       {0, 1}},
                      size, 0.3);
    s.middle = {size / 2, size / 2};
    return s;
  }
  /// A unit square with a slit from the right.
  Shape slotted(Real height, Real mouth) {
    const Real depth = std::min(6 * mouth, 0.6), low = height - mouth / 2,
               high = height + mouth / 2;
    return polygon(
        {{0, 0}, {1, 0}, {1, low}, {1 - depth, low}, {1 - depth, high}, {1, high}, {1, 1}, {0, 1}},
        1, 1);
  }

  /// Star-shaped about the origin: corners at growing angles, radii at random (reentrant corners), or
  /// long and short in turn (spikes).
  Shape star(Real size) {
    const int corners = 5 + pick(6);
    const bool spikes = pick(3) == 0;
    std::vector<Point> points;
    for (int k = 0; k < corners; ++k) {
      const Real angle = 2 * kPi * (k + uniform(-0.3, 0.3)) / corners;
      const Real radius = spikes ? (k % 2 ? 0.2 : 0.5) : uniform(0.2, 0.5);
      points.push_back(turned({radius, 0}, angle));
    }
    return polygon(points, size, 0.5);
  }
  /// A needle, or a thin L or V: two arms from a corner.
  Shape thin(Real size) {
    const Real t = uniform(0.04, 0.12);
    if (pick(3) == 0) return polygon({{-.5, -t / 2}, {.5, -t / 4}, {-.5, t / 2}}, size, 0.5);
    const Real opening = uniform(0.3, 2.5);  // of the arms
    const Point end = turned({1, 0}, opening), side = turned({0, -t}, opening);
    const Real inner = t / std::tan(opening / 2);
    std::vector<Point> points{
        {0, 0}, {1, 0}, {1, t}, {inner, t}, {end[0] + side[0], end[1] + side[1]}, end};
    for (Point& p : points) p = {0.6 * p[0] - 0.15, 0.6 * p[1] - 0.15};
    return polygon(points, size, 0.5);
  }
  /// A comb or a bolt of lightning: a strip whose middle line turns at every corner.
  Shape zigzag(Real size) {
    const int corners = 3 + pick(3);
    const Real t = uniform(0.08, 0.2);
    std::vector<Point> points, back;
    for (int k = 0; k < corners; ++k) {
      const Real x = -0.45 + 0.9 * k / (corners - 1), y = (k % 2 ? 1 : -1) * uniform(0.05, 0.25);
      points.push_back({x, y - t / 2});
      back.insert(back.begin(), {x, y + t / 2});
    }
    points.insert(points.end(), back.begin(), back.end());
    return polygon(points, size, 0.5);
  }

  /// `longest`: of the edges of the outline, over the size.
  Shape polygon(const std::vector<Point>& corners, Real size, Real longest) const {
    std::string list;
    Polygon outline;
    for (const Point& p : corners) outline.push_back(size * p);
    for (const Point& p : corners)
      list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", p[0] * size * scale_,
                          p[1] * size * scale_);
    return {fmt::format(R"({{"type": "polygon", "points": [{}], "size": {}}})", list,
                        longest * size * scale_),
            {},
            outline};
  }

  std::string_view kind_;
  RandomNumbers random_;
  std::vector<Polygon> outlines_;  ///< of bodies that are scattered, over the scale
  Real scale_ = 1;
};

}  // namespace tactus::property
