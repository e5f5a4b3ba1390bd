/// \file conformance/broad_phase.hpp  What every broad phase promises, as one test body (Catch2).
///
///     TEST_CASE("my_grid keeps every promise of a broad phase") {
///       tactus::conformance::check_broad_phase([] { return std::make_unique<MyGrid>(options); });
///     }
///
/// Each scene is put to the implementation in one and in two sets, in the plane and in space, and
/// compared with a test of all pairs written out here.
#pragma once

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "../broad_phase.hpp"
#include "serial_context.hpp"

namespace tactus::conformance {

using BroadPhaseFactory = std::function<std::unique_ptr<BroadPhase>()>;

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

/// Reproducible numbers in [0, 1) (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  Real operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<Real>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
  }
  /// A box with its lower corner in [0, domain)^3 and edges in [0, size).
  void add_to(BoxSet& set, Real domain, Real size, std::int32_t body) {
    std::array<Real, 3> lower{}, upper{};
    for (int d = 0; d < 3; ++d) {
      lower[d] = domain * (*this)();
      upper[d] = lower[d] + size * (*this)();
    }
    set.add(lower, upper, body);
  }

 private:
  std::uint64_t state_;
};

/// A named arrangement of boxes that has caught broad phases out.
struct BoxScene {
  std::string name;
  std::function<void(BoxSet&, Random&)> fill;
};

inline std::vector<BoxScene> box_scenes(int count = 1000) {
  const auto each = [count](auto&& add) {
    return [count, add](BoxSet& s, Random& r) {
      for (int i = 0; i < count; ++i) add(s, r, i);
    };
  };
  const Real far = 1e12;
  return {
      {"nothing", [](BoxSet&, Random&) {}},
      {"one box", [](BoxSet& s, Random& r) { r.add_to(s, 1, 1, 0); }},
      {"random", each([](BoxSet& s, Random& r, int i) { r.add_to(s, 1, 0.1, i / 10); })},
      {"clustered in 1e-3 of the domain", each([](BoxSet& s, Random& r, int i) {
         i == 0 ? r.add_to(s, 1, 1e-6, 0) : r.add_to(s, 1e-3, 1e-4, i);
       })},
      {"identical", each([](BoxSet& s, Random&, int i) {
         s.add({1, 2, 3}, {2, 3, 4}, i / 50);
       })},
      {"one giant, the others tiny", each([](BoxSet& s, Random& r, int i) {
         i == 0 ? s.add({0, 0, 0}, {1, 1, 1}, 0) : r.add_to(s, 1, 1e-3, i);
       })},
      {"sizes spread over six decades",
       each([](BoxSet& s, Random& r, int i) { r.add_to(s, 1, std::pow(10., -6 * r()), i); })},
      {"flat: no thickness along one axis or all", each([](BoxSet& s, Random& r, int i) {
         r.add_to(s, 1, 0.2, i);
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
         r.add_to(s, 1, 0.05, i);
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
           r.add_to(s, big, i % 2 ? 1e290 : 1e306, i);
       })},
      {"few bodies far apart, with shared corners", each([](BoxSet& s, Random& r, int i) {
         const Real at = 0.9 * (i / 250), x = at + r(), y = at / 3 + r();
         s.add({x, y, 0}, {x + 0.05, y + 0.05, 0.1}, i / 250);
         s.corner.insert(s.corner.end(), {i, i + 1 - 250 * (i % 250 == 249)});
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
inline std::vector<Pair> tidied(const BoxQuery& query, std::vector<Pair> pairs) {
  const Boxes &a = *query.first, &b = query.second ? *query.second : a;
  std::erase_if(pairs, [&](const Pair& p) { return !a.overlap(p.first, b, p.second); });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Equality that says what is wrong in one line, not by printing a million pairs.
inline std::string same(const std::vector<Pair>& found, const std::vector<Pair>& expected) {
  if (found == expected) return {};
  std::size_t i = 0;
  while (i < found.size() && i < expected.size() && found[i] == expected[i]) ++i;
  std::ostringstream text;
  text << found.size() << " pairs instead of " << expected.size() << "; at position " << i << ":";
  for (const auto* pairs : {&found, &expected}) {
    if (i < pairs->size())
      text << " (" << (*pairs)[i].first << ", " << (*pairs)[i].second << ")";
    else
      text << " the end";
    if (pairs == &found) text << " instead of";
  }
  return text.str();
}

/// Which capabilities an object claims.
class Claims final : public Capabilities {
 public:
  explicit Claims(const Component& component) { component.capabilities(*this); }
  bool provides_sorted = false;

 private:
  void provides(std::string_view name) override { provides_sorted |= name == capability::sorted; }
  void needs(std::string_view) override {}
  void needs_one_of(std::initializer_list<std::string_view>) override {}
  void prefers(std::string_view, std::string_view) override {}
};

/// One implementation under test.
class BroadPhaseTest {
 public:
  explicit BroadPhaseTest(BroadPhaseFactory make) : make_(std::move(make)), object_(make_()) {}

  /// Everything that one question can show; `fresh` objects and the warm one must agree.
  void ask(const BoxQuery& query) {
    const std::vector<Pair> expected = all_pairs(query);
    const std::vector<Pair> found = answer(*object_, query);
    CHECK_THAT(same(tidied(query, found), expected), Catch::Equals(""));
    if (Claims(*object_).provides_sorted) CHECK_THAT(same(found, expected), Catch::Equals(""));
    CHECK(std::all_of(found.begin(), found.end(), [&](const Pair& p) {
      const Index seconds = (query.second ? query.second : query.first)->count;
      return p.first >= 0 && p.first < query.first->count && p.second < seconds &&
             p.second >= (query.second ? 0 : p.first + 1);
    }));
    CHECK_THAT(same(answer(*object_, query), found), Catch::Equals(""));
    CHECK_THAT(same(tidied(query, answer(*make_(), query)), expected), Catch::Equals(""));
  }

  void check_scene(const BoxScene& scene, int dim) {
    INFO(scene.name << ", " << dim << "D");
    Random random(7);
    BoxSet one, two;
    one.dim = two.dim = dim;
    scene.fill(one, random);
    scene.fill(two, random);
    const Boxes a = one.boxes(), b = two.boxes();
    for (const int filter : {0, 1, 2}) {
      INFO("filter " << filter);
      const Filter f(filter, std::max(one.body.size(), two.body.size()) + 1);
      ask({&a, nullptr, f.self, f.movable, 1, 0});
      ask({&a, &b, f.self, f.movable, 2, 0});
    }
    check_order(one);
    check_motion(one, random);
  }

  void check_appends() {
    BoxSet set;
    set.add({0, 0, 0}, {1, 1, 1}, 0);
    set.add({1, 1, 1}, {2, 2, 2}, 1);
    const Boxes boxes = set.boxes();
    const Filter f(1, 2);
    std::vector<Pair> pairs{{41, 42}, {5, 6}};
    object_->candidates({&boxes, nullptr, f.self, f.movable, 9, 0}, pairs, context_.context());
    REQUIRE(pairs.size() == 3);
    CHECK(pairs[0] == Pair{41, 42});
    CHECK(pairs[1] == Pair{5, 6});
    CHECK(pairs[2] == Pair{0, 1});
  }

  void check_refusals() {
    BoxSet set;
    set.add({0, 0, 0}, {1, 1, 1}, 0);
    set.add({0, std::nan(""), 0}, {1, 1, 1}, 3);
    const Filter f(1, 4);
    const auto refused = [&](const std::string& text) {
      const Boxes boxes = set.boxes();
      std::vector<Pair> pairs;
      const BoxQuery query{&boxes, nullptr, f.self, f.movable, 1, 0};
      try {
        object_->candidates(query, pairs, context_.context());
        FAIL_CHECK("accepted: " << text);
      } catch (const PreconditionError& e) {
        CHECK_THAT(e.what(), Catch::Contains(text));
        CHECK(e.where.item == Item::body);
        CHECK(e.where.index == 3);
      }
    };
    refused("box 1 of body 3 goes from nan");
    set.bounds[7] = 2;
    refused("box 1 of body 3 goes from 2.0");
  }

 private:
  /// 0: nothing wanted within a body; 1: everything; 2: odd bodies do not move, every third one may
  /// touch itself.
  struct Filter {
    Filter(int which, std::size_t bodies) : self(bodies), movable(bodies) {
      for (std::size_t b = 0; b < bodies; ++b) {
        self[b] = which == 1 || (which == 2 && b % 3 == 0);
        movable[b] = which != 2 || b % 2 == 0;
      }
    }
    std::vector<std::uint8_t> self, movable;
  };

  std::vector<Pair> answer(BroadPhase& object, const BoxQuery& query) {
    std::vector<Pair> pairs;
    object.candidates(query, pairs, context_.context());
    return pairs;
  }

  /// The same boxes in the opposite order give the same pairs under other numbers.
  void check_order(const BoxSet& set) {
    BoxSet reversed = set;
    const std::size_t n = set.body.size(), width = 2 * static_cast<std::size_t>(set.dim);
    for (std::size_t i = 0; i < n; ++i) {
      reversed.body[n - 1 - i] = set.body[i];
      for (std::size_t k = 0; k < width; ++k)
        reversed.bounds[(n - 1 - i) * width + k] = set.bounds[i * width + k];
      for (std::size_t k = 0; k < 2 && !set.corner.empty(); ++k)
        reversed.corner[(n - 1 - i) * 2 + k] = set.corner[i * 2 + k];
    }
    const Filter f(2, n + 1);
    const Boxes a = set.boxes(), b = reversed.boxes();
    const BoxQuery query{&a, nullptr, f.self, f.movable, 3, 0};
    const BoxQuery backward{&b, nullptr, f.self, f.movable, 4, 0};
    std::vector<Pair> there = tidied(query, answer(*object_, query));
    std::vector<Pair> back = tidied(backward, answer(*object_, backward));
    const auto last = static_cast<Index>(n) - 1;
    for (Pair& p : back) p = {last - p.second, last - p.first};
    std::sort(back.begin(), back.end());
    CHECK_THAT(same(back, there), Catch::Equals(""));
  }

  /// The same things, moved: whatever is kept from call to call may not be seen.
  void check_motion(BoxSet set, Random& random) {
    const Filter f(1, set.body.size() + 1);
    for (int step = 0; step < 3; ++step) {
      INFO("step " << step);
      const Boxes boxes = set.boxes();
      ask({&boxes, nullptr, f.self, f.movable, 5, 0.01});
      for (std::size_t i = 0; i < set.body.size(); ++i)
        for (int d = 0; d < set.dim; ++d) {
          const Real by = (step == 1 ? 1 : 0.01) * (random() - 0.5);  // the second time far
          set.bounds[(2 * i) * set.dim + d] += by;
          Real& upper = set.bounds[(2 * i + 1) * set.dim + d];
          upper = std::max(upper + by, set.bounds[(2 * i) * set.dim + d]);
        }
    }
  }

  BroadPhaseFactory make_;
  std::unique_ptr<BroadPhase> object_;
  SerialContext context_;
};

/// All of the above, for one implementation. `make` builds an object with the options to test.
inline void check_broad_phase(const BroadPhaseFactory& make) {
  BroadPhaseTest test(make);
  for (const BoxScene& scene : box_scenes())
    for (const int dim : {2, 3}) test.check_scene(scene, dim);
  test.check_appends();
  test.check_refusals();
}

}  // namespace tactus::conformance
