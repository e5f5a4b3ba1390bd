// Friction contact problems, from files and generated: the default of `tactus solve` beside the fastest
// of Siconos' solvers for each.
//
//     bench_friction [--json FILE] [--quick]
//
// Problems are the files of the reference data (TACTUS_REFERENCE_DIR, where it is at hand), and lattices
// of balls and walls of bricks from random seeds. Time is CPU time of the solver's call alone, one
// thread, the least of several, both in turn. Both are judged by
// the same residual, resv <= 1e-8: Siconos stops on another measure, so that its tolerance is lowered
// from 1e-8 until resv holds, and the time is that of the loosest tolerance with which it does. Each
// of its solvers is tried with the storages of the matrix that it takes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "apps/solve/problem_parts.hpp"
#include "apps/solve/solve_problem.hpp"
#include "benchmarks/friction/generated.hpp"
#include "benchmarks/friction/siconos.hpp"
#include "benchmarks/support/report.hpp"
#include "core/json/json.hpp"
#include "core/support/executor.hpp"
#include "tactus/reactions/residual.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;

namespace {

constexpr Real kGoal = 1e-8;  ///< resv

/// The solver and the law that `tactus solve` takes when it is not told.
struct Defaults {
  core::ProblemPart solver, law;
};
Defaults defaults() {
  std::ifstream file(TACTUS_SOURCE_DIR "/apps/cli/solve_defaults.json");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::vector<core::JsonFault> faults;
  const core::Json all = core::parse_json(text, 0, faults);
  core::RegistrySource components(testing::registry());
  return {
      core::make_problem_part(Kind::contact_solver, core::to_text(*all.find("solver")), 0,
                              components),
      core::make_problem_part(Kind::contact_law, core::to_text(*all.find("law")), 0, components)};
}

/// resv of reactions, wherever they come from.
Real residual(const core::FrictionProblem& p, const std::vector<Real>& R, Context& context) {
  const core::StoredOperator W(p);
  ReactionProblem posed{.dim = p.dim, .contacts = p.contacts, .delassus = &W};
  posed.delassus_diagonal = W.diagonal_blocks();
  posed.free_velocity = p.free_velocity;
  posed.friction = p.friction;
  std::vector<Real> U(R.size());
  relative_velocities(posed, R, U, context);
  return residual_of(posed, {}, U, R, context).relative(incoming_speed(posed));
}

/// What a solver needed for the goal.
struct Result {
  std::string name = "none";
  Real seconds = kUnlimited, residual = kNotGiven;
  Index iterations = 0;
};

/// Measures the time of the solver in it.
class Timed final : public ContactSolver {
 public:
  explicit Timed(ContactSolver& inner) : inner_(inner) {}
  Real seconds = 0;  ///< CPU time of the last call

 private:
  void do_setup(const Setup& setup, Context& context) override { inner_.setup(setup, context); }
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    const Real start = thread_seconds();
    Outcome outcome = inner_.solve(p, laws, out, context);
    seconds = thread_seconds() - start;
    return outcome;
  }
  ContactSolver& inner_;
};

/// The loosest tolerance with which this method reaches the goal, or 0 if it does not, or is slower
/// than another one whose time is `best` by far more than times scatter.
Real tolerance_of(const core::FrictionProblem& p, SiconosProblem& siconos, Real best,
                  Context& context) {
  for (Real tolerance = kGoal; tolerance > 1e-15; tolerance /= 10) {
    const Real seconds = siconos.solve(tolerance);
    if (residual(p, siconos.reactions(), context) <= kGoal) return tolerance;
    if (seconds > std::min<Real>(1, 3 * best)) return 0;
  }
  return 0;
}

Result fastest_of_siconos(const core::FrictionProblem& p, Real budget, Context& context) {
  Result best;
  for (const SiconosMethod& method : siconos_methods(p.dim)) {
    SiconosProblem siconos(p, method);
    const Real tolerance = tolerance_of(p, siconos, best.seconds, context);
    if (tolerance == 0) continue;
    Real least = kUnlimited, spent = 0;
    for (int n = 0; n < 3 || spent < budget; ++n) {
      const Real seconds = siconos.solve(tolerance);
      least = std::min(least, seconds), spent += seconds;
    }
    if (best.seconds <= least) continue;
    best = {method.name, least, residual(p, siconos.reactions(), context), siconos.iterations()};
  }
  return best;
}

Result ours(const core::FrictionProblem& p, const Defaults& parts, Real budget, Context& context) {
  Result out{.name = parts.solver.label};
  Timed solver(parts.solver.solver());
  Real spent = 0;
  for (int n = 0; n < 3 || spent < budget; ++n) {
    const auto s = core::solve_problem(p, solver, parts.law.law(), context);
    out.seconds = std::min(out.seconds, solver.seconds), spent += solver.seconds;
    out.residual = residual(p, s.reactions, context), out.iterations = s.iterations;
  }
  return out;
}

/// An empty cell for a time that there is not.
Real or_none(Real seconds) { return std::isfinite(seconds) ? seconds : kNotGiven; }

void measure(const core::FrictionProblem& p, const Defaults& parts, bool quick, Table& table,
             Context& context) {
  const Real budget = quick ? 0.01 : 0.1;
  Result own = ours(p, parts, budget, context);
  const Result other = fastest_of_siconos(p, budget, context);
  const Result again = ours(p, parts, budget, context);  // both sides have quiet moments
  own.seconds = std::min(own.seconds, again.seconds);
  table.add({{"problem", p.name},
             {"contacts", p.contacts},
             {"tactus ms", 1e3 * own.seconds},
             {"iterations", own.iterations},
             {"resv", own.residual},
             {"siconos ms", 1e3 * or_none(other.seconds)},
             {"siconos/tactus", or_none(other.seconds) / own.seconds},
             {"its resv", other.residual},
             {"by", other.name}});
}

std::vector<core::FrictionProblem> generated_problems(bool quick) {
  std::vector<core::FrictionProblem> all;
  for (const unsigned seed : {1U, 2U, 3U}) {
    all.push_back(lattice(3, 3, seed));
    all.push_back(wall(3, 3, seed));
    if (quick) return all;
  }
  for (const unsigned seed : {1U, 2U}) {
    all.push_back(lattice(4, 4, seed));
    all.push_back(wall(5, 6, seed));
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_friction");
  core::Runtime runtime(1);
  Table problems("problems");
  if (siconos_methods(3).empty())
    fmt::print("Siconos is not installed (Debian: libsiconos-numerics-dev): ours alone\n");
  const Defaults parts = defaults();
  const std::filesystem::path folder = std::filesystem::path(TACTUS_REFERENCE_DIR) / "fc3d";
  std::vector<std::string> files;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".fc3d") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty())
    fmt::print("no reference problems: configure with -DTACTUS_REFERENCE_DIR=FOLDER\n");
  for (const std::string& file : files)
    measure(core::read_problem(file), parts, arguments.quick, problems, runtime.context());
  Table generated("generated");
  for (const core::FrictionProblem& p : generated_problems(arguments.quick))
    measure(p, parts, arguments.quick, generated, runtime.context());
  write_json(arguments, "friction", {&problems, &generated});
  return 0;
}
