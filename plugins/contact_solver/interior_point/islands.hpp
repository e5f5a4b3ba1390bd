/// \file islands.hpp  Parts of a problem in reactions that do not influence each other: contacts
/// that are connected by blocks of W, that is, by bodies that can move.
///
/// Each part is a problem of its own, with its contacts in ascending order. A part that is solved
/// stays solved while others still need iterations, and orders of elimination are found for parts,
/// many of which have the same pattern.
#pragma once

#include <tactus/reactions/contact_order.hpp>
#include <vector>

namespace interior_point {
using tactus::Index;
using tactus::Out;
using tactus::ReactionProblem;
using tactus::Real;
using tactus::View;

class Islands {
 public:
  /// Finds the islands. @pre problem.delassus->sparse() is not null
  /// @returns their number
  Index find(const ReactionProblem& problem);
  /// The contacts of an island, ascending.
  View<std::int32_t> contacts(Index island) const;

  /// The problem of one island. It is used until the next call.
  const ReactionProblem& take(Index island);
  /// Copies histories that laws have written to where the whole problem has them.
  void hand_back_history() const { reordered_.hand_back_history(); }

 private:
  /// The blocks of W of one island.
  class Operator final : public tactus::LinearOperator {
   public:
    Index size() const override { return view.rows * view.block; }
    void apply(View<Real> x, Out<Real> y, tactus::Context& context) const override;
    bool symmetric() const override { return is_symmetric; }
    const tactus::SparseView* sparse() const override { return &view; }
    tactus::SparseView view;
    bool is_symmetric = true;
  };
  std::int32_t root_of(std::int32_t contact);
  void copy_blocks(View<std::int32_t> contacts);

  const ReactionProblem* whole_ = nullptr;
  std::vector<std::int32_t> parent_;          ///< of a contact, in a forest of contacts
  std::vector<Index> start_;                  ///< [islands + 1] into sorted_
  std::vector<std::int32_t> sorted_, place_;  ///< contacts by island; of a contact in its island
  tactus::ReorderedProblem reordered_;
  ReactionProblem problem_;
  Operator W_;
  std::vector<Index> row_start_, column_;
  std::vector<Real> value_;
};

}  // namespace interior_point
