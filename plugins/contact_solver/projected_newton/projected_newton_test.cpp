// projected_newton beside the promises of every contact solver: few steps, singular matrices, matrices
// that are not symmetric, and what it says when it does not converge.
#include <tactus/conformance/contact_solver.hpp>
#include <tactus/conformance/coulomb.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

auto projected_newton(OptionValues options = {}) {
  return make_component<ContactSolver>("projected_newton", std::move(options));
}

/// n contacts along the base of a rigid body of 1 kg that comes down, slides and turns: W has rank 3,
/// whatever n is. With this friction it sticks.
core::FrictionProblem one_body(Index n) {
  core::FrictionProblem p;
  p.dim = 2, p.contacts = n;
  const Real turn = 6;  // 1/(kg m2)
  const auto x = [&](Index i) { return -0.5 + static_cast<Real>(i) / static_cast<Real>(n - 1); };
  for (Index i = 0; i < n; ++i) {
    p.friction.push_back(0.9);
    p.free_velocity.insert(p.free_velocity.end(), {-2 + 0.3 * x(i), 0.5 + 0.3 * 0.5});
    for (Index j = 0; j < n; ++j) {
      p.column.push_back(j);
      p.value.insert(p.value.end(), {1 + turn * x(i) * x(j), turn * x(i) * 0.5, turn * 0.5 * x(j),
                                     1 + turn * 0.5 * 0.5});
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  return p;
}

class Returns final : public MetricVisitor {
 public:
  explicit Returns(const ContactSolver& solver) { solver.measure(*this); }
  void integer(std::string_view name, const Index& member, Reduce, std::string_view) override {
    if (name == "sweep_fallbacks") count = member;
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  Index count = kNone;
};

}  // namespace

TEST_CASE("projected_newton keeps every promise of a contact solver",
          "[contact_solver][projected_newton]") {
  conformance::check_contact_solver([] { return projected_newton(); });
}

TEST_CASE("projected_newton takes a few steps, however long the chain is",
          "[contact_solver][projected_newton]") {
  const Index contacts = GENERATE(40, 2000);
  const auto blocks = GENERATE(ChainBlocks::symmetric, ChainBlocks::one_sided);
  const auto chain = reaction_chain(contacts, blocks);
  const conformance::Coulomb law;
  const auto solve = [&](int threads) {
    core::Runtime runtime(threads);
    return core::solve_problem(chain, *projected_newton({{"sweeps", 1.0}, {"tolerance", 1e-13}}),
                               law, runtime.context());
  };
  const auto s = solve(1);
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.residual <= 1e-13);
  CHECK(s.iterations <= 12);
  CHECK(solve(4).reactions == s.reactions);
}

TEST_CASE("projected_newton stops a body that more contacts hold than it needs",
          "[contact_solver][projected_newton]") {
  const Index n = GENERATE(4, 9, 90);
  const auto p = one_body(n);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto solver = projected_newton({{"sweeps", 1.0}, {"tolerance", 1e-12}});
  const auto s = core::solve_problem(p, *solver, law, runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(Returns(*solver).count == 0);  // by steps alone, though the matrix is singular
  for (const Real u : core::velocities_of(p, s.reactions)) CHECK(std::abs(u) <= 1e-10);
}

TEST_CASE("projected_newton takes no memory in a step like the one before",
          "[contact_solver][projected_newton]") {
  const auto law = make_component<ContactLaw>("nonsmooth_force");  // takes no memory of its own
  core::Runtime runtime(1);
  const auto solver = projected_newton({{"sweeps", 1.0}, {"tolerance", 1e-12}});
  const ChainStep chain(300);
  const auto first = chain.solve(*solver, *law, runtime.context());
  CHECK(first.iterations > 2);  // steps were taken
  const auto again = chain.solve(*solver, *law, runtime.context());
  CHECK(again.iterations == first.iterations);
  CHECK(again.allocated_in_solver == 0);
}

TEST_CASE("projected_newton knows when the next problem has another pattern",
          "[contact_solver][projected_newton]") {
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto solver = projected_newton({{"sweeps", 1.0}, {"tolerance", 1e-12}});
  for (const Index contacts : {40, 41, 7})
    for (const auto blocks : {ChainBlocks::symmetric, ChainBlocks::one_sided}) {
      const auto chain = reaction_chain(contacts, blocks);
      const auto kept = core::solve_problem(chain, *solver, law, runtime.context());
      CHECK(kept.residual <= 1e-12);
      CHECK(kept.reactions ==
            core::solve_problem(chain, *projected_newton({{"sweeps", 1.0}, {"tolerance", 1e-12}}),
                                law, runtime.context())
                .reactions);
    }
}

TEST_CASE("projected_newton does not ask for more sweeps than it needs",
          "[contact_solver][projected_newton]") {
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto chain = reaction_chain(40, ChainBlocks::symmetric);
  const auto s = core::solve_problem(
      chain, *projected_newton({{"sweeps", 1e6}, {"iterations", 1.0}}), law, runtime.context());
  CHECK(s.status == SolveStatus::converged);  // and not in minutes
  CHECK(s.residual <= 1e-8);
}

TEST_CASE("projected_newton hands back its best reactions when it is out of iterations",
          "[contact_solver][projected_newton]") {
  const auto chain = reaction_chain(300, ChainBlocks::symmetric);
  const conformance::Coulomb law;
  core::Runtime runtime(1);
  const auto s = core::solve_problem(
      chain, *projected_newton({{"sweeps", 1.0}, {"iterations", 2.0}}), law, runtime.context());
  CHECK(s.status == SolveStatus::out_of_iterations);
  CHECK(s.iterations == 2);
  CHECK(s.residuals.size() == 2);
  CHECK(s.residuals.back() == *std::min_element(s.residuals.begin(), s.residuals.end()));
  CHECK(s.residual < 0.3);
}

TEST_CASE("projected_newton hands back the best reactions where there is no solution",
          "[contact_solver][projected_newton]") {
  // Two contacts, each of which opens the other by twice its own answer: sweeps lead ever farther away.
  core::FrictionProblem p;
  p.dim = 2, p.contacts = 2;
  p.friction = {0, 0}, p.free_velocity = {-1, 0, -1, 0};
  p.column = {0, 1, 0, 1}, p.start = {0, 2, 4};
  p.value = {1, 0, 0, 1, -2, 0, 0, 0, -2, 0, 0, 0, 1, 0, 0, 1};
  const auto law = make_component<ContactLaw>("nonsmooth_force");
  core::Runtime runtime(1);
  Real before = kUnlimited;
  for (const Real passes : {1., 2., 3., 4., 6., 10., 20.}) {
    const auto s = core::solve_problem(p, *projected_newton({{"iterations", passes}}), *law,
                                       runtime.context());
    CHECK(s.status != SolveStatus::converged);
    CHECK(s.residual <= before);
    before = s.residual;
  }
  CHECK(before > 0);
}
