// How fast the bodies of a contact may part without more energy than they had when they met.
#include "core/step/parting_speed.hpp"

#include <catch2/catch.hpp>

using namespace tactus;

TEST_CASE("bodies part at most as fast as they met, and not with more energy than they had",
          "[gap_ahead]") {
  const Real alone[] = {0.5, 0, 0, 2}, coupled[] = {1, 0.6, 0.6, 1};
  const Real straight[] = {-2, 0}, oblique[] = {-2, -1.5}, apart[] = {1, 3}, along[] = {0, 1};
  CHECK(core::parting_speed(straight, alone) == Approx(2));  // as fast as they met
  CHECK(core::parting_speed(oblique, alone) == Approx(2));   // what slides has energy of its own
  CHECK(core::parting_speed(apart, alone) == 0);
  CHECK(core::parting_speed(along, alone) == 0);
  // W^-1 = (1, -0.6; -0.6, 1) / 0.64. U = (-2, -1.5): U . W^-1 U = (4 + 2.25 - 3.6) / 0.64, so that U_N^2 = 2.65.
  CHECK(core::parting_speed(oblique, coupled) == Approx(std::sqrt(2.65)));
  const Real all[] = {-1, 0.25, -0.5}, unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  CHECK(core::parting_speed(all, unit) == Approx(1));
}
