// What materials remember: histories advance with accepted steps, go into checkpoints, are found by name and shown.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "core/model/fem_system.hpp"
#include "core/support/executor.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using test::Scene;

namespace {

/// Counts, at each point, the times its answer became the step; stress grows with the count.
class Counting final : public Material {
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t)
      for (std::size_t l = 0; l < kLanes; ++l) {
        const Real count = batch.history[t * kLanes + l];
        if (!batch.history_next.empty()) batch.history_next[t * kLanes + l] = count + 1;
        if (!batch.W.empty()) batch.W[t][static_cast<Index>(l)] = count;
        if (!batch.P.empty()) batch.P[t].row(static_cast<Index>(l)).setConstant(count);
      }
  }
  Real do_p_wave_modulus() const override { return 1; }
  void do_history(HistoryVisitor& columns) const override { columns.column("count", "1"); }
};

}  // namespace

TEST_CASE("what a material remembers advances when a step is accepted, not when it is tried",
          "[element]") {
  Runtime runtime(1);
  Scene scene;
  scene.body("plain", test::rectangle(1, 1, 3, 3), scene.material());
  const std::size_t counting = scene.material(std::make_unique<Counting>(), "counting");
  scene.body("counting", test::rectangle(1, 1, 3, 3), counting);
  const auto model = scene.model();
  FemSystem system(*model);
  std::vector<Real> f(model->mass().size());
  const auto energy = [&](FemSystem& s) {
    REQUIRE(s.force({.q = model->reference()}, f, runtime.context()));
    return s.elements().strain_energy()[1];  // area 1 times the count
  };
  CHECK(energy(system) == 0);
  CHECK(energy(system) == 0);  // the step was tried again
  system.accept();
  CHECK(energy(system) == Approx(1));
  system.accept();
  CHECK(energy(system) == Approx(2));
  conformance::MemoryArchive archive;
  system.save(archive);
  FemSystem resumed(*model);
  resumed.load(archive);
  CHECK(energy(resumed) == energy(system));
  std::vector<Real> remembered;
  REQUIRE(archive.read("history", remembered));
  remembered.pop_back();
  archive.write("history", View<Real>(remembered));
  CHECK_THROWS_WITH(resumed.load(archive), Catch::Contains("does not fit this model"));
}

namespace {

/// Declares what the test wants, and dissipates 1 J/m^3 in a step.
class Declaring final : public test::SaintVenant {
 public:
  explicit Declaring(std::function<void(HistoryVisitor&)> columns)
      : SaintVenant({1, 1}), columns_(std::move(columns)) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::dissipation); }

 private:
  void do_evaluate(const MaterialBatch& batch, Context& context) const override {
    SaintVenant::do_evaluate(batch, context);
    std::ranges::copy(batch.history, batch.history_next.begin());
    for (std::size_t t = 0; t < batch.F.size() && !batch.history_next.empty(); ++t)
      for (std::size_t l = 0; l < kLanes; ++l) batch.history_next[(5 * t + 3) * kLanes + l] += 1;
  }
  void do_history(HistoryVisitor& columns) const override { columns_(columns); }
  std::function<void(HistoryVisitor&)> columns_;
};

void five_columns(HistoryVisitor& c) {
  c.column("back", "Pa", 3, 0.25, "stress");
  c.column("dissipated", "J/m^3", 1, 0, "heat");
  c.column("hidden", "1", 1, 7);
}

}  // namespace

TEST_CASE("columns of a history start as they say, are found by name, and are shown if they may be",
          "[element]") {
  Runtime runtime(1);
  Scene scene;
  scene.body("plain", test::rectangle(1, 1, 3, 3), scene.material());
  scene.body("declaring", test::rectangle(2, 1, 20, 20),
             scene.material(std::make_unique<Declaring>(five_columns), "declaring"));
  const auto model = scene.model();
  FemSystem system(*model);
  const std::vector<HistoryColumn>& shown = model->shown_history();
  REQUIRE(shown.size() == 2);
  CHECK(shown[0].name == "back");
  CHECK(shown[1].name == "dissipated");
  std::vector<Real> back(static_cast<std::size_t>(3 * model->element_count()));
  std::vector<Real> heat(static_cast<std::size_t>(model->element_count()));
  const auto first = static_cast<std::size_t>(model->bodies()[1].elements.begin);
  const auto check = [&](Real taken) {
    system.elements().remembered(shown[0], back, runtime.context());
    system.elements().remembered(shown[1], heat, runtime.context());
    for (std::size_t e = 0; e < heat.size(); ++e) {
      REQUIRE(std::isnan(heat[e]) == (e < first));
      if (e < first) continue;
      REQUIRE(heat[e] == taken);
      for (std::size_t k = 0; k < 3; ++k) REQUIRE(back[3 * e + k] == 0.25);
    }
  };
  check(0);
  const std::vector<Real> v(model->mass().size(), 0);
  for (int step = 1; step <= 2; ++step) {
    REQUIRE(system.commit({.time = 1. * step, .q = model->reference(), .v = v}, runtime.context()));
    CHECK(system.elements().dissipated()[1] == Approx(2 * step));  // area 2
    check(step - 1);                                               // not accepted yet
    system.accept();
    check(step);
  }
}

TEST_CASE("columns that cannot be kept or shown are the fault of their material", "[element]") {
  using Visitor = HistoryVisitor;
  const auto heat = [](Visitor& c) { c.column("dissipated", "J/m^3"); };
  const auto [columns, words] = GENERATE_COPY(table<std::function<void(Visitor&)>, std::string>({
      {[](Visitor&) {}, "no history column \"dissipated\""},
      {[](Visitor& c) { c.column("dissipated", "J"); }, "one number, J/m^3"},
      {[](Visitor& c) { c.column("dissipated", "J/m^3", 2); }, "one number, J/m^3"},
      {[=](Visitor& c) { heat(c), c.column("", "1"); }, "it has no name"},
      {[=](Visitor& c) { heat(c), c.column("a", "1", 0); }, "it has 0 numbers a point"},
      {[=](Visitor& c) { heat(c), c.column("a", "1", 1, kNotGiven); }, "not finite"},
      {[=](Visitor& c) { heat(c), c.column("a", "1"), c.column("a", "1"); }, "two of this name"},
      {[=](Visitor& c) { heat(c), c.column("a b", "1", 1, 0, "shown"); }, "letters, digits"},
      {[=](Visitor& c) { heat(c), c.column("stress", "Pa", 6, 0, "shown"); }, "another field"},
  }));
  Scene scene;
  scene.body("a", test::rectangle(1, 1, 2, 2),
             scene.material(std::make_unique<Declaring>(columns), "declaring"));
  CHECK_THROWS_MATCHES(scene.model(), PluginFault,
                       Catch::Predicate<PluginFault>([&, words = words](const PluginFault& fault) {
                         return fault.type == "declaring" &&
                                std::string_view(fault.what()).find(words) != std::string::npos;
                       }));
}

TEST_CASE("two materials do not show different things by one name", "[element]") {
  const auto showing = [](const char* unit) {
    return std::make_unique<Declaring>([unit](HistoryVisitor& c) {
      five_columns(c);
      c.column("wear", unit, 1, 0, "shown");
    });
  };
  Scene scene;
  scene.body("a", test::rectangle(1, 1, 2, 2), scene.material(showing("1"), "declaring"));
  scene.body("b", test::rectangle(1, 1, 2, 2), scene.material(showing("1"), "declaring"));
  CHECK(scene.model()->shown_history().size() == 3);
  scene.body("c", test::rectangle(1, 1, 2, 2), scene.material(showing("m"), "declaring"));
  CHECK_THROWS_WITH(scene.model(), Catch::Contains("/bodies/2/material") &&
                                       Catch::Contains("frames hold one field by a name"));
}
