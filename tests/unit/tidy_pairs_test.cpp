// boxes::tidy beside a set of the pairs that overlap, found one by one.
#include <catch2/catch.hpp>
#include <set>
#include <tactus/boxes/tidy.hpp>
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/random.hpp>

using namespace tactus;
using namespace tactus::conformance;

TEST_CASE("tidy pairs are those that overlap and are wanted, in order and once", "[sdk][boxes]") {
  boxes::Tidier tidier;  // nothing of one list is left for the next
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Index count = 2 + static_cast<Index>(120 * random());
    BoxSet set, other;
    for (Index i = 0; i < count; ++i) {
      add_random(set, random, 3, 0.6, static_cast<std::int32_t>(i % 7));
      add_random(other, random, 3, 0.6, static_cast<std::int32_t>(i % 5));
    }
    const Boxes a = set.boxes(), b = other.boxes();
    const std::vector<std::uint8_t> self{1, 0, 0, 1, 0, 0, 0}, movable{1, 0, 1, 1, 0, 0, 1};
    for (const Boxes* second : {static_cast<const Boxes*>(nullptr), &b}) {
      const BoxQuery query{&a, second, self, movable, 1};
      const Boxes& of_second = second ? b : a;
      std::vector<Pair> pairs;
      std::set<std::pair<Index, Index>> expected;
      for (Index i = 0; i < count; ++i)
        for (Index j = second ? 0 : i + 1; j < count; ++j) {
          pairs.insert(pairs.end(), (i + j) % 3 == 0 ? 2 : 1, {i, j});
          if (a.overlap(i, of_second, j) && query.wanted(i, j)) expected.insert({i, j});
        }
      std::reverse(pairs.begin(), pairs.end());
      tidier.tidy(query, pairs);
      REQUIRE(pairs.size() == expected.size());
      CHECK(std::equal(
          pairs.begin(), pairs.end(), expected.begin(),
          [](const Pair& p, const auto& q) { return p.first == q.first && p.second == q.second; }));
    }
  }
}
