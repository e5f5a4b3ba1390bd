// Contacts that begin ahead where steps have different lengths: a step that is tried again with a shorter dt is
// followed by a whole one, which carries bodies further than the short one did.
#include <fmt/format.h>

#include <cmath>

#include "tests/friction/scene.hpp"

using namespace tactus;
using tactus::friction::kGround;
using tactus::friction::place;
using tactus::friction::scene;
using tactus::friction::speed;
using tactus::testing::Simulation;

namespace {

constexpr Real kLongestStep = 1e-3, kFall = 3;  ///< s, m/s

/// Gauss and Seidel's sweeps, which want some steps to be shorter.
class Shortening final : public ContactSolver {
 public:
  /// @param attempts  that are refused in step 0, every, 2 every ... Each halves the step.
  Shortening(Index attempts, Index every) : attempts_(attempts), every_(every) {}
  void capabilities(Capabilities& c) const override { c.needs(capability::impulse); }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    inner_ = testing::make_component<ContactSolver>("gauss_seidel", {{"tolerance", 1e-11}});
    inner_->setup(setup, context);
  }
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    if (context.step.step % every_ == 0 && context.step.attempt < attempts_)
      return Outcome::retry(Cause::not_converged, "the test wants a shorter step");
    return inner_->solve(p, laws, out, context);
  }
  Index attempts_, every_;
  std::unique_ptr<ContactSolver> inner_;
};

Simulation::Change shorter(Index attempts, Index every) {
  return [=](core::Configuration& c) {
    c.contact.gap_ahead = true;
    c.contact.solver.object = std::make_unique<Shortening>(attempts, every);
  };
}

Real deepest_of(Simulation& s, int steps) {
  Real depth = 0;
  for (int n = 0; n < steps; ++n)
    s.step(), depth = std::max(depth, s.stepper.facts().contact.reactions.depth);
  return depth;
}

}  // namespace

TEST_CASE("a disk lands without penetration in a short step before a long one",
          "[friction][gap_ahead]") {
  const Index attempts = GENERATE(0, 1, 3), every = GENERATE(2, 3);
  const Real phase = GENERATE(0., 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9);
  CAPTURE(attempts, every, phase);
  Simulation s =
      scene(fmt::format(R"({{"name": "disk", "type": "rigid", "radius": 0.1, "mass": 3,
          "translate": [0, {:.17g}], "velocity": [0.4, {}]}},)",
                        0.1 + kFall * kLongestStep * (2 + phase), -kFall) +
                kGround,
            {.friction = 0, .gravity = 0, .step = kLongestStep}, shorter(attempts, every));
  CHECK(deepest_of(s, 30) < 1e-14);
  CHECK(std::abs(speed(s, 0, 1)) < 1e-12);
  CHECK(speed(s, 0, 0) == 0.4);
  CHECK(std::abs(place(s, 0, 1) + s.model.centre()[1] - 0.1) < 1e-14);
}

TEST_CASE("a disk comes down softly where every step becomes shorter than expected",
          "[friction][gap_ahead]") {
  // Each step leaves room for a whole one after it, so that a part of the gap is left, ever less.
  Simulation s = scene(fmt::format(R"({{"name": "disk", "type": "rigid", "radius": 0.1, "mass": 3,
          "translate": [0, {:.17g}], "velocity": [0, {}]}},)",
                                   0.1 + 2.5 * kFall * kLongestStep, -kFall) +
                           kGround,
                       {.friction = 0, .gravity = 0, .step = kLongestStep}, shorter(3, 1));
  CHECK(deepest_of(s, 100) == 0);
  CHECK(std::abs(speed(s, 0, 1)) < 1e-6 * kFall);
  CHECK(place(s, 0, 1) + s.model.centre()[1] - 0.1 == Approx(0).margin(1e-9));
}
