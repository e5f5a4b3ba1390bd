// Lists that several threads fill, sets of keys, and records of pairs of bodies: each against a plain reading
// of what it says.
#include "tactus/in_parts.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "core/contact/pair_records.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/key_set.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;

TEST_CASE("lists that threads fill are those of one thread", "[sdk]") {
  const int threads = GENERATE(1, 4);
  Runtime runtime(threads);
  InParts<Index> parts;
  RowsInParts<> rows_in_parts;
  for (const Index count : {0, 1, 7, 8, 100, 5000, 3}) {
    INFO(threads << " threads, " << count << " items");
    std::vector<Index> found{-1}, expected{-1};
    parts.append(count, 7, found, runtime.executor(), [](Range range, std::vector<Index>& out) {
      for (Index i = range.begin; i < range.end; ++i)
        if (i % 3 == 0) out.push_back(i);
    });
    for (Index i = 0; i < count; i += 3) expected.push_back(i);
    CHECK(found == expected);
    CompressedRows<> rows, plain;
    rows_in_parts.assign(count, 7, rows, runtime.executor(),
                         [](Index row, std::vector<Index>& entries) {
                           for (Index k = 0; k < row % 4; ++k) entries.push_back(row - k);
                         });
    for (Index row = 0; row < count; ++row) {
      for (Index k = 0; k < row % 4; ++k) plain.push(row - k);
      plain.end_row();
    }
    CHECK((rows == plain));
  }
}

TEST_CASE("a set of keys holds what was inserted since it was cleared", "[sdk]") {
  Random random(3);
  KeySet keys;
  for (int round = 0; round < 20; ++round) {
    keys.clear();
    std::set<ContactKey> known;
    const auto key = [&] {
      return ContactKey{static_cast<std::uint64_t>(30 * random()),
                        static_cast<std::uint64_t>(20 * random()) << 40};
    };
    CHECK_FALSE(keys.contains({}));
    int wrong = 0;
    for (int k = 0; k < 50 * round; ++k) {
      const ContactKey one = key(), other = key();
      wrong += keys.insert(one) != known.insert(one).second;
      wrong += keys.contains(other) != known.contains(other);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("what pairs of bodies exchange is added up in the order in which it came", "[contact]") {
  struct Record {
    std::int32_t body_a, body_b;
    Real sum;
  };
  Random random(5);
  std::vector<Record> records;
  std::map<std::pair<std::int32_t, std::int32_t>, Real> of_run;
  for (int step = 0; step < 30; ++step) {
    ContactForces forces;
    std::map<std::pair<std::int32_t, std::int32_t>, std::pair<Index, Real>> expected;
    for (int row = 0; row < 200; ++row) {
      const auto a = static_cast<std::int32_t>(8 * random()),
                 b = static_cast<std::int32_t>(8 * random()) - 1;
      const Real impulse = random.between(-1, 1);
      forces.pairs.push_back({a, b, 1, {impulse, 0, 0}});
      auto& [contacts, sum] = expected[{a, b}];
      ++contacts, sum += impulse;
    }
    forces.join_pairs();
    REQUIRE(forces.pairs.size() == expected.size());
    auto at = expected.begin();
    for (const PairImpulse& pair : forces.pairs) {
      CHECK(at->first == std::pair(pair.body_a, pair.body_b));
      CHECK(at->second.first == pair.contacts);
      CHECK(at->second.second == pair.impulse[0]);
      of_run[at->first] += pair.impulse[0];
      ++at;
    }
    add_to_records(
        records, forces.pairs,
        [](const PairImpulse& pair) {
          return Record{pair.body_a, pair.body_b, 0};
        },
        [](Record& record, const PairImpulse& pair) { record.sum += pair.impulse[0]; });
  }
  REQUIRE(records.size() == of_run.size());
  auto at = of_run.begin();
  for (const Record& record : records) {
    CHECK(at->first == std::pair(record.body_a, record.body_b));
    CHECK(at->second == record.sum);
    ++at;
  }
}
