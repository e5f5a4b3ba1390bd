/// \file near_facets.hpp  Pairs of facets of one body in space that are near each other, kept from one state to the
/// next, so that a body that hardly deforms is not searched for places where it meets itself.
#pragma once

#include <utility>
#include <vector>

#include "core/audit/box_tree.hpp"
#include "core/audit/space_boundary.hpp"
#include "core/audit/space_distance.hpp"

namespace tactus::core {

/// The distance of two facets at least; of two that share a point that of the edges across from it, each from the
/// other facet, which are all that may pierce. Unlimited if two points are shared. A distance of `enough` or more need
/// not be the largest that is found.
Real apart_at_least(const SpaceBoundary& boundary, View<Real> points, Index f, Index g,
                    Real enough);

/// Lists the pairs of facets that are less than a margin apart in one state, and how far apart they are.
///
/// Let X be the points of the body in that state and x those of another one, B, c and d any matrix and points, and
/// |B (x - c) - (X - d)| <= w for all points. Then a pair that is more than 2 w apart in X has no common point in x:
/// what is convex stays convex under x -> y = d + B (x - c), each point of y's edges and facets is within w of one
/// of the same edge or facet of X, and common points have common images. So while 2 w is less than the margin, only
/// pairs of the list that are at most 2 w apart may meet. B, c and d are fitted to some of the points: motion and
/// even strain of the whole body count for nothing.
class NearFacets {
 public:
  /// Whether the list holds for these points, which a box contains.
  bool holds(const SpaceBoundary& boundary, std::int32_t body, View<Real> points,
             const Box<3>& box);
  /// Makes the list anew. @param tree  of the facets of the body, fitted to the points
  void find(const SpaceBoundary& boundary, std::int32_t body, const BoxTree<3>& tree,
            View<Real> points);
  bool any() const { return !pairs_.empty() && pairs_[0].apart <= reach_; }
  /// Calls `test(f, g)` for all pairs, f < g, that may have a point in common in the state of the last call above.
  template <class Test>
  void visit(Test&& test) const {
    for (const Pair& pair : pairs_) {
      if (pair.apart > reach_) return;
      test(pair.f, pair.g);
    }
  }

 private:
  struct Pair {
    Real apart;  ///< m, at least
    Index f, g;
    auto operator<=>(const Pair&) const = default;
  };
  std::vector<SpacePoint> seen_;  ///< [vertices of the body] X
  std::vector<Pair> pairs_;       ///< ascending
  Real margin_ = 0;               ///< m
  Real size_ = 0;                 ///< m, sides of the body's box
  Real rounding_ = 0;             ///< m, more than w and distances are wrong by
  Real reach_ = 0;                ///< m, 2 w
};

}  // namespace tactus::core
