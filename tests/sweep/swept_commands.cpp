#include <cstdio>
#include <cstdlib>

#include "command_sweep.hpp"
#include "scene.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/friction_problem.hpp"

namespace tactus::sweep {
namespace {

using Words = std::vector<std::string>;

/// Of few elements and steps: a study that is swept runs thousands of times.
constexpr const char* kCell = R"({
  "bodies": [
    {"name": "falling", "translate": [0.3, 1.01], "density": 1000, "velocity": [0, -10],
     "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "lying", "density": 1000,
     "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}
  ],
  "integrator": {"type": "newmark"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
              "solver": {"type": "local_sqp"}},
  "time": {"end": 2e-3, "step": 4e-4},
  "output": {"history_every": 100, "frames_every": 2e-3, "checkpoint_every": 1e-3, "audit": "frames"}
}
)";

std::string study_of(const std::string& steps) {
  return R"({"name": "study", "base": "cell.json",
  "axes": [{"name": "step", "pointer": "/time/step", "values": )" +
         steps + R"(}],
  "metrics": {"kinetic_J": {"of": "history/kinetic_energy_J"}}
})";
}

/// One cell at a time: calls of the study and of its cells then have one order.
Words study(const std::string& file) {
  return {"study", file, "--out", "out", "--quiet", "--jobs", "1"};
}

std::vector<Command> commands_of_the_program() {
  return {
      {"compare", {"compare", "one", "two"}, Leaves::text, 5},
      {"report", {"report", "one", "two", "--out", "out/page.html"}, Leaves::page},
      {"report of a study", {"report", "cells", "--out", "out/page.html"}, Leaves::page},
      {"solve", {"solve", "block.fc3d", "--solver", "gauss_seidel", "--out", "out"}, Leaves::files},
      {"solve of a file of HDF5",
       {"solve", "fclib/block.hdf5", "--solver", "gauss_seidel", "--fclib", "out"},
       Leaves::files},
      {"study", study("study.json"), Leaves::cells},
      {"study that was stopped in its second cell", study("study.json"), Leaves::cells, 0,
       Before{study("study.json"), "rename out/cells/0001-0.0002/checkpoint.h5.part"},
       "create out/results.csv"},
      {"study of one cell more", study("longer.json"), Leaves::cells, 0,
       Before{study("study.json"), ""}, "create out/cells/0001-0.0003/resolved.json"},
  };
}

/// Pictures are drawn by scripts, whose libraries may not be installed.
bool can_draw() {
  static const bool there =
      std::system("/usr/bin/python3 -c 'import numpy, matplotlib' >/dev/null 2>&1") == 0;
  return there;
}

std::vector<Command> with_pictures(std::vector<Command> commands) {
  if (!can_draw()) {
    std::fputs("plot is not swept: /usr/bin/python3 has no numpy or no matplotlib\n", stderr);
    return commands;
  }
  commands.push_back({"plot", {"plot", "one", "-n", "2", "-o", "out/picture.png"}, Leaves::page});
  commands.push_back(
      {"plot of a scene", {"plot", kSceneFile, "-o", "out/scene.png"}, Leaves::page});
  return commands;
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = with_pictures(commands_of_the_program());
  return all;
}

void write_inputs(const std::filesystem::path& folder) {
  using cli_tests::write_text;
  write_scene(folder);
  write_text(folder / "block.fc3d", test::kBlock);
  write_text(folder / "cell.json", kCell);
  write_text(folder / "study.json", study_of("[4e-4, 2e-4]"));
  write_text(folder / "longer.json", study_of("[4e-4, 3e-4, 2e-4]"));
}

const std::vector<Words>& runs_before_commands() {
  static const std::vector<Words> all{
      {"run", kSceneFile, "--quiet", "--threads", "1", "--out", "one"},
      {"run", kSceneFile, "--quiet", "--threads", "1", "--out", "two", "--set", "/time/step=2e-4"},
      {"study", "study.json", "--quiet", "--out", "cells"},
      {"solve", "block.fc3d", "--solver", "gauss_seidel", "--fclib", "fclib"}};
  return all;
}

}  // namespace tactus::sweep
