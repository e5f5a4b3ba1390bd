/// \file block_assembler.hpp  A matrix that is made for one step: a base plus what is added to it.
#pragma once

#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// The pattern is that of the base and of what was added since reset(), and of nothing earlier: a run that
/// is resumed has the same one. Blocks are those of the base, or single numbers without a base. Equal
/// positions are summed in the order in which they were added.
class BlockAssembler final : public Assembler {
 public:
  void reset(const LinearOperator* base, Index size) override;
  /// Rows and columns are degrees of freedom.
  void add(View<Index> rows, View<Index> columns, View<Real> value) override;
  const LinearOperator& finish() override;

 private:
  struct Entry {
    Index row = 0, column = 0;
    Real value = 0;
  };
  /// The sum; symmetric if base and additions are.
  class Sum final : public LinearOperator {
   public:
    Index size() const override { return view_.rows * view_.block; }
    void apply(View<Real> x, Out<Real> y, Context& context) const override;
    bool symmetric() const override { return symmetric_; }
    View<Real> diagonal() const override { return diagonal_; }
    const SparseView* sparse() const override { return &view_; }
    std::uint64_t pattern() const override { return pattern_; }

   private:
    friend BlockAssembler;
    std::vector<Index> start_, column_;
    std::vector<Real> value_, diagonal_;
    SparseView view_;
    std::uint64_t pattern_ = 0;
    bool symmetric_ = true;
  };
  void make_pattern(const std::vector<Index>& blocks);
  Index place_of(Index row, Index column) const;
  bool is_symmetric() const;

  const LinearOperator* base_ = nullptr;
  Index size_ = 0, block_ = 1;
  std::vector<Entry> entries_;
  std::vector<Index> blocks_;  ///< row * columns + column, of additions
  std::vector<Real> added_;    ///< in the order of Sum::value_
  Sum sum_;
};

}  // namespace tactus::core
