// Branches that were ranked in this pass. One condition could settle several events: the edges at a vertex
// that pierce a facet, say, are all settled where the vertex stays outside of the facet.
#pragma once

#include <cstdint>
#include <tactus/crossing/event.hpp>
#include <vector>

namespace vertex_face {
using namespace tactus;
using namespace tactus::crossing;

/// Keeps what is known of a branch until another one takes its place.
class RankedBranches {
 public:
  void clear() {
    if (place_.empty()) place_.resize(kPlaces);
    ++round_;
  }

  /// What rank(branch) answers, which also completes the branch. It is asked only if this is not known.
  template <class Rank>
  bool rank(Branch& branch, const Rank& rank) {
    const auto first = static_cast<std::uint64_t>(branch.first),
               second = static_cast<std::uint64_t>(branch.second);
    const std::uint64_t mixed =
        (first * 0x9e3779b97f4a7c15u ^ second) * 0xbf58476d1ce4e5b9u + branch.formula;
    Place& place = place_[(mixed ^ mixed >> 32) % kPlaces];
    if (place.round != round_ || place.formula != branch.formula ||
        place.branch.first != branch.first || place.branch.second != branch.second) {
      place.round = round_, place.formula = branch.formula;
      place.allowed = rank(branch);
      place.branch = branch;
    }
    branch = place.branch;
    return place.allowed;
  }

 private:
  static constexpr std::size_t kPlaces = 512;
  struct Place {
    std::uint64_t round = 0;
    std::int32_t formula = 0;  ///< of the branch as it was asked for
    bool allowed = false;
    Branch branch;
  };
  std::vector<Place> place_;
  std::uint64_t round_ = 0;
};

}  // namespace vertex_face
