// A fault at every call on files of `compare`, `report`, `solve` and `study`, as sweep_test does it for runs: nothing
// is silent, no input is changed, and the same command then ends in the same bytes. The settings are those of
// sweep_test; TACTUS_SWEEP_SCENARIO chooses commands by name.
#include "command_sweep.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "chosen_points.hpp"
#include "tests/support/each_on_a_core.hpp"

using namespace tactus::sweep;

TEST_CASE("after a fault at any call on a file a command says so, and ends well when repeated",
          "[sweep]") {
  tactus::test::OnEachCore<CommandBench> benches;
  for (const Command& command : commands()) {
    if (!is_chosen(command.name)) continue;
    const std::vector<CommandPoint> all = benches.first().points(command), points = chosen(all);
    REQUIRE(all.size() > 10);
    const auto wrong = benches.each(points.size(), [&](CommandBench& bench, std::size_t i) {
      return named(points[i], bench.fault_of(points[i]));
    });
    INFO(command.name << ": " << wrong.size() << " of " << points.size() << " points are wrong, of "
                      << all.size() << " in all\n"
                      << list(wrong));
    CHECK(wrong.empty());
  }
}
