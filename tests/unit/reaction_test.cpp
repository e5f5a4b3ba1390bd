#include "tactus/reaction.hpp"

#include <catch2/catch.hpp>

using namespace tactus;

TEST_CASE("the natural residual of an open contact without friction is zero", "[sdk]") {
  // U_N > 0, R = 0 satisfies Signorini's law whatever the tangential velocity.
  const Real slip = GENERATE(0.0, 0.5);
  CHECK(natural_residual<2>({1, slip}, 0, {0, 0}, 0, 0, 0.5) == 0);
  CHECK(natural_residual<3>({1, slip, 0}, 0, {0, 0, 0}, 0, 0, 0.5) == 0);
}

TEST_CASE("the natural residual of a contact that would penetrate is its normal velocity",
          "[sdk]") {
  // R = 0, U_N < 0: proj(R - rho U) = -rho U_N n, so the residual is |U_N|.
  CHECK(natural_residual<2>({-0.75, 0}, 0, {0, 0}, 0, 0, 0.5) == Approx(0.75));
}

TEST_CASE("the natural residual vanishes for sticking, and for slip against the friction",
          "[sdk]") {
  CHECK(natural_residual<2>({0, 0}, 0, {2, 0.5}, 0.5, 0, 0.5) == 0);      // inside of the cone
  CHECK(natural_residual<2>({0, -0.3}, 0, {2, 1}, 0.5, 0, 0.5) < 1e-15);  // R_T = -mu R_N U_T/|U_T|
  CHECK(natural_residual<2>({0, 0.3}, 0, {2, 1}, 0.5, 0, 0.5) > 0.1);     // friction that pulls
}
