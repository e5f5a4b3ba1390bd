// Whoever calls a faulty broad phase, the fault is laid to it.
#include "tests/unit/guard_calls.hpp"

namespace tactus::guard_tests {
namespace {

class DoubleBroadPhase final : public Double<BroadPhase> {
  void do_candidates(const BoxQuery&, std::vector<Pair>&, Context&) override {
    doing.in("candidates");
  }
};

Calls calls_of(BroadPhase& b, Given& g) {
  return {call("candidates", [&] { b.candidates({.first = &g.boxes}, g.pairs, g.context); })};
}

}  // namespace

TEST_CASE("a fault in any function of a broad phase is laid to it", "[guard]") {
  Given given;
  const auto object = mine<BroadPhase, DoubleBroadPhase>();
  expect_blame_of_all(*object, calls_of(*object, given), "BroadPhase");
}

}  // namespace tactus::guard_tests
