/// \file conformance/box_scenes.hpp  Arrangements of boxes that have caught broad phases out, and the
/// pairs that each must give, by a test of all pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "../broad_phase.hpp"
#include "random.hpp"

namespace tactus::conformance {

/// Boxes with memory of their own, grouped by body.
struct BoxSet {
  int dim = 3;
  std::vector<Real> bounds;
  std::vector<std::int32_t> body;
  std::vector<Index> corner;  ///< 2 a box, or empty

  Boxes boxes() const {
    return {dim, static_cast<Index>(body.size()), bounds, body, corner, corner.empty() ? 0 : 2};
  }
  void add(const std::array<Real, 3>& lower, const std::array<Real, 3>& upper, std::int32_t of) {
    bounds.insert(bounds.end(), lower.begin(), lower.begin() + dim);
    bounds.insert(bounds.end(), upper.begin(), upper.begin() + dim);
    body.push_back(of);
  }
};

/// A box with its lower corner in [0, domain)^3 and edges in [0, size).
inline void add_random(BoxSet& set, Random& random, Real domain, Real size, std::int32_t body) {
  std::array<Real, 3> lower{}, upper{};
  for (std::size_t d = 0; d < 3; ++d) {
    lower[d] = domain * random();
    upper[d] = lower[d] + size * random();
  }
  set.add(lower, upper, body);
}

/// A named arrangement of boxes that has caught broad phases out.
struct BoxScene {
  std::string name;
  std::function<void(BoxSet&, Random&)> fill;
};

inline std::vector<BoxScene> box_scenes(int count = 500) {
  const auto each = [count](auto&& add) {
    return [count, add](BoxSet& s, Random& r) {
      for (int i = 0; i < count; ++i) add(s, r, i);
    };
  };
  const Real far = 1e12;
  return {
      {"nothing", [](BoxSet&, Random&) {}},
      {"one box", [](BoxSet& s, Random& r) { add_random(s, r, 1, 1, 0); }},
      {"random", each([](BoxSet& s, Random& r, int i) { add_random(s, r, 1, 0.1, i / 10); })},
      {"clustered in 1e-3 of the domain", each([](BoxSet& s, Random& r, int i) {
         i == 0 ? add_random(s, r, 1, 1e-6, 0) : add_random(s, r, 1e-3, 1e-4, i);
       })},
      {"identical", each([](BoxSet& s, Random&, int i) {
         if (i % 4 == 0) s.add({1, 2, 3}, {2, 3, 4}, i / 50);  // all of them are pairs
       })},
      {"one giant, the others tiny", each([](BoxSet& s, Random& r, int i) {
         i == 0 ? s.add({0, 0, 0}, {1, 1, 1}, 0) : add_random(s, r, 1, 1e-3, i);
       })},
      {"sizes spread over six decades",
       each([](BoxSet& s, Random& r, int i) { add_random(s, r, 1, std::pow(10., -6 * r()), i); })},
      {"flat: no thickness along one axis or all", each([](BoxSet& s, Random& r, int i) {
         add_random(s, r, 1, 0.2, i);
         Real* b = s.bounds.data() + s.bounds.size() - 2 * s.dim;
         for (int d = 0; d < s.dim; ++d)
           if (i % (s.dim + 1) == d || i % 7 == 0) b[s.dim + d] = b[d];
       })},
      {"a lattice of boxes that touch exactly", each([](BoxSet& s, Random&, int i) {
         const Real x = i % 10, y = i / 10 % 10, z = i / 100 % 10;
         s.add({x / 8, y / 8, z / 8}, {(x + 1) / 8, (y + 1) / 8, (z + 1) / 8}, i);
       })},
      {"two groups 1e12 apart", each([far](BoxSet& s, Random& r, int i) {
         const Real at = i % 2 ? far : 0;
         s.add({at + r(), at + r(), at + r()}, {at + 1 + r(), at + 1 + r(), at + 1 + r()}, i);
       })},
      {"points that fly away", each([](BoxSet& s, Random& r, int i) {
         const Real at = i % 5 ? r() : std::pow(10., 300 * r());
         s.add({at, -at, at}, {at, -at, at}, i);
       })},
      {"half-spaces and slabs without end", each([](BoxSet& s, Random& r, int i) {
         add_random(s, r, 1, 0.05, i);
         Real* b = s.bounds.data() + s.bounds.size() - 2 * s.dim;
         if (i % 100 == 0) b[s.dim - 1] = -kUnlimited;
         for (int d = 0; i % 300 == 7 && d < s.dim; ++d)
           b[d] = -kUnlimited, b[s.dim + d] = kUnlimited;
       })},
      {"the whole range of doubles", each([](BoxSet& s, Random& r, int i) {
         const Real big = 1.7e308;
         if (i % 50 == 0)
           s.add({-big, -big, -big}, {big, big, big}, i);
         else
           add_random(s, r, big, i % 2 ? 1e290 : 1e306, i);
       })},
      {"few bodies far apart, with shared corners", each([](BoxSet& s, Random& r, int i) {
         const int body = i / 125;
         const Real at = 0.9 * body, x = at + r(), y = at / 3 + r();
         s.add({x, y, 0}, {x + 0.05, y + 0.05, 0.1}, body);
         s.corner.insert(s.corner.end(), {i, i + 1 - 125 * (i % 125 == 124)});
       })},
  };
}

/// The pairs that must be reported: all that overlap (closed boxes) and pass the filter.
inline std::vector<Pair> all_pairs(const BoxQuery& query) {
  const Boxes &a = *query.first, &b = query.second ? *query.second : a;
  std::vector<Pair> pairs;
  for (Index i = 0; i < a.count; ++i)
    for (Index j = query.second ? 0 : i + 1; j < b.count; ++j) {
      bool apart = false;
      for (int d = 0; d < a.dim; ++d)
        apart = apart || a.upper(i)[d] < b.lower(j)[d] || b.upper(j)[d] < a.lower(i)[d];
      if (!apart && query.wanted(i, j)) pairs.push_back({i, j});
    }
  return pairs;
}

/// What the kernel makes of reported pairs: those that overlap, in order, each once.
/// Pairs that are none are dropped too.
inline std::vector<Pair> tidied(const BoxQuery& query, std::vector<Pair> pairs) {
  const Boxes &a = *query.first, &b = query.second ? *query.second : a;
  std::erase_if(pairs, [&](const Pair& p) {
    const bool none = p.first < 0 || p.first >= a.count || p.second < 0 || p.second >= b.count;
    return none || !a.overlap(p.first, b, p.second);
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace tactus::conformance
