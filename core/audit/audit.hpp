/// \file audit.hpp  Whether bodies intersect, by exact predicates, whatever the constraint plugin
/// says. Touching is no intersection.
#pragma once

#include <cstdint>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

struct AuditInput {
  int dim = 2;
  View<Real> points;               ///< [points * dim] m
  View<Index> facets;              ///< [facets * dim]; 2D: body on the left
  View<std::int32_t> facet_body;   ///< [facets]
  View<std::uint8_t> self;         ///< [bodies] 1: the body is tested against itself too
  View<Index> lone_points;         ///< particles: points without facets
  View<std::int32_t> lone_body;
};

/// One finding: facets that properly cross, or a body (part) inside another one.
struct AuditFinding {
  enum class What : std::uint8_t { crossing, inside } what = What::crossing;
  Index first = kNone, second = kNone;  ///< facets; inside: a point, and a facet of the outer body
  std::int32_t body_first = 0, body_second = 0;
};

struct AuditResult {
  Index intersections = 0;  ///< pairs of facets of the boundary that properly cross
  Index contained = 0;      ///< bodies with a part strictly inside another
  std::vector<AuditFinding> findings;  ///< the first few, in order of their numbers
  bool clean() const { return intersections == 0 && contained == 0; }
};

/// Exact for the doubles as stored. Deterministic.
AuditResult audit(const AuditInput& input);

}  // namespace tactus::core
