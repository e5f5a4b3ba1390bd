/// \file plane_boundary.hpp  Boundaries of plane bodies as closed walks: who follows whom.
#pragma once

#include <vector>

#include "core/audit/audit.hpp"

namespace tactus::core {

/// Facets renumbered so that those of a body, and of a closed walk, follow each other along the
/// boundary. "Facet" below means the new number.
struct PlaneBoundary {
  /// @throws PreconditionError where the boundary of a body is not closed, a facet has one point
  ///         only, or bodies share a point.
  PlaneBoundary(const AuditInput& input);

  struct Walk {
    Range facets;
    std::int32_t body = 0;
  };
  struct Body {
    Range facets, walks;
  };

  std::vector<Index> facet;   ///< [facets * 2] points; facet f + 1 starts where f ends, in a walk
  std::vector<Index> number;  ///< [facets] in the input
  std::vector<Walk> walks;
  std::vector<Body> bodies;

  /// Facets that start, and that end, at a point; one of each where the boundary is a curve there.
  View<Index> leaving(Index point) const { return slice(leaving_start_, leaving_, point); }
  View<Index> arriving(Index point) const { return slice(leaving_start_, arriving_, point); }
  Index points() const { return static_cast<Index>(leaving_start_.size()) - 1; }

 private:
  static View<Index> slice(const std::vector<Index>& start, const std::vector<Index>& items,
                           Index i) {
    return View<Index>(items).subspan(start[i], start[i + 1] - start[i]);
  }
  void check(const AuditInput& input) const;
  void follow(const AuditInput& input);
  void index_points(Index points);

  std::vector<Index> leaving_start_, leaving_, arriving_;
};

}  // namespace tactus::core
