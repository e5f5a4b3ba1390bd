// The linear solvers that the kernel lends to plugins, against dense factorisations and each other.
#include "core/model/linear_solvers.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/model/automatic_solver.hpp"
#include "core/model/coupled_unknowns.hpp"
#include "core/model/iterative_solver.hpp"
#include "tests/implicit/matrices.hpp"
#include "tests/support/dense_algebra.hpp"

using namespace tactus;
using namespace tactus::testing;
using conformance::MatrixOperator;

namespace {

std::vector<Real> solution(LinearSolver& solver, const LinearOperator& a, View<Real> b,
                           Context& context) {
  REQUIRE(solver.prepare(a, context));
  std::vector<Real> x(b.size(), 0);
  REQUIRE(solver.solve(b, x, static_cast<Index>(b.size()) / a.size(), context));
  return x;
}

const char* name_of(LinearMethod method) {
  const char* names[] = {"automatic", "definite", "general", "iterative"};
  return names[static_cast<int>(method)];
}

}  // namespace

TEST_CASE("every method solves a definite system as a dense factorisation does",
          "[implicit][linear]") {
  const LinearMethod method = GENERATE(LinearMethod::automatic, LinearMethod::definite,
                                       LinearMethod::general, LinearMethod::iterative);
  CAPTURE(name_of(method));
  BeamMatrix a(beam_on(kClamped), 2e4, 1);
  const auto solver = a.linear.make(method);
  for (const Real stiffness : {1., 0.5}) {  // the second one reuses what is known of the pattern
    a.fill(2e4, stiffness);
    const std::vector<Real> b = numbers(2 * a.size());
    const std::vector<Real> x = solution(*solver, *a.tangent, b, a.context());
    const Eigen::LLT<Eigen::MatrixXd> dense(a.dense());
    for (const std::size_t at : {std::size_t{0}, a.size()}) {
      const Eigen::VectorXd expected = dense.solve(map(View<Real>(b).subspan(at, a.size())));
      CHECK((map(View<Real>(x).subspan(at, a.size())) - expected).lpNorm<Eigen::Infinity>() <=
            1e-11 * expected.lpNorm<Eigen::Infinity>());
    }
  }
}

TEST_CASE("factors are those of the matrix at hand, whatever was factored before",
          "[implicit][linear]") {
  const LinearMethod method = GENERATE(LinearMethod::automatic, LinearMethod::definite,
                                       LinearMethod::general, LinearMethod::iterative);
  CAPTURE(name_of(method));
  BeamMatrix a(beam_on(kClamped), 2e4, 1);
  const std::vector<Real> b = numbers(a.size());
  const auto used = a.linear.make(method), fresh = a.linear.make(method);
  a.fill(1e3, 3);
  solution(*used, *a.tangent, b, a.context());
  const Eigen::MatrixXd other = Eigen::MatrixXd::Identity(6, 6);
  solution(*used, MatrixOperator(other, 2), numbers(6), a.context());
  a.fill(2e4, 1);
  CHECK(solution(*used, *a.tangent, b, a.context()) ==
        solution(*fresh, *a.tangent, b, a.context()));
}

TEST_CASE("a system in space is solved to rounding", "[implicit][linear]") {
  Vibrating block{.support = kClamped};
  block.dim = 3;
  block.mesh = R"({"type": "box", "size": [2, 1, 1], "cells": [6, 3, 3]})";
  block.velocity = "[0, 0, 0]";
  BeamMatrix a(block, 0, 1);
  const std::vector<Real> expected = numbers(a.size());
  std::vector<Real> b(a.size());
  a.tangent->apply(expected, b, a.context());
  for (const LinearMethod method :
       {LinearMethod::definite, LinearMethod::general, LinearMethod::iterative}) {
    CAPTURE(name_of(method));
    const auto solver = a.linear.make(method);
    CHECK(distance(solution(*solver, *a.tangent, b, a.context()), expected) <= 1e-9);
  }
}

TEST_CASE("a matrix that is not symmetric is solved with by the general method alone",
          "[implicit][linear]") {
  Simulation s(Vibrating{}.scene());
  core::KernelSolvers linear(s.model);
  const Index n = 60;
  const std::vector<Real> entries = numbers(static_cast<std::size_t>(n * n));
  const Eigen::MatrixXd A = Eigen::Map<const Eigen::MatrixXd>(entries.data(), n, n);
  const MatrixOperator a(A, 3);
  const std::vector<Real> b = numbers(static_cast<std::size_t>(2 * n));
  for (const LinearMethod method : {LinearMethod::general, LinearMethod::automatic}) {
    const auto solver = linear.make(method);
    const std::vector<Real> x = solution(*solver, a, b, s.context());
    const Eigen::Map<const Eigen::MatrixXd> B(b.data(), n, 2), X(x.data(), n, 2);
    CHECK((A * X - B).cwiseAbs().maxCoeff() <= 1e-12 * B.cwiseAbs().maxCoeff() * n);
    CHECK((X - A.fullPivLu().solve(B)).cwiseAbs().maxCoeff() <= 1e-10 * X.cwiseAbs().maxCoeff());
  }
  for (const LinearMethod method : {LinearMethod::definite, LinearMethod::iterative}) {
    const Outcome outcome = linear.make(method)->prepare(a, s.context());
    CHECK(outcome.status == Status::failed);
    CHECK(outcome.cause == Cause::unsupported);
    CHECK_THAT(outcome.message, Catch::Contains("not symmetric"));
  }
}

TEST_CASE("a matrix that is not positive definite is refused with degree of freedom, node and body",
          "[implicit][linear]") {
  const LinearMethod method = GENERATE(LinearMethod::automatic, LinearMethod::definite);
  BeamMatrix a(beam_on(kClamped), 1, -1);
  const Outcome outcome = a.linear.make(method)->prepare(*a.tangent, a.context());
  CHECK_FALSE(outcome);
  CHECK(outcome.cause == Cause::indefinite);
  CHECK(outcome.where.item == Item::dof);
  CHECK_THAT(outcome.message,
             Catch::Contains("not positive definite") &&
                 Catch::Contains("degree of freedom " + std::to_string(outcome.where.index)) &&
                 Catch::Matches(".* \\([xy] of node [0-9]+ of body \"beam\"\\).*"));
  const auto dof = static_cast<std::size_t>(outcome.where.index);
  CHECK_FALSE(a.simulation.model.layout().prescribed[dof]);
}

TEST_CASE("the pivot at which a factorisation stops is that of elimination", "[implicit][linear]") {
  Simulation s(Vibrating{}.scene());
  core::KernelSolvers linear(s.model);
  // Whatever is eliminated first, what is left of the other entry is 2 - 3^2/2 or the like.
  Eigen::MatrixXd A(2, 2);
  A << 2, 3, 3, 2;
  const Outcome outcome =
      linear.make(LinearMethod::definite)->prepare(MatrixOperator(A), s.context());
  CHECK(outcome.cause == Cause::indefinite);
  CHECK_THAT(outcome.message, Catch::Contains("pivot -2.5"));
}

TEST_CASE("indefinite matrices are refused by conjugate gradients while they solve",
          "[implicit][linear]") {
  BeamMatrix a(beam_on(kClamped), 0, 1);
  // A shift that leaves the diagonal positive: the softest motion becomes unstable.
  Eigen::MatrixXd A = a.dense();
  const Eigen::VectorXd modes = tactus::testing::eigenvalues(A);
  const View<std::uint8_t> held = a.simulation.model.layout().prescribed;  // unit rows, softer
  const auto softest = std::count(held.begin(), held.end(), 1);
  const Real shift = (modes[softest] + modes[softest + 1]) / 2;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!held[i]) A.diagonal()[static_cast<Eigen::Index>(i)] -= shift;
  const MatrixOperator shifted(A, 2);
  const std::vector<Real> b = numbers(a.size());
  std::vector<Real> x(b.size(), 0);
  const auto solver = a.linear.make(LinearMethod::iterative);
  REQUIRE(solver->prepare(shifted, a.context()));
  const Outcome outcome = solver->solve(b, x, 1, a.context());
  CHECK(outcome.cause == Cause::indefinite);
  CHECK_THAT(outcome.message, Catch::Contains("of body \"beam\""));
}

TEST_CASE("a singular matrix names degree of freedom, node and the body that nothing holds",
          "[implicit][linear]") {
  const LinearMethod method = GENERATE(LinearMethod::definite, LinearMethod::general);
  CAPTURE(name_of(method));
  const auto message = [&](const std::string& support, std::vector<std::size_t> pinned = {}) {
    BeamMatrix a(beam_on(support), 0, 1);
    if (!pinned.empty()) a.fixed.assign(a.size(), 0);
    for (const std::size_t dof : pinned) a.fixed[dof] = 1;
    a.fill(0, 1);
    const Outcome outcome = a.linear.make(method)->prepare(*a.tangent, a.context());
    CHECK(outcome.status == Status::retry);
    CHECK(outcome.cause == Cause::indefinite);
    CHECK_THAT(outcome.message,
               Catch::Contains("the matrix of the step is singular") &&
                   Catch::Contains("degree of freedom " + std::to_string(outcome.where.index)) &&
                   Catch::Matches(".* \\([xy] of node [0-9]+ of body \"beam\"\\).*"));
    return outcome.message;
  };
  CHECK_THAT(message(kSliding), Catch::EndsWith("nothing holds body \"beam\" along y"));
  CHECK_THAT(message(""), Catch::EndsWith("nothing holds body \"beam\""));
  CHECK_THAT(message("", {0, 1}), Catch::EndsWith("nothing keeps body \"beam\" from turning"));
}

TEST_CASE("conjugate gradients need products alone, and none from the solution on",
          "[implicit][linear]") {
  BeamMatrix a(beam_on(kClamped), 2e4, 1);
  const std::vector<Real> b = numbers(a.size());
  const auto definite = a.linear.make(LinearMethod::definite);
  const std::vector<Real> expected = solution(*definite, *a.tangent, b, a.context());
  core::IterativeSolver solver(a.simulation.model);
  const std::vector<Real> x = solution(solver, Applied(*a.tangent), b, a.context());
  CHECK(distance(x, expected) <= 1e-10 * map(View<Real>(expected)).lpNorm<Eigen::Infinity>());
  const Index without_blocks = solver.iterations();
  std::vector<Real> again = solution(solver, *a.tangent, b, a.context());
  CHECK(solver.iterations() <= without_blocks);  // blocks of nodes precondition better
  again = expected;
  REQUIRE(solver.solve(b, again, 1, a.context()));
  CHECK(solver.iterations() == 0);
}

TEST_CASE("conjugate gradients say so where their iterations do not suffice",
          "[implicit][linear]") {
  BeamMatrix a(beam_on(kClamped), 0, 1);
  core::IterativeSolver solver(a.simulation.model);
  solver.set_most_iterations(3);
  REQUIRE(solver.prepare(*a.tangent, a.context()));
  const std::vector<Real> b = numbers(a.size());
  std::vector<Real> x(b.size(), 0);
  const Outcome outcome = solver.solve(b, x, 1, a.context());
  CHECK(outcome.status == Status::retry);
  CHECK(outcome.cause == Cause::not_converged);
  CHECK_THAT(outcome.message, Catch::Contains("within 3 iterations"));
}

TEST_CASE("the share of the mass in a diagonal is found from the matrix alone",
          "[implicit][linear]") {
  BeamMatrix a(beam_on(""), 0, 1);
  CHECK(core::AutomaticSolver::mass_share(*a.tangent->sparse()) <= 1e-12);
  a.fill(1, 0);
  CHECK(core::AutomaticSolver::mass_share(*a.tangent->sparse()) == Approx(1).epsilon(1e-12));
  a.fill(3e4, 1);
  const Eigen::VectorXd diagonal = map(a.tangent->diagonal());
  CHECK(core::AutomaticSolver::mass_share(*a.tangent->sparse()) ==
        Approx(3e4 * map(a.simulation.model.mass()).sum() / diagonal.sum()).epsilon(1e-10));
}

TEST_CASE("the automatic method iterates where mass prevails, for few right-hand sides",
          "[implicit][linear]") {
  Vibrating fine = beam_on(kClamped);
  fine.cells = "[96, 24]";
  BeamMatrix a(fine, 3e5, 1);
  core::AutomaticSolver solver(a.simulation.model);
  const std::vector<Real> b = numbers(a.size()), many = numbers(200 * a.size());
  const std::vector<Real> x = solution(solver, *a.tangent, b, a.context());
  CHECK(solver.iterates());
  solution(solver, *a.tangent, many, a.context());
  CHECK_FALSE(solver.iterates());
  const auto definite = a.linear.make(LinearMethod::definite);
  CHECK(distance(x, solution(*definite, *a.tangent, b, a.context())) <=
        1e-11 * map(View<Real>(x)).lpNorm<Eigen::Infinity>());
  a.fill(0, 1);
  solution(solver, *a.tangent, b, a.context());
  CHECK_FALSE(solver.iterates());
}

TEST_CASE("a linear solver that the kernel does not know is refused with those it has",
          "[implicit][linear]") {
  BeamMatrix a(beam_on(kClamped), 1, 1);
  CHECK_THROWS_WITH(a.linear.make(static_cast<LinearMethod>(9)),
                    Catch::Contains("9") && Catch::Contains("definite"));
}

namespace {

/// A block, and an obstacle of many more nodes that it need not touch.
std::string block_and_obstacle(const char* cells) {
  return std::string(R"({"dimension": 3, "bodies": [
      {"name": "block", "density": 1000, "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
       "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
      {"name": "far", "type": "obstacle", "translate": [9, 0, 0],
       "mesh": {"type": "box", "size": [1, 1, 1], "cells": )") +
         cells + R"(}}],
      "supports": [{"body": "block", "group": "left", "fix": ["x"]}],
      "integrator": {"type": "newmark"}, "time": {"end": 1, "step": "auto"}})";
}

}  // namespace

TEST_CASE("the nodes of an obstacle are coupled to nothing, and no factorisation sees them",
          "[implicit][linear]") {
  const char* cells = GENERATE("[1, 1, 1]", "[4, 5, 6]");
  CAPTURE(cells);
  Simulation s(block_and_obstacle(cells));
  const auto tangent = s.system.new_tangent();
  REQUIRE(
      s.system.tangent({.q = s.stepper.state().q}, Mass::consistent, 2, 1, *tangent, s.context()));
  const SparseView& a = *tangent->sparse();
  const Range far = s.model.bodies()[1].nodes;
  for (Index n = far.begin; n < far.end; ++n)
    CHECK(a.start[static_cast<std::size_t>(n) + 1] - a.start[static_cast<std::size_t>(n)] == 1);
  core::CoupledUnknowns unknowns;
  CHECK(unknowns.find(a));
  CHECK_FALSE(unknowns.find(a));
  CHECK(unknowns.count() == 3 * s.model.bodies()[0].nodes.size());
  const std::vector<Real> b = numbers(2 * static_cast<std::size_t>(tangent->size()));
  core::KernelSolvers linear(s.model);
  for (const LinearMethod method : {LinearMethod::definite, LinearMethod::general}) {
    const auto solver = linear.make(method);
    const std::vector<Real> x = solution(*solver, *tangent, b, s.context());
    std::vector<Real> back(x.size());
    for (const Index column : {Index{0}, Index{1}}) {
      const auto from = static_cast<std::size_t>(column * tangent->size()),
                 count = static_cast<std::size_t>(tangent->size());
      tangent->apply(View<Real>(x).subspan(from, count), Out<Real>(back).subspan(from, count),
                     s.context());
    }
    CHECK(distance(back, b) <= 1e-9);
  }
}

TEST_CASE("an obstacle of many nodes is no reason to iterate, as no factorisation sees it",
          "[implicit][linear]") {
  const bool many = GENERATE(false, true);
  CAPTURE(many);
  Vibrating fine = beam_on(kClamped);
  fine.cells = "[96, 24]";
  std::string text = fine.scene();
  if (many)
    text.insert(text.find("[{") + 1, R"({"name": "far", "type": "obstacle", "translate": [9, 0],
        "mesh": {"type": "rectangle", "size": [1, 1], "cells": [150, 150]}}, )");
  Simulation s(text);
  const auto tangent = s.system.new_tangent();
  REQUIRE(
      s.system.tangent({.q = s.stepper.state().q}, Mass::lumped, 3e5, 1, *tangent, s.context()));
  core::AutomaticSolver solver(s.model);
  solution(solver, *tangent, numbers(static_cast<std::size_t>(tangent->size())), s.context());
  CHECK(solver.iterates() != many);
}

TEST_CASE("an unknown that is coupled to none is divided by its diagonal, or refused by its number",
          "[implicit][linear]") {
  constexpr auto kSparse = MatrixOperator::Pattern::sparse;
  Simulation s(Vibrating{}.scene());
  core::KernelSolvers linear(s.model);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(4, 4);
  A.diagonal() << 4, 2, 8, 2;
  A(1, 3) = A(3, 1) = 1;
  const std::vector<Real> b = {4, 3, 4, 3};
  for (const LinearMethod method : {LinearMethod::definite, LinearMethod::general}) {
    CAPTURE(name_of(method));
    const auto solver = linear.make(method);
    CHECK(distance(solution(*solver, MatrixOperator(A, 1, kSparse), b, s.context()),
                   std::vector<Real>{1, 1, 0.5, 1}) <= 1e-15);
    const Eigen::MatrixXd unit = 2 * Eigen::MatrixXd::Identity(4, 4);
    CHECK(solution(*solver, MatrixOperator(unit, 1, kSparse), b, s.context()) ==
          std::vector<Real>{2, 1.5, 2, 1.5});
  }
  A(2, 2) = -8;
  const Outcome outcome =
      linear.make(LinearMethod::definite)->prepare(MatrixOperator(A, 1, kSparse), s.context());
  CHECK(outcome.cause == Cause::indefinite);
  CHECK(outcome.where.index == 2);
  A(2, 2) = 0;
  CHECK(linear.make(LinearMethod::general)
            ->prepare(MatrixOperator(A, 1, kSparse), s.context())
            .where.index == 2);
}
