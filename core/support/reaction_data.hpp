/// \file reaction_data.hpp  Owns the arrays of a ReactionProblem, whether a time step or a file
/// poses it.
#pragma once

#include <vector>

#include "tactus/reaction.hpp"

namespace tactus::core {

struct ReactionData {
  int dim = 0;
  Real dt = 0;    ///< s
  Real time = 0;  ///< s, at the end of the step
  const LinearOperator* delassus = nullptr;
  View<Real> diagonal_blocks{};
  Index law_history = 0, solver_history = 0;  ///< doubles per contact
  std::vector<ContactKey> key;
  std::vector<ContactKey> former;  ///< key at t_n if it is not `key`, or {}; of steps only
  std::vector<std::int32_t> law;
  View<Real> frame{}, point{};      ///< of whoever poses the problem
  std::vector<std::int32_t> patch;  ///< [contacts * 2]; empty: unknown
  std::vector<Real> free_velocity, U_old, gap, area, friction, restitution, gap_speed;
  std::vector<Real> law_old, law_new, solver_old, solver_new;
  std::vector<Real> reactions;  ///< [contacts * dim] N s, start values; the solution afterwards

  /// Allocates everything for this number of contacts. All values are zero until they are set.
  void resize(Index contacts) {
    const auto n = static_cast<std::size_t>(contacts), d = static_cast<std::size_t>(dim);
    key.assign(n, {});
    former.assign(n, {});
    law.assign(n, -1);
    for (auto* a : {&free_velocity, &U_old, &reactions}) a->assign(n * d, 0);
    for (auto* a : {&gap, &area, &friction, &restitution, &gap_speed}) a->assign(n, 0);
    for (auto* a : {&law_old, &law_new}) a->assign(n * static_cast<std::size_t>(law_history), 0);
    for (auto* a : {&solver_old, &solver_new})
      a->assign(n * static_cast<std::size_t>(solver_history), 0);
  }
  Index contacts() const { return static_cast<Index>(key.size()); }

  /// The problem as solvers see it. New histories start as copies of the old ones.
  ReactionProblem problem() {
    law_new = law_old;
    solver_new = solver_old;
    return as_solved();
  }
  /// The same problem, but with the histories that the solver has left.
  ReactionProblem as_solved() {
    return {.dim = dim,
            .contacts = contacts(),
            .dt = dt,
            .time = time,
            .delassus = delassus,
            .delassus_diagonal = diagonal_blocks,
            .free_velocity = free_velocity,
            .U_old = U_old,
            .gap = gap,
            .area = area,
            .frame = frame,
            .point = point,
            .patch = patch,
            .friction = friction,
            .restitution = restitution,
            .law = law,
            .key = key,
            .history_old = law_old,
            .history_new = law_new,
            .history_size = law_history,
            .solver_history_old = solver_old,
            .solver_history_new = solver_new,
            .gap_speed = gap_speed};
  }
};

}  // namespace tactus::core
