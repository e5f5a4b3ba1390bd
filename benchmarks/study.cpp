// How much faster a study is with two cells at a time: laws x solvers x cases of friction, each cell
// long enough that starting a process costs nothing beside it.
//
//     bench_study [--json FILE] [--quick]
//
// The machine sets the bound: two cores share caches, memory and a clock that falls when both work, and
// others may use them. So arithmetic that needs no memory is timed before, between and after.
//
// speed-up   wall time of one at a time / wall time of two at a time
// arithmetic what arithmetic gained in the same minutes
// of bound   speed-up of the study / speed-up of the arithmetic
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "apps/results/table.hpp"
#include "benchmarks/support/arithmetic.hpp"
#include "benchmarks/support/report.hpp"
#include "core/json/document.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::bench;
namespace fs = std::filesystem;

namespace {

const fs::path kStudy = fs::path(TACTUS_SOURCE_DIR) / "configs/studies/laws_solvers_cases.json";

/// The study that ships with steps so small that each cell takes `steps` of them.
fs::path write_study(const fs::path& folder, Index steps) {
  core::Json root = core::Document::load(kStudy, {}).root();
  const std::string step = fmt::format("{:.6g}", 1 / static_cast<Real>(steps));
  std::string text = core::to_text(root);
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == text.npos) throw std::runtime_error(fmt::format("the study has no {}", from));
    text.replace(at, from.size(), to);
  };
  replace("../validation", (kStudy.parent_path() / "../validation").lexically_normal().string());
  replace("\"/time/step\": 0.00025", "\"/time/step\": " + step);
  text.insert(text.find('{') + 1,
              fmt::format("\"set\": {{\"/time/step\": {}, \"/output\": {{\"history_every\": {}, "
                          "\"frames_every\": 0}}}},",
                          step, steps / 1000));
  std::ofstream(folder / "study.json") << text;
  return folder / "study.json";
}

/// Wall time of the whole study. What its cells come to does not matter here.
Real study_seconds(const fs::path& study, const fs::path& out, int at_once) {
  const std::string program = TACTUS_PROGRAM;
  const Real start = wall_seconds();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process can be started");
  if (child == 0) {
    const std::string jobs = std::to_string(at_once), name = study.string(), to = out.string();
    if (!std::freopen("/dev/null", "w", stdout)) _exit(1);
    execl(program.c_str(), "tactus", "study", name.c_str(), "--quiet", "--jobs", jobs.c_str(),
          "--out", to.c_str(), static_cast<char*>(nullptr));
    _exit(1);
  }
  waitpid(child, nullptr, 0);
  const Real seconds = wall_seconds() - start;
  if (!fs::exists(out / "results.csv")) throw std::runtime_error("the study came to no results");
  return seconds;
}

struct Cells {
  Index count = 0;
  Real least = kUnlimited;  ///< s, the shortest one
};

/// Of those that ran.
Cells cells_of(const fs::path& study) {
  Cells cells;
  const core::Table table = core::Table::read(study / "timings.csv");
  for (const Real seconds : table.numbers("wall_s"))
    if (seconds > 0) ++cells.count, cells.least = std::min(cells.least, seconds);
  return cells;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_study");
  const Index steps = arguments.quick ? 20'000 : 350'000;
  const Real arithmetic_for = arguments.quick ? 1 : 5;
  const int rounds = arguments.quick ? 1 : 2;
  const test::TemporaryFolder work;
  const fs::path study = write_study(work.path(), steps);
  Table table("speed-up");
  for (int round = 0; round < rounds; ++round) {
    Real seconds[3] = {};
    Cells cells;
    Real bound = arithmetic_gain(arithmetic_for).usual;
    for (const int at_once : {1, 2}) {
      const fs::path out = work.path() / fmt::format("{}-{}", round, at_once);
      seconds[at_once] = study_seconds(study, out, at_once);
      bound += arithmetic_gain(arithmetic_for).usual;
      if (at_once == 1) cells = cells_of(out);
      fs::remove_all(out);
    }
    const Real speed_up = seconds[1] / seconds[2], arithmetic_speed_up = bound / 3;
    table.add({{"round", fmt::format("{}", round + 1)},
               {"cells", cells.count},
               {"shortest s", cells.least},
               {"one s", seconds[1]},
               {"two s", seconds[2]},
               {"speed-up", speed_up},
               {"arithmetic", arithmetic_speed_up},
               {"of bound", speed_up / arithmetic_speed_up}});
  }
  write_json(arguments, "study", {&table});
  return 0;
}
