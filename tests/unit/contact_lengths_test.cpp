#include "tactus/contact_lengths.hpp"

#include <catch2/catch.hpp>

using namespace tactus;

TEST_CASE("the margin of contact is 1e-9 of the smallest altitude, and 64 roundings far out",
          "[contact]") {
  CHECK(contact_margin({.altitude = 0.5, .coordinate = 10}) == 0.5e-9);
  // 1 Mm from the origin positions are 2^-33 m apart from each other, eps * 2^20 is as much.
  CHECK(contact_margin({.altitude = 1, .coordinate = 0x1p20}) == 64 * 0x1p-32);
  CHECK(position_rounding(0x1p20) == 64 * 0x1p-32);
}

TEST_CASE("contact's lengths grow with the scene", "[contact]") {
  const Scales metres{.altitude = 0.3, .median_facet = 0.8, .coordinate = 7};
  const Scales twice{.altitude = 0.6, .median_facet = 1.6, .coordinate = 14};
  CHECK(contact_margin(twice) == 2 * contact_margin(metres));
  CHECK(facet_reach(twice) == 2 * facet_reach(metres));
}
