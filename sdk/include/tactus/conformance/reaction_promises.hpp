/// \file conformance/reaction_promises.hpp  What a contact solver promises on problems in reactions,
/// U = B + W R, with a law that is known in closed form (no friction).
#pragma once

#include "solver_trial.hpp"

namespace tactus::conformance::contact_solver_tests {

/// A few contacts in the plane that share masses, and their reactions.
struct ReactionCase {
  MatrixOperator delassus;
  std::vector<Real> B, U_old, restitution, R;

  /// W = G G' + a little on the diagonal.
  explicit ReactionCase(std::uint64_t seed, Index contacts)
      : delassus(random_delassus(seed, contacts), 2), B(size(2 * contacts)), U_old(B.size(), 0),
        restitution(size(contacts), 0), R(B.size(), 0) {
    Random random(seed + 100);
    for (Real& b : B) b = random.between(-1, 1);
    for (std::size_t i = 0; i < restitution.size(); ++i)
      restitution[i] = i % 2 ? 0.5 : 0, U_old[2 * i] = random.between(-1, 0);
  }

  Outcome solve(ContactSolver& solver, View<const ContactLaw*> laws, Context& context) {
    const auto n = restitution.size();
    const std::vector<Real> zero(n, 0), blocks = delassus.diagonal_blocks();
    const std::vector<std::int32_t> law(n, 0);
    std::vector<ContactKey> key;
    for (std::size_t i = 0; i < n; ++i) key.push_back({1, i});
    std::fill(R.begin(), R.end(), 0);
    ReactionProblem p{
        .dim = 2, .contacts = static_cast<Index>(n), .dt = 0.1, .delassus = &delassus};
    p.delassus_diagonal = blocks, p.free_velocity = B, p.U_old = U_old, p.gap = zero;
    p.friction = zero, p.restitution = restitution, p.law = law, p.key = key;
    ReactionSolution solution{.reactions = R};
    return solver.solve(p, laws, solution, context);
  }
  /// The largest natural residual, m/s.
  Real residual() const {
    const Eigen::VectorXd U = delassus.matrix() * map(View<Real>(R)) + map(View<Real>(B));
    Real worst = 0;
    for (Index i = 0; i < static_cast<Index>(restitution.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Real here = natural_residual<2>(
          U.segment<2>(2 * i), U_old[2 * at], point<2>(R, i), 0, restitution[at],
          2 / delassus.matrix().block<2, 2>(2 * i, 2 * i).trace());
      if (!(here <= worst)) worst = here;
    }
    return worst;
  }

 private:
  static std::size_t size(Index n) { return static_cast<std::size_t>(n); }
  static Eigen::MatrixXd random_delassus(std::uint64_t seed, Index contacts) {
    Random random(seed);
    Eigen::MatrixXd G(2 * contacts, 2 * contacts);
    for (Index i = 0; i < G.size(); ++i) G.data()[i] = random.between(-1, 1);
    return G * G.transpose() / static_cast<Real>(contacts) +
           Eigen::MatrixXd::Identity(2 * contacts, 2 * contacts);
  }
};

inline Finding natural_residual_is_small(const Make<ContactSolver>& make) {
  Real worst = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ReactionCase c(seed, static_cast<Index>(1 + seed % 6));
    SolverTrial trial(make, c.B.size());
    const Outcome outcome = c.solve(trial.solver(), trial.laws(), trial.context());
    if (!outcome) return broken(text_of("problem ", seed, ": ", outcome.message));
    const Real here = c.residual();
    if (!(here <= worst)) worst = here;
  }
  return within(worst, 1e-6);
}

inline Finding reactions_are_not_remembered(const Make<ContactSolver>& make) {
  ReactionCase first(1, 4), second(2, 4), fresh(2, 4);
  SolverTrial used(make, 8), other(make, 8);
  (void)first.solve(used.solver(), used.laws(), used.context());
  used.solver().reject();
  (void)second.solve(used.solver(), used.laws(), used.context());
  (void)fresh.solve(other.solver(), other.laws(), other.context());
  if (second.R != fresh.R)
    return broken("after a rejected attempt the reactions are not those of a fresh object");
  return kept("bit for bit");
}

inline void reaction_promises(const Make<ContactSolver>& make, const Claims& claims, Check& check) {
  if (claims.needs_some(capability::explicit_law)) {
    check.skip("contacts without friction", "it needs an explicit law");
    return;
  }
  check.promise("contacts without friction: natural residual [m/s]",
                [&] { return natural_residual_is_small(make); });
  check.promise("reactions depend on the question alone",
                [&] { return reactions_are_not_remembered(make); });
}

}  // namespace tactus::conformance::contact_solver_tests
