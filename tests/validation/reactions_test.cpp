// What supports and pairs of bodies exchanged, step by step and from one row of the tables to the next,
// against closed forms and momenta.
#include "core/step/reactions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/checkpoint.hpp"
#include "core/record/history.hpp"
#include "core/support/atomic_file.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/energy_scenes.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kDensity = 1, kYoung = 100, kFallSpeed = 0.01, kLength = 1, kHeight = 0.1;

/// A bar held on its left whose right end is drawn away at a constant speed from the start; c = 10 m/s.
std::string drawn_bar() {
  return fmt::format(R"({{"bodies": [{{"name": "bar", "density": {},
    "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [100, 2]}},
    "material": {{"type": "linear_elastic", "young": {}, "poisson": 0}}}}],
    "supports": [{{"body": "bar", "group": "left"}},
                 {{"body": "bar", "group": "right", "velocity": [{}, 0]}}],
    "integrator": {{"type": "newmark"}}, "time": {{"end": 0.15}}}})",
                     kDensity, kLength, kHeight, kYoung, kFallSpeed);
}

/// A square that rests on a floor and leans on a wall, so that it is pressed against both; a support of
/// the wall's own group moves nothing.
std::string square_in_corner() {
  return fmt::format(R"({{"bodies": [
    {{"name": "square", "density": 1000, "translate": [0.001, 0.001],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}}, "velocity": [-5, -3],
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}},
    {{"name": "wall", "type": "obstacle", "translate": [-0.5, -1],
      "mesh": {{"type": "rectangle", "size": [0.5, 4], "cells": [1, 8]}}}},
    {{"name": "floor", "type": "obstacle", "translate": [0.0005, -0.5],
      "mesh": {{"type": "rectangle", "size": [4, 0.5], "cells": [8, 1]}}}}],
    "supports": [{{"body": "wall", "velocity": [0, 0]}}],
    "integrator": {{"type": "newmark", "impact": "stop"}}, {}, "time": {{"end": 0.02}}}})",
                     kContact);
}

/// Everything of the sums as numbers; -7 where there is none.
std::vector<Real> numbers_of(const core::RowSums& sums) {
  std::vector<Real> n;
  for (std::size_t i = 0; i < core::measures().size(); ++i)
    for (int axis = 0; axis < 3; ++axis)
      n.push_back(std::isnan(sums.number(i, axis)) ? -7 : sums.number(i, axis));
  n.insert(n.end(), sums.reactions().begin(), sums.reactions().end());
  for (const core::PairRecord& p : sums.pairs().records())
    n.insert(n.end(), {static_cast<Real>(p.body_a), static_cast<Real>(p.body_b),
                       static_cast<Real>(p.contacts), p.impulse[0], p.impulse[1], p.first_time,
                       p.duration, p.greatest_force});
  return n;
}

core::AuditResult audited(Index crossings, Index contained, Real depth, Real depth_in_facets) {
  core::AuditResult result;
  result.intersections = crossings, result.contained = contained;
  result.depth = depth, result.depth_in_facets = depth_in_facets;
  return result;
}

}  // namespace

TEST_CASE("each support of a bar takes the impulse of d'Alembert's waves", "[validation][output]") {
  Simulation s(drawn_bar());
  core::RowSums sums(s.model.supports());
  s.run([&](Simulation& now) {
    sums.add_step(now.stepper.facts(), now.balance.account().step(), now.time());
  });
  // The right end feels rho c v A from the start. The wave reaches the left end at L/c = 0.1 s and
  // doubles there; it is back at the right end only after the end of the run, at 1.5 L/c.
  const Real unit = kDensity * kFallSpeed * kHeight * kLength;  // rho v A L
  REQUIRE(sums.reactions().size() == 12);                       // left, right, (zone), (outside)
  CHECK(sums.reactions()[3] == Approx(1.5 * unit).epsilon(0.02));
  CHECK(sums.reactions()[0] == Approx(-unit).epsilon(0.02));
  CHECK(std::abs(sums.reactions()[1]) < 0.02 * unit);
  for (std::size_t i = 6; i < 12; ++i) CHECK(sums.reactions()[i] == 0);
}

TEST_CASE("the impulses of supports and obstacles add up to that of the history in every step",
          "[validation][output]") {
  const std::string scene =
      GENERATE(square_in_corner(), pushed_square("reflect"), falling_disk("stop"), stretched_bar());
  Simulation s(scene);
  Real acted = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    Real sum[3] = {}, size = 0;  // one component may be round-off of the others
    for (std::size_t i = 0; i < facts.outside.reactions.size(); ++i) {
      sum[i % 3] += facts.outside.reactions[i];
      size += std::abs(facts.outside.reactions[i]);
    }
    for (int d = 0; d < 3; ++d)
      CHECK(std::abs(sum[d] - facts.outside.support_impulse[d]) <= 1e-12 * size);
    acted += size;
  });
  CHECK(acted > 0);
}

TEST_CASE("a wall and a floor each give the square what its momentum has changed by",
          "[validation][output]") {
  Simulation s(square_in_corner());
  core::RowSums sums(s.model.supports());
  const Real before[] = {s.momentum(0, 0), s.momentum(0, 1)};
  s.run([&](Simulation& now) {
    sums.add_step(now.stepper.facts(), now.balance.account().step(), now.time());
  });
  const auto names = core::holder_names(s.configuration(), s.model.supports());
  REQUIRE(names.size() == 5);  // the wall's support, wall, floor, (zone), (outside)
  CHECK(names[0].support == "/supports/0");
  CHECK(names[0].body == "wall");
  CHECK(names[1].body == "wall");
  CHECK(names[2].body == "floor");
  const auto of = [&](std::size_t holder, int d) {
    return sums.reactions()[3 * holder + static_cast<std::size_t>(d)];
  };
  CHECK(of(0, 0) > 0);
  CHECK(of(2, 1) > 0);
  for (int d = 0; d < 2; ++d) {
    CHECK(of(1, d) == 0);  // all of the wall is its support's
    CHECK(of(0, d) + of(2, d) == Approx(s.momentum(0, d) - before[d]).epsilon(1e-10));
  }
  for (const core::PairRecord& pair : sums.pairs().records()) {
    REQUIRE(pair.body_a == 0);
    for (int d = 0; d < 2; ++d)
      CHECK(pair.impulse[d] == Approx(of(pair.body_b == 1 ? 0 : 2, d)).epsilon(1e-10).margin(1e-7));
  }
}

TEST_CASE("time in contact, impulse and greatest force of a pair are those of its nodes",
          "[validation][output]") {
  Simulation s(falling_disk("stop"));
  core::RowSums sums(s.model.supports());
  Real duration = 0, greatest = 0, impulse[2] = {};
  Index most = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    sums.add_step(facts, now.balance.account().step(), now.time());
    Real force[2] = {};
    for (std::size_t i = 0; i < facts.contact.forces.vertex_force.size(); ++i)
      if (now.model.surface().vertex_body[i / 2] == 0)
        force[i % 2] += facts.contact.forces.vertex_force[i];
    if (force[0] == 0 && force[1] == 0) return;
    duration += facts.dt;
    greatest = std::max(greatest, std::hypot(force[0], force[1]));
    most = std::max(most, facts.contact.forces.contacts);
    for (int d = 0; d < 2; ++d) impulse[d] += facts.dt * force[d];
  });
  REQUIRE(sums.pairs().records().size() == 1);
  const core::PairRecord& pair = sums.pairs().records()[0];
  CHECK(duration > 0);
  CHECK(duration < s.time());
  CHECK(pair.duration == Approx(duration).epsilon(1e-12));
  CHECK(pair.greatest_force == Approx(greatest).epsilon(1e-12));
  CHECK(pair.contacts == most);
  for (int d = 0; d < 2; ++d)
    CHECK(pair.impulse[d] == Approx(impulse[d]).epsilon(1e-10).margin(1e-9));
}

TEST_CASE("sums that were interrupted between two rows go on to the same bits",
          "[validation][output]") {
  const test::TemporaryFolder folder;
  Simulation s(square_in_corner());
  core::RowSums whole(s.model.supports()), resumed(s.model.supports());
  bool stopped = false;
  s.run([&](Simulation& now) {
    for (core::RowSums* sums : {&whole, &resumed})
      sums->add_step(now.stepper.facts(), now.balance.account().step(), now.time());
    if (stopped || whole.pairs().records().size() < 2) return;
    stopped = true;
    {
      core::CheckpointWriter writer("test");
      {
        auto group = writer.group("output");
        whole.save("sums_", group);
      }
      writer.commit(folder / "c.h5");
    }
    const core::CheckpointReader reader(folder / "c.h5", "test");
    auto group = reader.group("output");
    resumed = core::RowSums(now.model.supports());
    resumed.load("sums_", group, now.model.bodies().size());
  });
  REQUIRE(stopped);
  CHECK(numbers_of(resumed) == numbers_of(whole));
  whole.clear();
  CHECK(whole.pairs().records().empty());
  CHECK(numbers_of(whole) == numbers_of(core::RowSums(s.model.supports())));
}

TEST_CASE("a row of the history holds what its steps add up to, and the moment of the row",
          "[validation][output]") {
  const test::TemporaryFolder folder;
  Simulation s(falling_disk("stop"));
  core::RowSums sums(s.model.supports());
  const core::HistoryColumns columns{2, {"elements"}, {"shift_m"}};
  core::RunTable table(folder.path(), "history", core::history_columns(columns));
  table.begin();
  const core::Metrics metrics;
  const std::vector<Real> shift{3.5}, wall{0.25};
  std::vector<Real> work, impulse, retries, dt, total, contacts, time;
  Index steps = 0;
  work.push_back(0), impulse.push_back(0), retries.push_back(0);
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    sums.add_step(facts, now.balance.account().step(), now.time());
    work.back() += facts.contact.work;
    impulse.back() += facts.outside.support_impulse[1];
    retries.back() += static_cast<Real>(facts.retries);
    if (++steps % 7 != 0) return;
    dt.push_back(facts.dt), total.push_back(now.balance.total()), time.push_back(now.time());
    contacts.push_back(static_cast<Real>(facts.contact.forces.contacts));
    if (steps == 14) {
      sums.add_audit(audited(2, 1, 0.25, 0.5));
      sums.add_audit(audited(1, 3, 0.125, 0.75));
    }
    if (steps == 21) sums.add_audit(audited(0, 1, kUnlimited, 1));
    core::write_history(table, columns, sums,
                        {now.stepper.steps(), now.stepper.state(), facts, now.balance, metrics,
                         now.model, now.context()},
                        shift, wall);
    sums.clear();
    work.push_back(0), impulse.push_back(0), retries.push_back(0);
  });
  table.flush();
  const CsvTable history(core::read_file(folder / "history.csv"));
  REQUIRE(time.size() > 10);
  for (auto* sum : {&work, &impulse, &retries}) sum->pop_back();
  REQUIRE(history.size() == time.size());
  CHECK(*std::ranges::min_element(work) < 0);
  for (std::size_t row = 0; row < time.size(); ++row) {
    CHECK(history.number(row, "step") == 7 * static_cast<Real>(row + 1));
    CHECK(history.number(row, "time_s") == time[row]);
    CHECK(history.number(row, "dt_s") == dt[row]);
    CHECK(history.number(row, "total_energy_J") == total[row]);
    CHECK(history.number(row, "contacts") == contacts[row]);
    CHECK(history.number(row, "contact_energy_J") == work[row]);
    CHECK(history.number(row, "support_impulse_y_N_s") == impulse[row]);
    CHECK(history.number(row, "retries") == retries[row]);
    CHECK(history.number(row, "shift_m") == 3.5);
    CHECK(history.number(row, "wall_elements_s") == 0.25);
  }
  CHECK(history.text(0, "intersections").empty());
  CHECK(history.text(0, "depth_m").empty());
  CHECK(history.text(1, "intersections") == "2");
  CHECK(history.text(1, "overlaps_without_crossing") == "3");
  CHECK(history.text(1, "depth_m") == "0.25");
  CHECK(history.text(1, "depth_facets") == "0.75");
  CHECK(history.text(2, "intersections") == "0");
  CHECK(history.text(2, "depth_m").empty());  // of a body in itself
  CHECK(history.text(3, "intersections").empty());
}

TEST_CASE("the largest speed of the history is that of the fastest node", "[validation][output]") {
  // A rigid body turns about its centre, sqrt(1.25) m from its corners, and a soft one moves at 5 m/s.
  const Real spin = GENERATE(3, 8), expected = spin == 3 ? 5 : 8 * std::sqrt(1.25);
  Simulation s(fmt::format(R"({{"bodies": [
    {{"name": "turner", "type": "rigid", "density": 1, "velocity": {{"spin": {}}},
      "mesh": {{"type": "rectangle", "size": [2, 1], "cells": [2, 1]}}}},
    {{"name": "mover", "density": 1, "translate": [10, 0], "velocity": [3, -4],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
      "material": {{"type": "linear_elastic", "young": 100, "poisson": 0}}}}],
    "integrator": {{"type": "newmark"}}, "time": {{"end": 0.01}}}})",
                           spin));
  const core::Metrics none;
  const auto speed = std::ranges::find(core::measures(), "largest_speed", &core::Measure::name);
  REQUIRE(speed != core::measures().end());
  CHECK(core::column_of(*speed, 0) == "largest_speed_m_per_s");
  CHECK(speed->of_row(
            {0, s.stepper.state(), s.stepper.facts(), s.balance, none, s.model, s.context()}, 0) ==
        Approx(expected).epsilon(1e-12));
}
