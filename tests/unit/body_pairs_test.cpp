// Pairs of bodies that are near each other, against a comparison of all of them, while they move.
#include "core/contact/body_pairs.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "tactus/conformance/random.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;

namespace {

BodyBox box_at(int dim, const Real (&centre)[3], Real half) {
  BodyBox box;
  box.clear();
  for (int d = 0; d < 3; ++d) {
    box.add(d, d < dim ? centre[d] - half : 0);
    box.add(d, d < dim ? centre[d] + half : 0);
  }
  return box;
}

}  // namespace

TEST_CASE("all pairs of near bodies are found, in crowds, among giants and far away",
          "[contact][body_pairs]") {
  const int dim = GENERATE(2, 3);
  const auto seed = GENERATE(range(1, 9));
  Random random(static_cast<std::uint64_t>(seed));
  const auto bodies = static_cast<std::size_t>(random.between(1, 300));
  const Real room = seed % 3 == 0 ? 1 : 20, margin = seed % 2 == 0 ? 0.05 : 0;
  std::vector<BodyBox> boxes(bodies);
  std::vector<std::array<Real, 3>> at(bodies);
  std::vector<Real> half(bodies);
  for (std::size_t b = 0; b < bodies; ++b) {
    for (Real& x : at[b]) x = random.between(0, room) + (b % 50 == 7 ? 1e9 : 0);
    half[b] = b % 40 == 3 ? 100 : b % 17 == 1 ? 0 : random.between(0.1, 0.6);
  }
  BodyPairs near(dim);
  for (int step = 0; step < 40; ++step) {
    for (std::size_t b = 0; b < bodies; ++b) {
      Real centre[3];
      for (int d = 0; d < 3; ++d) {
        auto& x = at[b][static_cast<std::size_t>(d)];
        centre[d] = x += 0.03 * random.between(-1, 1);
      }
      boxes[b].clear();
      if (b % 23 != 5) boxes[b] = box_at(dim, centre, half[b]);
    }
    const auto& pairs = near.update(boxes, margin);
    CHECK(std::ranges::is_sorted(pairs));
    const std::set<BodyPairs::Pair> found(pairs.begin(), pairs.end());
    CHECK(found.size() == pairs.size());
    std::size_t missed = 0, met = 0;
    for (std::int32_t b = 0; b < static_cast<std::int32_t>(bodies); ++b)
      for (std::int32_t a = 0; a < b; ++a) {
        const BodyBox &one = boxes[static_cast<std::size_t>(a)],
                      &two = boxes[static_cast<std::size_t>(b)];
        if (one.is_empty() || two.is_empty() || !one.meets(two, margin)) continue;
        ++met;
        missed += found.contains({a, b}) ? 0 : 1;
      }
    CHECK(missed == 0);
    if (room == 20) CHECK(found.size() <= 40 * met + 2000);
  }
}
