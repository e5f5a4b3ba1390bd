// Steps of whole simulations as problems in reactions, from the reference folder: W, q and the
// reactions of the step before, which a solver starts from in a run. Its README.md has the format.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "apps/solve/friction_problem.hpp"
#include "core/support/reaction_data.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/reactions/residual.hpp"

namespace tactus::testing {

/// A problem with start values and restitution, solved as often as one likes.
struct PosedProblem {
  core::FrictionProblem problem;
  Real dt = 0;                           ///< s
  std::vector<Real> start;               ///< [contacts * dim] N s; empty: zero
  std::vector<Real> U_old, restitution;  ///< empty: zero
  std::vector<Real> area;                ///< m2; empty: none
};

struct PosedSolution {
  SolveStatus status = SolveStatus::converged;
  Index iterations = 0;
  Real resv = 0;  ///< computed here
  std::vector<Real> R, U;
  std::vector<Real> history;  ///< [contacts * columns] of the laws, which begins at 0
};

inline PosedSolution solve_posed(const PosedProblem& posed, ContactSolver& solver,
                                 const std::vector<const ContactLaw*>& laws, Context& context) {
  const core::FrictionProblem& p = posed.problem;
  const core::StoredOperator W(p);
  core::ReactionData data;
  data.dim = p.dim, data.dt = posed.dt, data.delassus = &W;
  data.diagonal_blocks = W.diagonal_blocks();
  for (const ContactLaw* law : laws)
    data.law_history = std::max(data.law_history, history_width(*law));
  data.resize(p.contacts);
  data.free_velocity = p.free_velocity, data.friction = p.friction;
  if (!posed.start.empty()) data.reactions = posed.start;
  if (!posed.U_old.empty()) data.U_old = posed.U_old;
  if (!posed.area.empty()) data.area = posed.area;
  if (!posed.restitution.empty()) data.restitution = posed.restitution;
  for (std::size_t i = 0; i < data.law.size(); ++i)
    data.key[i] = {0, i}, data.law[i] = static_cast<std::int32_t>(i % laws.size());
  ReactionProblem problem = data.problem();
  ReactionSolution solution{.reactions = data.reactions};
  const Outcome outcome = solver.solve(problem, laws, solution, context);
  if (!outcome) throw std::runtime_error(p.name + ": " + outcome.message);
  PosedSolution out{.status = solution.report.status,
                    .iterations = solution.report.iterations,
                    .R = data.reactions,
                    .U = data.reactions,
                    .history = data.law_new};
  relative_velocities(problem, out.R, out.U, context);
  out.resv = residual_of(problem, laws, out.U, out.R, context).relative(incoming_speed(problem));
  return out;
}

/// The files of a folder, by name; empty where there is none.
inline std::vector<std::string> friction_step_files(const std::string& folder) {
  std::vector<std::string> files;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".rp") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline PosedProblem read_friction_step(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const auto read = [&](auto& numbers, std::int64_t count) {
    numbers.resize(static_cast<std::size_t>(count));
    in.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof numbers[0]));
  };
  std::vector<std::int64_t> sizes;
  std::vector<Real> times;
  read(sizes, 3);
  read(times, 2);
  PosedProblem out;
  core::FrictionProblem& p = out.problem;
  const std::int64_t d = sizes[0], n = sizes[1], blocks = sizes[2];
  p.name = std::filesystem::path(file).stem();
  p.dim = static_cast<int>(d), p.contacts = n, out.dt = times[0];
  read(p.friction, n);
  read(p.free_velocity, n * d);
  read(out.start, n * d);
  read(p.start, n + 1);
  read(p.column, blocks);
  read(p.value, blocks * d * d);
  if (!in) throw std::runtime_error(file + " is no friction step");
  return out;
}

}  // namespace tactus::testing
