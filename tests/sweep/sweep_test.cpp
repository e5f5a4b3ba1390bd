// A fault at every call on files: full and broken disks, signals and power cuts. After each of them the
// run goes on to the results of a run without a fault, or is refused with the cause and a remedy.
//
// There are some thousands of points. TACTUS_SWEEP_EVERY=K takes every K-th of them; ./dev check faults
// takes all. TACTUS_SWEEP_ONLY=CALL:KIND takes one, for instance 57:kill, and TACTUS_SWEEP_SCENARIO the
// scenarios in whose names this regular expression is found.
#include "sweep.hpp"

#include <random>
#include <string>

#include "chosen_points.hpp"

using namespace tactus::sweep;

TEST_CASE("after a fault at any call on a file the run goes on to the same results", "[sweep]") {
  try_points_of<Bench>(scenarios(), stride());
}

TEST_CASE("after a second fault during the recovery from a first one the results are the same",
          "[sweep]") {
  tactus::test::OnEachCore<Bench> benches;
  std::vector<Point> all;
  for (const Scenario& scenario : scenarios())
    if (!scenario.refused)
      for (Point& point : benches.first().points(scenario)) all.push_back(std::move(point));
  std::mt19937 random(1);  // the same pairs in every run
  std::vector<std::pair<const Point*, FaultAt>> pairs(2000 / stride());
  for (auto& [first, second] : pairs) {
    first = &all[random() % all.size()];
    second = {1 + static_cast<long>(random() % 150), all[random() % all.size()].fault.kind};
  }
  const auto wrong = benches.each(pairs.size(), [&](Bench& bench, std::size_t i) {
    const auto& [first, second] = pairs[i];
    return named(*first, bench.fault_of(*first, second));
  });
  INFO(wrong.size() << " of " << pairs.size() << " pairs are wrong\n" << list(wrong));
  CHECK(wrong.empty());
}
