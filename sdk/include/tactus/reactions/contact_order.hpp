/// \file reactions/contact_order.hpp  Contacts in the order in which sweeps visit them, and a problem in
/// reactions whose contacts are numbered in that order.
#pragma once

#include <vector>

#include "../contact_law.hpp"

namespace tactus {

/// Contacts by colour, then law, then number. Those of one colour share no block of W.
class ContactOrder {
 public:
  struct Batch {
    Range contacts;  ///< positions in the order
    std::int32_t law = 0;
  };
  /// The entries of W may lie on one side of the diagonal only: W need not be symmetric.
  void prepare(const ReactionProblem& problem, const SparseView& W, std::size_t laws);

  Index colours() const { return colours_; }
  /// One for each law of each colour.
  View<Batch> batches() const { return batches_; }
  View<std::int32_t> contact_at() const { return contact_at_; }  ///< [contacts] by position
  View<std::int32_t> place_of() const { return place_of_; }      ///< [contacts] by number

 private:
  void transpose(const SparseView& W);
  void colour(const SparseView& W);
  void sort_by_colour_and_law(View<std::int32_t> law, std::size_t laws);

  Index colours_ = 0;
  std::vector<Batch> batches_;
  std::vector<std::int32_t> contact_at_, place_of_;
  // work space of prepare(); place_of_ holds the colours first
  std::vector<std::int32_t> taken_, row_;
  std::vector<Index> count_, row_start_;
};

/// What a law may read of a ReactionProblem, with all contacts in another order or with some of them
/// alone.
class ReorderedProblem {
 public:
  ReorderedProblem() = default;
  ReorderedProblem(const ReorderedProblem&) = delete;  // its problem points to its own operator
  ReorderedProblem& operator=(const ReorderedProblem&) = delete;
  /// `old`, and the views of `contact_at`, are used until the next call.
  void take(const ReactionProblem& old, View<std::int32_t> contact_at);
  const ReactionProblem& problem() const { return problem_; }
  /// Copies new histories to where the old problem has them.
  void hand_back_history() const;

 private:
  /// W of the old problem on vectors of the chosen contacts in their order.
  class Operator final : public LinearOperator {
   public:
    Index size() const override { return static_cast<Index>(contact_at.size()) * dim; }
    void apply(View<Real> x, Out<Real> y, Context& context) const override;
    bool symmetric() const override { return old->symmetric(); }
    const LinearOperator* old = nullptr;
    View<std::int32_t> contact_at{};
    int dim = 0;
  };

  ReactionProblem problem_;
  Out<Real> old_history_new_{};
  Operator W_;
  std::vector<Real> diagonal_, free_, U_old_, gap_, area_, frame_, point_, friction_, restitution_,
      gap_speed_, history_old_, history_new_;
  std::vector<std::int32_t> patch_, law_;
  std::vector<ContactKey> key_;
};

}  // namespace tactus
