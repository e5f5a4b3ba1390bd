// The judgement of an attempt and what follows (plugins/contact_solver/local_sqp/README.md): where
// contact would put energy in, the row that brings most of it is banned and the passes start again.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "core/support/executor.hpp"
#include "tactus/conformance/linear_contact.hpp"
#include "tactus/contact_solver.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using tactus::testing::built;
using tactus::testing::make_component;
using tactus::testing::OptionValues;

namespace {

/// sign * w[dof] >= bound
struct Side {
  Index dof;
  Real sign, bound;
};

/// A point in an obstacle, and the sides by which it may leave, best first: as constraints rank the
/// branches of a need, so that where one is banned the next one is tried.
struct Need {
  std::vector<Side> obstacle;  ///< in it: none of these holds
  std::vector<std::size_t> candidates;
};

class RankedContact final : public ContactModel {
 public:
  explicit RankedContact(std::vector<Need> needs) : needs_(std::move(needs)) { publish(); }
  /// Which rows there are: need, side of its obstacle.
  using Choice = std::pair<std::size_t, std::size_t>;
  const std::vector<Choice>& found() const { return found_; }

  const ContactRows& rows() const override { return rows_.rows(); }
  const ContactVertices& vertices() const override { return vertices_.vertices(); }
  const Violations& violations() const override { return vertices_.violations(); }
  void allow(View<Remedy> remedy) override { vertices_.allow(remedy); }
  void lift_bans() override { banned_.clear(); }
  Outcome detect(View<Real> w, DetectResult& result, Context&) override {
    result = {};
    vertices_.violations().clear();
    for (std::size_t n = 0; n < needs_.size(); ++n) {
      const auto outside = [&](const Side& s) { return value(s, w) >= 0; };
      const auto& sides = needs_[n].obstacle;
      if (std::any_of(sides.begin(), sides.end(), outside)) continue;
      ++result.needs;
      vertices_.violations().add({});
      for (const std::size_t side : needs_[n].candidates) {
        if (holds(banned_, {n, side}) || holds(found_, {n, side})) continue;
        found_.push_back({n, side});
        ++result.added;
        break;
      }
    }
    publish();
    return {};
  }
  Outcome restart(View<Index> bans, Context&) override {
    for (const Index ban : bans) banned_.push_back(found_[static_cast<std::size_t>(ban)]);
    found_.clear();
    publish();
    return {};
  }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out, Context&) const override {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Side& s = side(found_[static_cast<std::size_t>(rows[k])]);
      if (out.value) out.value[k] = value(s, w);
      if (out.gradient) out.gradient[k] = s.sign;
    }
    return {};
  }
  Outcome hessian(View<Index>, View<Real>, View<Real>, BlockSink&, Context&) const override {
    return {};  // linear rows
  }
  Outcome safe_fraction(View<Real>, View<Real>, Real& fraction, Context&) override {
    fraction = 1;
    return {};
  }

 private:
  static Real value(const Side& s, View<Real> w) {
    return s.sign * w[static_cast<std::size_t>(s.dof)] - s.bound;
  }
  static bool holds(const std::vector<Choice>& list, const Choice& choice) {
    return std::find(list.begin(), list.end(), choice) != list.end();
  }
  const Side& side(const Choice& c) const { return needs_[c.first].obstacle[c.second]; }
  void publish() {
    rows_.clear();
    for (const Choice& c : found_) {
      rows_.key.push_back({c.first, c.second});
      rows_.dof.push_back(side(c).dof);
      rows_.start.push_back(static_cast<Index>(rows_.dof.size()));
      rows_.lower.push_back(1e-9);
      rows_.event.push_back(static_cast<Index>(c.first));
    }
    rows_.publish(0);
  }

  std::vector<Need> needs_;
  std::vector<Choice> found_, banned_;
  conformance::PlainRows rows_;
  conformance::PlainVertices vertices_;
};

struct Metrics final : MetricVisitor {
  std::map<std::string, Index> value;
  void integer(std::string_view name, const Index& v, Reduce, std::string_view) override {
    value[std::string(name)] = v;
  }
  void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
};

struct SolvedRows {
  Outcome outcome;
  std::vector<Real> w, force, multiplier;
  Index restarts;
};

/// One step of unit masses (D = 1): work of contact is sum d w, d = w - predictor.
SolvedRows solve(const std::string& name, RankedContact& contact,
                 const std::vector<Real>& predictor, Real energy, OptionValues options = {}) {
  const auto solver = make_component<ContactSolver>(name, std::move(options));
  core::Runtime runtime;
  Context& context = runtime.context();
  context.step.energy = energy;
  const std::size_t n = predictor.size();
  std::vector<std::uint8_t> free(n, 0);
  Layout layout;
  layout.dim = 2, layout.dofs = layout.coordinates = static_cast<Index>(n);
  layout.prescribed = free;
  context.scales.altitude = 1;
  solver->setup({.layout = &layout}, context);
  conformance::DiagonalProblem problem(std::vector<Real>(n, 1), predictor);
  SolvedRows s{.outcome = {},
               .w = predictor,
               .force = std::vector<Real>(n, 0),
               .multiplier = {},
               .restarts = 0};
  std::vector<Index> group;
  StepSolution solution{
      .w = s.w, .contact_force = s.force, .multiplier = &s.multiplier, .group = &group};
  s.outcome = solver->solve(problem, contact, solution, context);
  Metrics metrics;
  solver->measure(metrics);
  s.restarts = metrics.value.at("restarts");
  return s;
}

/// dof in (low, high); the way out upwards is side 0, downwards side 1.
std::vector<Side> interval(Index dof, Real low, Real high) {
  return {{dof, 1, high}, {dof, -1, -low}};
}

std::string any_solver() {
  auto name = GENERATE(as<std::string>{}, "local_sqp", "ipopt");
  if (built(name)) return name;
  WARN("skipped: this build has no " << name << " (Debian: coinor-libipopt-dev)");
  return "";
}

}  // namespace

TEST_CASE("of competing rows the one that brings most energy is banned, and only that one",
          "[contact_solver]") {
  const std::string solver = any_solver();
  if (solver.empty()) return;
  // Three points on lines of their own. The outer ones rest 1 mm deep in obstacles and leave upwards
  // with work 1e-6 each, which 1e-3 of the energy allows. The middle one flies from 0 to 0.2 into an
  // obstacle from 0.1 to 1.1; pushed through it, which is tried first, it would gain 0.9 * 1.1.
  RankedContact contact({{interval(0, -0.3, 1e-3), {0, 1}},
                         {interval(1, 0.1, 1.1), {0, 1}},
                         {interval(2, -0.4, 1e-3), {0, 1}}});
  const SolvedRows s = solve(solver, contact, {0, 0.2, 0}, 0.02);
  REQUIRE(s.outcome);
  CHECK(s.w[0] == Approx(1e-3).margin(1e-8));
  CHECK(s.w[1] == Approx(0.1).margin(1e-8));
  CHECK(s.w[2] == Approx(1e-3).margin(1e-8));
  const std::vector<RankedContact::Choice> expected{{0, 0}, {1, 1}, {2, 0}};
  CHECK(contact.found() == expected);
  CHECK(s.restarts == 1);
}

TEST_CASE("where every row adds energy the step is rejected, however many tries there are",
          "[contact_solver]") {
  const std::string solver = any_solver();
  if (solver.empty()) return;
  // A point in the plane, in a box at the start and at its end (0.2, 0). Every way out does work, 0.4^2
  // at least, and there are no nodes behind the rows that could move as a rigid body instead.
  const Index allowed = GENERATE(0, 1, 3, 9);
  CAPTURE(solver, allowed);
  RankedContact contact({{{{0, 1, 1.1}, {0, -1, 0.6}, {1, 1, 0.4}, {1, -1, 0.5}}, {0, 1, 2, 3}}});
  const SolvedRows s =
      solve(solver, contact, {0.2, 0}, 0.02, {{"restarts", static_cast<Real>(allowed)}});
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::infeasible);
  CHECK(s.restarts >= std::min<Index>(allowed, 4));
}

TEST_CASE("without any energy in the scene the first attempt stands", "[contact_solver]") {
  const std::string solver = any_solver();
  if (solver.empty()) return;
  RankedContact contact({{interval(0, -0.3, 1.1), {0, 1}}});
  const SolvedRows s = solve(solver, contact, {0.2}, 0);
  REQUIRE(s.outcome);
  CHECK(s.w[0] == Approx(1.1).margin(1e-8));
  CHECK(s.restarts == 0);
}

TEST_CASE("a need that nothing settles rejects the step", "[contact_solver]") {
  const std::string solver = any_solver();
  if (solver.empty()) return;
  RankedContact contact({{interval(0, -0.3, 1.1), {}}});
  const SolvedRows s = solve(solver, contact, {0.2}, 0.02);
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::infeasible);
}
