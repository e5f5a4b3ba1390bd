// The promises of a broad phase, kept by auto whichever candidate it takes, and its choice between a slow
// and a fast one.
#include <ctime>
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/composed_of.hpp"
#include "tests/support/named_metrics.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::composed_of;
using tactus::testing::make_component;
using tactus::testing::NamedMetrics;

namespace {

using Parts = tactus::testing::Parts<BroadPhase>;

std::unique_ptr<BroadPhase> auto_of(Parts parts) {
  return composed_of(Kind::broad_phase, "auto", std::move(parts));
}

/// What it was asked for at most.
class Watched final : public BroadPhase {
 public:
  Watched(std::unique_ptr<BroadPhase> by, Index& most) : by_(std::move(by)), most_(most) {}

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    most_ = std::max(most_, query.first->count);
    by_->candidates(query, pairs, context);
  }
  std::unique_ptr<BroadPhase> by_;
  Index& most_;
};

/// All pairs, and then nothing for `milliseconds` of processor time, which may change.
class Slow final : public BroadPhase {
 public:
  explicit Slow(const Real& milliseconds) : milliseconds_(milliseconds) {}

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    const std::vector<Pair> all = all_pairs(query);
    pairs.insert(pairs.end(), all.rbegin(), all.rend());
    const std::clock_t end =
        std::clock() + static_cast<std::clock_t>(1e-3 * milliseconds_ * CLOCKS_PER_SEC);
    while (std::clock() < end) continue;
  }
  const Real& milliseconds_;
};

}  // namespace

TEST_CASE("DET-17 auto keeps every promise of a broad phase", "[broad_phase][auto]") {
  check_broad_phase([] {
    Parts parts;
    for (const char* name : {"grid", "bvh", "sweep_and_prune"})
      parts.push_back(make_component<BroadPhase>(name));
    return auto_of(std::move(parts));
  });
}

TEST_CASE("auto takes the fastest candidate, and measures again when it has become slow",
          "[broad_phase][auto]") {
  Real first = 8, second = 2;
  Parts parts;
  parts.push_back(std::make_unique<Slow>(first));
  parts.push_back(std::make_unique<Slow>(second));
  const auto plugin = auto_of(std::move(parts));
  const NamedMetrics metrics(*plugin);
  BoxSet set;
  Random random(2);
  for (int i = 0; i < 20; ++i) add_random(set, random, 1, 0.5, i);
  const Boxes boxes = set.boxes();
  const std::vector<std::uint8_t> none(20), all(20, 1);
  SerialContext context;
  const BoxQuery query{&boxes, nullptr, none, all, 1};
  std::vector<Index> used;
  const auto search = [&](int times) {
    for (int k = 0; k < times; ++k) {
      std::vector<Pair> pairs;
      plugin->candidates(query, pairs, context.context());
      CHECK(pairs == all_pairs(query));
      used.push_back(metrics.integer("search_used").value_or(0));
    }
  };
  search(1 + 2 * 3 + 3);
  CHECK(used == std::vector<Index>{1, 1, 1, 1, 2, 2, 2, 2, 2, 2});
  CHECK(metrics.integer("choices") == 1);
  second = 30;
  used.clear();
  search(3 + 1 + 2 * 3 + 2);
  CHECK(used == std::vector<Index>{2, 2, 2, 1, 1, 1, 1, 2, 2, 2, 1, 1});
  CHECK(metrics.integer("choices") == 2);
}

TEST_CASE("auto does not ask a search of all pairs for many boxes", "[broad_phase][auto]") {
  Index most[2] = {};
  Parts parts;
  parts.push_back(std::make_unique<Watched>(make_component<BroadPhase>("brute_force"), most[0]));
  parts.push_back(std::make_unique<Watched>(make_component<BroadPhase>("grid"), most[1]));
  const auto plugin = auto_of(std::move(parts));
  constexpr int kCount = 40000;
  BoxSet set;
  Random random(3);
  for (int i = 0; i < kCount; ++i) add_random(set, random, 20, 0.5, i);
  const Boxes boxes = set.boxes();
  const std::vector<std::uint8_t> none(kCount), all(kCount, 1);
  SerialContext context;
  for (int k = 0; k < 8; ++k) {
    std::vector<Pair> pairs;
    plugin->candidates({&boxes, nullptr, none, all, 1}, pairs, context.context());
    CHECK(pairs.size() > 1000);
  }
  CHECK(most[0] <= 2048);
  CHECK(most[1] == kCount);
}
