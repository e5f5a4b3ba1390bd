/// \file delaunay.hpp  Constrained Delaunay triangulation of points with whole-number coordinates:
/// every decision is exact, so that no input can bring it off its course.
#pragma once

#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// Coordinates are at most Delaunay::kReach in size. The differences of two points then have 30
/// bits, and the test of a point against a circle, of degree four, fits into 128 bits.
struct GridPoint {
  Index x = 0, y = 0;
  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

/// > 0 where a, b, c turn left, 0 where they lie on a line. Twice the area.
Index orientation(const GridPoint& a, const GridPoint& b, const GridPoint& c);
/// 1 where d lies inside of the circle through a, b, c (which turn left), -1 outside, 0 on it.
int in_circle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d);

/// Incremental insertion with flips after Lawson; edges that are held are never flipped.
class Delaunay {
 public:
  static constexpr Index kReach = Index{1} << 26;  ///< largest coordinate of a point

  /// Vertex i is opposite to side i; side i goes from vertex i + 1 to vertex i + 2.
  struct Triangle {
    Index vertex[3];
    Index neighbour[3];   ///< across side i, or kNone at the outer rim
    Index label[3];       ///< of side i if it is held, else kNone
    bool outside = true;  ///< see mark_outside()
    int find(Index v) const { return vertex[0] == v ? 0 : vertex[1] == v ? 1 : 2; }
  };

  Delaunay();

  /// Adds a point and returns its number, or that of the point that is there already. A held side
  /// that it lies on becomes two held sides.
  Index insert(const GridPoint& p);

  /// Makes the line from a to b a side of triangles and holds it. @returns false where another
  /// point or a held side is in the way: the triangulation is not to be used then.
  bool hold(Index a, Index b, Index label);

  /// Tells the triangles outside of the held sides from those inside. Later insertions and flips
  /// keep the mark.
  void mark_outside();

  /// Puts a point elsewhere and leaves the triangles alone.
  void place(Index vertex, const GridPoint& p) { point_[vertex] = p; }
  /// Restores the Delaunay property after place(). @pre no triangle is turned over
  void legalise_round(Index vertex);

  /// The triangle in which p lies, on its sides included.
  Index locate(const GridPoint& p) const;
  /// Calls f(triangle) for the triangles round a vertex, counter-clockwise.
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
  static constexpr Index kRim = 3;  ///< vertices 0 to 2 are not of the user: a triangle round all

 private:
  struct Side {
    Index from, to;
  };

  void split_triangle(Index t, Index p);
  void split_side(Index t, int side, Index p);
  void flip(Index t, int side);
  void legalise();
  bool is_delaunay(Index t, int side) const;
  /// Triangle with the side from a to b (counter-clockwise) and the vertex opposite, or kNone.
  Index find_side(Index a, Index b) const;
  bool crossed_sides(Index a, Index b, std::vector<Side>& crossed) const;
  bool remove_crossings(Index a, Index b, std::vector<Side>& crossed, std::vector<Side>& made);
  void label_side(Index a, Index b, Index label);
  void put(Index t, const Triangle& triangle);
  void link(Index t, int side, Index u);

  std::vector<GridPoint> point_;
  std::vector<Triangle> triangle_;
  std::vector<Index> at_;     ///< [points] a triangle that has the point
  std::vector<Index> stack_;  ///< triangles whose side 0 may have to be flipped
  mutable Index last_ = 0;    ///< where the last search ended: the next one is often near
};

}  // namespace tactus::core
