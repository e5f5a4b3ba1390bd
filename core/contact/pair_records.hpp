/// \file pair_records.hpp  Lists with one record a pair of bodies, sorted by bodies, to which a step adds
/// what its pairs exchanged, in a time that is proportional to their number and that of the records.
#pragma once

#include <algorithm>
#include <vector>

#include "core/contact/contact_forces.hpp"

namespace tactus::core {

/// Calls add(record, pair) for each pair of a step, with a record made by make(pair) where there is none.
/// @param pairs  sorted by bodies, each once
template <class Record, class Make, class Add>
void add_to_records(std::vector<Record>& records, const std::vector<PairImpulse>& pairs,
                    const Make& make, const Add& add) {
  const auto known = static_cast<std::ptrdiff_t>(records.size());
  for (const PairImpulse& now : pairs) {
    const auto end = records.begin() + known;
    const auto at = std::lower_bound(records.begin(), end, now, BodyOrder{});
    const bool is_new = at == end || BodyOrder{}(now, *at);
    add(is_new ? records.emplace_back(make(now)) : *at, now);
  }
  std::inplace_merge(records.begin(), records.begin() + known, records.end(), BodyOrder{});
}

}  // namespace tactus::core
