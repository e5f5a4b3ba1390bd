// Runs in space: what contact costs beside the element loop, and how time and memory grow.
//
//     bench_space [--json FILE] [--quick] [--only TABLE]
//
// growth    a box of 1e4 to 1e6 tetrahedra that flies, self contact on, and nothing near: contact / elements,
//           bytes a tetrahedron of the whole process at its peak, exponent of the time of a step
// frames    what a frame of such a box weighs, and how many steps one takes
// scenes    the paper's eight cubes with 4 cells a side, and a sphere that is thrown on a plate: SPC-2
// press     SPC-1: two cubes of N cells a side, face on face, steps 20 to 100: ms of a step, rows, and the
//           first step in contact
//
// Each run is a process of its own, one thread. Times are those of the history's wall_* columns, of every step the
// least of several runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/support/program_run.hpp"
#include "benchmarks/support/report.hpp"
#include "benchmarks/support/run_times.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::bench;
namespace fs = std::filesystem;

namespace {

/// One column of history.csv.
std::vector<Real> column(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  std::string line, cell;
  std::getline(in, line);
  std::stringstream head(line);
  std::size_t at = 0;
  while (std::getline(head, cell, ',') && cell != name) ++at;
  std::vector<Real> values;
  while (std::getline(in, line)) {
    std::stringstream row(line);
    for (std::size_t k = 0; k <= at; ++k) std::getline(row, cell, ',');
    values.push_back(std::stod(cell));
  }
  return values;
}

class Runner {
 public:
  /// A process of the program; history, frames and the like are in out().
  Process run(const fs::path& file, const std::vector<std::string>& sets = {}) const {
    std::vector<std::string> words{file.string(), "--threads", "1", "--out", out_.string()};
    for (const std::string& set : sets) words.insert(words.end(), {"--set", set});
    return run_program(TACTUS_PROGRAM, std::move(words));
  }
  Process run_text(const std::string& text, const std::vector<std::string>& sets = {}) const {
    const fs::path file = work_.path() / "scene.json";
    std::ofstream(file) << text;
    return run(file, sets);
  }
  fs::path out() const { return out_; }
  fs::path history() const { return out_ / "history.csv"; }

 private:
  test::TemporaryFolder work_;
  fs::path out_ = work_.path() / "run";
};

std::string scene_of(const std::string& bodies, Real end, Real step = 0) {
  return fmt::format(
      R"({{"dimension": 3, "bodies": [{}], "integrator": {{"type": "newmark"}},
          "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                       "solver": {{"type": "local_sqp"}}}},
          "time": {{"end": {:.9g}{}}}, "output": {{"audit": "off"}}}})",
      bodies, end, step > 0 ? fmt::format(R"(, "step": {:.9g})", step) : "");
}

/// A box of cells with edges of 1 m that flies at a hundredth of the speed of sound, and a small one far away.
std::string flying_box(Index n, Index steps) {
  const Real step = 0.1 / kWaveSpeed;
  const std::string body = fmt::format(
      R"({{"name": "box", "mesh": {{"type": "box", "size": [{0}, {0}, {0}], "cells": [{0}, {0}, {0}]}},
          {1}, "velocity": [{2}, 0, 0]}},
         {{"name": "far", "mesh": {{"type": "box", "size": [2, 2, 2], "cells": [2, 2, 2]}}, {1},
          "translate": [{3}, 0, 0]}})",
      n, kSteel, kWaveSpeed / 100, 3 * n);
  return scene_of(body, static_cast<Real>(steps) * step, step);
}

void growth(const Runner& runner, bool quick, Table& table, Table& frames) {
  std::vector<Real> x, y;
  for (const Index n : quick ? std::vector<Index>{6, 12} : std::vector<Index>{12, 26, 55}) {
    const Index tetrahedra = 6 * n * n * n + 48;
    const Index steps = quick ? 10 : std::clamp<Index>(20'000'000 / tetrahedra, 20, 400);
    Least least;
    Process process;
    for (int r = 0; r < (quick ? 1 : 3); ++r) {
      process = runner.run_text(flying_box(n, steps));
      least.add(read_history(runner.history()));
    }
    const Step step = least.mean();
    x.push_back(static_cast<Real>(tetrahedra));
    y.push_back(step.total());
    const Real per = 1e3 / static_cast<Real>(tetrahedra);
    table.add({{"tetrahedra", tetrahedra},
               {"step_ns", step.total() * per},
               {"elements_ns", step.elements * per},
               {"contact_ns", step.contact() * per},
               {"rest_ns", step.rest * per},
               {"ratio", step.contact() / step.elements},
               {"bytes", process.bytes / static_cast<Real>(tetrahedra)}});
    // A frame: what 12 more of them take of the processor.
    const fs::path frame = runner.out() / "frames" / "000001.vtu";
    const Real megabytes = 1e-6 * static_cast<Real>(fs::file_size(frame));
    const Real end = static_cast<Real>(steps) * 0.1 / kWaveSpeed;
    const Process many = runner.run_text(flying_box(n, steps),
                                         {fmt::format("/output/frames_every={:.9g}", end / 13)});
    const Real seconds = (many.seconds - process.seconds) / 12;
    frames.add({{"tetrahedra", tetrahedra},
                {"MB", megabytes},
                {"ms", 1e3 * seconds},
                {"steps", 1e6 * seconds / step.total()}});
  }
  fmt::print("step ~ tetrahedra^{:.3f}\n", exponent(x, y));
}

Table::Row row_of(const std::string& scene, const Step& step, Real rows) {
  return {{"scene", scene},
          {"step_us", step.total()},
          {"elements_us", step.elements},
          {"detection_us", step.detection},
          {"solver_us", step.solver},
          {"ratio", step.contact() / step.elements},
          {"rows", rows}};
}

Real mean(const std::vector<Real>& v) {
  Real sum = 0;
  for (const Real x : v) sum += x / static_cast<Real>(v.size());
  return sum;
}

void scenes(const Runner& runner, bool quick, Table& table) {
  const int times = quick ? 1 : 3;
  const auto add = [&](const std::string& name, const auto& once) {
    Least least;
    for (int r = 0; r < times; ++r) {
      once();
      least.add(read_history(runner.history()));
    }
    table.add(row_of(name, least.mean(), mean(column(runner.history(), "contacts"))));
  };
  add("eight cubes, 4 cells", [&] {
    std::vector<std::string> sets{"/output/audit=off", "/output/frames_every=0"};
    if (quick) sets.emplace_back("/time/end=3e-4");
    runner.run(fs::path(TACTUS_SOURCE_DIR) / "configs/paper/eight_cubes.json", sets);
  });
  const fs::path sphere = fs::path(TACTUS_REFERENCE_DIR) / "meshes/sphere.msh";
  const std::string mesh = fs::exists(sphere)
                               ? fmt::format(R"("type": "file", "path": "{}")", sphere.string())
                               : std::string(R"("type": "ball", "radius": 0.5, "cells": 8)");
  const std::string rubber =
      R"("density": 1000, "material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3})";
  add("sphere on plate, 0.2 c", [&] {
    runner.run_text(scene_of(
        fmt::format(
            R"({{"name": "plate", "mesh": {{"type": "box", "size": [1.5, 1.5, 0.15], "cells": [15, 15, 2]}},
                "translate": [-0.737, -0.733, -0.15], {0}}},
               {{"name": "sphere", "mesh": {{{1}}}, "translate": [0, 0, 0.501], {0}, "velocity": [0, 0, -23.2]}})",
            rubber, mesh),
        quick ? 2e-3 : 0.02));
  });
}

/// ms, of the first step with rows, which may be the first of all, that read_history() leaves out.
Real first_contact(const fs::path& history, const std::vector<Real>& rows) {
  const auto at = static_cast<std::size_t>(
      std::ranges::find_if(rows, [](Real r) { return r > 0; }) - rows.begin());
  Real seconds = 0;
  for (const char* phase : {"elements", "detection", "solver", "output"})
    if (at < rows.size()) seconds += column(history, fmt::format("wall_{}_s", phase))[at];
  return 1e3 * seconds;
}

/// SPC-1: the second cube starts 1e-4 m beside the first, a little shifted, and is thrown on it at 100 m/s.
void press(const Runner& runner, bool quick, Table& table) {
  std::vector<Real> x, y;
  for (const Index n : quick ? std::vector<Index>{5, 8} : std::vector<Index>{8, 13, 18}) {
    const std::string material =
        R"("density": 3690, "material": {"type": "neo_hookean", "lambda": 3.112e10, "mu": 3.112e10})";
    const std::string cube = fmt::format(
        R"("mesh": {{"type": "box", "size": [1, 1, 1], "cells": [{0}, {0}, {0}]}}, {1})", n,
        material);
    const Real step = 0.25 / (static_cast<Real>(n) * 5030.);
    const std::string text = scene_of(
        fmt::format(
            R"({{"name": "a", {0}}}, {{"name": "b", {0}, "translate": [1.0001, 0.013, 0.017],
                        "velocity": [-100, 0, 0]}})",
            cube),
        100.5 * step, step);
    std::vector<std::vector<Step>> runs;
    std::vector<Real> rows;
    Real first_ms = kUnlimited;
    for (int r = 0; r < (quick || n > 13 ? 1 : 2); ++r) {
      runner.run_text(text);
      runs.push_back(read_history(runner.history()));
      rows = column(runner.history(), "contacts");
      first_ms = std::min(first_ms, first_contact(runner.history(), rows));
    }
    Least least;
    for (const auto& run : runs) least.add({run.begin() + 18, run.end()});  // from step 20 on
    const Step mean_step = least.mean();
    const Real mean_rows = mean({rows.begin() + 20, rows.end()});
    x.push_back(mean_rows);
    y.push_back(mean_step.contact());
    table.add({{"cells", n},
               {"rows", mean_rows},
               {"step_ms", 1e-3 * mean_step.total()},
               {"elements_ms", 1e-3 * mean_step.elements},
               {"detection_ms", 1e-3 * mean_step.detection},
               {"solver_ms", 1e-3 * mean_step.solver},
               {"first_ms", first_ms}});
  }
  fmt::print("contact ~ rows^{:.2f}\n", exponent(x, y));
}

}  // namespace

int main(int argc, char** argv) {
  std::string only;
  if (argc > 2 && std::string(argv[argc - 2]) == "--only") only = argv[argc - 1], argc -= 2;
  const Arguments arguments = parse(argc, argv, "bench_space");
  const auto wanted = [&](const char* name) { return only.empty() || only == name; };
  const Runner runner;
  Table by_size("growth"), frames("frames"), by_scene("scenes"), pressed("press");
  if (wanted("scenes")) scenes(runner, arguments.quick, by_scene);
  if (wanted("growth")) growth(runner, arguments.quick, by_size, frames);
  if (wanted("press")) press(runner, arguments.quick, pressed);
  write_json(arguments, "space", {&by_size, &frames, &by_scene, &pressed});
  return 0;
}
