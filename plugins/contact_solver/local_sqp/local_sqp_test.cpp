// Tests of local_sqp on whole steps: independent components, and steps without a solution.
#include <catch2/catch.hpp>

#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("local_sqp solves far problems apart, to the bit", "[local_sqp]") {
  // Two pairs of particles that have nothing to do with each other, and each pair alone.
  const auto row = [](Index left, Index right) {
    return RowFunction{.dof = {left, right},
                       .value = [=](View<Real> q) { return q[right] - q[left]; },
                       .gradient = [](View<Real>, Out<Real> g) { g[0] = -1, g[1] = 1; },
                       .lower = 1e-10};
  };
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  const auto alone = make_component<ContactSolver>("local_sqp");
  MassSystem both({1, 2, 3, 5}), first({1, 2});
  RowContact both_rows({row(0, 1), row(2, 3)}), first_rows({row(0, 1)});
  MiniRun run(both, both_rows, *newmark, *solver, {0, 0.1, 7, 7.05}, {3, 0, 1, -1});
  MiniRun reference(first, first_rows, *newmark, *alone, {0, 0.1}, {3, 0});
  for (int k = 0; k < 10; ++k) run.step(0.01), reference.step(0.01);
  CHECK(run.q[0] == reference.q[0]);
  CHECK(run.q[1] == reference.q[1]);
  CHECK(run.v[0] == reference.v[0]);
  CHECK(run.v[2] < run.v[3]);  // the other pair met too
}

TEST_CASE("local_sqp refuses a step that only energy from nothing could make", "[local_sqp]") {
  // One particle at rest; a row that asks it to be 1 m to the right can only be met by pushing it
  // there: work of contact in one step far above any energy there is.
  RowFunction push{.dof = {0},
                   .value = [](View<Real> q) { return q[0] - 1; },
                   .gradient = [](View<Real>, Out<Real> g) { g[0] = 1; },
                   .lower = 1e-9};
  MassSystem system({1});
  RowContact contact({push});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  MiniRun run(system, contact, *newmark, *solver, {0}, {0});
  run.context().step.energy = 1e-6;
  // The only row is banned, and the start of the step violates it: there is nowhere to go.
  run.step(0.01);
  CHECK(!run.ok());
}
