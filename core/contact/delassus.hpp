/// \file delassus.hpp  The Delassus operator W = H A^-1 H' of a set of contacts. A is the operator of
/// the step: diagonal where elasticity is explicit, sparse where it is implicit. W tells how a reaction
/// at one contact changes the relative velocity at another (Solfec, 84).
#pragma once

#include <vector>

#include "tactus/linear.hpp"

namespace tactus::core {

/// Relative velocities of contacts as a linear map of the velocities of free degrees of freedom,
/// U = H v. H is stored in compressed rows of blocks, with one row of blocks per contact.
struct VelocityMap {
  int dim = 0;
  Index contacts = 0;
  View<Index> start{}, dof{};  ///< [contacts + 1] and its entries, ascending in a contact
  View<Real> column{};  ///< [entries * dim] column of H of each entry, normal component first

  void apply(View<Real> v, Out<Real> U) const;           ///< U = H v
  void add_transposed(View<Real> R, Out<Real> f) const;  ///< f += H' R
};

class Delassus final : public LinearOperator {
 public:
  /// Forms the blocks of W in ascending order. If there would be more than `most`, only the
  /// diagonal blocks are formed, and W is applied as a product with H', A^-1 and H. Views outlive
  /// the operator.
  void form(const VelocityMap& map, View<Real> inverse_a, Index most = kMostBlocks);

  /// Forms W from solutions with a sparse A, one for each number of a reaction. Contacts that share a
  /// connected part of A, which is a body, have a block.
  /// @param factored  has been prepared for `a`
  /// @param fixed     [dofs] 1: no reaction moves it
  /// @returns failed where there would be more than `most` blocks
  Outcome form(const VelocityMap& map, const LinearOperator& a, LinearSolver& factored,
               View<std::uint8_t> fixed, Context& context, Index most = kMostBlocks);

  /// Makes blocks W_ii positive definite that are not because supports hold both bodies along some
  /// direction: along it kHeldShare of the trace of the block is added. What is added moves nothing, and no
  /// other block has a part along such a direction.
  /// @param contacts  [contacts] 1: its law needs such a block
  /// @param fixed     [dofs] 1: no reaction moves it
  void free_held(View<std::uint8_t> contacts, View<std::uint8_t> fixed);

  /// A relative velocity along a held direction is given, and one share of what the reaction along it would
  /// give a free body is its error.
  static constexpr Real kHeldShare = 1e-8;

  Index size() const override { return h_.contacts * h_.dim; }
  void apply(View<Real> x, Out<Real> y, Context& context) const override;
  const SparseView* sparse() const override { return stored_ ? &sparse_ : nullptr; }
  std::uint64_t pattern() const override { return pattern_; }
  View<Real> diagonal_blocks() const { return diagonal_; }  ///< [contacts * dim * dim]
  /// 1/kg; 0 without contacts. The largest sum over j of |W_iNjN|, which no eigenvalue of the normal part
  /// of W exceeds: how all contacts of a body together answer, if they are pressed in the same way.
  /// Where blocks are not stored, the largest W_iNiN.
  Real largest_normal() const;

  static constexpr Index kMostBlocks = 20'000'000;  ///< 1.4 GB of blocks in space

 private:
  void list_contacts_of_dofs(Index dofs);
  bool form_row(Index contact, Index most);
  void add_block(Index block, Index entry, Index other, Real weight);
  void list_contacts_of_parts(const SparseView& a);
  bool list_blocks(Index most);
  Outcome solve_blocks(LinearSolver& factored, View<std::uint8_t> fixed, Context& context);
  void fill_row(Index contact, View<Real> solutions);
  void make_symmetric();
  void add_held(View<Real> x, Out<Real> y) const;
  template <int D>
  void free_held_in(Index contact, View<std::uint8_t> fixed);

  /// Contacts that free_held() has changed, and what it has added to their blocks.
  struct Held {
    std::vector<Index> contact;
    std::vector<Real> added;
  };

  VelocityMap h_;
  View<Real> inverse_a_{};
  bool stored_ = false;
  SparseView sparse_;
  std::uint64_t pattern_ = 0;
  std::vector<Index> start_, column_;
  std::vector<Real> value_, diagonal_;
  Held held_;
  // contacts of each degree of freedom, and work space
  std::vector<Index> dof_start_, dof_contact_, dof_entry_, place_, row_;
  // with a sparse A: connected parts of it, and of each contact in compressed rows; columns of H' and
  // what they move
  std::vector<Index> part_, part_start_, parts_;
  std::vector<Real> pushed_, moved_;
};

}  // namespace tactus::core
