/// \file coupled_unknowns.hpp  Which unknowns of a matrix a factorisation has to see.
///
/// Prescribed degrees of freedom have a unit row and column. Those of an obstacle are coupled to nothing, and an
/// obstacle may have many times as many nodes as the bodies that it touches.
#pragma once

#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

class CoupledUnknowns {
 public:
  /// Finds the blocks of a square matrix that have more than a positive diagonal of their own in their rows and columns.
  /// @returns whether they are others than those of the matrix before
  bool find(const SparseView& s);

  /// All unknowns, and those that are coupled.
  Index size() const { return block_ * static_cast<Index>(number_.size()); }
  Index count() const { return block_ * static_cast<Index>(blocks_.size()); }
  /// The block rows that are coupled, ascending.
  View<Index> blocks() const { return blocks_; }
  /// Among the coupled unknowns. @pre the unknown is one
  Index number(Index unknown) const {
    return number_[static_cast<std::size_t>(unknown / block_)] * block_ + unknown % block_;
  }
  Index unknown(Index number) const {
    return blocks_[static_cast<std::size_t>(number / block_)] * block_ + number % block_;
  }

  /// part [count() * columns] = the coupled entries of b [size() * columns].
  void take(View<Real> b, Index columns, std::vector<Real>& part) const;
  /// x = `part` for coupled unknowns, and for others what the diagonal of the matrix makes of b.
  void put(View<Real> part, View<Real> b, Index columns, Out<Real> x) const;

 private:
  bool is_alone(const SparseView& s, Index row) const;

  Index block_ = 1;
  std::vector<Index> blocks_, number_;  ///< coupled blocks; [blocks] their numbers, or kNone
  std::vector<Index> found_;            ///< likewise, of the matrix at hand
  std::vector<std::uint8_t>
      is_in_other_;           ///< [blocks] 1: a row of another block has an entry in these columns
  std::vector<Index> alone_;  ///< the other blocks, ascending
  std::vector<Real> diagonal_;  ///< of these
};

}  // namespace tactus::core
