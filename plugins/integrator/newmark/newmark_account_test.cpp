// What newmark says of energy: the account of a step, and of a correction before the step ends.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

/// Three nodes in the plane, each on springs to the other two that stiffen.
class Nodes {
 public:
  Nodes()
      : system(
            {2, 2, 3, 3, 1, 1}, [](View<Real> q, Out<Real> f) { pull(q, f); }, 1,
            [](View<Real> q) { return pull(q, {}); }) {
    system.make_nodes();
  }
  MassSystem system;

 private:
  static Real pull(View<Real> q, Out<Real> f) {
    Real energy = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t a = 2 * i, b = 2 * ((i + 1) % 3);
      const Real x = q[b] - q[a], y = q[b + 1] - q[a + 1], s = x * x + y * y - 1;
      energy += s * s / 4;
      if (f.empty()) continue;
      f[a] += s * x, f[a + 1] += s * y, f[b] -= s * x, f[b + 1] -= s * y;
    }
    return energy;
  }
};

/// A step with given forces of contact, from a state in motion. `turning`: the zone is restored as a group.
struct Step {
  std::vector<Real> q{0, 0, 1, 0.1, 0.4, 0.9}, v{1, 0.5, -2, 0.25, 0.5, -1}, a, w, force;
  std::vector<Real> q1, v1, a1;
  std::vector<Index> group, zone;
  StepReport report;
  CorrectionEnergy foreseen;
  Real dt = 0.0625;

  Step(Nodes& nodes, Integrator& integrator, const std::vector<Real>& push,
       std::vector<Index> zones = {}, bool turning = false)
      : a(6, 0), force(push), q1(q), v1(v), a1(6, 0), group(6, 0), zone(std::move(zones)) {
    SerialContext serial;
    Context& c = serial.context();
    c.step.dt = dt;
    const StateView old{0, q, v, a, {}};
    REQUIRE(integrator.start(nodes.system, {0, q, v, a, {}}, c));
    StepProblem* problem = nullptr;
    const StateOut next{dt, q1, v1, a1, {}};
    REQUIRE(integrator.begin(0, old, next, nodes.system, problem, c));
    w.assign(problem->predictor().begin(), problem->predictor().end());
    std::vector<Real> impulse(6);
    std::vector<Index> dofs;
    for (std::size_t i = 0; i < 6; ++i) {
      w[i] += dt * dt / 2 * force[i] * nodes.system.inverse_mass()[i];
      impulse[i] = dt * force[i];
      if (!turning && !zone.empty() && zone[i] != kNone) group[i] = kNone;
      if (group[i] != kNone) dofs.push_back(static_cast<Index>(i));
    }
    foreseen = problem->correction_energy({.dofs = dofs, .w = w, .force = force}, c);
    REQUIRE(integrator.finish(
        0, old, nodes.system,
        {.w = w, .contact_impulse = impulse, .group = group, .groups = 1, .zone = zone}, next,
        report, c));
  }
  Real kinetic(Nodes& nodes, View<Real> of) const {
    return map(nodes.system.mass()).cwiseProduct(map(of)).dot(map(of)) / 2;
  }
  Real potential(Nodes& nodes, View<Real> at) const {
    SerialContext serial;
    Real energy = 0;
    REQUIRE(nodes.system.potential({.q = at}, energy, serial.context()));
    return energy;
  }
};

const std::vector<Real> kPush{-8, 3, 5, -4, 3, 1}, kNoPush(6, 0);

}  // namespace

TEST_CASE("newmark's account closes for any forces of contact, stop or reflect, zones or none",
          "[integrator][newmark]") {
  const double gamma = GENERATE(0.5, 0.75);
  const std::string impact = GENERATE("reflect", "stop");
  const bool restore = GENERATE(true, false), zoned = GENERATE(false, true);
  INFO(gamma << ", " << impact << (restore ? ", restored" : "") << (zoned ? ", zone" : ""));
  Nodes nodes;
  const auto newmark = make_component<Integrator>(
      "newmark", {{"gamma", gamma}, {"impact", impact}, {"restore_angular_momentum", restore}});
  std::vector<Index> zone;
  if (zoned) zone = {0, 0, kNone, kNone, 0, 0};
  const Step s(nodes, *newmark, kPush, zone);
  const EnergyAccount& account = s.report.account;
  REQUIRE(account.kept);
  const Real potential = s.potential(nodes, s.q1) - s.potential(nodes, s.q);
  const Real change = s.kinetic(nodes, s.v1) - s.kinetic(nodes, s.v) + potential +
                      account.shift_new - account.shift_old;
  CHECK(account.contact != 0);
  CHECK(change == Approx(account.contact + potential + account.force_work).margin(1e-13));
  CHECK(account.shift_old ==
        Approx(newmark->energy_shift(nodes.system, {0, s.q, s.v, s.a, {}}, s.dt)));
  CHECK(account.shift_new < 0);
}

TEST_CASE("newmark's nodes of a zone reflect where others stop", "[integrator][newmark]") {
  Nodes nodes;
  const auto stop = make_component<Integrator>("newmark", {{"impact", std::string("stop")}});
  const Step free(nodes, *stop, kNoPush), zone(nodes, *stop, kPush, {0, 0, 0, 0, 0, 0}),
      none(nodes, *stop, kPush);
  for (std::size_t i = 0; i < 6; ++i) {
    // What forces that follow from other positions do is not contact's.
    const Real forces = zone.dt / 2 * (zone.a1[i] - free.a1[i]);
    const Real d = zone.w[i] - free.w[i];
    CHECK(zone.v1[i] - free.v1[i] - forces == Approx(2 * d / zone.dt).margin(1e-12));
  }
  CHECK(none.report.impulse_fraction == 0.5);
}

TEST_CASE("newmark restores the angular momentum of a zone as the zone reflects, where others stop",
          "[integrator][newmark]") {
  Nodes nodes;
  const auto newmark = make_component<Integrator>("newmark", {{"impact", std::string("stop")}});
  const Step s(nodes, *newmark, kPush, {0, 0, 0, 0, 0, 0}, true);
  const auto momentum = [&](const std::vector<Real>& q, const std::vector<Real>& v) {
    Real sum = 0;
    for (std::size_t i = 0; i < 6; i += 2)
      sum += nodes.system.mass()[static_cast<Index>(i)] * (q[i] * v[i + 1] - q[i + 1] * v[i]);
    return sum;
  };
  CHECK(momentum(s.q1, s.v1) == Approx(momentum(s.q, s.v)).margin(1e-13));
}

TEST_CASE("newmark foresees the energy of a correction as far as it can be known",
          "[integrator][newmark]") {
  const std::string impact = GENERATE("reflect", "stop");
  const bool restore = GENERATE(true, false);
  INFO(impact << (restore ? ", restored" : ""));
  Nodes nodes;
  const auto newmark = make_component<Integrator>(
      "newmark", {{"impact", impact}, {"restore_angular_momentum", restore}});
  const Step s(nodes, *newmark, kPush);
  if (!restore) {
    CHECK(s.foreseen.work == Approx(s.report.contact_work).epsilon(1e-12));
    // With "reflect" forces at the end are not known yet.
    if (impact == "stop")
      CHECK(s.foreseen.gain == Approx(s.report.account.contact).epsilon(1e-12));
    else
      CHECK(s.foreseen.gain == s.foreseen.work);
    return;
  }
  // Turning the nodes back costs or brings something, known but for the change of a in the step.
  CHECK(std::abs(s.foreseen.work - s.report.contact_work) > 1e-4);
  if (impact == "stop") CHECK(s.foreseen.gain == Approx(s.report.account.contact).epsilon(0.02));
}

TEST_CASE("newmark warns of the first long step with contact, however short those before were",
          "[integrator][newmark]") {
  class Heard final : public Log {
   public:
    int warnings = 0;

   private:
    void write(Level level, std::string_view) override { warnings += level == Level::warning; }
  };
  Nodes nodes;
  const auto newmark = make_component<Integrator>(
      "newmark",
      {{"beta", 0.25}, {"mass", std::string("lumped")}, {"impact", std::string("stop")}});
  SerialContext serial;
  Context& c = serial.context();
  Heard heard;
  c.log = &heard, c.scales.altitude = 1, c.scales.speed = 1;
  std::vector<Real> q{0, 0, 1, 0.1, 0.4, 0.9}, v(6), a(6), q1(q), v1(6), a1(6), extra(12),
      extra1(12);
  REQUIRE(newmark->start(nodes.system, {0, q, v, a, extra}, c));
  const auto warnings_after = [&](Real dt, const std::vector<Real>& impulse) {
    c.step.dt = dt;
    const StateView old{0, q, v, a, extra};
    const StateOut next{dt, q1, v1, a1, extra1};
    StepProblem* problem = nullptr;
    REQUIRE(newmark->begin(0, old, next, nodes.system, problem, c));
    const std::vector<Real> w(problem->predictor().begin(), problem->predictor().end());
    const std::vector<Index> group(6, kNone);
    StepReport report;
    REQUIRE(newmark->finish(0, old, nodes.system,
                            {.w = w, .contact_impulse = impulse, .group = group}, next, report, c));
    return heard.warnings;
  };
  CHECK(warnings_after(4, kNoPush) == 0);
  CHECK(warnings_after(2, kPush) == 0);
  CHECK(warnings_after(4, kPush) == 1);
  CHECK(warnings_after(5, kPush) == 1);
}
