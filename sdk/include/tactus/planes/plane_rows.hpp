/// \file plane_rows.hpp  Rows of vertices that do not pass a plane: what the constraints `floor` and
/// `half_space` have in common.
///
/// With the unit normal n, a point p of the plane and a vertex x of radius r (0 for a node) the gap is
/// g = n.(x - p) - r. Its gradient is n for the vertex, and -n for a vertex of the model at p.
#pragma once

#include <array>

#include "tactus/detection.hpp"

namespace tactus {

/// Whether a vector is long enough to have a direction: one of its numbers has a reciprocal.
bool has_direction(View<Real> vector);

/// Scales a vector of any length to the length 1, without overflow.
/// @pre has_direction(), and all numbers are finite
void set_length_to_one(Out<Real> vector);

/// [dim * dim] Orthonormal: the normal, then tangents that depend on it alone. In space the first one
/// is that axis which is least along the normal, less what is.
std::array<Real, 9> plane_frame(View<Real> unit_normal);

/// m. @param shift  [dim] by which the plane has moved from p; null: not at all
Real plane_gap(View<Real> unit_normal, const Real* x, const Real* p, const Real* shift,
               Real radius);

/// A vertex at a plane.
struct AtPlane {
  /// The vertex, and what the row depends on besides: a vertex that moves the plane
  std::array<Index, 2> stencil{kNone, kNone};
  Real gap = 0, gap_old = 0;  ///< m, at DetectQuery::y and y_old
  ContactKey key{};
  std::int32_t branch = 0, outside = -1;  ///< as in ContactSet::Row
  /// Supports hold the vertex along the normal, and nothing moves the plane: there is no row, and what is below
  /// by no more than the margin only touches.
  bool held = false;
};

/// The rows of one detection. Each is of one vertex and one plane, so that no branches compete.
class PlaneRows {
 public:
  /// Keys of rows begin with the number of a vertex and this bit, which no keys of others have.
  static constexpr std::uint64_t kPlane = std::uint64_t{1} << 63;

  /// Notes the rows of earlier passes. @param lower  m, of all rows
  void begin(const ContactSet& set, Real lower);
  /// Reports the violation, and appends a row where one is wanted and allowed.
  void look_at(const AtPlane& contact, const DetectQuery& query, ContactSet& set,
               DetectResult& result) const;

 private:
  std::vector<ContactKey> before_;  ///< sorted
  Real lower_ = 0;
};

}  // namespace tactus
