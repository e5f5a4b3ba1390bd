// Kane's contact step on a few masses, posed through the SDK: real integrator, real solver.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

RowFunction apart(Index left, Index right, Real lower = 0) {
  return {.dof = {left, right},
          .value = [=](View<Real> q) { return q[right] - q[left]; },
          .gradient = [](View<Real>, Out<Real> g) { g[0] = -1, g[1] = 1; },
          .lower = lower};
}

}  // namespace

TEST_CASE("KROM-1 two particles on a line part with e = |1 - 2 xi|", "[validation][newmark]") {
  // After contact the relative speed is |1 - 2 xi| u, xi the part of the step of contact that was
  // spent before touching; momentum is exact (closed form of (3.16)-(3.17)).
  const Real xi = GENERATE(0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999);
  // The margin holds the projection's bias (its regularisation times the correction).
  const Real dt = 0.01, u = 3, margin = 1e-11, gap = (7 + xi) * u * dt + margin;
  MassSystem system({1, 2});
  RowContact contact({apart(0, 1, margin)});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  MiniRun run(system, contact, *newmark, *solver, {0, gap}, {3, 0});
  for (int k = 0; k < 20 && run.ok(); ++k) run.step(dt);
  REQUIRE(run.ok());
  CHECK(run.v[1] - run.v[0] == Approx(std::abs(1 - 2 * xi) * u).margin(1e-9 * u));
  CHECK(run.v[0] + 2 * run.v[1] == Approx(3).epsilon(1e-14));
  const Real e = 1 - 2 * xi;  // kinetic energy: centre of mass 1.5, relative m u^2 / 2 with m = 2/3
  CHECK(run.v[0] * run.v[0] / 2 + run.v[1] * run.v[1] == Approx(1.5 + 3 * e * e).epsilon(1e-9));
}

TEST_CASE("KROM-3 one projection of a node on a segment has the momenta and energies of the table",
          "[validation][newmark][local_sqp]") {
  const auto solver_name = GENERATE(as<std::string>{}, "local_sqp", "ipopt");
  if (!built(solver_name)) {
    WARN("skipped: this build has no " << solver_name << " (Debian: coinor-libipopt-dev)");
    return;
  }
  struct Line {
    Real dt, dL, energy;
  };
  const Line line = GENERATE(Line{0.4, 8.516138e-2, 1.035317}, Line{0.2, -1.972538e-2, 0.822155},
                             Line{0.1, -1.875870e-2, 0.697861}, Line{0.05, -9.475936e-3, 0.526686});
  const std::vector<Real> m{1, 1, 2, 2, 3, 3}, x{.3, .05, 0, 0, 1, .1}, v{.4, -1, .1, .2, -.3, .6};
  // (x2 - x1) x (x0 - x1) >= 0: the node stays on the left of the segment.
  // It is asked for to a margin, as the kernel's constraints are: 1e-10 is 100 times the bias.
  RowFunction row{.dof = {0, 1, 2, 3, 4, 5},
                  .value =
                      [](View<Real> q) {
                        return (q[4] - q[2]) * (q[1] - q[3]) - (q[5] - q[3]) * (q[0] - q[2]);
                      },
                  .gradient =
                      [](View<Real> q, Out<Real> g) {
                        const Real a = q[4] - q[2], b = q[5] - q[3], c = q[0] - q[2],
                                   d = q[1] - q[3];
                        g[0] = -b, g[1] = a, g[2] = b - d, g[3] = c - a, g[4] = d, g[5] = -c;
                      },
                  .lower = 1e-10,
                  .hessian =
                      [](View<Real>, Out<Real> h) {
                        // of a b' - b a' type: each product of two coordinates once
                        const auto pair = [&](std::size_t i, std::size_t j, Real c) {
                          h[6 * i + j] += c, h[6 * j + i] += c;
                        };
                        pair(4, 1, 1), pair(4, 3, -1), pair(2, 1, -1);
                        pair(5, 0, -1), pair(5, 2, 1), pair(3, 0, 1);
                      }};
  MassSystem system(m);
  RowContact contact({row});
  const auto newmark = make_component<Integrator>("newmark", {{"restore_angular_momentum", false}});
  const auto solver = make_component<ContactSolver>(solver_name);
  MiniRun run(system, contact, *newmark, *solver, x, v);
  const std::vector<Real> impulse = run.step(line.dt);
  REQUIRE(run.ok());

  Real e0 = 0, e1 = 0, dL = 0, formula = 0, at_end = 0;
  for (int k = 0; k < 6; ++k) {
    e0 += m[k] * v[k] * v[k] / 2;
    e1 += m[k] * run.v[k] * run.v[k] / 2;
  }
  for (int k = 0; k < 6; k += 2) {
    dL += m[k] *
          (run.q[k] * run.v[k + 1] - run.q[k + 1] * run.v[k] - x[k] * v[k + 1] + x[k + 1] * v[k]);
    // dL = dt/2 sum f x dphi; impulse = dt f
    formula += (impulse[k] * (run.q[k + 1] - x[k + 1]) - impulse[k + 1] * (run.q[k] - x[k])) / 2;
    at_end += run.q[k] * impulse[k + 1] - run.q[k + 1] * impulse[k];
  }
  CHECK(dL == Approx(line.dL).epsilon(1e-6));
  CHECK(e1 / e0 == Approx(line.energy).epsilon(1e-6));
  CHECK(dL == Approx(formula).margin(1e-12));
  CHECK(at_end == Approx(0).margin(1e-13));
  for (int d = 0; d < 2; ++d) {
    Real p = 0;
    for (int k = d; k < 6; k += 2) p += m[k] * (run.v[k] - v[k]);
    CHECK(p == Approx(0).margin(1e-14));
  }
}

namespace {

/// The bar of BAR-1 as N + 1 lumped masses and N springs, its first node above a wall at 0.
struct Chain {
  Real c, h, F, critical;
  std::vector<Real> mass, q, v;
  MassSystem::Force force;
  explicit Chain(int n, Real E = 900, Real rho = 1, Real length = 10, Real gap = 5, Real speed = 10)
      : c(std::sqrt(E / rho)), h(length / n), F(rho * c * speed), critical(h / c) {
    mass.assign(static_cast<std::size_t>(n) + 1, rho * h);
    mass.front() /= 2, mass.back() /= 2;
    for (int k = 0; k <= n; ++k) q.push_back(gap + k * h), v.push_back(-speed);
    const Real stiffness = E / h, rest = h;
    force = [=](View<Real> x, Out<Real> f) {
      for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        const Real t = stiffness * (x[k + 1] - x[k] - rest);
        f[k] += t, f[k + 1] -= t;
      }
    };
  }
  Real energy(const std::vector<Real>& x, const std::vector<Real>& u) const {
    Real e = 0;
    const Real stiffness = c * c / h;
    for (std::size_t k = 0; k < x.size(); ++k) {
      e += mass[k] * u[k] * u[k] / 2;
      if (k + 1 < x.size()) e += stiffness / 2 * (x[k + 1] - x[k] - h) * (x[k + 1] - x[k] - h);
    }
    return e;
  }
};

RowFunction above_wall() {
  return {.dof = {0},
          .value = [](View<Real> q) { return q[0]; },
          .gradient = [](View<Real>, Out<Real> g) { g[0] = 1; },
          .lower = 1e-10};
}

}  // namespace

TEST_CASE("BAR-1m with the magic step the bar's impact is exact", "[validation][newmark]") {
  const int n = GENERATE(20, 100, 400);
  const Chain bar(n);
  MassSystem system(bar.mass, bar.force, bar.critical);
  RowContact contact({above_wall()});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  MiniRun run(system, contact, *newmark, *solver, bar.q, bar.v);
  const Real dt = bar.critical, e0 = bar.energy(bar.q, bar.v);
  Real impulse = 0;
  int steps_in_contact = 0;
  Real worst_force = 0;
  while (run.time < 2 - dt / 2) {
    const Real f = run.step(dt)[0] / dt;
    if (f <= 1e-6 * bar.F) continue;
    ++steps_in_contact;
    impulse += f * dt;
    // The first and last step of contact carry half a step of it.
    worst_force =
        std::max(worst_force, std::min(std::abs(f / bar.F - 1), std::abs(f / bar.F - 0.5)));
  }
  REQUIRE(run.ok());
  CHECK(impulse == Approx(200).epsilon(1e-8));
  CHECK(worst_force < 1e-6);
  CHECK(steps_in_contact * dt == Approx(2. / 3).margin(1.5 * dt));
  Real momentum = 0;
  for (std::size_t k = 0; k < run.v.size(); ++k) momentum += bar.mass[k] * run.v[k];
  CHECK(momentum / 10 == Approx(10).epsilon(1e-8));
  CHECK(bar.energy(run.q, run.v) == Approx(e0).epsilon(1e-8));
}
