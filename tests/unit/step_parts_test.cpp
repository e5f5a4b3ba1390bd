// Parts of a step, each by itself: damping, the strain limit, motion that is not straight, matrices that no step can be
// solved with, and energies and masses that the account is compared with; points of loads and probes.
#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/model/definite_solver.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/general_solver.hpp"
#include "core/model/initial_velocity.hpp"
#include "core/model/load_points.hpp"
#include "core/model/loads.hpp"
#include "core/model/matrix_faults.hpp"
#include "core/model/probe_nodes.hpp"
#include "core/model/supports.hpp"
#include "core/record/reference_energies.hpp"
#include "core/step/curved_motion.hpp"
#include "core/step/damping.hpp"
#include "core/step/state.hpp"
#include "core/step/step_failure.hpp"
#include "core/step/strain_limit.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;
using conformance::SerialContext;

namespace {

/// A square of 2 x 2 cells, 1 m wide.
test::Scene square() {
  test::Scene scene;
  scene.body("block", test::rectangle(1, 1, 2, 2), scene.material());
  return scene;
}

State at_rest(const Model& model) {
  State state;
  state.resize(model.layout(), 0);
  state.q.assign(model.initial_coordinates().begin(), model.initial_coordinates().end());
  return state;
}

Real kinetic(const Model& model, const State& state) {
  Real sum = 0;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    sum += model.mass()[i] * state.v[i] * state.v[i] / 2;
  return sum;
}

/// v_x = rate * x at each node: the square is stretched along x.
void stretch(const Model& model, State& state, Real rate) {
  for (std::size_t i = 0; i < state.v.size(); i += 2) state.v[i] = rate * model.reference()[i];
}

}  // namespace

TEST_CASE("an explicit step strains no element by more than a fifth", "[step][strain_limit]") {
  const auto model = square().model();
  StrainLimit limit(*model);
  SerialContext context;
  State state = at_rest(*model);
  stretch(*model, state, 2);  // |dF F^-1| = 2 dt
  CHECK(limit.shorten(0.05, state, context.context()).dt == 0.05);
  CHECK(limit.shorten(0.05, state, context.context()).body == -1);
  const StrainLimit::Shortened cut = limit.shorten(0.4, state, context.context());
  CHECK(cut.dt == Approx(0.1));
  CHECK(cut.body == 0);
  // A body that flies is not strained.
  for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] = 1e3;
  CHECK(limit.shorten(0.4, state, context.context()).dt == 0.4);
}

TEST_CASE("a step that was cut caps those that follow for a while", "[step][strain_limit]") {
  const auto model = square().model();
  StrainLimit limit(*model);
  CHECK(limit.most(1) == 1);
  limit.tried_again(0.25);
  for (int step = 0; step < 20; ++step) {
    CHECK(limit.most(1) == 0.25);
    limit.made();
  }
  limit.made();
  CHECK(limit.most(1) == Approx(0.25 * 1.05));
  StrainLimit resumed(*model);
  resumed.restore(limit.cap());
  CHECK(resumed.most(1) == limit.most(1));
  CHECK(limit.most(0.25) == 0.25);  // other limits are smaller: forgotten
  CHECK(limit.most(1) == 1);
}

TEST_CASE("damping slows a free body down as exp(-c t), by either way of damping",
          "[step][damping]") {
  constexpr Real kRate = 3, kStep = 0.125;
  test::Scene scene = square();
  scene.configuration.loads.emplace_back().type = LoadType::damping;
  scene.configuration.loads.back().rate = kRate;
  const auto model = scene.model();
  REQUIRE(model->loads().damping().size() == 1);
  FemSystem system(*model);
  SerialContext context;

  /// Nothing of it is asked for but its shift, which is 0.
  class None final : public Integrator {
    View<Stage> do_stages() const override { return kVelocityStage; }
    Outcome do_begin(Index, const StateView&, const StateView&, System&, StepProblem*&,
                     Context&) override {
      return {};
    }
    Outcome do_finish(Index, const StateView&, System&, const StepResult&, const StateOut&,
                      StepReport&, Context&) override {
      return {};
    }
  };
  const None integrator;
  const bool increments = GENERATE(false, true);
  Damping damping(*model, system, integrator, Mass::lumped, increments);
  REQUIRE(damping.active());
  State old = at_rest(*model);
  for (Real& v : old.v) v = 2;
  const State& start = damping.damped(old, kStep, context.context());
  State next = start;
  for (std::size_t i = 0; i < next.q.size(); ++i) next.q[i] += kStep * start.v[i];  // free flight
  const Damping::Taken taken = damping.finish(start, next, kStep, context.context());
  for (const Real v : next.v) CHECK(v == Approx(2 * std::exp(-kRate * kStep)));
  CHECK(taken.energy == Approx(kinetic(*model, old) - kinetic(*model, next)));
  CHECK(taken.momentum[0] == Approx(2 - 2 * std::exp(-kRate * kStep)));  // of 1 kg
  const Real shorter = increments ? std::sqrt((1 + std::exp(-kRate * kStep)) / 2) : 1;
  CHECK(damping.stable_step(kStep) == Approx(kStep * shorter));
}

TEST_CASE("energies and masses of a model are those of its bodies and loads", "[step][account]") {
  test::Scene scene = square();
  scene.configuration.loads.emplace_back().acceleration = {0, -10};
  SupportConfig& support = scene.configuration.supports.emplace_back();
  support.body = "block", support.group = "bottom", support.fix = {"y"};
  const auto model = scene.model();
  const FemSystem system(*model);
  CHECK(largest_energy_of(*model) == Approx(1.5 + 2 * 1));  // P-wave modulus times 1 m^3
  CHECK(free_mass_of(*model) == Approx(1));                 // along x everything is free
  Real free = 0;
  for (std::size_t i = 1; i < static_cast<std::size_t>(model->layout().dofs); i += 2)
    if (!model->layout().prescribed[i]) free += model->mass()[i];
  CHECK(free < 1);
  CHECK(first_energy_of_loads(*model, system, 0.5) == Approx(free * 100 * 0.25 / 2));
  State state = at_rest(*model);
  CHECK(share_of_loads(*model, system, state) == 0);
  for (std::size_t i = 1; i < state.a.size(); i += 2) state.a[i] = -20;
  CHECK(share_of_loads(*model, system, state) == Approx(0.25));
}

TEST_CASE("a matrix that is singular names the node, the body and how it may move",
          "[step][linear]") {
  const auto model = square().model();
  const MatrixFaults faults(*model);
  const Outcome pivot = faults.bad_direction(nullptr, 3, false);
  CHECK_FALSE(pivot);
  CHECK_THAT(pivot.message, Contains("not positive definite") &&
                                Contains("degree of freedom 3 (y of node 2 of body \"block\")"));
  CHECK(which_dof(Outcome::retry(Cause::not_finite, "", {Item::dof, 3}), *model) ==
        " (y of node 2 of body \"block\")");
  // Nodes that nothing joins: K = 0.
  const Index nodes = model->nodes();
  std::vector<Index> start(static_cast<std::size_t>(nodes) + 1), column;
  for (Index n = 0; n < nodes; ++n)
    start[static_cast<std::size_t>(n) + 1] = n + 1, column.push_back(n);
  std::vector<Real> value(static_cast<std::size_t>(4 * nodes), 0);
  const auto said = [&] {
    const SparseView a{.block = 2, .start = start, .column = column, .value = value};
    return faults.bad_pivot(a, 0, 0, true).message;
  };
  CHECK_THAT(said(), Contains("singular") && Contains("nothing holds body \"block\""));
  for (std::size_t n = 0; n < static_cast<std::size_t>(nodes); ++n) value[4 * n] = 1;
  CHECK_THAT(said(), Contains("nothing holds body \"block\" along y"));
}

TEST_CASE("bodies on a path that comes back within a step are found, others are not",
          "[step][curved_motion]") {
  test::Scene scene = square();
  SupportConfig& support = scene.configuration.supports.emplace_back();
  support.body = "block";
  support.path.shape = TablePath{{0, 1, 2}, {0, 0, 0.5, 0, 0, 0}};
  const auto model = scene.model();
  const View<Real> q = model->initial_coordinates();
  const std::vector<Real> u(static_cast<std::size_t>(model->layout().dofs), 0);
  const std::vector<Real> x(model->surface().reference.begin(), model->surface().reference.end());
  const auto found = [&](Real time, Real dt) {
    return bends(*model, scene.configuration, time, dt, q, u, x, x);
  };
  const std::vector<Bend> there_and_back = found(0, 2);
  REQUIRE(there_and_back.size() == 1);
  CHECK(there_and_back[0].body == 0);
  CHECK(there_and_back[0].length >= 1);  // 0.5 m there, and as much back
  CHECK(there_and_back[0].length < 1.1);
  CHECK(found(0, 1).empty());  // there alone, straight on
  CHECK(found(1, 0.5).empty());
}

TEST_CASE("the centre of mass is weighed by the masses of nodes", "[model]") {
  test::Scene scene = square();
  scene.configuration.bodies[0].translate = {3, 4};
  const auto model = scene.model();
  const std::vector<Real> centre =
      centre_of_mass(model->layout().bodies[0], 2, model->initial_coordinates(), model->mass());
  CHECK(centre[0] == Approx(3.5));
  CHECK(centre[1] == Approx(4.5));
}

TEST_CASE("direct solvers of sparse systems agree with dense ones, or say what they cannot take",
          "[step][linear]") {
  const auto model = square().model();
  const auto definite = make_definite_solver(*model), general = make_general_solver(*model);
  SerialContext context;
  Eigen::MatrixXd A(6, 6);
  for (Eigen::Index i = 0; i < 6; ++i)
    for (Eigen::Index j = 0; j < 6; ++j)
      A(i, j) = std::cos(static_cast<Real>(7 * i * j + i + j)) + (i == j ? 6 : 0);
  const Eigen::MatrixXd symmetric = (A + A.transpose()) / 2;
  const std::vector<Real> b{1, -2, 3, -4, 5, -6};
  const auto error = [&](LinearSolver& solver, const Eigen::MatrixXd& matrix) {
    std::vector<Real> x(6, 0);
    REQUIRE(solver.prepare(conformance::MatrixOperator(matrix, 2), context.context()));
    REQUIRE(solver.solve(b, x, 1, context.context()));
    return (matrix * map(View<Real>(x)) - map(View<Real>(b))).lpNorm<Eigen::Infinity>();
  };
  CHECK(error(*definite, symmetric) < 1e-14);
  CHECK(error(*general, symmetric) < 1e-14);
  CHECK(error(*general, A) < 1e-14);
  Eigen::MatrixXd saddle = symmetric;
  saddle(3, 3) = -6;
  const Outcome refused =
      definite->prepare(conformance::MatrixOperator(saddle, 2), context.context());
  CHECK(refused.cause == Cause::indefinite);
  CHECK(error(*general, saddle) < 1e-13);
}

TEST_CASE("a load acts on the points of the part of a body that it names", "[loads]") {
  const test::Scene scene = square();
  const auto model = scene.model();
  LoadConfig load;
  load.type = LoadType::plugin, load.body = "block", load.group = "top", load.surface = true;
  const LoadPoints top(*model, load, scene.meshes[0]);
  REQUIRE(top.count() == 3);
  CHECK(top.target().facet.size() == 2 * 2);
  CHECK_FALSE(top.target().whole);
  const std::vector<Real> u(static_cast<std::size_t>(model->layout().dofs), 0.25);
  const Placement at{.q = model->initial_coordinates(), .u = u};
  std::vector<Real> x(6), force(u.size(), 0);
  top.place(at, x);
  for (std::size_t p = 0; p < 3; ++p) CHECK(x[2 * p + 1] == 1.25);
  top.add_forces(at, std::vector<Real>{1, 2, 1, 2, 1, 2}, force);
  std::vector<Index> reached = top.dofs();
  CHECK(reached.size() == 6);
  for (std::size_t dof = 0; dof < force.size(); ++dof) {
    const bool is_reached = std::ranges::count(reached, static_cast<Index>(dof)) > 0;
    CHECK(force[dof] == (is_reached ? (dof % 2 == 0 ? 1 : 2) : 0));
  }
  load.group.clear(), load.surface = false;
  const LoadPoints all(*model, load, scene.meshes[0]);
  CHECK(all.target().whole);
  Real mass = 0;
  for (const Real m : all.target().mass) mass += m;
  CHECK(mass == Approx(1));
  load.at = {0.9, 0.05};
  const LoadPoints corner(*model, load, scene.meshes[0]);
  REQUIRE(corner.count() == 1);
  CHECK(corner.target().reference[0] == 1);
  CHECK(corner.target().reference[1] == 0);
}

TEST_CASE("probes find their nodes by place, by group, or not at all", "[probes]") {
  test::Scene scene = square();
  const auto probe = [&]() -> ProbeConfig& {
    ProbeConfig& entry = scene.configuration.probes.emplace_back();
    entry.body = "block", entry.pointer = "/probes/0";
    return entry;
  };
  ProbeConfig& node = probe();
  node.one_node = true, node.point = {10.1, 0.95};  // of a scene whose centre is at (10, 0)
  probe().group = "bottom";
  probe().type = ProbeType::energy;
  std::vector<ModelProblem> problems;
  const Index first[] = {100};
  const Real centre[] = {10, 0};
  const auto found = probe_nodes(scene.configuration, scene.meshes, first, centre, problems);
  CHECK(problems.empty());
  REQUIRE(found.size() == 3);
  REQUIRE(found[0].size() == 1);
  const auto n = static_cast<std::size_t>(2 * (found[0][0] - 100));
  CHECK(scene.meshes[0].points[n] == 0);
  CHECK(scene.meshes[0].points[n + 1] == 1);
  CHECK(found[1].size() == 3);
  CHECK(found[2].empty());
  scene.configuration.probes[1].group = "middle";
  probe_nodes(scene.configuration, scene.meshes, first, centre, problems);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].message, Contains("\"middle\""));
}
