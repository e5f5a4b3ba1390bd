// The promises of a broad phase, kept by space_time, and when it searches.
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

std::unique_ptr<BroadPhase> space_time_with(const char* search) {
  tactus::testing::Parts<BroadPhase> parts;
  parts.push_back(make_component<BroadPhase>(search));
  return composed_of(Kind::broad_phase, "space_time", std::move(parts));
}

/// Boxes that can be moved, and a broad phase that finds their pairs.
class Moving {
 public:
  explicit Moving(int boxes) : filter_(static_cast<std::size_t>(boxes), 1) {
    Random random(4);
    for (int i = 0; i < boxes; ++i) {
      add_random(set_, random, 1, 0.05, i);
      for (int d = 0; d < 3; ++d) velocity_.push_back(0.002 * (random() - 0.5));
    }
  }
  void move(Real times = 1) {
    const auto n = static_cast<std::size_t>(set_.dim);
    for (std::size_t i = 0; i < filter_.size(); ++i)
      for (std::size_t d = 0; d < 2 * n; ++d)
        set_.bounds[2 * n * i + d] += times * velocity_[3 * i + d % n];
  }
  /// Compares with all pairs.
  void search() {
    const Boxes boxes = set_.boxes();
    const BoxQuery query{&boxes, nullptr, filter_, filter_, 1};
    std::vector<Pair> pairs;
    plugin_->candidates(query, pairs, context_.context());
    CHECK(pairs == all_pairs(query));
    found_ = static_cast<Index>(pairs.size());
  }
  Index searches() const { return NamedMetrics(*plugin_).integer("path_searches").value_or(-1); }
  Index found() const { return found_; }

 private:
  BoxSet set_;
  std::vector<std::uint8_t> filter_;
  std::vector<Real> velocity_;
  std::unique_ptr<BroadPhase> plugin_ = space_time_with("grid");
  SerialContext context_;
  Index found_ = 0;
};

}  // namespace

TEST_CASE("DET-17 space_time keeps every promise of a broad phase", "[broad_phase][space_time]") {
  const char* search = GENERATE("grid", "bvh", "brute_force");
  check_broad_phase([search] { return space_time_with(search); });
}

TEST_CASE("space_time does not search while boxes keep their velocity",
          "[broad_phase][space_time]") {
  Moving scene(300);
  scene.search();
  // The first motion is not expected; then 32 calls are, and at most one more has to be searched for.
  for (int call = 0; call < 33; ++call) scene.move(), scene.search();
  CHECK(scene.found() > 0);
  CHECK(scene.searches() == 2);
  scene.move(), scene.move(40);
  scene.search();
  CHECK(scene.searches() == 3);
}
