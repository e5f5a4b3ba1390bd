/// \file reactions/block_sweeps.hpp  Block Gauss-Seidel over contacts: each contact solved by its law
/// with the reactions of all others as they are.
///
/// Contacts are coloured so that those of one colour share no block of W. They do not influence each
/// other, so that a colour is one batch for each law, and its parts may be solved at the same time:
/// any number of threads gives the same bits.
///
/// Blocks of W, reactions and all that laws read are copied into the order of the sweeps, once per
/// problem: a sweep then reads memory from front to back. Laws see a problem whose contacts are
/// numbered in that order.
#pragma once

#include <vector>

#include "../contact_law.hpp"
#include "contact_order.hpp"
#include "residual.hpp"

namespace tactus {

class BlockSweeps {
 public:
  /// Orders the contacts and copies the problem, which is kept until the next call; memory is kept too.
  /// @returns a failure where W has no entries to show, or a contact cannot be used (check_contacts).
  /// @param blocks  what the laws need of the blocks W_ii
  Outcome prepare(const ReactionProblem& problem, View<const ContactLaw*> laws,
                  Blocks blocks = Blocks::definite);

  /// The reactions, in the problem's order, that the next sweep goes on from.
  void start_from(View<Real> R);

  struct Swept {
    /// Of each contact when its turn came, before it was solved.
    ReactionResidual before;
    Index unsolved = 0;  ///< contacts whose law did not reach its tolerance
  };
  struct Ask {
    bool backwards = false;  ///< last colour first
    Real law_tolerance = 1e-12;
  };
  /// One sweep over all contacts. Allocates nothing once it has been called.
  Swept sweep(const Ask& ask, Context& context);

  /// Hands out the reactions after the last sweep, in the problem's order, and puts what laws have
  /// written into the problem's new histories.
  void hand_back(Out<Real> R) const;

  Index colours() const { return order_.colours(); }

 private:
  template <int D>
  void copy_blocks(const SparseView& W);
  template <int D>
  Swept solve(const ContactOrder::Batch& batch, Range part, Real tolerance, Context& local);
  ReactionResidual ask_law(const ContactOrder::Batch& batch, View<Index> contacts, Context& local);
  template <int D>
  void sweep_batch(const ContactOrder::Batch& batch, Real tolerance, Swept& sum, Context& context);

  const ReactionProblem* problem_ = nullptr;
  View<const ContactLaw*> laws_{};
  ContactOrder order_;
  ReorderedProblem reordered_;
  // W without its diagonal blocks, by rows, in the order of the sweeps
  std::vector<Index> start_;
  std::vector<std::int32_t> column_;
  std::vector<Real> value_;
  std::vector<std::uint8_t> coulomb_;  ///< [laws] find_coulomb()
  std::vector<Real> R_;                ///< [contacts * dim] N s
  std::vector<Real> U_;  ///< [contacts * dim] m/s, of contacts whose law is asked for residuals
  std::vector<Index> numbers_;  ///< 0, 1, 2, ...: what batches are parts of
};

}  // namespace tactus
