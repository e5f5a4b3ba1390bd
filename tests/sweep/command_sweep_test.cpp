// A fault at every call on files of `compare`, `report`, `plot`, `solve` and `study` with its cells, as sweep_test does it
// for runs: nothing is silent, no input is changed, and the same command then ends in the same bytes. The settings are those of
// sweep_test; TACTUS_SWEEP_SCENARIO chooses commands by name, as ^study$.
#include "command_sweep.hpp"

#include <algorithm>

#include "chosen_points.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;

TEST_CASE("after a fault at any call on a file a command says so, and ends well when repeated",
          "[sweep]") {
  try_points_of<CommandBench>(commands(), stride(149));  // studies take longer than runs
}

TEST_CASE(
    "a study tells that what a cell has said cannot be removed, and goes on with the same command",
    "[sweep]") {
  const tactus::test::TemporaryFolder folder;
  CommandBench bench(std::filesystem::canonical(folder.path()) / "bench");
  const auto study = std::ranges::find(commands(), "study", &Command::name);
  REQUIRE(study != commands().end());
  int tried = 0;
  for (const CommandPoint& point : bench.points(*study)) {
    if (point.fault.kind != "io_error" || point.call.find(".log") == point.call.npos) continue;
    INFO(point.call);
    CHECK(bench.fault_of(point) == "");
    ++tried;
  }
  CHECK(tried >= 6);  // a look, reads and a removal, of each cell
}
