// A masonry arch against limit analysis: with nine voussoirs the least thickness is 0.10213 of the
// radius, with 27 it is 0.10678 (configs/validation/masonry_arch.json).
#include "arch.hpp"

#include <catch2/catch.hpp>

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

constexpr int kVoussoirs = 9;
constexpr Real kLeast = 0.10213;

/// The largest speed of a voussoir after so many seconds.
Real speed_after(Real seconds, Real thickness) {
  Simulation s =
      scene(Arch{.voussoirs = kVoussoirs, .thickness = thickness}.text(),
            {.friction = 0.7, .end = seconds, .solver = "interior_point", .tolerance = 1e-8});
  s.run([&](Simulation& now) {
    const core::StepFacts& f = now.stepper.facts();
    CHECK(f.solver.status == SolveStatus::converged);
    // Corners that turn show the square of their way in a step over the size of a voussoir.
    CHECK(f.contact.reactions.new_contact_excess_depth < 1e-6);
  });
  Real fastest = 0;
  for (std::size_t b = 0; b < kVoussoirs; ++b)
    fastest = std::max(fastest, std::hypot(speed(s, b, 0), speed(s, b, 1)));
  return fastest;
}

}  // namespace

TEST_CASE("an arch 5 % thicker than limit analysis asks for stands", "[friction][case 7]") {
  CHECK(speed_after(2, 1.05 * kLeast) < 1e-3);
}

TEST_CASE("an arch 5 % thinner than limit analysis asks for falls", "[friction][case 7]") {
  CHECK(speed_after(0.7, 0.95 * kLeast) > 0.1);
}
