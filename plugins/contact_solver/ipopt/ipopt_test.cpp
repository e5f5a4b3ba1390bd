// ipopt against local_sqp and against the conditions of optimality, on single projections.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <thread>

#include "tactus/conformance/linear_contact.hpp"
#include "tests/support/doubles.hpp"
#include "tests/support/ipopt_built.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Vertex v stays on the outer side of the line through points a -> b, numerically as the kernel's
/// constraint has it: value = -orient(a, b, v)/|b - a|.
RowFunction outside(Index a, Index b, Index v) {
  struct Edge {
    Real t[2], n[2], g, s, length;
  };
  const auto edge = [=](View<Real> q) {
    const Real e[] = {q[2 * b] - q[2 * a], q[2 * b + 1] - q[2 * a + 1]};
    const Real d[] = {q[2 * v] - q[2 * a], q[2 * v + 1] - q[2 * a + 1]};
    Edge r{};
    r.length = std::hypot(e[0], e[1]);
    r.t[0] = e[0] / r.length, r.t[1] = e[1] / r.length, r.n[0] = r.t[1], r.n[1] = -r.t[0];
    r.g = r.n[0] * d[0] + r.n[1] * d[1];
    r.s = (r.t[0] * d[0] + r.t[1] * d[1]) / r.length;
    return r;
  };
  std::vector<Index> dof{2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * v, 2 * v + 1};
  return {.dof = dof,
          .value = [=](View<Real> q) { return edge(q).g; },
          .gradient =
              [=](View<Real> q, Out<Real> g) {
                const Edge e = edge(q);
                const Real weight[] = {e.s - 1, -e.s, 1};
                for (std::size_t i = 0; i < 6; ++i) g[i] = weight[i / 2] * e.n[i % 2];
              },
          .lower = 1e-9,
          .hessian =
              [=](View<Real> q, Out<Real> h) {
                const Edge e = edge(q);
                const Real along[] = {e.s - 1, -e.s, 1}, across[] = {-1, 1, 0};
                Real T[6], N[6];
                for (std::size_t i = 0; i < 6; ++i)
                  T[i] = along[i / 2] * e.t[i % 2], N[i] = across[i / 2] * e.n[i % 2];
                for (std::size_t i = 0; i < 6; ++i)
                  for (std::size_t j = 0; j < 6; ++j)
                    h[6 * i + j] = -(T[i] * N[j] + N[i] * T[j]) / e.length -
                                   e.g * N[i] * N[j] / (e.length * e.length);
              }};
}

RowFunction coordinate_at_least(Index dof, Real sign, Real bound) {
  return {.dof = {dof},
          .value = [=](View<Real> q) { return sign * q[dof] - bound; },
          .gradient = [=](View<Real>, Out<Real> g) { g[0] = sign; },
          .lower = 1e-9,
          .hessian = [](View<Real>, Out<Real> h) { h[0] = 0; }};
}

/// One projection of q = 0 + predictor by a solver.
struct Projected {
  Outcome outcome;
  std::vector<Real> w, force, multiplier;
};
Projected project(const std::string& solver_name, RowContact& contact, std::vector<Real> diagonal,
                  const std::vector<Real>& predictor, const std::atomic<bool>* stop = nullptr,
                  OptionValues options = {}) {
  const auto solver = make_component<ContactSolver>(solver_name, std::move(options));
  core::Runtime runtime;
  Context& context = runtime.context();
  context.stop = stop;
  std::vector<std::uint8_t> free(diagonal.size(), 0);
  Layout layout;
  layout.dim = 2, layout.dofs = layout.coordinates = static_cast<Index>(diagonal.size());
  layout.prescribed = free;
  solver->setup({.layout = &layout}, context);
  conformance::DiagonalProblem problem(std::move(diagonal), predictor);
  contact.begin(std::vector<Real>(predictor.size(), 0));
  Projected p{.outcome = {},
              .w = predictor,
              .force = std::vector<Real>(predictor.size(), 0),
              .multiplier = {}};
  std::vector<Index> group;
  StepSolution solution{
      .w = p.w, .contact_force = p.force, .multiplier = &p.multiplier, .group = &group};
  p.outcome = solver->solve(problem, contact, solution, context);
  return p;
}

/// A strip of edges from left to right with the body below, and vertices pressed into it. The first
/// point is the left end; h is about 1.
struct Scene {
  std::vector<RowFunction> rows;
  std::vector<Real> diagonal, predictor;
};
Scene random_scene(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  Scene scene;
  const Index edges = 1 + seed % 4;
  // Body below: counter-clockwise means that its upper side runs from right to left.
  for (Index k = 0; k <= edges; ++k) {
    scene.predictor.push_back(static_cast<Real>(edges - k) + 0.2 * uniform(random));
    scene.predictor.push_back(0.2 * uniform(random));
  }
  for (Index k = 0; k < edges; ++k)
    for (int copy = 0; copy <= static_cast<int>(seed % 2); ++copy) {
      const auto vertex = static_cast<Index>(scene.predictor.size() / 2);
      const Real depth = std::pow(10, -4 + 3.3 * std::abs(uniform(random)));
      scene.predictor.push_back(static_cast<Real>(edges - k) - 0.5 + 0.4 * uniform(random));
      scene.predictor.push_back(0.1 * uniform(random) - depth);
      scene.rows.push_back(outside(k, k + 1, vertex));
    }
  for (std::size_t k = 0; k < scene.predictor.size() / 2; ++k) {
    const Real mass = std::pow(10, uniform(random));
    scene.diagonal.insert(scene.diagonal.end(), 2, 2e4 * mass);
  }
  return scene;
}

}  // namespace

TEST_CASE("ipopt agrees with local_sqp on random projections", "[ipopt]") {
  if (!ipopt_built()) return;
  int with_contact = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    RowContact first(scene.rows), second(scene.rows);
    // Without second derivatives the SQP converges linearly where edges turn much: a few of these
    // scenes need up to 102 iterations, and at its default of 25 are 1e-4 off (and reported).
    const Projected sqp = project("local_sqp", first, scene.diagonal, scene.predictor, nullptr,
                                  {{"iterations", 500.}});
    const Projected ip = project("ipopt", second, scene.diagonal, scene.predictor);
    REQUIRE(sqp.outcome);
    REQUIRE(ip.outcome);
    REQUIRE(ip.multiplier.size() == sqp.multiplier.size());
    Real apart = 0, largest = 0;
    for (std::size_t k = 0; k < ip.w.size(); ++k) {
      apart = std::max(apart, std::abs(ip.w[k] - sqp.w[k]));
      largest = std::max(largest, std::abs(sqp.w[k] - scene.predictor[k]));
    }
    with_contact += largest > 0;
    CHECK(apart <= std::max(1e-8, 2e-10 * largest));  // h = 1; the bias of the regularised dual
    for (std::size_t i = 0; i < ip.multiplier.size(); ++i) {
      CHECK(ip.multiplier[i] >= 0);
      CHECK(ip.multiplier[i] == Approx(sqp.multiplier[i]).epsilon(1e-6).margin(1e-3));
    }
  }
  CHECK(with_contact > 150);
}

TEST_CASE("ipopt's projections satisfy the conditions of optimality", "[ipopt]") {
  if (!ipopt_built()) return;
  for (unsigned seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const Scene scene = random_scene(seed);
    RowContact contact(scene.rows);
    const Projected p = project("ipopt", contact, scene.diagonal, scene.predictor);
    REQUIRE(p.outcome);
    // D d = G' lambda, lambda >= 0, g >= 0, lambda (g - margin) = 0, in units of D h.
    std::vector<Real> residual(p.w.size());
    for (std::size_t k = 0; k < residual.size(); ++k)
      residual[k] = scene.diagonal[k] * (p.w[k] - scene.predictor[k]);
    Real momentum[2] = {};
    for (std::size_t k = 0; k < residual.size(); ++k) momentum[k % 2] += p.force[k];
    core::Runtime runtime;
    for (Index r = 0; r < contact.rows().count; ++r) {
      Real value = 0, gradient[6];
      const Index row[] = {r};
      REQUIRE(
          contact.evaluate(row, p.w, {.value = &value, .gradient = gradient}, runtime.context()));
      const Real lambda = p.multiplier[static_cast<std::size_t>(r)];
      CHECK(value >= 0);
      CHECK(lambda * (value - 1e-9) <= 2e5 * 1e-9);
      const Index begin = contact.rows().start[static_cast<std::size_t>(r)];
      for (Index k = 0; k < 6; ++k)
        residual[static_cast<std::size_t>(contact.rows().dof[begin + k])] -= lambda * gradient[k];
    }
    for (const Real r : residual) CHECK(std::abs(r) <= 2e5 * 1e-8);
    for (const Real m : momentum) CHECK(std::abs(m) <= 2e5 * 1e-15);
  }
}

TEST_CASE("ipopt reports rows that contradict each other", "[ipopt]") {
  if (!ipopt_built()) return;
  // 0 <= -1 - q and 0 <= q - 1, and the same with another unknown in a component of its own.
  const Real sign = GENERATE(-1, 1);
  RowContact contact({coordinate_at_least(0, 1, 1), coordinate_at_least(0, -1, 1),
                      coordinate_at_least(1, sign, 0.5)});
  const Projected p = project("ipopt", contact, {1e4, 1e4}, {0.25, 0});
  CHECK(p.outcome.status == Status::retry);
  CHECK(p.outcome.cause == Cause::infeasible);
}

TEST_CASE("ipopt stops within a solve when it is interrupted", "[ipopt]") {
  if (!ipopt_built()) return;
  std::atomic<bool> stop = false;
  int after = 0;
  RowFunction row = coordinate_at_least(0, 1, 1);
  row.value = [&](View<Real> q) {
    after += stop;
    return q[0] + q[0] * q[0] * q[0] - 1;
  };
  row.gradient = [&](View<Real> q, Out<Real> g) { g[0] = 1 + 3 * q[0] * q[0]; };
  row.hessian = [&](View<Real> q, Out<Real> h) {
    stop = true;  // in the first iteration
    h[0] = 6 * q[0];
  };
  RowContact contact({row});
  const Projected p = project("ipopt", contact, {1e4}, {0}, &stop);
  CHECK(p.outcome.cause == Cause::interrupted);
  CHECK(p.outcome.status == Status::failed);
  CHECK(stop);
  CHECK(after < 5);
}

TEST_CASE("ipopt reports a row without a finite value", "[ipopt]") {
  if (!ipopt_built()) return;
  RowFunction row = coordinate_at_least(0, 1, 1);
  int asked = 0;
  row.value = [&](View<Real> q) {
    return ++asked > 1 ? std::numeric_limits<Real>::quiet_NaN() : q[0] - 1;
  };
  RowContact contact({row});
  const Projected p = project("ipopt", contact, {1e4}, {0});
  CHECK(p.outcome.status == Status::retry);
  CHECK(p.outcome.cause == Cause::not_finite);
}

TEST_CASE("ipopt solves in several threads take turns and give the same bits", "[ipopt]") {
  if (!ipopt_built()) return;
  constexpr unsigned kScenes = 12;
  std::vector<std::vector<Real>> serial(kScenes), parallel(kScenes);
  const auto solve = [](unsigned begin, unsigned end, std::vector<std::vector<Real>>& out) {
    for (unsigned seed = begin; seed < end; ++seed) {
      const Scene scene = random_scene(seed);
      RowContact contact(scene.rows);
      out[seed] = project("ipopt", contact, scene.diagonal, scene.predictor).w;
    }
  };
  solve(0, kScenes, serial);
  {
    std::jthread one(solve, 0u, kScenes / 2, std::ref(parallel));
    std::jthread other(solve, kScenes / 2, kScenes, std::ref(parallel));
  }
  CHECK(serial == parallel);
}
