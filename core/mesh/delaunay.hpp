/// \file delaunay.hpp  Constrained Delaunay triangulation of points with integer coordinates. All
/// decisions are exact, so that the algorithm works for any input.
#pragma once

#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// The magnitude of coordinates is at most Delaunay::kReach. Differences of two points then have 30
/// bits, and the test of a point against a circle, which has degree four, fits into 128 bits.
struct GridPoint {
  Index x = 0, y = 0;
  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

/// Twice the area of the triangle: > 0 if a, b, c turn left, 0 if they lie on a line.
Index orientation(const GridPoint& a, const GridPoint& b, const GridPoint& c);
/// 1 if d lies inside the circle through a, b, c (which turn left), -1 if outside, 0 if on it.
int in_circle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d);

/// Incremental insertion with Lawson's edge flips; constrained edges are never flipped.
class Delaunay {
 public:
  static constexpr Index kReach = Index{1} << 26;  ///< largest coordinate of a point

  /// Vertex i is opposite to side i; side i goes from vertex i + 1 to vertex i + 2.
  struct Triangle {
    Index vertex[3];
    Index neighbour[3];   ///< across side i, or kNone at the outer rim
    Index label[3];       ///< label of side i if it is constrained, else kNone
    bool outside = true;  ///< see mark_outside()
    int find(Index v) const { return vertex[0] == v ? 0 : vertex[1] == v ? 1 : 2; }
  };

  Delaunay();

  /// Adds a point and returns its number, or that of an existing point at the same place. If it
  /// lies on a constrained side, this side becomes two.
  Index insert(const GridPoint& p);

  /// Makes the line from a to b a constrained side of triangles. @returns false if another point or
  /// a constrained side is in the way; the triangulation must not be used then.
  bool hold(Index a, Index b, Index label);

  /// Marks the triangles outside the constrained sides. Later insertions and flips preserve the
  /// mark.
  void mark_outside();

  /// Moves a point without changing the triangles.
  void place(Index vertex, const GridPoint& p) { point_[vertex] = p; }
  /// Restores the Delaunay property after place(). @pre no triangle is inverted
  void legalise_round(Index vertex);

  /// The triangle that contains p, including its sides.
  Index locate(const GridPoint& p) const;
  /// Calls f(triangle) for the triangles around a vertex, counter-clockwise.
  template <class F>
  void round(Index vertex, F&& f) const {
    const Index first = at_[vertex];
    Index t = first;
    do {
      f(t);
      t = triangle_[t].neighbour[(triangle_[t].find(vertex) + 1) % 3];
    } while (t != first);
  }

  const std::vector<Triangle>& triangles() const { return triangle_; }
  const GridPoint& point(Index v) const { return point_[v]; }
  Index points() const { return static_cast<Index>(point_.size()); }
  static constexpr Index kRim = 3;  ///< vertices 0 to 2 form a triangle around all points

 private:
  struct Side {
    Index from, to;
  };

  void split_triangle(Index t, Index p);
  void split_side(Index t, int side, Index p);
  void flip(Index t, int side);
  void legalise();
  bool is_delaunay(Index t, int side) const;
  /// The triangle with the side from a to b (counter-clockwise) and the opposite vertex, or kNone.
  Index find_side(Index a, Index b) const;
  bool crossed_sides(Index a, Index b, std::vector<Side>& crossed) const;
  bool remove_crossings(Index a, Index b, std::vector<Side>& crossed, std::vector<Side>& made);
  void label_side(Index a, Index b, Index label);
  void put(Index t, const Triangle& triangle);
  void link(Index t, int side, Index u);

  std::vector<GridPoint> point_;
  std::vector<Triangle> triangle_;
  std::vector<Index> at_;     ///< [points] one of the triangles that have the point
  std::vector<Index> stack_;  ///< triangles whose side 0 may have to be flipped
  mutable Index last_ = 0;    ///< where the last search ended; the next one is often nearby
};

}  // namespace tactus::core
