// Branches that could settle a need, and which goes first (docs/theory/constraint_vertex_edge.md,
// "Ranking"): by numbers of the problem alone, in whatever order they were found.
#pragma once

#include <algorithm>
#include <array>
#include <tactus/constraint.hpp>
#include <tuple>
#include <vector>

namespace vertex_edge {
using namespace tactus;

struct Branch {
  Index facet = kNone, vertex = kNone;
  int rank = 0;   ///< class 0 (best) to 7
  Real cost = 0;  ///< within a class; finite
  /// Of the vertices: the own one, then the facet's ends ascending. A mirrored mesh with the same
  /// numbers shares them.
  std::array<Index, 3> numbers{};
};

/// A violation: a pair of facets that properly cross, or a vertex inside an element.
struct Need {
  Index first = kNone, second = kNone;  ///< facets; or the vertex and kNone
  Index element = kNone;                ///< the one that the vertex is inside of
  bool is_pair() const { return second != kNone; }
  Branch best;  ///< best.facet == kNone: nothing left to try
};

/// Pairs first, then vertices, by number.
inline bool by_number(const Need& a, const Need& b) {
  return std::tuple(!a.is_pair(), a.first, a.second) < std::tuple(!b.is_pair(), b.first, b.second);
}

/// By class, then cost, exactly: a tolerance here would be no order at all, as a tie of a with b and
/// of b with c says nothing of a and c.
inline bool cheaper(const Branch& a, const Branch& b) {
  return std::tie(a.rank, a.cost, a.numbers) < std::tie(b.rank, b.cost, b.numbers);
}

/// Whether `b`, no cheaper than `least`, is as good: of the same class, and 1e-9 of the cost is all
/// that parts them, which round-off must not decide.
inline bool ties(const Branch& least, const Branch& b) {
  return b.rank == least.rank && b.cost - least.cost <= 1e-9 * b.cost;
}

/// The one with the least numbers of those that tie with the cheapest; none of none.
inline Branch best_of(View<Branch> branches) {
  const auto least = std::min_element(branches.begin(), branches.end(), cheaper);
  if (least == branches.end()) return {};
  Branch best = *least;
  for (const Branch& b : branches)
    if (ties(*least, b) && b.numbers < best.numbers) best = b;
  return best;
}

/// Needs in the order of their best branches, those without any last: runs of ties, each with the
/// cheapest branch that the run before it left, are ordered by the numbers of the vertices.
inline void sort_by_branch(std::vector<Need>& needs) {
  const auto none = [](const Need& need) { return need.best.facet == kNone; };
  std::sort(needs.begin(), needs.end(), [&](const Need& a, const Need& b) {
    if (none(a) != none(b)) return none(b);
    if (cheaper(a.best, b.best)) return true;
    return !cheaper(b.best, a.best) && by_number(a, b);
  });
  for (auto run = needs.begin(); run != needs.end() && !none(*run);) {
    const auto end = std::find_if(run + 1, needs.end(), [&](const Need& need) {
      return none(need) || !ties(run->best, need.best);
    });
    std::sort(run, end, [](const Need& a, const Need& b) {
      if (a.best.numbers != b.best.numbers) return a.best.numbers < b.best.numbers;
      return by_number(a, b);
    });
    run = end;
  }
}

}  // namespace vertex_edge
