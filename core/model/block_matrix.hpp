/// \file block_matrix.hpp  A sparse matrix over the nodes of a model, used as tangent of implicit
/// steps and as consistent mass.
#pragma once

#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// Block compressed sparse rows, with one block for each pair of nodes that share an element and
/// one for each node. The pattern is built once and then kept.
class BlockMatrix final : public LinearOperator {
 public:
  /// @param elements  [n * corners] nodes
  BlockMatrix(int block, Index nodes, View<Index> elements, int corners);

  void set_zero();
  /// Of the first number of block (row, column) in values(). @pre the pattern contains it
  Index place(Index row, Index column) const { return static_cast<Index>(position(row, column)); }
  Out<Real> values() { return value_; }
  /// Adds weight * diagonal [size()] to the rows of `nodes`.
  void add_diagonal(Real weight, View<Real> diagonal, Range nodes);
  /// Replaces rows and columns where `fixed` is 1 by those of the identity, then prepares the
  /// diagonal.
  void eliminate(View<std::uint8_t> fixed);

  Index size() const override { return view_.rows * view_.block; }
  void apply(View<Real> x, Out<Real> y, Context& context) const override;
  View<Real> diagonal() const override { return diagonal_; }
  const SparseView* sparse() const override { return &view_; }
  std::uint64_t pattern() const override { return 1; }  ///< the same for all matrices of a model
  bool symmetric() const override { return symmetric_; }
  void set_symmetric(bool symmetric) { symmetric_ = symmetric; }

 private:
  std::size_t position(Index row, Index column) const;
  void eliminate_in(std::size_t k, std::size_t n, std::size_t m, View<std::uint8_t> fixed);

  std::vector<Index> start_, column_;
  std::vector<Real> value_, diagonal_;
  std::vector<std::uint8_t> held_;  ///< [nodes] 1: some degree of freedom is fixed
  SparseView view_;
  bool symmetric_ = true;
};

}  // namespace tactus::core
