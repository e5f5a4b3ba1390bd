// What vertex_face does where supports hold vertices along some axes.
#include <catch2/catch.hpp>

#include "tests/support/few_bodies.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("a row pushes along an axis that supports leave free, or there is none",
          "[vertex_face]") {
  // The tip is in a facet that lies across z.
  Bodies bodies;
  put_tip(bodies, 0.02);
  SECTION("not along z") {
    bodies.hold(2);
    CHECK(bodies.detect() > 0);
    REQUIRE(bodies.set.rows() > 0);
    for (Index r = 0; r < bodies.set.rows(); ++r) CHECK(bodies.normal(r).head<2>().norm() > 0.1);
  }
  SECTION("along z alone") {
    bodies.hold(0), bodies.hold(1);
    bodies.detect();
    REQUIRE(bodies.set.rows() == 1);
    CHECK((bodies.normal(0) - Vec<3>::UnitZ()).norm() < 1e-15);
  }
  SECTION("along none") {
    for (const std::size_t axis : {0u, 1u, 2u}) bodies.hold(axis);
    CHECK(bodies.detect() > 0);
    CHECK(bodies.set.rows() == 0);
  }
}
