/// \file reactions/block_sweeps.hpp  Block Gauss-Seidel over contacts: each contact solved by its law
/// with the reactions of all others as they are.
///
/// Contacts are coloured so that those of one colour share no block of W. They do not influence each
/// other, so that a colour is one batch for each law, and its parts may be solved at the same time:
/// any number of threads gives the same bits.
#pragma once

#include <vector>

#include "../contact_law.hpp"
#include "residual.hpp"

namespace tactus {

class BlockSweeps {
 public:
  /// Colours the graph of W, whose entries may lie on one side of the diagonal only (W need not be
  /// symmetric), and groups the contacts of a colour by their laws. Views are kept until the next
  /// call; memory is kept too.
  /// @returns a failure where W has no entries to show, or a contact cannot be used (check_contacts).
  Outcome prepare(const ReactionProblem& problem, View<const ContactLaw*> laws);

  struct Swept {
    /// Of each contact when its turn came, before it was solved.
    ReactionResidual before;
    Index unsolved = 0;  ///< contacts whose law did not reach its tolerance
  };
  struct Ask {
    bool backwards = false;  ///< last colour first
    Real law_tolerance = 1e-12;
  };
  /// One sweep over all contacts; R in and out. Allocates nothing once it has been called.
  Swept sweep(Out<Real> R, const Ask& ask, Context& context);

  Index colours() const { return colours_; }

 private:
  struct Batch {
    Range contacts;  ///< in order_
    const ContactLaw* law;
  };
  void transpose(const SparseView& W);
  void colour(const SparseView& W);
  void sort_by_colour_and_law(std::size_t laws);
  template <int D>
  Vec<D> velocity_without(Index i, Out<Real> R) const;
  template <int D>
  Swept solve(const Batch& batch, Range part, Out<Real> R, Real tolerance, Context& local) const;
  template <int D>
  void sweep_batch(const Batch& batch, Out<Real> R, Real tolerance, Swept& sum, Context& context);

  const ReactionProblem* problem_ = nullptr;
  View<const ContactLaw*> laws_{};
  const SparseView* W_ = nullptr;
  Index colours_ = 0;
  std::vector<Index> order_;  ///< contacts by colour, then law, then number
  std::vector<Batch> batches_;
  // work space of prepare()
  std::vector<Index> colour_, taken_, count_, row_start_, row_;
};

}  // namespace tactus
