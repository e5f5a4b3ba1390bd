// Bodies between two obstacles that close: a rigid polygon that turns, or a deformable block. A
// rigid body whose width is a minimum between the jaws cannot be moved out of their way by
// anything.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "tests/property/plane_polygon.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/property/squeeze.hpp"
#include "tests/support/measured.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::property {

/// One random scene; a function of its seed alone.
class JawsScene {
 public:
  explicit JawsScene(unsigned seed, bool rigid) : random_(seed), rigid_(rigid) {
    speed_ = random_.logarithmic(0.05, 1);
    reflects_ = random_.one_in(2);
    if (rigid)
      draw_polygon();
    else
      draw_block();
  }

  Real speed() const { return speed_; }                ///< m/s, of each jaw
  const Polygon& outline() const { return corners_; }  ///< m, of the polygon before it is placed
  Polygon placed_outline() const { return placed(corners_, turned_, {}); }

  /// @param limited  false: the solver accepts corrections of any size
  std::string json(bool limited = true) const {
    const Real inner = half_gap(), end = (inner - left_over_ * width_) / speed_;
    return fmt::format(R"({{"dimension": 2, "bodies": [{}, {}, {}],
      "supports": [{{"body": "left", "velocity": [{}, 0]}}, {{"body": "right", "velocity": [{}, 0]}}],
      "integrator": {{"type": "newmark", "impact": "{}"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                   "solver": {{"type": "local_sqp", "limit_corrections": {}}}}},
      "time": {{"end": {}, "step": {}}}, "output": {{"audit": "steps"}}}})",
                       body_, jaw("left", -inner - 0.5), jaw("right", inner), speed_, -speed_,
                       reflects_ ? "reflect" : "stop", limited, end,
                       rigid_ ? fmt::format("{}", 1e-4 / speed_) : "\"auto\"");
  }

 private:
  Real half_gap() const { return 0.5 * width_ + 0.05; }

  static std::string jaw(const char* name, Real x) {
    return fmt::format(R"({{"name": "{}", "type": "obstacle", "translate": [{}, -2],
      "mesh": {{"type": "rectangle", "size": [0.5, 4], "cells": [1, 4]}}}})",
                       name, x);
  }

  /// A convex polygon with its corners on an ellipse.
  void draw_polygon() {
    const int count = 3 + random_.pick(6);
    const Real flatness = random_.uniform(0.4, 1);
    turned_ = random_.uniform(0, 2 * kPi);
    const Real spin = random_.uniform(-1, 1) * speed_, vy = random_.uniform(-0.1, 0.1) * speed_;
    const Real density = random_.logarithmic(0.1, 10);
    std::string points;
    for (int k = 0; k < count; ++k) {
      const Point e = towards(2 * kPi * (k + random_.uniform(-0.35, 0.35)) / count);
      corners_.push_back({0.5 * e[0], 0.5 * flatness * e[1]});
      points += fmt::format("{}[{}, {}]", k ? ", " : "", corners_.back()[0], corners_.back()[1]);
    }
    width_ = 1;
    body_ = fmt::format(R"({{"name": "stone", "type": "rigid", "density": {}, "rotate": {},
      "mesh": {{"type": "polygon", "size": 2, "points": [{}]}},
      "velocity": {{"constant": [0, {}], "spin": {}}}}})",
                        density, turned_, points, vy, spin);
  }

  void draw_block() {
    left_over_ = random_.logarithmic(0.01, 0.1);
    const Real height = random_.uniform(0.4, 1.2), angle = random_.uniform(-0.3, 0.3);
    const int nx = 2 + random_.pick(3), ny = 2 + random_.pick(3);
    const Real stiffness = random_.logarithmic(30, 1000), viscous = random_.uniform(0.1, 0.8);
    const bool relaxes = random_.one_in(2);
    width_ = 1 * std::cos(angle) + height * std::abs(std::sin(angle));
    const Point middle = turned({0.5, height / 2}, angle);
    const std::string more =
        relaxes ? fmt::format(R"(, "fractions": [{}], "relaxation_times": [0.1])", viscous) : "";
    body_ = fmt::format(R"({{"name": "stone", "density": 1, "rotate": {}, "translate": [{}, {}],
      "mesh": {{"type": "rectangle", "size": [1, {}], "cells": [{}, {}]}},
      "material": {{"type": "{}", "young": {}, "poisson": 0.3{}}}}})",
                        angle, -middle[0], -middle[1], height, nx, ny,
                        relaxes ? "viscoelastic" : "neo_hookean",
                        stiffness * std::max<Real>(1, speed_ * speed_), more);
  }

  RandomNumbers random_;
  bool rigid_, reflects_ = false;
  Real speed_ = 0, width_ = 1, left_over_ = 0.1, turned_ = 0;
  Polygon corners_;
  std::string body_;
};

/// Whether `width` is within `share` of itself of an extremum of the width of a convex polygon:
/// with a side flush with a jaw, or with two corners opposite each other.
inline bool is_extreme_width(const Polygon& corners, Real width, Real share) {
  const auto near = [&](Real extremum) { return std::abs(width - extremum) <= share * width; };
  const auto extent = [&](Point along) {
    Real low = dot(corners[0], along), high = low;
    for (const Point& p : corners) {
      low = std::min(low, dot(p, along));
      high = std::max(high, dot(p, along));
    }
    return high - low;
  };
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Point way = corners[k] - corners[i];
      const Real distance = norm(way);
      const Point along = (1 / distance) * way, across{-along[1], along[0]};
      const bool side = k + 1 == i || (k == 0 && i + 1 == corners.size());
      if (side && near(extent(across))) return true;
      if (extent(along) <= distance * (1 + 1e-12) && near(distance)) return true;
    }
  return false;
}

/// What became of a scene.
struct JawsCourse {
  std::string refused;  ///< why, in the words of the program
  bool ran_away = false;
  std::string words;  ///< about that
  Real fastest = 0;   ///< m/s, of a corner or node in one step
  /// largest work of the jaws in one step over the energy before it and 2 M v^2
  Real push = 0;
  Real ratio = 0;  ///< largest correction over relative motion
  /// steps in which it rose above 3, and above what it was, with no more than one jaw pressing
  Index one_sided = 0;
  /// of rigid bodies in steps in which it rose above 3: the correction over the least one by which they
  /// fit between the jaws, computed from their corners alone
  Real over_least = 0;
  /// such steps in which a corner met a node of a jaw, whose row has the normal of a side of the body
  Index at_nodes = 0;
  Real contact = 0;    ///< largest running sum of contact's gains over the scale
  Real momentum = 0;   ///< drift of linear momentum over its scale
  Index overlaps = 0;  ///< states with an overlap
  Real gap = 0;        ///< m, between the jaws at the end

  bool pinched() const { return refused.find("pinched") != std::string::npos; }
  bool names(std::string_view body) const {
    return refused.find(fmt::format("\"{}\"", body)) != std::string::npos;
  }
};

inline Real fastest_point(const testing::Simulation& s) {
  const Body& body = s.model.layout().bodies[0];
  const auto& v = s.stepper.state().v;
  const auto at = [&](Index dof) { return v[static_cast<std::size_t>(dof)]; };
  Real fastest = 0;
  if (!body.rotation.empty())
    return std::hypot(at(body.dofs.begin), at(body.dofs.begin + 1)) +
           0.5 * std::abs(at(body.dofs.begin + 2));
  for (Index dof = body.dofs.begin; dof < body.dofs.end; dof += 2)
    fastest = std::max(fastest, std::hypot(at(dof), at(dof + 1)));
  return fastest;
}

/// In the last step.
inline bool both_jaws_press(const testing::Simulation& s) {
  std::array<bool, 3> presses{};
  for (const core::PairImpulse& p : s.stepper.facts().contact.forces.pairs)
    for (const std::int32_t body : {p.body_a, p.body_b})
      if (body >= 0 && body < 3 && std::hypot(p.impulse[0], p.impulse[1]) > 0)
        presses[static_cast<std::size_t>(body)] = true;
  return presses[1] && presses[2];
}

/// In the last step: not along the jaws' line alone.
inline bool pushed_aside(const testing::Simulation& s) {
  return std::ranges::any_of(s.stepper.facts().contact.forces.pairs, [](const auto& p) {
    return std::abs(p.impulse[1]) > 1e-9 * std::abs(p.impulse[0]);
  });
}

inline JawsCourse run_jaws(const JawsScene& scene, bool limited = true) {
  testing::Simulation s(scene.json(limited));
  testing::MeasuredBySolver ratio(s, "correction_over_motion");
  JawsCourse course;
  const bool rigid = !scene.outline().empty();
  std::optional<SqueezedStep> squeezed;
  if (rigid) squeezed.emplace(s, scene.placed_outline());
  try {
    while (!s.stepper.finished()) {
      if (rigid) squeezed->before(s);
      const Real before = s.balance.now().kinetic + s.balance.now().strain;
      s.step();
      const Real there = before + 2 * s.balance.mass() * scene.speed() * scene.speed();
      course.push = std::max(course.push, -s.stepper.facts().outside.handed_on / there);
      ratio.look();
      const Real now = ratio.value();
      course.one_sided += now > std::max<Real>(course.ratio, 3) && !both_jaws_press(s);
      if (rigid && now > std::max<Real>(course.ratio, 3)) {
        const bool at_node = pushed_aside(s);
        course.at_nodes += at_node;
        if (!at_node) course.over_least = std::max(course.over_least, squeezed->over_least(s));
      }
      course.ratio = now;
      if (!s.balance.account().runaway().empty()) {
        course.ran_away = true;
        course.words = s.balance.account().runaway();
        break;
      }
      course.overlaps += !s.audit().clean();
      course.fastest = std::max(course.fastest, fastest_point(s));
    }
  } catch (const core::StepError& e) {
    course.refused = e.what();
  }
  course.contact = s.balance.account().gains().contact_share;
  course.momentum = s.balance.linear_drift() / s.balance.linear_scale();
  // Nodes of a rectangle are numbered from its lower left corner, row by row.
  course.gap = s.position(2, 0, 0) - s.position(1, 1, 0);
  return course;
}

}  // namespace tactus::property
