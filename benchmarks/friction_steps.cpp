// Steps of piles, arches, towers and slabs with friction, each from the reactions of the step before:
// the solvers of reactions beside each other.
//
//     bench_friction_steps [--json FILE] [--quick]
//
// Problems are the files of the reference data (TACTUS_REFERENCE_DIR, where it is at hand); --quick
// takes those of at most 200 contacts. Time is CPU time of the solver's call, one thread, the least of
// several; a call includes the order of elimination, which a run often finds once for many steps. What
// counts as solved is resv <= 1e-8 as computed here.
#include "tests/support/friction_steps.hpp"

#include <fmt/format.h>

#include "benchmarks/support/report.hpp"
#include "core/support/executor.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

constexpr Real kGoal = 1e-8;  ///< resv
const std::vector<std::string> kSolvers{"interior_point", "projected_newton", "gauss_seidel"};

struct Measured {
  Real seconds = kUnlimited, resv = 0;
  Index iterations = 0;
};

Measured measure(const testing::PosedProblem& p, const std::string& solver, const ContactLaw& law,
                 bool quick, Context& context) {
  Measured out;
  Real spent = 0;
  for (int n = 0; n < 1 || (n < 20 && spent < (quick ? 0.02 : 0.1)); ++n) {
    const auto fresh = testing::make_component<ContactSolver>(solver);
    const Real start = thread_seconds();
    const auto s = testing::solve_posed(p, *fresh, {&law}, context);
    const Real seconds = thread_seconds() - start;
    out = {std::min(out.seconds, seconds), s.resv, s.iterations};
    spent += seconds;
  }
  return out;
}

struct Sum {
  Index solved = 0, count = 0;
  Real seconds = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_friction_steps");
  const std::string folder = std::string(TACTUS_REFERENCE_DIR) + "/friction_steps";
  const std::vector<std::string> files = testing::friction_step_files(folder);
  if (files.empty())
    fmt::print("no reference problems: configure with -DTACTUS_REFERENCE_DIR=FOLDER\n");
  core::Runtime runtime(1);
  const auto law = testing::make_component<ContactLaw>("nonsmooth_force");
  Table steps("steps"), sums("solvers");
  std::vector<Sum> sum(kSolvers.size());
  for (const std::string& file : files) {
    const testing::PosedProblem p = testing::read_friction_step(file);
    if (arguments.quick && p.problem.contacts > 200) continue;
    Table::Row row{{"step", p.problem.name}, {"contacts", p.problem.contacts}};
    for (std::size_t k = 0; k < kSolvers.size(); ++k) {
      const Measured m = measure(p, kSolvers[k], *law, arguments.quick, runtime.context());
      sum[k].solved += m.resv <= kGoal, ++sum[k].count, sum[k].seconds += m.seconds;
      row.emplace_back(kSolvers[k] + " ms", 1e3 * m.seconds);
      row.emplace_back("resv", m.resv);
    }
    steps.add(row);
  }
  for (std::size_t k = 0; k < kSolvers.size(); ++k)
    sums.add(
        {{"solver", kSolvers[k]},
         {"problems", sum[k].count},
         {"solved", sum[k].solved},
         {"mean ms", 1e3 * sum[k].seconds / static_cast<Real>(std::max<Index>(1, sum[k].count))}});
  write_json(arguments, "friction_steps", {&steps, &sums});
  return 0;
}
