/// \file row_map.hpp  Converts rows over vertices, as constraints write them, to rows over degrees
/// of freedom, as solvers read them.
#pragma once

#include <vector>

#include "core/model/surface_motion.hpp"
#include "tactus/contact_set.hpp"

namespace tactus::core {

/// Holds the pattern of each row, that is, the free degrees of freedom that move its vertices, and
/// converts gradients with respect to vertices to gradients with respect to degrees of freedom. If
/// all vertices of a row are nodes, numbers are simply copied. A vertex of another kind of body
/// contributes the derivative of its position, and two vertices of one body share entries.
class RowMap {
 public:
  explicit RowMap(const SurfaceMotion& motion) : motion_(motion) {}

  /// Removes all rows. @param fixed  [dofs] 1: left out of the pattern; outlives the rows
  void begin(View<std::uint8_t> fixed);
  void clear();
  /// Maps the next row.
  void add(View<Index> stencil);

  View<std::uint8_t> fixed() const { return fixed_; }
  Index rows() const { return dof_.rows(); }
  View<Index> start() const { return dof_.starts(); }  ///< [rows + 1] into dof()
  View<Index> dof() const { return dof_.all(); }       ///< ascending in a row
  /// Whether some vertex of the row depends on a fixed degree of freedom.
  bool has_fixed(Index row) const { return has_fixed_[static_cast<std::size_t>(row)] != 0; }

  /// A row with the constraint's values for it, in the order of its stencil.
  struct Row {
    Index number = 0;
    View<Index> stencil{};
  };
  /// out [entries of the row] = factor * d value / d u', u' = at.fraction * at.u.
  /// @param gradient  [stencil * dim] d value / d y
  void gradient(const Row& row, const Placement& at, const Real* gradient, Real factor,
                Real* out) const;
  /// out [entries * dim]: column of H for each entry, at `at`.
  /// @param frame  [dim * dim], @param weight  [stencil]
  /// @param place  [dim] where bodies that rotate are touched; empty: at the vertices themselves
  void jacobian(const Row& row, const Placement& at, const Real* frame, const Real* weight,
                Real* out, View<Real> place = {}) const;
  /// factor times the change of the value due to the fixed part of w, to first order.
  Real fixed_change(const Row& row, const Placement& at, const Real* gradient, Real factor,
                    View<Real> w) const;

 private:
  bool is_plain(Index row) const { return plain_[static_cast<std::size_t>(row)] != 0; }
  Index entry_of(Index row, Index dof) const;

  const SurfaceMotion& motion_;
  View<std::uint8_t> fixed_{};
  CompressedRows<> dof_;
  /// [entries] for rows of nodes: position in the constraint's own gradient; otherwise unused
  std::vector<Index> source_;
  std::vector<std::uint8_t> plain_, has_fixed_;  ///< [rows]
};

}  // namespace tactus::core
