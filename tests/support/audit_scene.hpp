/// \file audit_scene.hpp  Plane bodies for tests of the audit, given as corners.
#pragma once

#include <array>
#include <vector>

#include "core/audit/audit.hpp"

namespace tactus::test {

using Corner = std::array<Real, 2>;
using Loop = std::vector<Corner>;  ///< counter-clockwise; a hole clockwise
using Edge = std::array<Corner, 2>;

inline Loop box(Real x0, Real y0, Real x1, Real y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

/// Owns the arrays of an AuditInput.
struct AuditScene {
  std::vector<Real> points;
  std::vector<Index> facets, lone_points;
  std::vector<std::int32_t> facet_body, lone_body;
  std::vector<std::uint8_t> self;

  /// A body of closed loops; returns its number.
  std::int32_t add(const std::vector<Loop>& loops, bool against_itself = false) {
    const auto body = static_cast<std::int32_t>(self.size());
    for (const Loop& loop : loops) {
      const Index first = static_cast<Index>(points.size()) / 2;
      const Index n = static_cast<Index>(loop.size());
      for (Index i = 0; i < n; ++i) {
        points.insert(points.end(), loop[i].begin(), loop[i].end());
        facets.insert(facets.end(), {first + i, first + (i + 1) % n});
        facet_body.push_back(body);
      }
    }
    self.push_back(against_itself);
    return body;
  }

  void add_particle(Corner at) {
    lone_points.push_back(static_cast<Index>(points.size()) / 2);
    lone_body.push_back(static_cast<std::int32_t>(self.size()));
    self.push_back(0);
    points.insert(points.end(), at.begin(), at.end());
  }

  core::AuditInput input() const {
    return {2, points, facets, facet_body, self, lone_points, lone_body};
  }
  core::AuditResult audit() const { return core::audit(input()); }
};

}  // namespace tactus::test
