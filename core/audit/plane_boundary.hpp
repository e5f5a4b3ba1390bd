/// \file plane_boundary.hpp  The boundaries of plane bodies as closed walks from facet to facet.
#pragma once

#include <vector>

#include "core/audit/audit.hpp"
#include "core/audit/sign.hpp"
#include "tactus/function_ref.hpp"

namespace tactus::core {

/// Winding number of the boundary of a body about a point.
using PlaneWinding = FunctionRef<int(PlanePoint, std::int32_t)>;

/// Renumbers the facets so that those of a body, and within it those of a closed walk, follow each
/// other along the boundary. "Facet" means the new number below.
struct PlaneBoundary {
  /// @throws PreconditionError if the boundary of a body is not closed, a facet has the same point at
  ///         both ends, or two bodies share a point.
  explicit PlaneBoundary(const AuditInput& input);

  struct Walk {
    Range facets;
    std::int32_t body = 0;
  };

  /// [facets * 2] points; within a walk facet f + 1 starts where f ends
  std::vector<Index> facet;
  std::vector<Index> number;  ///< [facets] number of the facet in the input
  std::vector<Walk> walks;
  std::vector<Range> bodies;      ///< facets of each body
  std::vector<Range> body_walks;  ///< [bodies]

  /// The facets that start, and those that end, at a point. There is one of each wherever the
  /// boundary is a simple curve.
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
