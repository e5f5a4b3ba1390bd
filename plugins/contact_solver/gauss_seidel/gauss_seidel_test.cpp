// gauss_seidel beside the promises of every contact solver: threads, matrices that are not symmetric,
// what it says when it does not converge, what it refuses, and that a warm step takes no memory.
#include <Eigen/Core>
#include <tactus/conformance/contact_solver.hpp>
#include <tactus/conformance/coulomb.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

auto gauss_seidel(OptionValues options = {}) {
  return make_component<ContactSolver>("gauss_seidel", std::move(options));
}

/// A wall that moves at 1 m/s pushes a body of 1 kg, which pushes a second one. That one stands on the ground, into
/// which 1e5 m/s would drive it, and sticks until the push is 5e4 N s. Each sweep adds half a newton second to all
/// three contacts.
core::FrictionProblem pushed_against_friction() {
  // Rows: wall and first body, both bodies, second body and ground, normal first. Columns: x, y of both.
  const Eigen::Matrix<Real, 6, 4> H{{1, 0, 0, 0},  {0, 1, 0, 0}, {-1, 0, 1, 0},
                                    {0, -1, 0, 1}, {0, 0, 0, 1}, {0, 0, 1, 0}};
  const Eigen::Matrix<Real, 6, 6> W = H * H.transpose();
  core::FrictionProblem p;
  p.dim = 2, p.contacts = 3;
  p.friction = {0, 0, 0.5}, p.free_velocity = {-1, 0, 0, -1e5, -1e5, 0};
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      p.column.push_back(j);
      for (Index k = 0; k < 4; ++k) p.value.push_back(W(2 * i + k / 2, 2 * j + k % 2));
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  return p;
}

}  // namespace

TEST_CASE("gauss_seidel keeps every promise of a contact solver",
          "[contact_solver][gauss_seidel]") {
  const std::string order = GENERATE("forward", "symmetric");
  conformance::check_contact_solver([&] { return gauss_seidel({{"order", order}}); });
}

TEST_CASE("gauss_seidel gives the same bits for any number of threads",
          "[contact_solver][gauss_seidel]") {
  // With one-sided blocks a contact depends on its right neighbour, which does not depend on it: only
  // the transposed pattern shows that the two must not be solved at once.
  const auto blocks = GENERATE(ChainBlocks::symmetric, ChainBlocks::one_sided);
  const core::FrictionProblem chain = reaction_chain(3000, blocks);
  const conformance::Coulomb law;
  const auto solve = [&](int threads) {
    core::Runtime runtime(threads);
    return core::solve_problem(chain, *gauss_seidel(), law, runtime.context());
  };
  const core::ProblemSolution expected = solve(1), found = solve(4);
  CHECK(expected.status == SolveStatus::converged);
  CHECK(expected.residual <= 1e-8);
  CHECK(found.reactions == expected.reactions);
  CHECK(found.residuals == expected.residuals);
}

TEST_CASE("gauss_seidel does not depend on the order in which parts of a colour are solved",
          "[contact_solver][gauss_seidel]") {
  const core::FrictionProblem chain = reaction_chain(1000, ChainBlocks::one_sided);
  const conformance::Coulomb law;
  core::Runtime forward(1), backward(1);
  conformance::BackwardExecutor executor(backward.context());
  backward.context().executor = &executor;
  // After two sweeps: such a chain comes to the same end by any way.
  const OptionValues two{{"iterations", 2.}};
  CHECK(core::solve_problem(chain, *gauss_seidel(two), law, forward.context()).reactions ==
        core::solve_problem(chain, *gauss_seidel(two), law, backward.context()).reactions);
}

TEST_CASE("gauss_seidel says how it ended and hands back the best reactions",
          "[contact_solver][gauss_seidel]") {
  const core::FrictionProblem chain = reaction_chain(200, ChainBlocks::symmetric);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  SECTION("out of iterations") {
    const auto s =
        core::solve_problem(chain, *gauss_seidel({{"iterations", 3.0}}), law, runtime.context());
    CHECK(s.status == SolveStatus::out_of_iterations);
    CHECK(s.iterations == 3);
    CHECK(s.residuals.size() == 3);
    CHECK(s.residual > 1e-8);
    CHECK(s.residual < 1);  // of no reactions at all it is 1 here
  }
  SECTION("the last of the sweeps that it may make leads below the tolerance") {
    const auto enough = core::solve_problem(chain, *gauss_seidel({}), law, runtime.context());
    const auto sweeps = static_cast<Real>(enough.iterations - 1);
    const auto s =
        core::solve_problem(chain, *gauss_seidel({{"iterations", sweeps}}), law, runtime.context());
    CHECK(s.iterations == enough.iterations - 1);
    CHECK(s.residual <= 1e-8);
    CHECK(s.status == SolveStatus::converged);
  }
  SECTION("a tolerance below rounding: it stalls, far below what rounding allows") {
    const auto s = core::solve_problem(
        chain, *gauss_seidel({{"tolerance", 1e-30}, {"patience", 20.0}}), law, runtime.context());
    CHECK(s.status == SolveStatus::stalled);
    CHECK(s.residual < 1e-12);
  }
}

TEST_CASE("gauss_seidel hands back the reactions that were best where sweeps lead away from them",
          "[contact_solver][gauss_seidel]") {
  // Two contacts, each of which opens the other by twice its own answer: R grows fourfold in a sweep.
  core::FrictionProblem p;
  p.dim = 2, p.contacts = 2;
  p.friction = {0, 0}, p.free_velocity = {-1, 0, -1, 0};
  p.column = {0, 1, 0, 1}, p.start = {0, 2, 4};
  p.value = {1, 0, 0, 1, -2, 0, 0, 0, -2, 0, 0, 0, 1, 0, 0, 1};
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto after = [&](Real sweeps) {
    return core::solve_problem(p, *gauss_seidel({{"iterations", sweeps}}), law, runtime.context());
  };
  const auto one = after(1), ten = after(10);
  CHECK(ten.iterations == 10);
  CHECK(ten.reactions == one.reactions);
  CHECK(ten.residuals.back() < ten.residuals[8]);
}

TEST_CASE("gauss_seidel takes its tolerance in m/s where no velocities come in",
          "[contact_solver][gauss_seidel]") {
  core::FrictionProblem still = reaction_chain(5, ChainBlocks::symmetric);
  std::fill(still.free_velocity.begin(), still.free_velocity.end(), 0);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto s = core::solve_problem(still, *gauss_seidel(), law, runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.residual == 0);
  for (const Real R : s.reactions) CHECK(R == 0);
}

TEST_CASE("gauss_seidel refuses contacts that have no answer, by number and cause",
          "[contact_solver][gauss_seidel]") {
  core::FrictionProblem chain = reaction_chain(4, ChainBlocks::symmetric);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto solve = [&] {
    (void)core::solve_problem(chain, *gauss_seidel(), law, runtime.context());
  };
  SECTION("negative friction") {
    chain.friction[2] = -0.1;
    CHECK_THROWS_WITH(solve(), Catch::Contains("contact 2: friction is -0.1"));
  }
  SECTION("friction that is no number") {
    chain.friction[3] = std::nan("");
    CHECK_THROWS_WITH(solve(), Catch::Contains("contact 3: friction is"));
  }
  SECTION("a contact of two bodies that cannot move") {
    std::fill_n(chain.value.begin() + 4 * chain.start[1], 12, 0);
    CHECK_THROWS_WITH(
        solve(), Catch::Contains("contact 1") && Catch::Contains("W_ii is not positive definite"));
  }
  SECTION("a free velocity that is no number") {
    chain.free_velocity[0] = std::nan("");
    CHECK_THROWS_WITH(solve(), Catch::Contains("contact 0: its free velocity"));
  }
}

TEST_CASE("gauss_seidel starts from the reactions it gets", "[contact_solver][gauss_seidel]") {
  const ChainStep step(2000);
  const auto law = make_component<ContactLaw>("nonsmooth_force");  // takes no memory of its own
  core::Runtime runtime(1);
  const auto solver = gauss_seidel();
  const auto first = step.solve(*solver, *law, runtime.context());
  CHECK(first.iterations > 3);
  const std::size_t before = allocations();
  const auto again = step.solve(*solver, *law, runtime.context(), first.reactions);
  CHECK(again.iterations == 1);
  CHECK(again.allocated_in_solver == 0);
  CHECK(allocations() > before);  // the counter counts
}

TEST_CASE("gauss_seidel visits the colours backwards in every second sweep where it is asked to",
          "[contact_solver][gauss_seidel]") {
  const auto chain = reaction_chain(100, ChainBlocks::symmetric);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto residuals = [&](const std::string& order) {
    return core::solve_problem(chain, *gauss_seidel({{"order", order}}), law, runtime.context())
        .residuals;
  };
  const std::vector<Real> forward = residuals("forward"), symmetric = residuals("symmetric");
  CHECK(symmetric[0] == forward[0]);
  CHECK(symmetric != forward);
}

TEST_CASE("gauss_seidel calls converged only what all contacts together agree with",
          "[contact_solver][gauss_seidel]") {
  // Contact i pushes contact i + 1 and not the other way round. In the second sweep 2 and 3 are off by
  // 1e-3 when their turn comes; then 3 puts 4, whose turn was before, off by 9e-3. Contact 5 is alone
  // and brings 1 m/s in.
  core::FrictionProblem p;
  p.dim = 2, p.contacts = 6;
  for (Index i = 0; i < 6; ++i) {
    p.friction.push_back(0);
    p.free_velocity.insert(p.free_velocity.end(), {i == 0 ? -1e-3 : i == 5 ? -1. : 0., 0});
    if (i > 0 && i < 5) {
      p.column.push_back(i - 1);
      p.value.insert(p.value.end(), {i == 4 ? -9. : -1., 0, 0, 0});
    }
    p.column.push_back(i);
    p.value.insert(p.value.end(), {1, 0, 0, 1});
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto s =
      core::solve_problem(p, *gauss_seidel({{"tolerance", 5e-3}}), law, runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.iterations == 4);
  CHECK(s.residual <= 5e-3);
  CHECK(s.reactions[8] == Approx(9e-3));
}

TEST_CASE(
    "gauss_seidel leaps along reactions that sweeps add again and again until a contact slides",
    "[contact_solver][gauss_seidel]") {
  const std::string order = GENERATE("forward", "symmetric");
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto patient = [&](Real patience) {
    return core::solve_problem(pushed_against_friction(),
                               *gauss_seidel({{"order", order}, {"patience", patience}}), law,
                               runtime.context());
  };
  SECTION("it finds what a hundred thousand sweeps would") {
    const auto s = patient(100);
    CHECK(s.status == SolveStatus::converged);
    CHECK(s.iterations < 160);
    const std::vector<Real> expected{50002, 0, 50001, 0, 1e5, -5e4};
    for (std::size_t i = 0; i < expected.size(); ++i)
      CHECK(s.reactions[i] == Approx(expected[i]).margin(1e-2));
  }
  SECTION("while it is patient it sweeps") { CHECK(patient(9000).iterations > 9000); }
}
