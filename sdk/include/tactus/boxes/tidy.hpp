/// \file boxes/tidy.hpp  Pairs in the form that the kernel needs (see broad_phase.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "../broad_phase.hpp"

namespace tactus::boxes {

/// Drops pairs whose boxes do not overlap and pairs that are not wanted, sorts the rest and removes
/// duplicates: what capability::sorted says of a list. Keeps its memory between calls.
class Tidier {
 public:
  /// @pre all numbers are those of boxes of the query
  void tidy(const BoxQuery& query, std::vector<Pair>& pairs) {
    const Boxes& second = query.second ? *query.second : *query.first;
    std::erase_if(pairs, [&](const Pair& p) {
      return !query.first->overlap(p.first, second, p.second) || !query.wanted(p.first, p.second);
    });
    if (pairs.size() < kFew) {
      std::sort(pairs.begin(), pairs.end());
      pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    } else {
      gather(query.first->count, pairs);
      write_back(query.first->count, pairs);
    }
  }

 private:
  static constexpr std::size_t kFew = 64;  ///< that are not worth going through all boxes

  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  /// The second boxes of each first one, in any order: end_[i] is where those of box i end.
  void gather(Index firsts, const std::vector<Pair>& pairs) {
    end_.assign(at(firsts) + 1, 0);
    for (const Pair& p : pairs) ++end_[at(p.first) + 1];
    for (std::size_t i = 1; i < end_.size(); ++i) end_[i] += end_[i - 1];
    second_.resize(pairs.size());
    for (const Pair& p : pairs) second_[at(end_[at(p.first)]++)] = p.second;
  }

  void write_back(Index firsts, std::vector<Pair>& pairs) {
    auto out = pairs.begin();
    auto begin = second_.begin();
    for (Index i = 0; i < firsts; ++i) {
      const auto end = second_.begin() + end_[at(i)];
      std::sort(begin, end);
      const auto last = std::unique(begin, end);
      for (; begin != last; ++begin) *out++ = {i, *begin};
      begin = end;
    }
    pairs.erase(out, pairs.end());
  }

  std::vector<Index> end_, second_;
};

/// The same for one list, without memory of others.
inline void tidy(const BoxQuery& query, std::vector<Pair>& pairs) { Tidier().tidy(query, pairs); }

}  // namespace tactus::boxes
