// What the kernel keeps for laws: contacts that are still apart and within their reach, numbers that
// follow a contact by its key, and those of contacts that are absent where a law asks for it.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/copy_state.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Restitution without friction, in closed form; what is apart may approach. Counts in its history the steps
/// of a contact.
class Bounce final : public ContactLaw {
 public:
  struct Seen {
    Real largest_gap = 0, largest_count = 0;
    Index steps = 0;     ///< calls with any contact
    Real initial = 0;    ///< where the count begins
    bool twice = false;  ///< declares the column twice
  };
  Bounce(Seen& seen, Real reach, bool remembers)
      : seen_(seen), reach_(reach), remembers_(remembers) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch& b, Context&) const override {
    const ReactionProblem& p = *b.problem;
    for (std::size_t k = 0; k < b.contacts.size(); ++k) {
      const Index i = b.contacts[k];
      const auto at = static_cast<std::size_t>(i);
      const Real free = b.free[2 * k] + p.restitution[at] * std::min(Real{0}, p.U_old[2 * at]);
      const bool open = p.gap[at] > 0 || free >= 0;
      b.R[2 * at] = open ? 0 : -free / block<2>(p.delassus_diagonal, i)(0, 0);
      b.R[2 * at + 1] = 0;
      p.history_new[at] = p.history_old[at] + 1;
      seen_.largest_gap = std::max(seen_.largest_gap, p.gap[at]);
      seen_.largest_count = std::max(seen_.largest_count, p.history_new[at]);
    }
    ++seen_.steps;
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    const ReactionProblem& p = *at.problem;
    for (std::size_t k = 0; k < at.contacts.size(); ++k) {
      const auto i = static_cast<std::size_t>(at.contacts[k]);
      const Real pushed = block<2>(p.delassus_diagonal, at.contacts[k])(0, 0) * at.R[2 * i];
      const Real parts = at.U[2 * i] + p.restitution[i] * std::min(Real{0}, p.U_old[2 * i]);
      at.residual[k] = std::abs(p.gap[i] > 0 ? pushed : std::min(parts, pushed));
    }
  }
  void do_history(HistoryVisitor& columns) const override {
    for (int k = 0; k < (seen_.twice ? 2 : 1); ++k) columns.column("past", "1", 1, seen_.initial);
  }
  Real do_reach(const Scales&) const override { return reach_; }
  bool do_keeps_absent_history() const override { return remembers_; }

  Seen& seen_;
  Real reach_;
  bool remembers_;
};

/// A block that falls on a floor and bounces, or hovers over it without gravity.
Simulation block(Bounce::Seen& seen, Real above, Real gravity, Real reach, bool remembers) {
  // What is within the reach and apart may approach, says this law, and the residual of this solver, which
  // does not ask laws, says it may not: one sweep has to do.
  const Real tolerance = reach > 0 ? 1e3 : 1e-12;
  return Simulation(fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "translate": [0, {}],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
    "integrator": {{"type": "moreau"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_facet_gap"}},
      "solver": {{"type": "plain_gauss_seidel", "tolerance": {}}},
      "not_converged": {{"policy": "divide"}},
      "laws": [{{"between": ["*", "*"], "type": "plane_coulomb", "restitution": 0.5}}]}},
    "time": {{"end": 1}}}})",
                                above, gravity, tolerance),
                    [&](core::Configuration& c) {
                      c.contact.laws[0].law.object =
                          std::make_unique<Bounce>(seen, reach, remembers);
                    });
}

}  // namespace

TEST_CASE("a law is asked about contacts that are apart, as far as it reaches", "[friction]") {
  Bounce::Seen far, near;
  Simulation within = block(far, 0.15, 0, 0.2, false), beyond = block(near, 0.15, 0, 0.1, false);
  for (int k = 0; k < 5; ++k) within.step(), beyond.step();
  CHECK(far.largest_gap == Approx(0.15));
  CHECK(far.steps >= 5);
  CHECK(near.steps == 0);
  CHECK(within.stepper.facts().contact.forces.contacts == 0);  // they carry nothing
}

TEST_CASE("the history of a law follows its contact, and outlasts its absence where asked for",
          "[friction]") {
  Bounce::Seen forgets, remembers;
  Index contacts_before = 0, touched_again = 0, steps = 0;
  Simulation a = block(forgets, 0.001, -9.81, 0, false);
  while (steps < 600) {
    a.step();
    ++steps;
    const Index now = a.stepper.facts().contact.forces.contacts;
    touched_again += contacts_before == 0 && now > 0;
    contacts_before = now;
  }
  REQUIRE(touched_again > 1);
  Simulation b = block(remembers, 0.001, -9.81, 0, true);
  for (Index k = 0; k < steps; ++k) b.step();
  // Counted anew after every flight, or on and on.
  CHECK(forgets.largest_count >= 1);
  CHECK(remembers.largest_count > forgets.largest_count);
}

TEST_CASE("the history of a law begins as the law declares it", "[friction]") {
  Bounce::Seen seen{.initial = 100};
  Simulation s = block(seen, 0.15, 0, 0.2, false);
  for (int k = 0; k < 5; ++k) s.step();
  CHECK(seen.largest_count == 105);
}

TEST_CASE("columns that cannot be kept are the fault of their law", "[friction]") {
  Bounce::Seen seen{.twice = true};
  CHECK_THROWS_WITH(block(seen, 0.15, 0, 0.2, false),
                    Catch::Contains("history column \"past\": there are two of this name"));
}

TEST_CASE("a run with reactions and histories goes on from a checkpoint to the bit", "[friction]") {
  Bounce::Seen seen;
  Simulation straight = block(seen, 0.001, -9.81, 0.01, true);
  for (int k = 0; k < 200; ++k) straight.step();
  Simulation resumed = block(seen, 0.001, -9.81, 0.01, true);
  testing::copy_state(straight, resumed);
  for (int k = 0; k < 200; ++k) straight.step(), resumed.step();
  CHECK(straight.stepper.state().q == resumed.stepper.state().q);
  CHECK(straight.stepper.state().v == resumed.stepper.state().v);
}
