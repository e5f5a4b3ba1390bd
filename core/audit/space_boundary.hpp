/// \file space_boundary.hpp  The boundaries of bodies in space, and the elements behind them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/audit/audit.hpp"

namespace tactus::core {

/// Lists of numbers, one for each of many items, packed one after another.
struct PackedLists {
  std::vector<Index> start{0}, entries;
  View<Index> operator[](Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return View<Index>(entries).subspan(static_cast<std::size_t>(start[at]),
                                        static_cast<std::size_t>(start[at + 1] - start[at]));
  }
  /// List i has those k for which point[k] is i, each divided by `corners`; ascending.
  static PackedLists by_point(View<Index> point, Index corners, Index lists);
};

/// Renumbers facets so that those of a body follow each other. "Facet" means the new number below.
struct SpaceBoundary {
  /// @throws PreconditionError if the boundary of a body is not closed, a facet has no element
  ///         behind it, or two bodies share a point.
  explicit SpaceBoundary(const AuditInput& input);

  /// A part of the boundary whose facets hang together by points: the outside of a body, or the
  /// wall of a cavity.
  struct Shell {
    std::int32_t body = 0;
    Index facet = 0;  ///< one of its facets
  };

  /// Puts facets of a body that are close to each other in one place of its range, by where their
  /// points are now.
  void order(View<Real> points);

  std::vector<Index> facet;          ///< [facets * 3] points, counter-clockwise from outside
  std::vector<Index> number;         ///< [facets] number of the facet in the input
  std::vector<std::int32_t> shell;   ///< [facets]
  std::vector<Index> element;        ///< [elements * 4] points
  std::vector<Range> bodies;         ///< facets of each body
  std::vector<Shell> shells;         ///< in order of their bodies
  std::vector<Range> body_shells;    ///< [bodies]
  std::vector<Index> vertices;       ///< points of the boundary, those of a body together
  std::vector<Range> body_vertices;  ///< [bodies]
  PackedLists element_of, facet_of;  ///< elements, and facets in the input, at each point
  /// Points where parts of a body hang together by a point or an edge alone: their facets are not
  /// one closed fan. By body.
  std::vector<std::vector<Index>> pinched;
  std::vector<std::vector<Index>> body_elements;  ///< [bodies]

  Index points() const { return points_; }
  std::int32_t element_body(Index e) const { return element_body_[static_cast<std::size_t>(e)]; }

 private:
  void check(const AuditInput& input) const;
  void check_elements(const AuditInput& input);
  void sort_by_body(const AuditInput& input);
  void find_shells();
  void find_vertices(const AuditInput& input);

  Index points_ = 0;
  std::vector<std::int32_t> element_body_;
};

}  // namespace tactus::core
