#include "apps/solve/solve_problem.hpp"

#include <chrono>

#include "core/support/reaction_data.hpp"
#include "tactus/reactions/residual.hpp"

namespace tactus::core {
namespace {

/// An empty layout for solvers that look at it; the unknowns are relative velocities of contacts.
struct NoModel {
  explicit NoModel(const FrictionProblem& p)
      : prescribed(static_cast<std::size_t>(p.contacts * p.dim), 0) {
    for (Index i = 0; i <= p.contacts; ++i) block_start.push_back(i * p.dim);
    layout.dim = p.dim;
    layout.coordinates = layout.dofs = p.contacts * p.dim;
    layout.block_start = block_start;
    layout.prescribed = prescribed;
  }
  std::vector<std::uint8_t> prescribed;
  std::vector<Index> block_start;
  Layout layout;
};

void fill(const FrictionProblem& p, const StoredOperator& W, ReactionData& data) {
  data.delassus = &W;
  data.diagonal_blocks = W.diagonal_blocks();
  data.resize(p.contacts);
  data.free_velocity = p.free_velocity;
  data.friction = p.friction;
  for (std::size_t i = 0; i < data.key.size(); ++i) data.key[i] = {0, i}, data.law[i] = 0;
}

Real resv_of(const ReactionProblem& problem, View<const ContactLaw*> laws, View<Real> R,
             Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> U = context.scratch->take<Real>(problem.contacts * problem.dim);
  relative_velocities(problem, R, U, context);
  return residual_of(problem, laws, U, R, context).relative(incoming_speed(problem));
}

/// Every contact is a new one.
void repeat(const std::vector<Real>& start, std::vector<Real>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = start[i % start.size()];
}

/// For a solver that was stopped before it had anything to hand back.
void take_none_if_better(const ReactionProblem& problem, View<const ContactLaw*> laws,
                         std::vector<Real>& R, ProblemSolution& out, Context& context) {
  const std::vector<Real> none(R.size(), 0);
  const Real residual = resv_of(problem, laws, none, context);
  if (out.residual <= residual) return;
  R = none, out.residual = residual;
}

}  // namespace

ProblemSolution solve_problem(const FrictionProblem& p, ContactSolver& solver,
                              const ContactLaw& law, Context& context) {
  const StoredOperator W(p);
  const NoModel model(p);
  const ContactLaw* const laws[] = {&law};
  ReactionData data;
  data.dim = p.dim;
  solver.setup({.layout = &model.layout, .laws = laws}, context);
  data.solver_history = history_width(solver);
  data.law_history = history_width(law);
  fill(p, W, data);
  repeat(history_start(solver), data.solver_old);
  repeat(history_start(law), data.law_old);
  ReactionProblem problem = data.problem();
  problem.gap = problem.area = {};  // unknown
  ProblemSolution out;
  ReactionSolution solution{.reactions = data.reactions, .report = {.residuals = &out.residuals}};
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = solver.solve(problem, laws, solution, context);
  out.seconds = std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
  out.out_of_time = outcome.cause == Cause::interrupted;
  if (!outcome && !out.out_of_time) throw ConfigError(p.name + ": " + outcome.message);
  out.status = solution.report.status;
  out.iterations = solution.report.iterations;
  out.residual = resv_of(problem, laws, data.reactions, context);
  if (out.out_of_time) take_none_if_better(problem, laws, data.reactions, out, context);
  out.reactions = std::move(data.reactions);
  return out;
}

}  // namespace tactus::core
