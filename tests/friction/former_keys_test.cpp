// Corners that change hands keep what was stored of their contact: a law with a tangential spring has its
// stretch under the former key of the row (ContactSet::former).
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// A contact in a step: who it was, and the stretch of its spring.
struct Sight {
  std::vector<ContactKey> keys;
  Real stretch = 0, stretch_old = 0;  ///< m
};

/// Springs along the normal and along the tangent, without a limit.
class StickySpring final : public ContactLaw {
 public:
  explicit StickySpring(Sight& sight) : sight_(sight) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  static constexpr Real kSpring = 10;  ///< N/m, too soft to change how the bodies move
  Index do_solve(const LawBatch& b, Context&) const override {
    const ReactionProblem& p = *b.problem;
    for (const Index i : b.contacts) {
      const auto at = static_cast<std::size_t>(i);
      sight_.stretch_old = p.history_old[at];
      sight_.stretch = p.history_new[at] = p.history_old[at] + p.dt * p.U_old[2 * at + 1];
      b.R[2 * at] = p.dt * kSpring * std::max(Real{0}, -p.gap[at]);
      b.R[2 * at + 1] = -p.dt * kSpring * sight_.stretch;
    }
    return 0;
  }
  void do_history(HistoryVisitor& columns) const override { columns.column("stretch", "m"); }
  Sight& sight_;
};

/// Writes down the keys of node_to_facet, and may take the former ones away.
class WatchedKeys final : public Constraint {
 public:
  WatchedKeys(std::unique_ptr<Component> sound, bool forgets, Sight& sight)
      : sound_(std::move(sound)), forgets_(forgets), sight_(sight) {}
  void capabilities(Capabilities& c) const override { sound().capabilities(c); }

 private:
  Constraint& sound() const { return static_cast<Constraint&>(*sound_); }
  void do_detection(const Scales& scales, Detection& wanted) const override {
    sound().detection(scales, wanted);
  }
  void do_setup(const ConstraintSetup& setup, Context& c) override { sound().setup(setup, c); }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& c) override {
    const DetectResult result = sound().detect(query, set, c);
    if (forgets_) std::ranges::fill(set.former, ContactKey{});
    sight_.keys = set.key;
    return result;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context& c) const override {
    sound().evaluate(query, out, c);
  }
  std::unique_ptr<Component> sound_;
  bool forgets_;
  Sight& sight_;
};

/// A wedge that points down passes obliquely over one that points to the right and is fixed: neither tip is
/// inside the other one, and first a side of one of them, then one of the other carries the contact.
Simulation crossing_wedges(bool forgets, Sight& sight) {
  return Simulation(
      R"({"bodies": [
    {"name": "down", "type": "rigid", "density": 1000, "velocity": [-0.02, -0.012],
     "translate": [0.0009, 0],
     "mesh": {"type": "polygon", "size": 10, "points": [[0, 0], [1, 2], [-1, 2]]}},
    {"name": "right", "type": "obstacle",
     "mesh": {"type": "polygon", "size": 10, "points": [[0, 0], [-2, 1], [-2, -1]]}}],
    "integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
      "solver": {"type": "direct"},
      "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "spring": 10}]},
    "time": {"end": 0.3, "step": 1e-3}})",
      [&](core::Configuration& c) {
        auto& constraint = c.contact.constraint().object;
        constraint = std::make_unique<WatchedKeys>(std::move(constraint), forgets, sight);
        c.contact.laws[0].law.object = std::make_unique<StickySpring>(sight);
      });
}

}  // namespace

TEST_CASE(
    "a tangential spring survives where a contact of two corners changes hands, by its former key",
    "[friction][corners]") {
  const bool forgets = GENERATE(false, true);
  CAPTURE(forgets);
  Sight sight;
  Simulation s = crossing_wedges(forgets, sight);
  std::vector<ContactKey> before;
  Real stretch = 0;
  int changes = 0;
  s.run([&](Simulation&) {
    CHECK(sight.keys.size() <= 1);
    if (!before.empty() && !sight.keys.empty() && before != sight.keys) {
      ++changes;
      CHECK(std::abs(stretch) > 1e-4);
      CHECK(sight.stretch_old == (forgets ? 0 : stretch));
    }
    before = sight.keys, stretch = sight.stretch;
  });
  CHECK(changes == 1);
}
