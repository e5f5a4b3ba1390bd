// Whole runs: where the time of a step goes, and how it grows.
//
//     bench_runs [--json FILE] [--quick]
//
// elements       four squares that collide, 8 to 128 cells a side
// bodies         squares of 200 triangles, 16 to 506 of them: a pack that is struck at a corner, and
//                rows that fall on rows, so that everything is in contact
// self contact   one body of 1e5 triangles that flies through space and never touches itself
//                cost = what contact takes more, over the step without it
// ratios         the paper's scenes: what contact costs beside the element loop
//
// Microseconds of a step, from the history's wall_* columns: of every step the least of several runs,
// then the mean over the steps. contact = detection + solver, ratio = contact / elements;
// rest: momenta, energies and a row of the history, without frames and audit.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "benchmarks/support/report.hpp"
#include "benchmarks/support/run_times.hpp"
#include "core/json/document.hpp"
#include "core/run/run.hpp"
#include "core/scene/load.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::bench;
namespace fs = std::filesystem;

namespace {

/// While it lives, what is printed is not seen: a run says how it ended.
class Silence {
 public:
  Silence() : kept_(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    if (std::FILE* nowhere = std::fopen("/dev/null", "w")) {
      dup2(fileno(nowhere), STDOUT_FILENO);
      std::fclose(nowhere);
    }
  }
  ~Silence() {
    std::fflush(stdout);
    dup2(kept_, STDOUT_FILENO);
    close(kept_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_;
};

class Runs {
 public:
  explicit Runs(int repetitions) : repetitions_(repetitions) {}

  /// Of several runs of a configuration.
  Step measure(const fs::path& configuration, std::vector<std::string> sets, int threads) {
    for (const char* set : {"/output/frames_every=1", "/output/audit=off"}) sets.emplace_back(set);
    Least least;
    for (int r = 0; r < repetitions_; ++r) {
      auto loaded = core::load_configuration(configuration, sets, {TACTUS_PLUGIN_DIR});
      core::RunSettings settings;
      settings.out = work_.path() / "run";
      settings.force = settings.quiet = true;
      settings.threads = threads;
      settings.resolved_json = loaded.resolved_json;
      const Silence silence;
      if (const int code = core::run(loaded.configuration, settings); code != 0)
        throw std::runtime_error(fmt::format("a run ended with {}", code));
      least.add(read_history(settings.out / "history.csv"));
    }
    return least.mean();
  }

  /// A configuration of the benchmark's own: the same, from the text of its "bodies".
  Step measure_bodies(const std::string& bodies, Real end, int threads) {
    const fs::path file = work_.path() / "scene.json";
    std::ofstream(file) << fmt::format(
        R"({{"dimension": 2, "bodies": [{}], "integrator": {{"type": "newmark"}},
            "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                         "solver": {{"type": "local_sqp"}}}}, "time": {{"end": {:.9g}}}}})",
        bodies, end);
    return measure(file, {}, threads);
  }

 private:
  int repetitions_;
  test::TemporaryFolder work_;
};

Table::Row row_of(std::string scene, Index number, int threads, const Step& s) {
  return {{"scene", std::move(scene)},
          {"number", number},
          {"threads", Index{threads}},
          {"step_us", s.total()},
          {"elements_us", s.elements},
          {"detection_us", s.detection},
          {"solver_us", s.solver},
          {"rest_us", s.rest},
          {"ratio", s.contact() / s.elements}};
}

std::string set_cells(std::size_t body, Index nx, Index ny) {
  return fmt::format("/bodies/{}/mesh/cells=[{}, {}]", body, nx, ny);
}

const fs::path kPaper = fs::path(TACTUS_SOURCE_DIR) / "configs/paper";

void elements(Runs& runs, bool quick, Table& table) {
  const std::vector<Index> sizes =
      quick ? std::vector<Index>{4, 8} : std::vector<Index>{8, 16, 32, 64, 128};
  for (const int threads : {1, 2}) {
    std::vector<Real> x, y;
    for (const Index n : sizes) {
      const Real h = 1 / static_cast<Real>(n);
      // The falling square starts a fifth of a cell above the one it hits.
      std::vector<std::string> sets{fmt::format("/bodies/0/translate=[0.9, {:.9g}]", 1 + h / 5),
                                    fmt::format("/time/end={:.9g}", 200 * step_of(h))};
      for (std::size_t body = 0; body < 4; ++body) sets.push_back(set_cells(body, n, n));
      const Step step = runs.measure(kPaper / "four_squares.json", sets, threads);
      x.push_back(static_cast<Real>(8 * n * n));
      y.push_back(step.total());
      table.add(row_of(fmt::format("four squares, {} cells", n), 8 * n * n, threads, step));
    }
    fmt::print("{} thread(s): step ~ elements^{:.2f}\n", threads, exponent(x, y));
  }
}

/// An array of squares of 200 triangles at rest.
std::string array_of(const std::string& name, Index nx, Index ny, Real gap, Real x, Real y,
                     const std::string& velocity) {
  return fmt::format(
      R"({{"name": "{}", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [10, 10]}},
          "translate": [{}, {}], {}, "velocity": {},
          "array": {{"count": [{}, {}], "spacing": [{}, {}]}}}})",
      name, x, y, kSteel, velocity, nx, ny, 1 + gap, name == "pack" ? 1 + gap : 4);
}

/// As the paper's packed squares: one flies into the corner of the pack, and few are in contact.
std::string struck_pack(Index nx, Index ny) {
  constexpr Real gap = 0.007;
  return array_of("pack", nx, ny, gap, 0, 0, "[0, 0]") + "," +
         array_of("ball", 1, 1, gap, (static_cast<Real>(nx) - 0.5) * (1 + gap),
                  static_cast<Real>(ny) * (1 + gap), "[0, -3000]");
}

/// Every square is in contact with one other: rows of squares that fall on rows of squares.
std::string falling_rows(Index nx, Index ny) {
  constexpr Real gap = 1;
  return array_of("lower", nx, ny / 2, gap, 0, 0, "[0, 0]") + "," +
         array_of("upper", nx, ny / 2, gap, 0.43, 1.02, "[0, -3000]");
}

void bodies(Runs& runs, bool quick, Table& table) {
  using Sizes = std::vector<std::pair<Index, Index>>;
  const Sizes sizes = quick ? Sizes{{2, 2}, {4, 4}} : Sizes{{4, 4}, {8, 8}, {16, 16}, {22, 23}};
  for (const bool all : {false, true})
    for (const int threads : {1, 2}) {
      std::vector<Real> x, y;
      for (auto [nx, ny] : sizes) {
        ny += all ? ny % 2 : 0;  // as many above as below
        const Step step = runs.measure_bodies(all ? falling_rows(nx, ny) : struck_pack(nx, ny),
                                              100 * step_of(0.1), threads);
        const Index count = nx * ny + (all ? 0 : 1);
        x.push_back(static_cast<Real>(count));
        y.push_back(step.total());
        table.add(row_of(fmt::format("{}, {} x {}", all ? "falling rows" : "struck pack", nx, ny),
                         count, threads, step));
      }
      fmt::print("{} thread(s): step ~ bodies^{:.2f}\n", threads, exponent(x, y));
    }
}

/// A square, and a strip that is boundary everywhere, at a hundredth of the speed of sound.
void self_contact(Runs& runs, bool quick, Table& table) {
  const std::vector<std::pair<Index, Index>> shapes =
      quick ? std::vector<std::pair<Index, Index>>{{20, 20}}
            : std::vector<std::pair<Index, Index>>{{224, 224}, {16667, 3}};
  for (const auto& [nx, ny] : shapes) {
    Step with, without;
    for (const bool on : {false, true}) {
      const std::string body = fmt::format(
          R"({{"name": "body", "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
              {}, "velocity": [{}, 0], "self_contact": {}}})",
          nx, ny, nx, ny, kSteel, kWaveSpeed / 100, on);
      (on ? with : without) = runs.measure_bodies(body, 200 * step_of(1), 1);
    }
    for (const bool on : {false, true}) {
      Table::Row row = row_of(fmt::format("{} x {} cells, {}", nx, ny, on ? "on" : "off"),
                              2 * nx * ny, 1, on ? with : without);
      // Of the contact phases alone: the others do the same work in both.
      row.emplace_back("cost", on ? (with.contact() - without.contact()) / without.total() : 0.);
      table.add(std::move(row));
    }
  }
}

/// Scenes of the paper from start to end, as the figures in docs/benchmarks.md.
void ratios(Runs& runs, bool quick, Table& table) {
  const auto scene = [&](const std::string& name, const std::string& file,
                         const std::vector<std::string>& sets, Real quick_end) {
    std::vector<std::string> all = sets;
    if (quick) all.push_back(fmt::format("/time/end={}", quick_end));
    table.add(row_of(name, 0, 1, runs.measure(kPaper / file, all, 1)));
  };
  std::vector<std::string> squares, pool, packed;
  for (std::size_t b = 0; b < 4; ++b) squares.push_back(set_cells(b, 16, 16));
  for (std::size_t b = 0; b < 16; ++b) {
    pool.push_back(fmt::format("/bodies/{}/mesh/rings=12", b));
    packed.push_back(set_cells(b, 8, 8));
  }
  scene("four squares, 16 cells", "four_squares.json", squares, 1e-4);
  scene("C-shape, 16 cells", "self_contact.json", {set_cells(0, 48, 36)}, 1e-4);
  scene("pool, 12 rings", "pool.json", pool, 1e-5);
  scene("packed squares 4 x 4, 8 cells", "packed_squares_4x4.json", packed, 1e-4);
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_runs");
  Runs runs(arguments.quick ? 1 : 5);
  Table by_elements("elements"), by_bodies("bodies"), self("self contact"), paper("ratios");
  ratios(runs, arguments.quick, paper);
  self_contact(runs, arguments.quick, self);
  elements(runs, arguments.quick, by_elements);
  bodies(runs, arguments.quick, by_bodies);
  write_json(arguments, "runs", {&by_elements, &by_bodies, &self, &paper});
  return 0;
}
