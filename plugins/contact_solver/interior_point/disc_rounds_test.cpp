// Piles whose friction is bounded by a strength and not by what presses: the law's conditions by cases, with the
// motion of the bodies.
#include <catch2/catch.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/random_piles.hpp"
#include "tests/support/reaction_chain.hpp"
#include "tests/support/solver_metric.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// tresca with this bound in N s in steps of a millisecond.
auto bounded_by(Real bound) {
  return make_component<ContactLaw>("tresca", {{"limit", bound / 1e-3}, {"area", 1.}});
}

/// m/s, the worst of all contacts and conditions: Signorini's, and the least misfit of friction that is as
/// strong as suits the opening.
Real strength_violation(const Pile& pile, const std::vector<Real>& R, Real bound) {
  const core::FrictionProblem& p = pile.posed.problem;
  const Eigen::VectorXd U = pile.velocities(R);
  Real worst = 0;
  for (Index i = 0; i < p.contacts; ++i) {
    const auto H = pile.H.middleRows(i * p.dim, p.dim);
    const Real w = (H * pile.inverse.asDiagonal() * H.transpose()).trace() / p.dim;
    Eigen::VectorXd u = U.segment(i * p.dim, p.dim);
    const auto at = static_cast<std::size_t>(i);
    u[0] += pile.posed.restitution[at] *
            std::min(0., pile.posed.U_old[at * static_cast<std::size_t>(p.dim)]);
    const Eigen::VectorXd r = w * map(View<Real>(R)).segment(i * p.dim, p.dim);
    const Eigen::VectorXd u_t = u.tail(p.dim - 1), r_t = r.tail(p.dim - 1);
    const Real slow = 0.01 * std::min((r_t - u_t).norm(), w * bound);
    const Real share = slow > 0 ? std::clamp(2 - u[0] / slow, 0., 1.) : (u[0] <= 0 ? 1. : 0.);
    const Real disc = share * w * bound;
    const Real over = std::max(0., r_t.norm() - disc);
    const Real against = (r_t + disc * u_t / std::max(1e-300, u_t.norm())).norm();
    for (const Real off : {-u[0], -r[0], std::min(u[0], r[0]), over, std::min(u_t.norm(), against)})
      worst = std::max(worst, off);
  }
  return worst;
}

/// Counts what a solver takes from memory in its last step.
class CountedSolver final : public ContactSolver {
 public:
  explicit CountedSolver(ContactSolver& solver) : solver_(solver) {}
  void measure(MetricVisitor& m) const override { solver_.measure(m); }
  std::size_t allocated = 0;

 private:
  Outcome do_solve_reaction(const ReactionProblem& problem, View<const ContactLaw*> laws,
                            ReactionSolution& solution, Context& context) override {
    const std::size_t before = allocations();
    Outcome outcome = solver_.solve(problem, laws, solution, context);
    allocated = allocations() - before;
    return outcome;
  }
  ContactSolver& solver_;
};

}  // namespace

TEST_CASE("interior_point solves piles in which friction does not depend on what presses",
          "[contact_solver][interior_point]") {
  const int dim = GENERATE(2, 3);
  const Real restitution = GENERATE(0., 0.5);
  core::Runtime runtime(1);
  for (unsigned seed = 1; seed <= (dim == 2 ? 60 : 12); ++seed) {
    PileMaker maker(seed);
    const Pile pile = maker.pile(dim, 3 + static_cast<int>(seed % 20), restitution);
    // In space four points of a face that the strength holds like glue are another matter.
    const Real bound = std::pow(10, -3 + (dim == 2 ? 4 : 2) * static_cast<Real>(seed % 17) / 16);
    PosedProblem posed = pile.posed;
    posed.dt = 1e-3;
    const auto law = bounded_by(bound);
    const auto solver = make_component<ContactSolver>("interior_point");
    const PosedSolution s = solve_posed(posed, *solver, {law.get()}, runtime.context());
    CAPTURE(dim, restitution, seed, bound, s.resv);
    CHECK(s.status == SolveStatus::converged);
    CHECK(s.resv <= 1e-8);
    CHECK(strength_violation(pile, s.R, bound) <= 1e-5);  // fading enlarges errors a hundredfold
  }
}

TEST_CASE("interior_point solves piles in which every second contact has Coulomb's law",
          "[contact_solver][interior_point]") {
  core::Runtime runtime(1);
  const auto coulomb = make_component<ContactLaw>("nonsmooth_force"), strong = bounded_by(0.3);
  int unsolved = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    PileMaker maker(seed);
    PosedProblem posed = maker.pile(2, 3 + static_cast<int>(seed), 0).posed;
    posed.dt = 1e-3;
    const auto solver = make_component<ContactSolver>("interior_point");
    const auto s = solve_posed(posed, *solver, {coulomb.get(), strong.get()}, runtime.context());
    CHECK((s.status == SolveStatus::converged) == (s.resv <= 1e-8));
    unsolved += s.status != SolveStatus::converged;
  }
  CHECK(unsolved <= 1);
}

TEST_CASE("rounds with given bounds take no memory in a step like the one before",
          "[contact_solver][interior_point]") {
  PileMaker maker(4);
  PosedProblem posed = maker.pile(2, 40, 0).posed;
  posed.dt = 1e-3;
  const auto law = bounded_by(0.3);
  const auto solver = make_component<ContactSolver>("interior_point");
  CountedSolver counted(*solver);
  const auto steps = [&] { return Metric(counted, "interior_steps").value; };
  core::Runtime runtime(1);
  const auto first = solve_posed(posed, counted, {law.get()}, runtime.context());
  const Real steps_of_first = steps();
  CHECK(counted.allocated > 0);  // the counter counts
  const auto again = solve_posed(posed, counted, {law.get()}, runtime.context());
  CHECK(again.R == first.R);
  CHECK(steps_of_first > 0);
  CHECK(steps() == 2 * steps_of_first);
  CHECK(counted.allocated == 0);
}

TEST_CASE("interior_point hands back the histories of the reactions that it hands back",
          "[contact_solver][interior_point]") {
  core::Runtime runtime(1);
  const auto law = bounded_by(0.1);
  int contacts = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    PosedProblem posed = PileMaker(seed).pile(2, 3 + static_cast<int>(seed), 0).posed;
    posed.dt = 1e-3;
    const auto solver = make_component<ContactSolver>("interior_point");
    const PosedSolution s = solve_posed(posed, *solver, {law.get()}, runtime.context());
    if (s.status != SolveStatus::converged) continue;
    for (std::size_t i = 1; i < s.history.size(); ++i) {
      if (s.R[2 * i] == 0 && s.R[2 * i + 1] == 0) continue;
      CAPTURE(seed, i, s.resv);
      CHECK(s.history[i] == Approx(posed.dt * std::abs(s.U[2 * i + 1])).margin(1e-6 * posed.dt));
      ++contacts;
    }
  }
  CHECK(contacts > 20);
}
