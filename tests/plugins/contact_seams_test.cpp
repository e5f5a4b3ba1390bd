// What the kernel carries between a constraint and a contact solver that no shipped plugin asks for yet:
// every kind of pair, swept boxes and the test of a way, owners of rows, histories by key.
#include <catch2/catch.hpp>
#include <map>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// What the doubles saw; outlives the simulation.
struct Seen {
  std::map<std::string, std::size_t> pairs;  ///< most of each kind
  std::vector<Real> y_list, y_old, y;        ///< of the last detection
  std::vector<Real> swept_from, swept_to;
  std::size_t swept_pairs = 0;
  Real fraction = 0;
  std::vector<Index> owner_dof, first_dof;  ///< of rows, and of their vertices
  std::vector<Real> solver_history;  ///< first row of the first detection, from t_n, step by step
  std::vector<int> fresh;
  std::vector<Index> rows_after_ban, rows_after_lifting;
};

constexpr std::int32_t kBranch = 7;
constexpr Real kLevel = 10;  ///< above everything: all vertices of the mover are below it

/// Vertices of the first body stay above a line. Asks for everything, and looks at none of it.
class AsksForAll final : public Constraint {
 public:
  explicit AsksForAll(Seen& seen) : seen_(seen) {}

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.facet_vertex = true;
    wanted.edge_edge = true;
    wanted.vertex_vertex = true;
    wanted.element_vertex = true;
    wanted.plane_vertex = true;
    wanted.reach = s.altitude;
    wanted.swept = true;
    wanted.every_vertex = true;
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context&) override {
    const Candidates& c = query.candidates;
    const auto count = [&](const char* name, View<Pair> list) {
      seen_.pairs[name] = std::max(seen_.pairs[name], list.size());
    };
    count("facet_facet", c.facet_facet), count("facet_vertex", c.facet_vertex);
    count("edge_edge", c.edge_edge), count("vertex_vertex", c.vertex_vertex);
    count("plane_vertex", c.plane_vertex), count("element_vertex", c.element_vertex);
    seen_.y_list.assign(query.y_list.begin(), query.y_list.end());
    seen_.y_old.assign(query.y_old.begin(), query.y_old.end());
    seen_.y.assign(query.y.begin(), query.y.end());
    DetectResult result;
    for (Index v = 0; v < query.surface->boundary_vertices; ++v) {
      if (query.surface->vertex_body[static_cast<std::size_t>(v)] != 0) continue;
      const ContactKey key{1, static_cast<std::uint64_t>(v)};
      ++result.needs;
      set.violations.add({&v, 1});
      if (set.contains(key) || std::ranges::binary_search(query.banned, key)) continue;
      set.add({.key = key, .stencil = {&v, 1}, .branch = kBranch, .owner = v});
    }
    return result;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Index v = query.set->stencil(query.rows[k])[0];
      CHECK(query.set->branch[static_cast<std::size_t>(query.rows[k])] == kBranch);
      if (out.value) out.value[k] = query.y[static_cast<std::size_t>(2 * v + 1)] - kLevel;
      if (out.gradient) out.gradient[2 * k] = 0, out.gradient[2 * k + 1] = 1;
    }
  }
  Real do_time_of_impact(const Surface&, const Candidates& candidates, View<Real> y0, View<Real> y1,
                         Context&) const override {
    seen_.swept_pairs = candidates.facet_facet.size();
    seen_.swept_from.assign(y0.begin(), y0.end()), seen_.swept_to.assign(y1.begin(), y1.end());
    return 0.25;
  }

  Seen& seen_;
};

/// Looks at everything, and moves nothing.
class Looks final : public ContactSolver {
 public:
  explicit Looks(Seen& seen) : seen_(seen) {}

 private:
  Outcome do_solve_increment(StepProblem&, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    DetectResult found;
    if (Outcome bad = contact.detect(solution.w, found, context); !bad) return bad;
    const ContactRows& rows = contact.rows();
    seen_.owner_dof.assign(rows.owner_dof.begin(), rows.owner_dof.end());
    seen_.first_dof.clear();
    for (Index r = 0; r < rows.count; ++r)
      seen_.first_dof.push_back(
          contact.vertices().dof[static_cast<std::size_t>(rows.stencil[static_cast<std::size_t>(
              rows.stencil_start[static_cast<std::size_t>(r)])])]);
    seen_.fresh.push_back(rows.fresh[0]);
    seen_.solver_history.push_back(rows.history_old[0]);
    const std::vector<Real> at_rest(solution.w.size(), 0);
    if (Outcome bad = contact.safe_fraction(at_rest, solution.w, seen_.fraction, context); !bad)
      return bad;
    const Index first = 0;
    if (Outcome bad = contact.restart({&first, 1}, context); !bad) return bad;
    if (Outcome bad = contact.detect(solution.w, found, context); !bad) return bad;
    seen_.rows_after_ban.push_back(contact.rows().count);
    contact.lift_bans();
    if (Outcome bad = contact.detect(solution.w, found, context); !bad) return bad;
    seen_.rows_after_lifting.push_back(contact.rows().count);
    for (Index r = 0; r < rows.count; ++r)
      rows.history_new[static_cast<std::size_t>(r)] =
          rows.history_old[static_cast<std::size_t>(r)] + 1;
    std::ranges::fill(solution.contact_force, 0);
    solution.multiplier->assign(static_cast<std::size_t>(rows.count), 0);
    if (solution.group) solution.group->assign(solution.w.size(), kNone);
    return {};
  }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }

  Seen& seen_;
};

/// Newmark, whose contact starts from another configuration than that of t_n, as a later stage would
/// that projects positions found by an earlier one: the first body is 0.25 m further to the right.
class Elsewhere final : public Integrator {
 public:
  explicit Elsewhere(std::unique_ptr<Component> inner)
      : inner_(static_cast<Integrator*>(inner.release())) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }

 private:
  /// The problem of the inner integrator at another place.
  struct Moved final : StepProblem {
    StepProblem* inner = nullptr;
    std::vector<Real> base;
    Structure structure() const override { return inner->structure(); }
    mutable ContactPoint point;
    const ContactPoint& contact() const override {
      point = inner->contact();
      point.base = base;
      return point;
    }
    View<std::uint8_t> fixed() const override { return inner->fixed(); }
    View<Real> predictor() const override { return inner->predictor(); }
    Outcome residual(View<Real> w, Out<Real> r, Context& c) const override {
      return inner->residual(w, r, c);
    }
    Outcome potential(View<Real> w, Real& value, Context& c) const override {
      return inner->potential(w, value, c);
    }
    Outcome tangent(View<Real> w, const LinearOperator*& result, Context& c) override {
      return inner->tangent(w, result, c);
    }
  };
  void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
  View<Stage> do_stages() const override { return inner_->stages(); }
  Outcome do_start(System& s, const StateOut& state, Context& c) override {
    return inner_->start(s, state, c);
  }
  Real do_time_step_limit(const System& s, const StateView& old) const override {
    return inner_->time_step_limit(s, old);
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                   StepProblem*& problem, Context& c) override {
    Outcome outcome = inner_->begin(stage, old, next, s, moved_.inner, c);
    moved_.base.assign(old.q.begin(), old.q.end());
    const Range first = s.layout().bodies[0].coordinates;
    for (Index x = first.begin; x < first.end; x += 2)
      moved_.base[static_cast<std::size_t>(x)] += 0.25;
    problem = &moved_;
    return outcome;
  }
  Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    return inner_->finish(stage, old, s, result, next, report, c);
  }
  Real do_energy_shift(const System& s, const StateView& state, Real dt) const override {
    return inner_->energy_shift(s, state, dt);
  }
  std::unique_ptr<Integrator> inner_;
  Moved moved_;
};

Simulation run_with_doubles(Seen& seen, bool elsewhere = false) {
  return Simulation(R"({"bodies": [
      {"name": "mover", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
       "translate": [0, 1.01], "density": 1, "velocity": [0, -1],
       "material": {"type": "neo_hookean", "lambda": 1, "mu": 1}},
      {"name": "ground", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
       "density": 1, "material": {"type": "neo_hookean", "lambda": 1, "mu": 1}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 0.05, "step": 0.01}})",
                    [&](core::Configuration& c) {
                      c.contact.constraint().object = std::make_unique<AsksForAll>(seen);
                      c.contact.solver.object = std::make_unique<Looks>(seen);
                      if (elsewhere)
                        c.integrator.object =
                            std::make_unique<Elsewhere>(std::move(c.integrator.object));
                    });
}

}  // namespace

TEST_CASE("a constraint gets every kind of pair that it asks for", "[contact]") {
  Seen seen;
  Simulation s = run_with_doubles(seen);
  s.run();
  CHECK(seen.pairs["facet_facet"] > 0);
  CHECK(seen.pairs["facet_vertex"] > 0);  // there is no particle: vertices of facets
  CHECK(seen.pairs["element_vertex"] > 0);
  CHECK(seen.pairs["edge_edge"] == 0);      // in the plane
  CHECK(seen.pairs["vertex_vertex"] == 0);  // no particles
  CHECK(seen.pairs["plane_vertex"] == 0);   // no half-spaces
  CHECK(seen.y_list.size() == seen.y.size());
  CHECK(seen.y_old.size() == seen.y.size());
}

TEST_CASE("the way of a step is tested from one trial point to the other", "[contact]") {
  Seen seen;
  Simulation s = run_with_doubles(seen);
  s.step();
  CHECK(seen.fraction == 0.25);
  CHECK(seen.swept_pairs > 0);
  CHECK(seen.swept_from == seen.y_old);
  CHECK(seen.swept_to == seen.y);
  CHECK(seen.swept_from != seen.swept_to);
}

TEST_CASE("rows have owners, and histories follow their keys over steps", "[contact]") {
  Seen seen;
  Simulation s = run_with_doubles(seen);
  s.run();
  REQUIRE_FALSE(seen.owner_dof.empty());
  CHECK(seen.owner_dof == seen.first_dof);
  REQUIRE(seen.fresh.size() == 5);
  CHECK(seen.fresh == std::vector<int>{1, 0, 0, 0, 0});
  CHECK(seen.solver_history == std::vector<Real>{0, 1, 2, 3, 4});
}

TEST_CASE("a banned row stays away until bans are lifted", "[contact]") {
  Seen seen;
  Simulation s = run_with_doubles(seen);
  s.step();
  const auto all = static_cast<Index>(seen.owner_dof.size());
  CHECK(seen.rows_after_ban == std::vector<Index>{all - 1});
  CHECK(seen.rows_after_lifting == std::vector<Index>{all});
}

TEST_CASE("contact starts from the configuration that an integrator names in place of q_n",
          "[contact]") {
  Seen here, elsewhere;
  Simulation plain = run_with_doubles(here), moved = run_with_doubles(elsewhere, true);
  plain.step();
  moved.step();
  REQUIRE(here.y.size() == elsewhere.y.size());
  Real lowest = here.y_old[1];  // positions are relative to the scene's origin
  for (std::size_t x = 0; x < here.y.size(); x += 2) lowest = std::min(lowest, here.y_old[x + 1]);
  std::size_t of_the_mover = 0;
  for (std::size_t x = 0; x < here.y.size(); x += 2) {
    const bool mover = here.y_old[x + 1] - lowest > 1.005;  // it starts 0.01 m above the other one
    of_the_mover += mover;
    CHECK(elsewhere.y_old[x] == Approx(here.y_old[x] + (mover ? 0.25 : 0)).margin(1e-12));
    CHECK(elsewhere.y[x] == Approx(here.y[x] + (mover ? 0.25 : 0)).margin(1e-12));
    CHECK(elsewhere.y[x + 1] == Approx(here.y[x + 1]).margin(1e-12));
  }
  CHECK(of_the_mover >= 8);
  CHECK(elsewhere.swept_from == elsewhere.y_old);
}
