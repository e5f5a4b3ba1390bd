// direct: calls of the law per contact, with the velocity that the contact has by the reactions of its
// neighbours. Its law here answers with what it was given, so that this can be read off.
#include <tactus/conformance/contact_solver.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/reaction_chain.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Sticks by force: R = -W_ii^-1 free, whatever the neighbours do; says that so many per batch failed.
class StopAlone final : public ContactLaw {
 public:
  explicit StopAlone(Index unsolved = 0) : unsolved_(unsolved) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const Index i = batch.contacts[k];
      const Real w = block<2>(batch.problem->delassus_diagonal, i)(0, 0);
      Eigen::Map<Vec<2>>(batch.R.data() + 2 * i) = -point<2>(batch.free, static_cast<Index>(k)) / w;
    }
    return unsolved_;
  }
  Index unsolved_;
};

/// Presses with 1 N s, and stops the slip as far as friction can.
class Presses final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const Index i = batch.contacts[k];
      const Mat<2> W = block<2>(batch.problem->delassus_diagonal, i);
      const Real mu = batch.problem->friction[static_cast<std::size_t>(i)],
                 stops = -(batch.free[2 * k + 1] + W(1, 0)) / W(1, 1);
      Eigen::Map<Vec<2>>(batch.R.data() + 2 * i) << 1, std::clamp(stops, -mu, mu);
    }
    return 0;
  }
};

/// Feet of a body of 1 kg and 1 kg m2 that stand at heights which differ by `step` each: what one of them
/// holds, the others need not hold.
core::FrictionProblem feet(Index n, Real step, Real mu, Real speed, Real spin) {
  core::FrictionProblem p;
  p.dim = 2, p.contacts = n;
  const auto arms = [&](Index i) -> Mat<2> {  // of the normal and of the tangential force
    Mat<2> arm;
    arm << static_cast<Real>(2 * i - n + 1) / static_cast<Real>(n), 0,
        1 + step * static_cast<Real>(i), 0;
    return arm;
  };
  for (Index i = 0; i < n; ++i) {
    p.friction.push_back(mu);
    p.free_velocity.insert(p.free_velocity.end(),
                           {-1 + spin * arms(i)(0, 0), speed + spin * arms(i)(1, 0)});
    for (Index j = 0; j < n; ++j) {
      p.column.push_back(j);
      const Vec<2> a = arms(i).col(0), b = arms(j).col(0);
      p.value.insert(p.value.end(), {1 + a[0] * b[0], a[0] * b[1], a[1] * b[0], 1 + a[1] * b[1]});
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  return p;
}

}  // namespace

TEST_CASE("direct keeps every promise of a contact solver", "[contact_solver][direct]") {
  conformance::check_contact_solver([] { return make_component<ContactSolver>("direct"); });
}

TEST_CASE("direct stops a body that several contacts hold, and does not turn it round",
          "[contact_solver][direct]") {
  // n contacts at the same point of a body of 1 kg: each W_ij is I, and each contact would stop the body by
  // itself. Taken one by one they would give it U = (1 - n) B.
  const Index n = GENERATE(1, 2, 3);
  core::FrictionProblem p;
  p.dim = 2, p.contacts = n;
  for (Index i = 0; i < n; ++i) {
    p.friction.push_back(1);
    p.free_velocity.insert(p.free_velocity.end(), {-2, 0.5});
    for (Index j = 0; j < n; ++j) {
      p.column.push_back(j);
      p.value.insert(p.value.end(), {1, 0, 0, 1});
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  core::Runtime runtime(1);
  const auto s = core::solve_problem(p, *make_component<ContactSolver>("direct"), StopAlone(),
                                     runtime.context());
  CHECK(s.iterations == 2);  // nothing changes in the second
  const std::vector<Real> U = core::velocities_of(p, s.reactions);
  for (Index i = 0; i < n; ++i) {
    CHECK(std::abs(U[static_cast<std::size_t>(2 * i)]) <= 1e-14);
    CHECK(std::abs(U[static_cast<std::size_t>(2 * i + 1)]) <= 1e-14);
  }
}

TEST_CASE("direct asks each law about its own contacts", "[contact_solver][direct]") {
  class Pushes final : public ContactLaw {
   public:
    explicit Pushes(Real impulse) : impulse_(impulse) {}

   private:
    Index do_solve(const LawBatch& batch, Context&) const override {
      for (const Index i : batch.contacts) batch.R[static_cast<std::size_t>(2 * i)] = impulse_;
      return 0;
    }
    Real impulse_;
  };
  const core::FrictionProblem chain = reaction_chain(5, ChainBlocks::symmetric);
  const core::StoredOperator W(chain);
  core::ReactionData data;
  data.dim = 2, data.delassus = &W, data.diagonal_blocks = W.diagonal_blocks();
  data.resize(5);
  data.free_velocity = chain.free_velocity, data.friction = chain.friction;
  data.law = {0, 1, 1, 0, 1};
  const Pushes first(3), second(7);
  const ContactLaw* const laws[] = {&first, &second};
  core::Runtime runtime(1);
  ReactionSolution solution{.reactions = data.reactions};
  const auto solver = make_component<ContactSolver>("direct");
  REQUIRE(solver->solve(data.problem(), laws, solution, runtime.context()));
  CHECK(data.reactions == std::vector<Real>{3, 0, 7, 0, 7, 0, 3, 0, 7, 0});
}

TEST_CASE("direct gives the same bits for any number of threads", "[contact_solver][direct]") {
  const auto chain = reaction_chain(2000, ChainBlocks::symmetric);
  const auto solve = [&](int threads) {
    core::Runtime runtime(threads);
    return core::solve_problem(chain, *make_component<ContactSolver>("direct"), StopAlone(),
                               runtime.context());
  };
  const auto expected = solve(1);
  CHECK(solve(4).reactions == expected.reactions);
  for (const Real u : core::velocities_of(chain, expected.reactions)) CHECK(std::abs(u) <= 1e-7);
}

TEST_CASE("direct does not call converged what a law did not solve", "[contact_solver][direct]") {
  const auto chain = reaction_chain(3, ChainBlocks::symmetric);
  core::Runtime runtime(1);
  const auto solver = make_component<ContactSolver>("direct");
  CHECK(core::solve_problem(chain, *solver, StopAlone(1), runtime.context()).status ==
        SolveStatus::stalled);
  CHECK(core::solve_problem(chain, *solver, StopAlone(0), runtime.context()).status ==
        SolveStatus::converged);
}

TEST_CASE("direct does not call converged what still changed in its last sweep",
          "[contact_solver][direct]") {
  const auto chain = reaction_chain(20, ChainBlocks::symmetric);
  core::Runtime runtime(1);
  const auto ends = [&](Real sweeps) {
    const auto solver = make_component<ContactSolver>("direct", {{"sweeps", sweeps}});
    return core::solve_problem(chain, *solver, StopAlone(), runtime.context());
  };
  CHECK(ends(3).status == SolveStatus::out_of_iterations);
  CHECK(ends(3).iterations == 3);
  const auto settled = ends(100);
  CHECK(settled.status == SolveStatus::converged);
  CHECK(ends(static_cast<Real>(settled.iterations)).status == SolveStatus::converged);
  CHECK(ends(static_cast<Real>(settled.iterations - 1)).status == SolveStatus::out_of_iterations);
  CHECK(ends(1).status == SolveStatus::converged);  // "sweeps": 1 does not ask for more
}

TEST_CASE(
    "feet that hand a load on to each other in ever smaller shares settle, and their law holds",
    "[contact_solver][direct]") {
  const Real step = GENERATE(1e-2, 1e-4, 1e-6);
  const Index n = GENERATE(2, 3, 6);
  core::Runtime runtime(1);
  const Presses law;
  for (const Real mu : {0.1, 0.5, 1.}) {
    for (const Real speed : {0.1, 0.5}) {
      for (const Real spin : {-0.5, 0., 0.5}) {
        INFO("step " << step << ", " << n << " feet, mu " << mu << ", speed " << speed << ", spin "
                     << spin);
        const auto p = feet(n, step, mu, speed, spin);
        const auto s = core::solve_problem(p, *make_component<ContactSolver>("direct"), law,
                                           runtime.context());
        CHECK(s.status == SolveStatus::converged);
        const std::vector<Real> U = core::velocities_of(p, s.reactions);
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
          const Real slip = U[2 * i + 1], held = s.reactions[2 * i + 1];
          CHECK(std::abs(held) <= mu * (1 + 1e-14));
          if (std::abs(held) < mu * (1 - 1e-9)) CHECK(std::abs(slip) <= 1e-6);
          if (std::abs(slip) > 1e-6) CHECK(held * slip < 0);
        }
      }
    }
  }
}

TEST_CASE("direct takes contacts whose bodies are held in some direction",
          "[contact_solver][direct]") {
  auto chain = reaction_chain(3, ChainBlocks::symmetric);
  for (Index k = chain.start[1]; k < chain.start[2]; ++k)
    chain.value[static_cast<std::size_t>(4 * k + 3)] = 0;
  core::Runtime runtime(1);
  const auto solver = make_component<ContactSolver>("direct");
  CHECK_NOTHROW(core::solve_problem(chain, *solver, StopAlone(), runtime.context()));
  chain.friction[1] = -1;
  CHECK_THROWS_WITH(core::solve_problem(chain, *solver, StopAlone(), runtime.context()),
                    Catch::Contains("contact 1: friction is -1"));
}
