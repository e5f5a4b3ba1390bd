// A masonry arch against limit analysis: with 27 voussoirs the least thickness is 0.10678 of the radius.
#include "arch.hpp"

#include <catch2/catch.hpp>

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

constexpr Real kLeast = 0.10678;

/// The largest speed of a voussoir at the end.
Real speed_at_end(Real thickness, Real end, Index* most_contacts = nullptr) {
  Simulation s = scene(Arch{.thickness = thickness}.text(), {.friction = 0.7, .end = end});
  Index contacts = 0;
  s.run(
      [&](Simulation& now) { contacts = std::max(contacts, now.stepper.facts().forces.contacts); });
  Real fastest = 0;
  for (std::size_t b = 0; b < 27; ++b)
    fastest = std::max(fastest, std::hypot(speed(s, b, 0), speed(s, b, 1)));
  if (most_contacts) *most_contacts = contacts;
  return fastest;
}

}  // namespace

TEST_CASE("an arch 5 % thicker than limit analysis asks for stands", "[friction][case 7]") {
  CHECK(speed_at_end(1.05 * kLeast, 2) < 1e-3);
}

TEST_CASE("an arch 5 % thinner than limit analysis asks for falls", "[friction][case 7]") {
  CHECK(speed_at_end(0.95 * kLeast, 2) > 0.1);
}
