/// \file matrix_faults.hpp  What is said of a matrix that a step cannot be solved with: at which degree
/// of freedom, node and body its factorisation stopped, and which body nothing holds.
#pragma once

#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

/// For messages: `x of node 12 of body "mover"`, or of the body where it has no nodes; "" if there is no such degree
/// of freedom.
std::string dof_name(const Model& model, Index dof);

class MatrixFaults {
 public:
  /// A pivot of at most this fraction of the diagonal entry it came from is rounding alone: the matrix
  /// is singular.
  static constexpr Real kLeastPivot = 512 * std::numeric_limits<Real>::epsilon();

  explicit MatrixFaults(const Model& model) : model_(model) {}

  /// The factorisation stopped at this row of the matrix.
  Outcome bad_pivot(const SparseView& a, Index row, Real pivot, bool is_singular) const;
  /// There is a direction along which x'Ax is not positive; `row` is where it is largest.
  /// @param a  null: not assembled
  Outcome bad_direction(const SparseView* a, Index row, bool is_singular) const;

 private:
  Outcome indefinite(const SparseView* a, Index row, const std::string& how,
                     bool is_singular) const;
  std::string loose_body(const SparseView& a, Index row) const;

  const Model& model_;
};

}  // namespace tactus::core
