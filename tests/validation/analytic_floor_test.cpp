// Contact with something that is no body of the model: a floor that a constraint knows by a formula, with
// one vertex in each row. Such rows push from outside, which must neither be taken for a loss of angular
// momentum nor for an error in linear momentum.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/constraint.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Vertices stay above the line y = height + slope * x in the coordinates of the configuration.
class AnalyticFloor final : public Constraint {
 public:
  AnalyticFloor(Real height, Real slope, bool says_so)
      : height_(height), slope_(slope), says_so_(says_so) {}
  void capabilities(Capabilities&) const override {}

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    wanted.reach = facet_reach(scales);
  }
  View<std::string_view> do_outside() const override {
    static constexpr std::string_view kName[] = {"slope"};
    return says_so_ ? View<std::string_view>(kName) : View<std::string_view>{};
  }
  void do_setup(const ConstraintSetup& setup, Context&) override { surface_ = setup.surface; }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    for (Index v = 0; v < surface_->boundary_vertices; ++v) {
      if (!(gap(query.y, v) < 0)) continue;
      ++result.needs;
      set.violations.add({&v, 1});
      const ContactKey key{0, static_cast<std::uint64_t>(v)};
      if (set.contains(key) || std::ranges::binary_search(query.banned, key)) continue;
      set.add({.key = key,
               .stencil = {&v, 1},
               .lower = contact_margin(context.scales),
               .outside = says_so_ ? 0 : -1});
      result.inadmissible += gap(query.y_old, v) < 0;
    }
    return result;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      if (out.value) out.value[k] = gap(query.y, query.set->stencil(query.rows[k])[0]);
      if (!out.gradient) continue;
      out.gradient[2 * k] = -slope_ / std::hypot(1, slope_);
      out.gradient[2 * k + 1] = 1 / std::hypot(1, slope_);
    }
  }
  Real gap(View<Real> y, Index v) const {
    const auto at = static_cast<std::size_t>(2 * v);
    const Real x[2] = {y[at] + surface_->origin[0], y[at + 1] + surface_->origin[1]};
    return (x[1] - height_ - slope_ * x[0]) / std::hypot(1, slope_);
  }

  const Surface* surface_ = nullptr;
  Real height_, slope_;
  bool says_so_;
};

constexpr Real kHeight = 19, kSlope = 0.25;

/// A body above the floor, far from the origin, that is thrown at it.
Simulation thrown(const std::string& body, bool says_so) {
  return Simulation(fmt::format(R"({{"description": "t", "dimension": 2, "bodies": [{}],
        "integrator": {{"type": "newmark"}},
        "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                     "solver": {{"type": "local_sqp"}}}},
        "time": {{"end": 0.5}}}})",
                                body),
                    [=](core::Configuration& c) {
                      if (says_so) c.contact.outside = {"slope"};
                      c.contact.constraint().object =
                          std::make_unique<AnalyticFloor>(kHeight, kSlope, says_so);
                    });
}

}  // namespace

TEST_CASE(
    "a body thrown at an analytic floor keeps its energy, whether its rows say that they are "
    "held or not",
    "[validation][contact]") {
  const bool says_so = GENERATE(true, false);
  const std::string mesh =
      GENERATE(R"("mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]}, "rotate": 0.3)",
               R"("mesh": {"type": "disk", "radius": 0.5, "rings": 4})");
  CAPTURE(says_so, mesh);
  Simulation s =
      thrown(fmt::format(
                 R"({{"name": "body", "density": 1, "velocity": [3, -5], "translate": [7, 21.8], {},
          "material": {{"type": "neo_hookean", "lambda": 1e3, "mu": 1e3}}}})",
                 mesh),
             says_so);
  Real lowest = kUnlimited, before = 0, along = 0;
  const Real mass = s.mass(0), n = std::hypot(1, kSlope);
  const auto momentum_along = [&] { return (s.momentum(0, 0) + kSlope * s.momentum(0, 1)) / n; };
  const auto momentum_across = [&] { return (s.momentum(0, 1) - kSlope * s.momentum(0, 0)) / n; };
  before = momentum_along();
  CHECK(momentum_across() < 0);
  s.run([&](Simulation& now) {
    for (Index v = 0; v < now.model.bodies()[0].nodes.size(); ++v)
      lowest = std::min(lowest, now.position(0, v, 1) - kHeight - kSlope * now.position(0, v, 0));
    along = std::max(along, std::abs(momentum_along() - before));
  });
  CHECK(lowest >= 0);
  CHECK(lowest < 0.01);              // it has been there,
  CHECK(momentum_across() > 0);      // comes back,
  CHECK(along <= 1e-12 * mass * 6);  // and a floor without friction pushes across alone.
  CHECK(s.balance.largest_total() <= 1.001 * s.balance.initial());
  CHECK(s.balance.total() >= 0.9 * s.balance.initial());
  // The floor's impulse comes from outside: of momentum itself nothing is lost.
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK_FALSE(s.balance.free());
}
