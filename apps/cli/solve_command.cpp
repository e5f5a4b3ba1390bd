// The command `solve`: solves friction contact problems from files with each requested combination
// of solver and law, and prints a table of the results.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "apps/cli/commands.hpp"
#include "apps/cli/signals.hpp"
#include "apps/solve/fc3d.hpp"
#include "apps/solve/fclib.hpp"
#include "apps/solve/problem_parts.hpp"
#include "apps/solve/solve_problem.hpp"
#include "core/plugin/registry.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/csv_writer.hpp"
#include "core/support/executor.hpp"
#include "core/support/folders.hpp"
#include "core/support/time_limit.hpp"

namespace tactus::cli {
namespace {

using namespace tactus::core;

std::string_view word(const ProblemSolution& solution) {
  if (solution.out_of_time) return "out_of_time";
  switch (solution.status) {
    case SolveStatus::converged:
      return "converged";
    case SolveStatus::stalled:
      return "stalled";
    default:
      return "out_of_iterations";
  }
}

/// One row of the table.
struct Row {
  const FrictionProblem& problem;
  const ProblemPart &solver, &law;
  ProblemSolution solution;
};

void print_row(const Row& row, std::size_t width) {
  fmt::print("{:<{}}  {:>8}  {:<16}  {:<20}  {:<17}  {:>10}  {:>9.2e}  {:>10.3g}\n",
             row.problem.name, width, row.problem.contacts, row.solver.label, row.law.label,
             word(row.solution), row.solution.iterations, row.solution.residual,
             1e3 * row.solution.seconds);
}

void print_head(std::size_t width) {
  fmt::print("{:<{}}  {:>8}  {:<16}  {:<20}  {:<17}  {:>10}  {:>9}  {:>10}\n", "problem", width,
             "contacts", "solver", "law", "status", "iterations", "residual", "time [ms]");
}

class Table {
 public:
  explicit Table(const std::filesystem::path& path) {
    if (!path.empty())
      writer_.emplace(path, std::vector<std::string>{"problem", "contacts", "solver", "law",
                                                     "status", "iterations", "residual", "time_s"});
  }
  void add(const Row& row) {
    if (!writer_) return;
    writer_->put(row.problem.name);
    writer_->put(row.problem.contacts);
    writer_->put(row.solver.label);
    writer_->put(row.law.label);
    writer_->put(word(row.solution));
    writer_->put(row.solution.iterations);
    writer_->put(row.solution.residual);
    writer_->put(row.solution.seconds);
    writer_->end_row();
    writer_->flush();
  }

 private:
  std::optional<CsvWriter> writer_;
};

/// Writes PROBLEM.SOLVER.LAW.reactions.txt and .residuals.csv.
void write_results(const std::filesystem::path& folder, const Row& row) {
  const std::string stem =
      fmt::format("{}.{}.{}", row.problem.name, row.solver.label, row.law.label);
  write_file(folder / (stem + ".reactions.txt"),
             reactions_text(row.problem, row.solution.reactions), Durable::no);
  CsvWriter history(folder / (stem + ".residuals.csv"), {"iteration", "residual_m_s"});
  for (std::size_t k = 0; k < row.solution.residuals.size(); ++k) {
    history.put(static_cast<Index>(k + 1));
    history.put(row.solution.residuals[k]);
    history.end_row();
  }
  history.flush();
}

/// Writes PROBLEM.hdf5 with the reactions of smallest residual as its solution.
void write_fclib(const std::filesystem::path& folder, const FrictionProblem& problem,
                 const ProblemSolution& best) {
  write_file(folder / (problem.name + ".hdf5"), fclib_bytes(problem, best.reactions), Durable::no);
}

/// The requested parts, or the default. The bare name of the default's type stands for the default
/// with its options.
std::vector<ProblemPart> make_parts(Kind kind, std::vector<std::string> asked,
                                    const DefaultPart& otherwise, double tolerance,
                                    ComponentSource& components) {
  if (asked.empty()) asked.push_back(otherwise.type);
  std::vector<ProblemPart> parts;
  parts.reserve(asked.size());
  for (const std::string& text : asked)
    parts.push_back(make_problem_part(kind, text == otherwise.type ? otherwise.text : text,
                                      tolerance, components));
  number_labels(parts);
  return parts;
}

/// The problems that can be read. What is wrong with the others is told at once.
std::vector<FrictionProblem> read_problems(const std::vector<std::string>& paths) {
  std::vector<FrictionProblem> problems;
  for (const std::string& path : paths) try {
      problems.push_back(read_problem(path));
    } catch (const Error& e) {
      fmt::print(stderr, "{}\n", e.what());
    }
  return problems;
}

/// Results are named after the stems of files: the second "wall" becomes "wall_2".
void number_names(std::vector<FrictionProblem>& problems) {
  std::set<std::string> taken;
  for (const FrictionProblem& problem : problems) taken.insert(problem.name);
  std::map<std::string, int> seen;
  for (FrictionProblem& problem : problems) {
    const std::string stem = problem.name;
    int n = ++seen[stem];
    if (n == 1) continue;
    while (taken.contains(problem.name = fmt::format("{}_{}", stem, n))) n = ++seen[stem];
    taken.insert(problem.name);
  }
}

/// Whether two paths lead to one file, or would if the second one were written.
bool is_same(const std::filesystem::path& there, const std::filesystem::path& written) {
  std::error_code ignored;
  return std::filesystem::equivalent(there, written, ignored);
}

/// Makes the folders and writes a file into each, which is removed again: a folder that takes no files is told before
/// the problems are solved, not after.
void try_folders(const SolveArguments& arguments) {
  for (const std::filesystem::path& folder : {arguments.out, arguments.fclib}) {
    if (folder.empty()) continue;
    make_folders(folder);
    const std::filesystem::path trial = folder / fmt::format(".tactus-{}", ::getpid());
    write_file(trial, "", Durable::no);
    std::error_code ignored;
    std::filesystem::remove(trial, ignored);
  }
}

/// No output replaces a problem.
void expect_inputs_stay(const SolveArguments& arguments,
                        const std::vector<FrictionProblem>& problems) {
  for (const std::string& path : arguments.problems) {
    if (!arguments.table.empty() && is_same(path, arguments.table))
      throw ConfigError(fmt::format("--table {}: this is a problem; give another file",
                                    arguments.table.string()));
    for (const FrictionProblem& problem : problems)
      if (!arguments.fclib.empty() && is_same(path, arguments.fclib / (problem.name + ".hdf5")))
        throw ConfigError(fmt::format("--fclib {}: {} would be replaced; give another folder",
                                      arguments.fclib.string(), path));
  }
}

/// Solves a problem until it is solved, the time is up, or the user interrupts, which ends the
/// command.
ProblemSolution solve_in_time(const FrictionProblem& problem, const ProblemPart& solver,
                              const ProblemPart& law, double seconds, Context& context) {
  const std::atomic<bool>& interrupt = stop_on_signals();
  std::optional<TimeLimit> limit;
  if (seconds > 0) limit.emplace(seconds, interrupt);
  context.stop = limit ? &limit->flag() : &interrupt;
  ProblemSolution solution = solve_problem(problem, solver.solver(), law.law(), context);
  context.stop = &interrupt;
  if (interrupt.load()) throw ConfigError(problem.name + ": interrupted");
  return solution;
}

bool is_converged(const ProblemSolution& solution) {
  return !solution.out_of_time && solution.status == SolveStatus::converged;
}

}  // namespace

int solve_command(const SolveArguments& arguments) {
  Registry registry({.command_line = arguments.plugin_folders});
  RegistrySource components(registry);
  const std::vector<ProblemPart> solvers = make_parts(
      Kind::contact_solver, arguments.solvers, default_solver(), arguments.tolerance, components);
  const std::vector<ProblemPart> laws =
      make_parts(Kind::contact_law, arguments.laws, default_law(), 0, components);
  for (const ProblemPart& solver : solvers)
    for (const ProblemPart& law : laws) expect_fit(solver, law, components);
  std::vector<FrictionProblem> problems = read_problems(arguments.problems);
  if (problems.empty()) return kConfiguration;
  bool converged = true, all = problems.size() == arguments.problems.size();
  std::size_t width = 7;
  number_names(problems);
  for (const FrictionProblem& problem : problems) width = std::max(width, problem.name.size());
  expect_inputs_stay(arguments, problems);
  try_folders(arguments);
  Runtime runtime(arguments.threads);
  Table table(arguments.table);
  print_head(width);
  for (const FrictionProblem& problem : problems) try {
      ProblemSolution best;
      best.residual = kUnlimited;
      for (const ProblemPart& law : laws)
        for (const ProblemPart& solver : solvers) {
          const Row row{
              problem, solver, law,
              solve_in_time(problem, solver, law, arguments.time_limit, runtime.context())};
          if (row.solution.residual < best.residual) best = row.solution;
          print_row(row, width);
          table.add(row);
          if (!arguments.out.empty()) write_results(arguments.out, row);
          converged = converged && is_converged(row.solution);
        }
      if (!arguments.fclib.empty()) write_fclib(arguments.fclib, problem, best);
    } catch (const ConfigError& e) {  // no solver can use it
      if (stop_on_signals().load()) throw;
      fmt::print(stderr, "{}\n", e.what());
      all = false;
    }
  return !all ? kConfiguration : converged ? kOk : kNotConverged;
}

}  // namespace tactus::cli
