// Corners that meet corners: head-on, crossed without a vertex inside, hinges, stacks and bricks, and a
// random family of convex polygons against their separating axes.
#include <catch2/catch.hpp>
#include <numbers>
#include <tactus/conformance/random.hpp>

#include "tests/support/polygon_scene.hpp"

using namespace tactus;
using namespace node_to_facet_test;

namespace {

constexpr Real kPi = std::numbers::pi;

/// A convex polygon with corners on an ellipse; the first one is at the end of its long axis.
Polygon random_polygon(conformance::Random& random) {
  const int corners = 3 + static_cast<int>(6 * random() * 0.999);
  const Real radius = random.between(0.3, 1);
  std::vector<Real> angle;
  for (int k = 0; k < corners; ++k)
    angle.push_back(2 * kPi * (k + random.between(-0.35, 0.35)) / corners);
  angle[0] = 0;
  const Real thin = random() < 0.5 ? 1 : random.between(0.05, 1);
  Polygon p;
  for (const Real a : angle) p.push_back(radius * V2(std::cos(a), thin * std::sin(a)));
  return p;
}

/// Two random polygons whose first corners are within `apart` of each other, the second polygon on
/// the other side of the corner.
std::pair<Polygon, Polygon> corner_to_corner(conformance::Random& random, Real apart) {
  Polygon a = random_polygon(random), b = random_polygon(random);
  a = placed(a, V2::Zero(), random.between(-kPi, kPi));
  const V2 out = a[0].normalized();
  const Real turn = std::atan2(-out[1], -out[0]) - std::atan2(b[0][1], b[0][0]);
  b = placed(b, V2::Zero(), turn + random.between(-1, 1));
  const Real direction = random.between(-kPi, kPi);
  const V2 offset = apart * random() * V2(std::cos(direction), std::sin(direction));
  return {a, placed(b, V2::Zero(), 0, a[0] - b[0] + offset)};
}

}  // namespace

TEST_CASE("corners that meet head-on have a row with the normal of a face",
          "[constraint][node_to_facet][corners]") {
  const Real d = std::sqrt(2.), depth = GENERATE(1e-7, 1e-6, 1e-4);
  const Real aside = GENERATE(0., 1e-16, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3);
  const Polygon lower = placed(box(-1, -1, 1, 1), V2::Zero(), kPi / 4),
                upper = placed(lower, V2::Zero(), 0, V2(aside, 2 * d - depth));
  CAPTURE(depth, aside);
  PolygonScene scene({lower, upper});
  scene.detect({lower, placed(upper, V2::Zero(), 0, V2(0, 2 * depth))});
  const Real apart = separation(lower, upper);
  if (apart > kTouch) return;  // too far aside for this depth
  REQUIRE(scene.rows() >= 1);
  CHECK(scene.rows() <= 2);
  CHECK(scene.has_gap(apart));
  for (Index r = 0; r < scene.rows(); ++r) {
    CHECK(std::abs(scene.normal(r)[0]) == Approx(std::sqrt(0.5)));
    CHECK(std::abs(scene.normal(r)[1]) == Approx(std::sqrt(0.5)));
  }
}

TEST_CASE("crossed wedges without a vertex inside have one row, as deep as they overlap",
          "[constraint][node_to_facet][corners]") {
  // One points down and sticks out of the other below, which points to the right and sticks out
  // there.
  const Real down = GENERATE(1e-6, 1e-4, 1e-2), right = down * GENERATE(0.8, 1., 1.3);
  const Real angle = GENERATE(0., 0.7, 2.);
  CAPTURE(down, right, angle);
  const Polygon a = placed({{0, -down}, {1, 2}, {-1, 2}}, V2::Zero(), angle),
                b = placed({{right, 0}, {-2, 1}, {-2, -1}}, V2::Zero(), angle);
  REQUIRE_FALSE(is_inside(a[0], b));
  REQUIRE_FALSE(is_inside(b[0], a));
  const Real apart = separation(a, b);
  REQUIRE(apart < 0);
  PolygonScene scene({a, b});
  CHECK(scene.detect().needs == 1);
  REQUIRE(scene.rows() == 1);
  CHECK(scene.gap(0) == Approx(apart).margin(1e-12));
}

TEST_CASE("a hinge is one contact, however far it is open, and is never lost",
          "[constraint][node_to_facet][corners]") {
  // The upper block turns about the left corner that it shares with the lower one.
  const Real angle = GENERATE(0., 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1);
  const Real off = GENERATE(-0.5, 0., 0.5) * kTouch, world = GENERATE(0., 0.4, 2.9);
  CAPTURE(angle, off, world);
  const auto set_up = [&](const Polygon& p) { return placed(p, V2::Zero(), world); };
  const Polygon lower = box(0, -1, 2, 0),
                upper = placed(box(0, 0, 2, 1), V2::Zero(), angle, V2(off, off));
  PolygonScene scene({set_up(lower), set_up(upper)});
  scene.detect();
  Index at_hinge = 0;
  for (Index r = 0; r < scene.rows(); ++r) {
    CHECK(std::abs(scene.gap(r)) <= kTouch);
    CHECK(scene.normal(r).dot(turned(V2(0, 1), world)) * (scene.body_of_facet(r) ? -1 : 1) > 0.99);
    at_hinge += scene.node(r).norm() < 1e-6;
  }
  CHECK(at_hinge >= 1);
  CHECK(at_hinge <= (angle < 2e-6 ? 2 : 1));
}

TEST_CASE("the collinear sides of a stack have no row, whatever rounding makes of them",
          "[constraint][node_to_facet][corners]") {
  const Real aside = GENERATE(0., 1e-17, 1e-16, 3e-16, 1e-15, 1e-14, 1e-13, 1e-12),
             depth = GENERATE(0., 1e-16, 1e-12, 1e-6), tilt = GENERATE(-1e-15, 0., 1e-15);
  CAPTURE(aside, depth, tilt);
  // Two columns of two blocks each; the upper ones are pressed in and off by rounding errors. Tall
  // blocks have no nodes on their walls.
  const Polygon left = {{0, 0}, {1, 0}, {1, 0.25}, {1, 0.5}, {1, 1}, {0.75, 1}, {0.5, 1}, {0, 1}},
                up = placed(
                    {{0, 1}, {0.25, 1}, {0.5, 1}, {1, 1}, {1, 2}, {0.5, 2}, {0.25, 2}, {0, 2}},
                    V2(0, 1), tilt, V2(aside, -depth));
  const Polygon right = placed(left, V2::Zero(), 0, V2(1, 0)),
                up_right = placed(up, V2::Zero(), 0, V2(1 - 2 * aside, 0));
  PolygonScene scene({left, right, up, up_right});
  scene.detect();
  // Where a block is pressed in, its lowest corner really touches the wall of its diagonal neighbour.
  if (depth < kTouch) CHECK_FALSE(scene.has_row_between(0, 3));
  if (depth < kTouch) CHECK_FALSE(scene.has_row_between(1, 2));
  CHECK(scene.has_row_between(0, 2));
  CHECK(scene.has_row_between(1, 3));
  for (Index r = 0; r < scene.rows(); ++r) {
    CHECK(scene.gap(r) >= -depth - kTouch);
    CHECK(scene.beyond(r) <= kTouch);
  }
}

TEST_CASE("bricks whose four corners meet at a point may slide along each other",
          "[constraint][node_to_facet][corners]") {
  const Real angle = GENERATE(0., 0.3, 1.1);
  std::vector<Polygon> bricks;
  for (const V2& at : {V2(-1, -1), V2(0, -1), V2(-1, 0), V2(0, 0)})
    bricks.push_back(placed(box(at[0], at[1], at[0] + 1, at[1] + 1), V2::Zero(), angle));
  PolygonScene scene(bricks);
  scene.detect();
  CHECK_FALSE(scene.has_row_between(0, 3));
  CHECK_FALSE(scene.has_row_between(1, 2));
  CHECK(scene.rows() == 24);  // four interfaces of three nodes on either side
}

TEST_CASE("a node that is behind a face and beyond its end has the row of the next face",
          "[constraint][node_to_facet][corners]") {
  // An octagon, and a tip that has come from outside to a place just past one of its corners.
  Polygon octagon;
  for (int k = 0; k < 8; ++k) octagon.push_back(V2(std::cos(kPi * k / 4), std::sin(kPi * k / 4)));
  const Real depth = GENERATE(1e-7, 1e-5, 1e-3), along = depth * GENERATE(1.5, 3., 30.);
  const V2 corner = octagon[2], n = outward_normal(octagon, 2),
           t = (octagon[3] - octagon[2]).normalized();
  const V2 tip = corner + along * t - depth * n;
  const Real lean = GENERATE(-0.6, 0., 0.6);
  const Polygon wedge = placed({{0, 0}, {0.4, 0.8}, {-0.4, 0.8}}, V2::Zero(),
                               std::atan2(n[1], n[0]) - kPi / 2 + lean, tip);
  CAPTURE(depth, along, lean);
  PolygonScene scene({octagon, wedge});
  scene.detect({octagon, placed(wedge, V2::Zero(), 0, 2 * depth * n)});
  REQUIRE(scene.rows() >= 1);
  CHECK(scene.has_gap(separation(octagon, wedge)));
}

TEST_CASE("a face keeps its row when the corner on it slides past the end, and the end goes inside",
          "[constraint][node_to_facet][corners]") {
  // The upper polygon rests on the flat top of the lower one. Its lower left corner, which is the
  // deepest, has just left the sharp tip at the end of that top, which is now inside the upper one:
  // behind its left side by little, and beyond the end of its bottom.
  const Real depth = GENERATE(1e-5, 1e-3, 1e-2), world = GENERATE(0., 0.7, 2.);
  const Polygon lower = {{0, 0}, {0.5, -0.7}, {0.85, 0}}, upper = {{0.45 * depth, -depth},
                                                                   {0.6, -depth / 40},
                                                                   {0.65, 0.55},
                                                                   {0.2, 0.8},
                                                                   {-0.25, 0.5}};
  const auto set_up = [&](const Polygon& p) { return placed(p, V2::Zero(), world); };
  CAPTURE(depth, world);
  REQUIRE(is_inside(lower[0], upper));
  REQUIRE_FALSE(is_inside(upper[0], lower));
  PolygonScene scene({set_up(lower), set_up(upper)});
  scene.detect(
      {set_up(lower), set_up(placed(upper, V2::Zero(), 0, V2(GENERATE(-1, 1) * depth / 10, 0)))});
  REQUIRE(scene.rows() >= 1);
  CHECK(scene.has_gap(separation(lower, upper)));
  for (Index r = 0; r < scene.rows(); ++r)
    CHECK(std::abs(turned(scene.normal(r), -world)[1]) > 0.99);
}

TEST_CASE("convex polygons that overlap near corners have rows, and those apart have none",
          "[constraint][node_to_facet][corners]") {
  const Real apart = GENERATE(1e-6, 1e-4, 1e-2);
  conformance::Random random(7);
  int overlapping = 0, crossed = 0, as_deep = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto [a, b] = corner_to_corner(random, apart);
    CAPTURE(apart, k);
    PolygonScene scene({a, b});
    const Real s = separation(a, b);
    if (s > kTouch) {
      CHECK(scene.detect(0).needs == 0);
      CHECK(scene.rows() == 0);
      continue;
    }
    if (s > -2 * kTouch) continue;  // they touch
    ++overlapping;
    // At the start of the step the second one was outside, where it came from the other side.
    scene.detect({a, placed(b, V2::Zero(), 0, 3 * apart * a[0].normalized())}, 0);
    REQUIRE(scene.rows() >= 1);
    as_deep += scene.has_gap(s);
    bool vertex_inside = false;
    for (const V2& x : a) vertex_inside = vertex_inside || is_inside(x, b);
    for (const V2& x : b) vertex_inside = vertex_inside || is_inside(x, a);
    if (vertex_inside) continue;
    ++crossed;
    CHECK(scene.rows() == 1);
    CHECK(scene.gap(0) == Approx(s).margin(1e-12));
  }
  CHECK(overlapping > 500);
  CAPTURE(overlapping, crossed, as_deep);
  CHECK(crossed >= 5);
  // Elsewhere a vertex is inside, and belongs to the face that it came through.
  CHECK(as_deep > overlapping / 2);
}

TEST_CASE("a reach ahead adds rows of nodes that project onto a facet, and changes no other row",
          "[constraint][node_to_facet][corners]") {
  conformance::Random random(11);
  Index ahead = 0;
  for (int k = 0; k < 1000; ++k) {
    CAPTURE(k);
    const auto [a, b] = corner_to_corner(random, 0.05);
    PolygonScene scene({a, b});
    scene.detect();
    const std::vector<ContactKey> touching(scene.set.key.begin(), scene.set.key.end());
    scene.detect(0.05);
    for (const ContactKey& key : touching)
      CHECK(std::count(scene.set.key.begin(), scene.set.key.end(), key) == 1);
    for (Index r = 0; r < scene.rows(); ++r) {
      if (std::count(touching.begin(), touching.end(), scene.set.key[r]) == 1) continue;
      ++ahead;
      CHECK(scene.gap(r) > kTouch);
      CHECK(scene.gap(r) <= 0.05);
      CHECK(scene.beyond(r) <= 1e-12);
    }
  }
  CHECK(ahead > 100);
}

TEST_CASE("a block that passes the end of a wall has no row ahead with it",
          "[constraint][node_to_facet][corners]") {
  // Above the wall's upper end and 0.5 mm to its right: the line through the wall is near, the wall
  // is not.
  PolygonScene scene({box(-1, -1, 0, 0), box(5e-4, 1e-3, 1, 1)});
  scene.detect(1e-2);
  CHECK(scene.rows() == 0);
}

TEST_CASE(
    "a facet behind which a node was deep at the start of the step has no row and no objection",
    "[constraint][node_to_facet][corners]") {
  // A tip deep in the lower half of a box of side 2, whose elements are 1 m high. It came through
  // the bottom; the top, which faces it as well, is on the far side.
  const Polygon lower = box(-1, -1, 1, 1);
  const auto tip = [&](Real y) { return Polygon{{0.2, y}, {0.6, y + 4}, {-0.2, y + 4}}; };
  PolygonScene scene({lower, tip(-0.7)});
  CHECK_NOTHROW(scene.detect({lower, tip(-0.71)}));
  for (Index r = 0; r < scene.rows(); ++r) CHECK(std::abs(scene.gap(r)) <= 0.5);
}

TEST_CASE("the row of crossed wedges names the key that it has where another side carries it",
          "[constraint][node_to_facet][corners]") {
  // The wedges of above, on both sides of where the sides that carry the row change hands.
  const auto row_of = [](Real share) {
    const Real down = 1e-3, right = share * down;
    PolygonScene scene({{{0, -down}, {1, 2}, {-1, 2}}, {{right, 0}, {-2, 1}, {-2, -1}}});
    scene.detect();
    REQUIRE(scene.rows() == 1);
    return std::pair(scene.set.key[0], scene.set.former[0]);
  };
  const auto [key, former] = row_of(1.0);
  const auto [other_key, other_former] = row_of(1.3);
  CHECK(key != other_key);
  CHECK(former == other_key);
  CHECK(other_former == key);
}
