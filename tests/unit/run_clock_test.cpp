// Output is due at multiples of an interval, at the first step that ends there or behind.
#include "core/record/run_clock.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace tactus;
using namespace tactus::core;

TEST_CASE("output is due once for each multiple of its interval that steps pass", "[output]") {
  OutputPace pace;
  std::vector<int> due;
  for (int step = 1; step <= 12; ++step)
    if (pace.due(0.3, 0.1 * step)) due.push_back(step);
  CHECK(due == std::vector<int>{3, 6, 9, 12});
  CHECK(pace.next == 5);
  CHECK(pace.due(0.3, 100));  // several at once are one
  CHECK_FALSE(pace.due(0.3, 100));
  CHECK_FALSE(pace.due(0, 1e9));  // never
}

TEST_CASE("an interval that was changed before a run goes on counts from the present", "[output]") {
  OutputPace pace{.next = 7};
  pace.renew(0.1, 0.1, 0.65);
  CHECK(pace.next == 7);
  pace.renew(0.1, 0.5, 0.65);
  CHECK(pace.next == 2);
  pace.renew(0.5, 0, 0.65);
  CHECK(pace.next == 2);
}

TEST_CASE("the time of a run contains that of its earlier parts", "[output]") {
  RunClock clock;
  const Real wall = clock.wall(), processor = clock.processor();
  CHECK(wall >= 0);
  clock.resume(100, 50);
  CHECK(clock.wall() >= wall + 100);
  CHECK(clock.processor() >= processor + 50);
  CHECK(clock.wall() < wall + 200);
}
