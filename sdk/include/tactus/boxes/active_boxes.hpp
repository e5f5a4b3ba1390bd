/// \file active_boxes.hpp  The boxes that a sweep has entered and not left, in one chain for each body.
#pragma once

#include "bounds.hpp"

namespace tactus::boxes {

/// Boxes of a body without self contact are not compared with each other, however many of them lie
/// in one place. Everything costs a fixed number of operations and is stored in arrays.
class ActiveBoxes {
 public:
  using Code = std::uint32_t;

  void reset(const JoinedBoxes& joined, const BoxQuery& query) {
    const auto n = static_cast<std::size_t>(joined.count());
    body_.resize(n);
    for (std::size_t k = 0; k < n; ++k) body_[k] = joined.body(static_cast<Index>(k));
    self_ = query.self;
    bodies_ = query.movable.size();
    // Boxes of a body in two sets are in two chains, bodies in one list: first and last are ends.
    two_ = query.second != nullptr;
    firsts_ = static_cast<Code>(query.first->count);
    const std::size_t chains = bodies_ * (two_ ? 2 : 1);
    head_.assign(chains, kNobody);
    for (auto* list : {&before_, &after_}) list->resize(n);
    chain_before_.resize(chains), chain_after_.resize(chains);
    first_chain_ = {kNobody, kNobody};
  }

  void add(Code box) {
    const Code chain = chain_of(box);
    Code& head = head_[chain];
    if (head == kNobody) {
      Code& first = first_chain_[set_of(box)];
      chain_before_[chain] = kNobody, chain_after_[chain] = first;
      if (first != kNobody) chain_before_[first] = chain;
      first = chain;
    } else {
      before_[head] = box;
    }
    before_[box] = kNobody, after_[box] = head;
    head = box;
  }

  void remove(Code box) {
    const Code chain = chain_of(box), before = before_[box], after = after_[box];
    if (after != kNobody) before_[after] = before;
    if (before != kNobody) {
      after_[before] = after;
      return;
    }
    head_[chain] = after;
    if (after != kNobody) return;
    const Code left = chain_before_[chain], right = chain_after_[chain];
    if (right != kNobody) chain_before_[right] = left;
    (left != kNobody ? chain_after_[left] : first_chain_[set_of(box)]) = right;
  }

  /// Calls f(other) for the active boxes with which the box may form a pair.
  template <class F>
  void each_partner(Code box, F&& f) const {
    const auto body = static_cast<std::size_t>(body_[box]);
    const std::size_t set = two_ ? 1 - set_of(box) : 0;
    const Code own = self_[body] ? kNobody : static_cast<Code>(body + set * bodies_);
    for (Code chain = first_chain_[set]; chain != kNobody; chain = chain_after_[chain]) {
      if (chain == own) continue;
      for (Code other = head_[chain]; other != kNobody; other = after_[other]) f(other);
    }
  }

 private:
  static constexpr Code kNobody = ~Code{0};

  std::size_t set_of(Code box) const { return two_ && box >= firsts_; }
  Code chain_of(Code box) const {
    return static_cast<Code>(static_cast<std::size_t>(body_[box]) + set_of(box) * bodies_);
  }

  View<std::uint8_t> self_;
  std::vector<std::int32_t> body_;
  std::size_t bodies_ = 0;
  Code firsts_ = 0;
  bool two_ = false;
  std::vector<Code> head_, before_, after_, chain_before_, chain_after_;
  std::array<Code, 2> first_chain_{};
};

}  // namespace tactus::boxes
