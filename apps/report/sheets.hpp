/// \file sheets.hpp  Half-spaces as things that can be drawn: in space a rectangle of their plane, in the plane a
/// strip behind their line, both as large as the box round all bodies and a little larger.
///
/// A sheet in space has one side, the free one: seen from behind it is not there and hides no body.
#pragma once

#include <vector>

#include "apps/report/vtu_reader.hpp"

namespace tactus::core {

struct FramePack;

class Sheets {
 public:
  using Planes = std::vector<HalfSpacePlace>;

  /// Makes a sheet of each half-space that is near the bodies in all frames.
  /// @param pack    has the box round the bodies of all frames
  /// @param frames  the half-spaces of each frame, the same ones in all
  Sheets(const FramePack& pack, const std::vector<Planes>& frames);

  /// Adds points and triangles of all sheets to those of a pack, and makes its box and its largest speed fit.
  void extend(FramePack& pack) const;
  /// Adds them to a frame in the same order, after its triangles. Stresses of sheets are zero.
  void add_to(Frame& frame) const;

 private:
  using Vector = std::array<Real, 3>;
  std::array<Vector, 4> corners(const HalfSpacePlace& plane) const;
  Vector foot(const HalfSpacePlace& plane) const;
  bool is_near(const HalfSpacePlace& plane) const;

  std::size_t dim_;
  std::vector<Planes> frames_;
  std::vector<std::size_t> shown_;  ///< positions in Planes
  Vector middle_{}, half_{};        ///< m, of the box round the bodies
  Real extent_ = 1;                 ///< m
};

/// Puts points that only stand for half-spaces onto others, so that they are part of no box and have no arrow.
void hide_points_of_half_spaces(Frame& frame);

}  // namespace tactus::core
