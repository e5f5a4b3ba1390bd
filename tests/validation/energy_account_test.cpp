// The account of energy: what changes R = T + U + shift is known by cause, to rounding, whatever the
// scene (docs/theory/energy_account.md). What a fault does to it is in energy_faults_test.cpp.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;
using core::Account;

namespace {

/// J, R from nothing but the state: energies of free nodes, of elements and of loads.
Real energy_of(Simulation& s, Real dt) {
  const core::Model& model = s.model;
  const auto& state = s.stepper.state();
  Real sum = 0;
  std::vector<Real> strain(model.bodies().size());
  const core::ElementState& elements = s.system.elements();
  elements.loop().energy(elements.now(state.q), strain, s.context());
  for (const Real e : strain) sum += e;
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    const Real m = model.mass()[i];
    if (!model.layout().prescribed[i])
      sum += m * state.v[i] * state.v[i] / 2 - dt * dt / 8 * m * state.a[i] * state.a[i];
    sum -= m * model.gravity()[i % static_cast<std::size_t>(model.dim())] *
           (state.q[i] - model.reference()[i]);
  }
  return sum;
}

/// Runs to the end; the account closes after every step.
Index run_and_close(Simulation& s) {
  Account::Causes sum;
  Real worst = 0, scale = 0;
  const Real start = energy_of(s, s.stepper.step_size());
  Index steps = 0;
  s.run([&](Simulation& now) {
    const Account& account = now.balance.account();
    sum += account.step();
    scale = std::max(scale, account.scale());
    const Real energy = energy_of(now, now.stepper.facts().dt);
    worst = std::max(
        {worst, std::abs(energy - start - sum.sum()), std::abs(energy - account.energy())});
    ++steps;
  });
  CHECK(s.balance.account().kept());
  CHECK(scale > 0);
  CHECK(worst <= 1e-12 * scale);
  return steps;
}

}  // namespace

TEST_CASE("the account of energy closes to rounding in every scene", "[validation][account]") {
  const auto [name, text] = GENERATE(table<std::string, std::string>({
      {"free vibration", vibrating_square(0.05)},
      {"numerical damping", vibrating_square(0.05, 0.6)},
      {"a viscoelastic square", viscous_square(0.5)},
      {"falling on a floor", falling_disk("reflect")},
      {"falling on a floor, stop", falling_disk("stop")},
      {"a floor and numerical damping", falling_disk("stop", 0.6)},
      {"stretched by supports that move", stretched_bar()},
      {"pushed by a driven wall", pushed_square("reflect")},
      {"pushed by a driven wall, stop", pushed_square("stop")},
      {"steps that are divided", fast_squares()},
      {"every kind of load", loaded_square("newmark")},
      {"loads on nodes that are held", loaded_and_held()},
      {"pressed on a floor", pressed_disk("reflect")},
      {"pressed on a floor, stop", pressed_disk("stop")},
  }));
  INFO(name);
  Simulation s(text);
  CHECK(run_and_close(s) > 20);
}

TEST_CASE("the account closes where squares collide", "[validation][account]") {
  const std::string impact = GENERATE("reflect", "stop");
  auto s = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json",
                                 {"/integrator/impact=" + impact, "/time/end=4e-4"});
  run_and_close(s);
  const Account& account = s.balance.account();
  CHECK(account.sum().contact < 0);
  CHECK(account.gains().contact_share <= 1e-3);
  CHECK(account.gains().integration_share <= 1e-2);
}

TEST_CASE("where steps are divided, the account names the change of the step",
          "[validation][account]") {
  Simulation s(fast_squares());
  Real cut = 0, change = 0;
  s.run([&](Simulation& now) {
    cut += static_cast<Real>(now.stepper.facts().substeps > 0);
    change = std::max(change, std::abs(now.balance.account().step().step_change));
  });
  CHECK(cut > 0);
  CHECK(change > 0);
}

TEST_CASE("a short run of automatic steps has no change of the step", "[validation][account]") {
  // Gravity acts from the start; the rest of the run is divided into steps that are all alike.
  const std::string scene = falling_disk("stop"), end = "\"time\": {\"end\": 0.04";
  const Real whole = Simulation(scene).stepper.step_size();
  for (const Real steps : {4.3, 15.6}) {
    std::string text = scene;
    text.replace(text.find(end), end.size(), fmt::format("\"time\": {{\"end\": {}", steps * whole));
    Simulation s(text);
    Real change = 0;
    s.run([&](Simulation& now) {
      change = std::max(change, std::abs(now.balance.account().step().step_change));
    });
    CHECK(s.stepper.steps() == static_cast<Index>(std::ceil(steps)));
    CHECK(change <= 1e-13 * s.balance.account().scale());
  }
}

TEST_CASE("the work of supports and driven walls is from outside", "[validation][account]") {
  Simulation bar(stretched_bar());
  bar.run();
  const Account& stretched = bar.balance.account();
  CHECK(stretched.sum().outside > 0);
  CHECK(stretched.sum().contact == 0);
  // All that there is came from there.
  CHECK(stretched.energy() - stretched.initial() == Approx(stretched.sum().outside).epsilon(1e-2));
  Simulation wall(pushed_square("reflect"));
  wall.run();
  const Account& pushed = wall.balance.account();
  CHECK(pushed.sum().outside > 0);
  // Contact hands the wall's work on and keeps none of it.
  CHECK(pushed.gains().contact_share <= 1e-3);
  CHECK(pushed.sum().contact < 0);
}

TEST_CASE("free vibration conserves R and not T + U", "[validation][account]") {
  const Real amplitude = GENERATE(1e-5, 1e-3, 0.02, 0.1);
  INFO(amplitude);
  Simulation s(vibrating_square(amplitude));
  const Account& account = s.balance.account();
  Real swing = 0, drift = 0;
  s.run([&](Simulation& now) {
    swing = std::max(swing, std::abs(now.balance.total() - now.balance.initial()));
    drift =
        std::max(drift, std::abs(account.energy() - account.initial() - account.sum().step_change));
  });
  CHECK(account.gains().contact_share == 0);
  CHECK(account.gains().integration_share <= 1e-3);
  CHECK(drift <= 0.1 * amplitude * account.scale());
  CHECK(swing >= 2e-3 * account.scale());
}

TEST_CASE("contact that hits and rests is sound by the account, bouncing or stopping",
          "[validation][account]") {
  const std::string impact = GENERATE("reflect", "stop");
  for (const std::string& text : {falling_disk(impact), bar_on_wall(impact)}) {
    Simulation s(text);
    s.run();
    const Account& account = s.balance.account();
    CHECK(account.sum().contact < 0);
    CHECK(account.gains().contact_share <= 1e-3);
    CHECK(account.gains().integration_share <= 1e-2);
  }
}

TEST_CASE("numerical damping is lost by integration and not by contact", "[validation][account]") {
  Simulation s(vibrating_square(0.02, 0.6));
  s.run();
  const Account& account = s.balance.account();
  CHECK(account.sum().contact == 0);
  CHECK(account.sum().integration < -0.1 * account.scale());
  CHECK(account.gains().integration_share <= 1e-3);
}

TEST_CASE("the account goes on from a checkpoint to the bit", "[validation][account]") {
  const std::string text = pushed_square("reflect");
  Simulation straight(text), resumed(text);
  const auto step = [](Simulation& s, int times) {
    for (int k = 0; k < times; ++k) s.step();
  };
  step(straight, 40);
  conformance::MemoryArchive stepper, balance, system, contact;
  straight.stepper.save(stepper);
  straight.balance.save(balance);
  straight.system.save(system);
  straight.stepper.contact()->save(contact);
  resumed.stepper.load(stepper);
  resumed.balance.load(balance);
  resumed.system.load(system);
  resumed.stepper.contact()->load(contact, resumed.context());
  CHECK(resumed.context().step.energy == straight.context().step.energy);
  CHECK(resumed.context().step.contact_gain == straight.context().step.contact_gain);
  step(straight, 40);
  step(resumed, 40);
  const Account &a = straight.balance.account(), &b = resumed.balance.account();
  CHECK(a.sum().contact != 0);
  CHECK(a.energy() == b.energy());
  CHECK(a.sum().contact == b.sum().contact);
  CHECK(a.sum().integration == b.sum().integration);
  CHECK(a.sum().step_change == b.sum().step_change);
  CHECK(a.sum().outside == b.sum().outside);
  CHECK(a.scale() == b.scale());
  CHECK(a.gains().contact_share == b.gains().contact_share);
}
