/// \file kept_states.hpp  What a broad phase keeps from one call to the next, for each number of a
/// query (BoxQuery::identity), and whether it may still be used.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "../broad_phase.hpp"

namespace tactus::boxes {

/// Says whether a query has the boxes of the last one: as many, of the same bodies, with the same
/// filter. The number alone is not trusted: what was kept for other boxes would be used for these.
class SameThings {
 public:
  bool check(const BoxQuery& query) {
    bool same = query.identity == identity_ && query.first->dim == dim_;
    identity_ = query.identity, dim_ = query.first->dim;
    static const Boxes none;
    const Boxes& second = query.second ? *query.second : none;
    same = keep(query.first->body, first_) & keep(second.body, second_) & keep(query.self, self_) &
           keep(query.movable, movable_) & same;
    return same;
  }

 private:
  template <class T>
  static bool keep(View<T> now, std::vector<T>& kept) {
    if (std::equal(now.begin(), now.end(), kept.begin(), kept.end())) return true;
    kept.assign(now.begin(), now.end());
    return false;
  }
  std::uint64_t identity_ = 0;
  int dim_ = 0;
  std::vector<std::int32_t> first_, second_;
  std::vector<std::uint8_t> self_, movable_;
};

/// States by number. All numbers that come only once share one state, so that a caller with new
/// numbers takes no memory; one that comes back after others gets a state of its own.
template <class State>
class KeptStates {
 public:
  State& of(std::uint64_t identity) {
    for (auto& [number, state] : kept_)
      if (number == identity) return *state;
    if (identity == shared_number_) return shared_;
    const bool back = std::find(seen_.begin(), seen_.end(), identity) != seen_.end();
    seen_[next_++ % seen_.size()] = identity;
    if (!back) {
      shared_number_ = identity;
      return shared_;
    }
    if (kept_.size() == seen_.size()) kept_.erase(kept_.begin());
    kept_.emplace_back(identity, std::make_unique<State>());
    return *kept_.back().second;
  }

 private:
  State shared_;
  std::uint64_t shared_number_ = 0;
  std::vector<std::pair<std::uint64_t, std::unique_ptr<State>>> kept_;
  std::array<std::uint64_t, 32> seen_{};
  std::size_t next_ = 0;
};

}  // namespace tactus::boxes
