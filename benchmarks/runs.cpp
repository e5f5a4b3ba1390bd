// Whole runs: where the time of a step goes, and how it grows.
//
//     bench_runs [--json FILE] [--quick]
//
// elements       four squares that collide, 8 to 128 cells a side
// bodies         packed squares of 200 triangles, struck at a corner, 16 to 506 of them
// self contact   one body of 1e5 triangles that flies through space and never touches itself
// ratios         the paper's scenes: what contact costs beside the element loop
//
// Seconds are those of the history's wall_* columns: of each column the median over the steps, of
// several runs the one that took least. contact = detection + solver; rest = output, without frames
// and audit: a row of the history, momenta, energies.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "benchmarks/support/report.hpp"
#include "core/config/document.hpp"
#include "core/config/load.hpp"
#include "core/run/run.hpp"

using namespace tactus;
using namespace tactus::bench;
namespace fs = std::filesystem;

namespace {

const std::string kSteel =
    R"("material": {"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}, "density": 1000)";
const std::string kExplicit =
    R"("integrator": {"type": "newmark"}, "contact": {"broad_phase": {"type": "grid"},
       "constraint": {"type": "vertex_edge"}, "solver": {"type": "local_sqp"}})";
constexpr Real kWaveSpeed = 18874.6;  // m/s, sqrt((lambda + 2 mu) / density)

/// A folder that is gone at the end of the program.
class Workplace {
 public:
  Workplace() {
    std::string name = (fs::temp_directory_path() / "tactus-bench-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder for temporary files");
    path_ = name;
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Microseconds of one step.
struct Step {
  Real elements = 0, detection = 0, solver = 0, rest = 0;
  Real contact() const { return detection + solver; }
  Real total() const { return elements + contact() + rest; }
};

/// Medians of the wall_* columns over all steps but the first.
Step read_history(const fs::path& file) {
  std::ifstream in(file);
  std::string line, cell;
  const auto cells_of = [&] {
    std::vector<std::string> cells;
    std::stringstream row(line);
    while (std::getline(row, cell, ',')) cells.push_back(cell);
    return cells;
  };
  std::getline(in, line);
  const std::vector<std::string> head = cells_of();
  std::vector<std::vector<Real>> columns(head.size());
  for (int row = 0; std::getline(in, line); ++row) {
    const std::vector<std::string> cells = cells_of();
    for (std::size_t i = 0; row > 1 && i < cells.size() && i < head.size(); ++i)
      if (head[i].starts_with("wall_")) columns[i].push_back(1e6 * std::stod(cells[i]));
  }
  const auto median = [&](const std::string& name) {
    auto& all = columns[static_cast<std::size_t>(std::find(head.begin(), head.end(), name) -
                                                 head.begin())];
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    return *middle;
  };
  return {median("wall_elements_s"), median("wall_detection_s"), median("wall_solver_s"),
          median("wall_output_s")};
}

class Runs {
 public:
  explicit Runs(int repetitions) : repetitions_(repetitions) {}

  /// Least of several runs of a configuration; `steps`: about so many from the start.
  Step measure(const fs::path& configuration, std::vector<std::string> sets, int threads) {
    for (const char* set : {"/output/frames_every=1", "/output/audit=off"}) sets.push_back(set);
    Step best;
    for (int r = 0; r < repetitions_; ++r) {
      auto loaded = core::load_configuration(configuration, sets, {TACTUS_PLUGIN_DIR});
      core::RunSettings settings;
      settings.out = work_.path() / "run";
      settings.force = settings.quiet = true;
      settings.threads = threads;
      settings.resolved_json = loaded.resolved_json;
      if (const int code = core::run(loaded.configuration, settings); code != 0)
        throw std::runtime_error(fmt::format("a run ended with {}", code));
      const Step step = read_history(settings.out / "history.csv");
      if (r == 0 || step.total() < best.total()) best = step;
    }
    return best;
  }

  /// A configuration of the benchmark's own.
  fs::path write(const std::string& text) {
    const fs::path file = work_.path() / "scene.json";
    std::ofstream(file) << text;
    return file;
  }

 private:
  int repetitions_;
  Workplace work_;
};

Table::Row row_of(std::string scene, Index count, int threads, const Step& s) {
  return {{"scene", std::move(scene)}, {"number", count},
          {"threads", Index{threads}}, {"step_us", s.total()},
          {"elements_us", s.elements}, {"detection_us", s.detection},
          {"solver_us", s.solver},     {"rest_us", s.rest},
          {"contact_share", s.contact() / s.total()}};
}

/// Wall clock alone is not enough to see a step of microseconds: about so many steps.
std::string end_after(Real step, int steps) { return fmt::format("/time/end={:.9g}", step * steps); }

std::string cells(std::size_t body, Index n) {
  return fmt::format("/bodies/{}/mesh/cells=[{}, {}]", body, n, n);
}

const fs::path kPaper = fs::path(TACTUS_SOURCE_DIR) / "configs/paper";

void elements(Runs& runs, const std::vector<Index>& sizes, int steps, Table& table) {
  for (const int threads : {1, 2}) {
    std::vector<Real> x, y;
    for (const Index n : sizes) {
      std::vector<std::string> sets{"/time/end=1e-4"};
      for (std::size_t body = 0; body < 4; ++body) sets.push_back(cells(body, n));
      // First contact is at 6e-5 s: the runs end a few steps after it.
      sets.push_back(end_after(5.98e-5 + 0.2 / static_cast<Real>(n) / kWaveSpeed * steps, 1));
      const Step step = runs.measure(kPaper / "four_squares.json", sets, threads);
      x.push_back(static_cast<Real>(n * n * 8));
      y.push_back(step.total());
      table.add(row_of(fmt::format("four squares, {} cells", n), 8 * n * n, threads, step));
    }
    fmt::print("step ~ elements^{:.2f}\n", exponent(x, y));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_runs");
  Runs runs(arguments.quick ? 1 : 3);
  Table table("elements");
  elements(runs, arguments.quick ? std::vector<Index>{4, 8} : std::vector<Index>{8, 16, 32, 64},
           100, table);
  return 0;
}
