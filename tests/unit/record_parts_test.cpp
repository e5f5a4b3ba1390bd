// Parts of what is recorded, each by itself: sums over a row, facts over many steps, rotations of elements whose
// material mistakes them for strains, and frames.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/model/fem_system.hpp"
#include "core/record/model_frame.hpp"
#include "core/record/rotation_watch.hpp"
#include "core/record/row_sums.hpp"
#include "core/step/convergence_facts.hpp"
#include "core/step/state.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::MemoryArchive;
using conformance::SerialContext;

namespace {

/// St. Venant and Kirchhoff's law, which does not say that it is objective.
class Modest final : public test::SaintVenant {
 public:
  using SaintVenant::SaintVenant;
  void capabilities(Capabilities& c) const override { c.provides(capability::energy); }
};

State resting(const Model& model) {
  State state;
  state.resize(model.layout(), 0);
  state.q.assign(model.initial_coordinates().begin(), model.initial_coordinates().end());
  return state;
}

/// Body b of a model in the plane, turned by an angle about the origin of positions.
void turn(const Model& model, std::size_t b, Real angle, State& state) {
  const Range nodes = model.bodies()[b].nodes;
  for (Index n = nodes.begin; n < nodes.end; ++n) {
    const auto i = static_cast<std::size_t>(2 * n);
    const Real x = model.reference()[i], y = model.reference()[i + 1];
    state.q[i] = std::cos(angle) * x - std::sin(angle) * y;
    state.q[i + 1] = std::sin(angle) * x + std::cos(angle) * y;
  }
}

}  // namespace

TEST_CASE("a row has the sums of what happened in its steps, and the largest of the rest",
          "[output]") {
  test::Scene scene;
  scene.body("block", test::rectangle(1, 1, 1, 1), scene.material());
  const auto model = scene.model();
  RowSums sums(model->supports());
  StepFacts facts;
  facts.dt = 0.5;
  facts.outside.reactions.assign(sums.reactions().size(), 2);
  facts.retries = 3, facts.lists.wear = 0.25, facts.outside.support_impulse[1] = 4;
  sums.add_step(facts, {.contact = -1, .integration = 0.5}, 0.5);
  facts.retries = 1, facts.lists.wear = 0.125;
  sums.add_step(facts, {.contact = -2, .integration = 0.5}, 1);
  CHECK(sums.number("retries") == 4);
  CHECK(sums.number("neighbour_list_wear") == 0.25);
  CHECK(sums.number("contact_gain") == -3);
  CHECK(sums.number("integration_gain") == 1);
  CHECK(sums.number("support_impulse", 1) == 8);
  CHECK(sums.reactions()[0] == 4);
  CHECK(std::isnan(sums.number("intersections")));  // nobody has looked
  for (const Index crossings : {2, 1}) {
    AuditResult audit;
    audit.intersections = crossings;
    sums.add_audit(audit);
  }
  CHECK(sums.number("intersections") == 2);

  MemoryArchive archive;
  sums.save("row_", archive);
  RowSums resumed(model->supports());
  resumed.load("row_", archive, 1);
  CHECK(resumed.number("contact_gain") == -3);
  CHECK(resumed.reactions() == sums.reactions());
  sums.clear();
  CHECK(sums.number("retries") == 0);
  CHECK(std::isnan(sums.number("intersections")));
}

TEST_CASE("facts about convergence are counts that add up, and largest values", "[output]") {
  ConvergenceFacts run{.measured = 3, .resv = 1e-9, .distance = 1e-6, .gain = 0.5};
  run.add({.measured = 1, .resv = 1e-3, .accepted = 1, .coarse = 1, .distance = 1e-7, .gain = -1});
  CHECK(run.measured == 4);
  CHECK(run.accepted == 1);
  CHECK(run.coarse == 1);
  CHECK(run.resv == 1e-3);
  CHECK(run.distance == 1e-6);
  CHECK(run.gain == -0.5);
}

TEST_CASE("rotations are watched of bodies whose material is not objective", "[output]") {
  test::Scene scene;
  const std::size_t good = scene.material();
  const std::size_t modest =
      scene.material(std::make_unique<Modest>(Lame{1.5, 1}), "some_small_strain");
  scene.body("turns well", test::rectangle(1, 1, 1, 1), good);
  scene.body("turns badly", test::rectangle(1, 1, 1, 1), modest);
  const auto model = scene.model();
  const FemSystem system(*model);
  SerialContext context;
  RotationWatch watch(*model, system.elements());
  CHECK(watch.due(0));
  CHECK_FALSE(watch.due(1));
  State state = resting(*model);
  for (const Real angle : {0.1, 0.25, -0.125}) {
    state.time += 1;
    turn(*model, 0, 1, state);
    turn(*model, 1, angle, state);
    watch.look(state, context.context());
  }
  MemoryArchive archive;
  watch.save(archive);
  RotationWatch resumed(*model, system.elements());
  resumed.load(archive);
  Summary summary;
  resumed.fill(summary);
  CHECK(summary.rotation.body == "turns badly");
  CHECK(summary.rotation.material == "some_small_strain");
  CHECK(summary.rotation.angle == Approx(0.25));
  CHECK(summary.rotation.time == 2);
}

TEST_CASE("a frame has positions, motion and stress of the state that it is of", "[output]") {
  test::Scene scene;
  const std::size_t soft = scene.material();
  scene.body("block", test::rectangle(1, 1, 2, 2), soft);
  BodyConfig& grain = scene.body("grain", {}, soft);
  grain.type = BodyConfigType::particles;
  grain.points = {3, 4};
  const auto model = scene.model();
  FemSystem system(*model);
  SerialContext context;
  ModelFrame frame(*model);
  CHECK(frame.mesh().body_names == std::vector<std::string>{"block", "grain"});
  CHECK(frame.mesh().elements.size() == static_cast<std::size_t>(3 * model->element_count()));
  CHECK(frame.mesh().lone_points.size() == 1);
  State state = resting(*model);
  state.time = 0.5;
  const std::size_t particle = state.q.size() - 2;
  state.q[particle] += 0.25, state.v[particle + 1] = -2;
  for (std::size_t i = 0; i < particle; i += 2) state.q[i] *= 1.125;  // stretched along x
  REQUIRE(system.commit(state.view(), context.context()));
  const FrameState at = frame.at(state, {}, false, system.elements(), context.context());
  CHECK(at.time == 0.5);
  CHECK(at.points[particle] == 3.25);
  CHECK(at.displacement[particle] == 0.25);
  CHECK(at.velocity[particle + 1] == -2);
  CHECK(at.contact_pressure.empty());
  // S = lambda tr E + 2 mu E with E_xx = (s^2 - 1)/2; Cauchy's stress is s S_xx along x, S_yy/s along y.
  const Real s = 1.125, E = (s * s - 1) / 2;
  REQUIRE(at.stress.size() == 6 * static_cast<std::size_t>(model->element_count()));
  CHECK(at.stress[0] == Approx(s * (1.5 + 2) * E));
  CHECK(at.stress[1] == Approx(1.5 * E / s));
  CHECK(at.stress[3] == Approx(0).margin(1e-15));
  CHECK(frame.fault().empty());
  for (std::size_t i = 0; i < particle; ++i) state.q[i] *= 1e200;  // what a step would refuse
  frame.at(state, {}, false, system.elements(), context.context());
  CHECK_THAT(frame.fault(), Catch::Contains("is not finite in"));
}
