// A fault at every call on files of `compare`, `report`, `solve` and `study`, as sweep_test does it for runs: nothing
// is silent, no input is changed, and the same command then ends in the same bytes. The settings are those of
// sweep_test; TACTUS_SWEEP_SCENARIO chooses commands by name.
#include "command_sweep.hpp"

#include "chosen_points.hpp"

using namespace tactus::sweep;

TEST_CASE("after a fault at any call on a file a command says so, and ends well when repeated",
          "[sweep]") {
  try_points_of<CommandBench>(commands());
}
