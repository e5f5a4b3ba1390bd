/// \file boxes/tidy.hpp  Pairs in the form that the kernel needs (see broad_phase.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "../broad_phase.hpp"

namespace tactus::boxes {

/// Drops pairs whose boxes do not overlap and pairs that are not wanted, sorts the rest and removes duplicates:
/// what capability::sorted says of a list. @pre all numbers are those of boxes of the query
inline void tidy(const BoxQuery& query, std::vector<Pair>& pairs) {
  const Boxes& second = query.second ? *query.second : *query.first;
  std::erase_if(pairs, [&](const Pair& p) {
    return !query.first->overlap(p.first, second, p.second) || !query.wanted(p.first, p.second);
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace tactus::boxes
