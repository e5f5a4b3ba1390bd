// Open contacts that begin ahead: every solver of reactions satisfies the law for U_N + gap_speed, and
// measures its residual against the velocities without it.
#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/reactions/residual.hpp"
#include "tests/support/hybrid_of.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

std::unique_ptr<ContactSolver> solver_of(const std::string& type) {
  constexpr Real kTolerance = 1e-10;
  if (type == "hybrid")
    return hybrid_of(make_component<ContactSolver>("projected_newton", {{"tolerance", kTolerance}}),
                     make_component<ContactSolver>("gauss_seidel", {{"tolerance", kTolerance}}));
  return make_component<ContactSolver>(type, {{"tolerance", kTolerance}});
}

/// A chain that is cut in two, in which every second contact is open.
struct OpenChain {
  static constexpr Index kContacts = 60, kCut = 25;

  OpenChain() : chain(reaction_chain(kContacts, ChainBlocks::symmetric)) {
    for (Index i = 0; i < kContacts; ++i)
      for (auto k = static_cast<std::size_t>(chain.start[static_cast<std::size_t>(i)]);
           k < static_cast<std::size_t>(chain.start[static_cast<std::size_t>(i) + 1]); ++k)
        if ((i < kCut) != (chain.column[k] < kCut))
          std::fill_n(chain.value.begin() + static_cast<std::ptrdiff_t>(4 * k), 4, 0);
  }
  static Real gap_speed(Index i) { return i % 2 == 0 ? 0.05 * static_cast<Real>(i % 7) : 0; }

  core::FrictionProblem chain;
};

/// m/s, the true velocity of contact i, from the chain's own numbers.
Vec<2> velocity(const OpenChain& c, const std::vector<Real>& R, Index i) {
  Vec<2> u = point<2>(c.chain.free_velocity, i) + 2 * point<2>(R, i);
  for (const Index j : {i - 1, i + 1})
    if (j >= 0 && j < OpenChain::kContacts && (i < OpenChain::kCut) == (j < OpenChain::kCut))
      u -= 0.5 * point<2>(R, j);
  return u;
}

}  // namespace

TEST_CASE("every solver satisfies the law for the velocity with the gap ahead",
          "[solve][gap_speed]") {
  const std::string type = GENERATE("interior_point", "projected_newton", "gauss_seidel", "hybrid");
  CAPTURE(type);
  const OpenChain c;
  const core::StoredOperator W(c.chain);
  core::ReactionData data;
  data.dim = 2, data.dt = 1e-3, data.delassus = &W, data.diagonal_blocks = W.diagonal_blocks();
  data.resize(OpenChain::kContacts);
  data.friction = c.chain.friction, data.free_velocity = c.chain.free_velocity;
  std::fill(data.law.begin(), data.law.end(), 0);
  const Real without = incoming_speed(data.problem());
  for (Index i = 0; i < OpenChain::kContacts; ++i) {
    const auto at = static_cast<std::size_t>(i);
    data.gap_speed[at] = OpenChain::gap_speed(i);
    data.gap[at] = data.dt * data.gap_speed[at];
    data.free_velocity[2 * at] += data.gap_speed[at];
  }
  const ReactionProblem problem = data.problem();
  CHECK(incoming_speed(problem) == Approx(without).epsilon(1e-14));

  core::Runtime runtime(1);
  const auto law = make_component<ContactLaw>("nonsmooth_force");
  const ContactLaw* const laws[] = {law.get()};
  ReactionSolution solution{.reactions = data.reactions};
  REQUIRE(solver_of(type)->solve(problem, laws, solution, runtime.context()));
  CHECK(solution.report.status == SolveStatus::converged);
  int ahead = 0;  // contacts that are open, and act
  for (Index i = 0; i < OpenChain::kContacts; ++i) {
    CAPTURE(i);
    const Vec<2> U = velocity(c, data.reactions, i), R = point<2>(data.reactions, i);
    const Real mu = c.chain.friction[static_cast<std::size_t>(i)];
    const Real u = U[0] + OpenChain::gap_speed(i), slack = 1e-8;  // m/s, for N s times W = 1/kg
    CHECK(R[0] >= -slack);
    CHECK(u >= -slack);
    CHECK(std::min(R[0], u) <= slack);
    CHECK(std::abs(R[1]) <= mu * R[0] + slack);
    if (std::abs(U[1]) > 1e-6) CHECK(R[1] == Approx(-std::copysign(mu * R[0], U[1])).margin(slack));
    ahead += OpenChain::gap_speed(i) > 0 && R[0] > slack && U[0] < -slack;
  }
  CHECK(ahead > 3);
}
