// The broad phase brute_force: it compares all pairs of boxes.
#include <tactus/broad_phase.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Tests every box against every other one. This is the reference with which all other broad phases
/// are compared, and it is the fastest one for up to a few dozen boxes. N (N - 1)/2 tests within a
/// set, N M between two sets.
class BruteForce final : public BroadPhase {
 public:
  using Options = NoOptions;
  explicit BruteForce(const Options&) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    for (Index i = 0; i < a.count; ++i)
      for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
        if (a.overlap(i, b, j) && query.wanted(i, j)) pairs.push_back({i, j});
    tests_ += query.second ? a.count * b.count : a.count * (a.count - 1) / 2;
  }
  Index tests_ = 0;
};
}  // namespace

TACTUS_PLUGIN(BruteForce, "brute_force", "Every box against every other: the reference")
