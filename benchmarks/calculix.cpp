// Two steel bars that exchange their velocities, in implicit steps of Tactus and of CalculiX.
//
//     bench_calculix [--json FILE] [--quick]
//
// BAR-6 with steel: each bar is 100 elements long, and in each step a wave passes one of them. CalculiX has its default
// numerical damping (Hilber, Hughes and Taylor's alpha = -0.05) or none, steps that it chooses or fixed ones, and two
// stiffnesses of contact; Tactus the average acceleration without damping and contact without penetration.
//
// speed       of the bars afterwards, over that before: 1 in the exact solution
// energy      at the end, over that at the start: 1
// seconds     processor time of the whole program on one thread
// Without ccx (Debian's calculix-ccx) there is nothing to compare with, and nothing is measured.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "benchmarks/calculix/bars.hpp"
#include "benchmarks/calculix/child.hpp"
#include "benchmarks/support/report.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

Table::Row row_of(const std::string& program, Index steps, Real speed, Real energy, Real seconds,
                  const std::string& end) {
  return {{"program", program}, {"steps", steps},     {"speed", speed},
          {"energy", energy},   {"seconds", seconds}, {"end", end}};
}

void run_calculix(Table& table, const std::filesystem::path& ccx, const std::string& name,
                  const DeckOptions& options, int limit) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "bars.inp") << deck(options);
  const Ended ended = run_child({ccx, "bars"}, folder.path(), "log", limit);
  const DeckResult result = read_result(folder / "bars");
  const bool arrived = result.time >= Bars::end() * (1 - 1e-5);
  std::string end = "as asked";
  if (!arrived) {
    const char* how = ended.stopped                             ? "stopped"
                      : result.increments >= options.increments ? "at the limit of steps"
                                                                : "diverged";
    end = fmt::format("{} after {:.2g} of the time", how, result.time / Bars::end());
  }
  table.add(row_of("CalculiX, " + name, result.increments, arrived ? result.speed : kNotGiven,
                   result.energy, ended.seconds, end));
}

void run_tactus(Table& table, int repetitions) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "bars.json") << scene();
  Real least = kUnlimited;
  for (int n = 0; n < repetitions; ++n) {
    const Ended ended = run_child({TACTUS_PROGRAM, "run", "bars.json", "--threads", "1", "--force",
                                   "--quiet", "--out", "run", "--set", "/output/frames_every=1"},
                                  folder.path(), "log", 600);
    if (ended.code != 0) throw std::runtime_error("tactus did not run to its end");
    least = std::min(least, ended.seconds);
  }
  testing::Simulation s(scene());
  const Real start = s.balance.total();
  s.run();
  table.add(row_of("Tactus", s.stepper.steps(), s.momentum(1, 0) / s.mass(1),
                   s.balance.total() / start, least, "as asked"));
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_calculix");
  Table bars("bars");
  const std::filesystem::path ccx = find_program("ccx");
  if (ccx.empty()) {
    fmt::print("nothing to compare with: there is no ccx (./dev setup --bench)\n");
    return 0;
  }
  const int limit = arguments.quick ? 5 : 60;
  run_tactus(bars, arguments.quick ? 1 : 3);
  run_calculix(bars, ccx, "damping, its own steps", {}, limit);
  run_calculix(bars, ccx, "damping, fixed steps", {.fixed_step = true}, limit);
  run_calculix(bars, ccx, "stiffer contact", {.penalty = 1e7}, limit);
  run_calculix(bars, ccx, "no damping, its own steps", {.alpha = 0.}, limit);
  run_calculix(bars, ccx, "no damping, fixed steps", {.alpha = 0., .fixed_step = true}, limit);
  write_json(arguments, "calculix", {&bars});
  return 0;
}
