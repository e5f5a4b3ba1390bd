#include "core/step/reaction_solver.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/step/reaction_words.hpp"

namespace tactus::core {

Outcome ReactionSolver::solve(ReactionData& data, View<Index> rows, SolverFacts& facts,
                              Context& context) {
  had_contacts_ = !rows.empty();
  const ReactionProblem problem = data.problem();
  ReactionSolution solution{.reactions = data.reactions, .report = {.residuals = &residuals_}};
  residuals_.clear();
  Outcome outcome = solver_->solve(problem, laws_.laws(), solution, context);
  if (!outcome && !data.delassus->sparse())
    outcome.message += too_many_blocks(problem.contacts, data.dim);
  if (!outcome && outcome.where.item == Item::contact && outcome.where.index >= 0 &&
      outcome.where.index < problem.contacts)
    outcome.where.index = rows[static_cast<std::size_t>(outcome.where.index)];
  if (!outcome) return outcome;
  facts = {.status = solution.report.status,
           .residual = residuals_.empty() ? 0 : residuals_.back(),
           .iterations = solution.report.iterations,
           .tolerance = solution.report.tolerance};
  if (Outcome bad = check(data, rows); !bad) return bad;
  Outcome judged = acceptance_.judge(data, facts, context);
  if (!judged && acceptance_.worst_contact() != kNone)
    judged.where = {Item::contact, rows[static_cast<std::size_t>(acceptance_.worst_contact())]};
  return judged;
}

Outcome ReactionSolver::check(const ReactionData& data, View<Index> rows) const {
  for (std::size_t i = 0; i < data.reactions.size(); ++i)
    if (!std::isfinite(data.reactions[i]))
      return Outcome::retry(
          Cause::not_finite,
          fmt::format("contact_solver \"{}\" gave a reaction that is not finite", type_),
          {Item::contact, rows[i / static_cast<std::size_t>(data.dim)]});
  return {};
}

}  // namespace tactus::core
