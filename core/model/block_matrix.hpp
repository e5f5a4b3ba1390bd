/// \file block_matrix.hpp  A sparse matrix over the nodes of a model, used as tangent of implicit
/// steps and as consistent mass.
#pragma once

#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// Block compressed sparse rows, with one block for each pair of nodes that share an element of a body
/// with a material and one for each node. The pattern is built once and then kept. Nodes of obstacles are
/// coupled to nothing, and factorisations leave them out (coupled_rows.hpp).
class BlockMatrix final : public LinearOperator {
 public:
  /// @param elements  [n * corners] nodes
  BlockMatrix(int block, Index nodes, View<Index> elements, int corners);

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
  void find_held(View<std::uint8_t> fixed);

  std::vector<Index> start_, column_;
  std::vector<Real> value_, diagonal_;
  /// A number in a row or column of something fixed.
  struct Held {
    std::size_t at = 0;
    bool is_diagonal = false;
  };
  std::vector<std::uint8_t> fixed_;  ///< [size()] of the last eliminate(), to which `held_` belongs
  std::vector<Held> held_;
  std::vector<std::size_t> own_;  ///< [nodes] position of the block on the diagonal
  SparseView view_;
  bool symmetric_ = true;
};

}  // namespace tactus::core
