// What the audit says of positions of two bodies in space that are known to touch, to be apart or to
// overlap. Each is looked at with the bodies exchanged, turned by the 24 rotations of the cube, and
// scaled by powers of two, none of which may change the answer or a number of crossings.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/support/space_scene.hpp"

namespace {
using namespace tactus;
using namespace tactus::test;

enum class Says { clean, crossing, hidden };

struct Position {
  std::string name;
  Solid a, b;
  Says says;
};

const Solid kCube = block({1, 1, 1}, 60);
const Solid kHalves = block({2, 2, 2}, 30);  // the same cube of other elements
const Solid kThirds = block({3, 3, 3}, 20);
const Solid kRing = block({3, 3, 1}, 20, {{1, 1, 0}});     // a hole through it
const Solid kHollow = block({3, 3, 3}, 20, {{1, 1, 1}});   // a cavity in it
const Solid kAngle = block({2, 2, 1}, 30, {{1, 1, 0}});    // its reflex edge is (30, 30, z)
const Solid kNotch = block({2, 2, 2}, 30, {{1, 1, 1}});    // a reflex corner at (30, 30, 30)
const Solid kChannel = block({3, 1, 2}, 20, {{1, 0, 1}});  // a slot, 20 wide, open above
const Solid kSmall = block({1, 1, 1}, 20);
const Solid kTiny = tetrahedron({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4});

/// Its lowest edge runs from (-30, 0, 0) to (30, 0, 0), or along y.
const Solid kRoofAlongX = tetrahedron({-30, 0, 0}, {30, 0, 0}, {0, -30, 60}, {0, 30, 60});
const Solid kRoofAlongY = tetrahedron({0, -30, 0}, {0, 30, 0}, {-30, 0, 60}, {30, 0, 60});
/// Its highest edge runs from (-30, 0, 0) to (30, 0, 0).
const Solid kRidgeAlongX = tetrahedron({-30, 0, 0}, {30, 0, 0}, {0, -30, -60}, {0, 30, -60});
/// Its lowest point is the origin; its highest one.
const Solid kSpike = tetrahedron({0, 0, 0}, {-20, -20, 60}, {30, -10, 60}, {-5, 30, 60});
const Solid kPeak = tetrahedron({0, 0, 0}, {-20, 30, -60}, {30, 10, -60}, {-5, -30, -60});

std::vector<Position> cubes() {
  const auto at = [](const std::string& name, Lattice offset, Says says, const Solid& b = kCube) {
    return Position{"cube and " + name, kCube, b.moved(offset), says};
  };
  const auto clean = Says::clean, crossing = Says::crossing, hidden = Says::hidden;
  return {
      at("cube, face on face", {60, 0, 0}, clean),
      at("cube, face on face, shifted along it", {60, 18, 12}, clean),
      at("cube, face on face, shifted by a half", {60, 30, 0}, clean),
      at("cube, edge on edge", {60, 60, 0}, clean),
      at("cube, edge along half an edge", {60, 60, 30}, clean),
      at("cube, end of an edge on end of an edge", {60, 60, 60}, clean),
      at("cube, corner on corner across", {-60, 60, -60}, clean),
      at("cube, apart by the least there is", {61, 0, 0}, clean),
      at("cube, apart along all axes", {61, 61, 61}, clean),
      at("cube, shifted face a little inside", {59, 18, 12}, crossing),
      at("cube, corner inside", {59, 58, 57}, crossing),
      at("cube, corner inside along all diagonals", {59, 59, 59}, hidden),
      at("cube, edge inside", {59, 59, 7}, crossing),
      at("cube, aligned and a little inside", {59, 0, 0}, hidden),
      at("cube, aligned and half inside", {30, 0, 0}, hidden),
      at("cube in its place", {0, 0, 0}, hidden),
      at("the same of other elements in its place", {0, 0, 0}, hidden, kHalves),
      at("halves, face on face", {60, 0, 0}, clean, kHalves),
      at("halves, shifted by one cell along an edge", {60, 30, 0}, clean, kHalves),
      at("halves, inside by one cell", {30, 0, 0}, hidden, kHalves),
      at("halves, inside by one cell along two axes", {30, 30, 0}, hidden, kHalves),
      at("thirds, face on face", {60, 0, 0}, clean, kThirds),
      at("thirds, shifted by one cell", {60, 20, -20}, clean, kThirds),
      at("thirds, inside by one cell", {40, 0, 0}, hidden, kThirds),
      at("small one strictly inside", {20, 20, 20}, hidden, kSmall),
      at("small one inside, touching a face from inside", {0, 20, 20}, hidden, kSmall),
      at("small one inside, touching an edge from inside", {0, 0, 20}, hidden, kSmall),
      at("small one inside, in a corner", {40, 40, 40}, hidden, kSmall),
      at("small one through a face", {50, 20, 15}, crossing, kSmall),
      at("small one on a face", {60, 20, 20}, clean, kSmall),
      at("small one on a face at its edge", {60, 40, 40}, clean, kSmall),
      at("small one on an edge", {60, 60, 20}, clean, kSmall),
      at("element strictly inside", {10, 20, 30}, hidden, kTiny),
      at("element inside with a face on a face", {0, 20, 30}, hidden, kTiny),
      at("element outside with a face on a face", {60, 20, 30}, clean, kTiny),
      at("element with an edge along an edge from outside", {60, 60, 20}, clean, kTiny),
  };
}

std::vector<Position> holes() {
  const auto clean = Says::clean, crossing = Says::crossing, hidden = Says::hidden;
  const Solid less = block({1, 1, 1}, 10);
  return {
      {"cube that fills a cavity", kHollow, kSmall.moved({20, 20, 20}), clean},
      {"cube in a cavity, touching nothing", kHollow, less.moved({25, 25, 25}), clean},
      {"cube in a cavity, touching a wall", kHollow, less.moved({20, 25, 25}), clean},
      {"cube in a cavity, touching an edge", kHollow, less.moved({20, 20, 25}), clean},
      {"cube in a cavity, through a wall", kHollow, less.moved({19, 25, 25}), crossing},
      {"cube in the wall of a cavity", kHollow, less.moved({5, 25, 25}), hidden},
      {"cube in the wall, touching the cavity", kHollow, less.moved({10, 25, 25}), hidden},
      {"cube and hollow cube in one place", kHollow, kCube, hidden},
      {"element in a cavity", kHollow, kTiny.moved({28, 28, 28}), clean},
      {"cube around a hollow cube", kHollow.moved({20, 20, 20}), block({1, 1, 1}, 100), hidden},
      {"cube that fills the hole of a ring", kRing, kSmall.moved({20, 20, 0}), clean},
      {"cube in the hole, shifted along it", kRing, kSmall.moved({20, 20, 7}), clean},
      {"cube in the hole, shifted across it", kRing, kSmall.moved({21, 20, 7}), crossing},
      {"cube in the hole, shifted across it, aligned", kRing, kSmall.moved({21, 20, 0}), hidden},
      {"cube that fills a slot", kChannel, kSmall.moved({20, 0, 20}), clean},
      {"cube above a slot", kChannel, kSmall.moved({20, 0, 40}), clean},
      {"cube deeper than a slot", kChannel, kSmall.moved({20, 0, 19}), hidden},
  };
}

std::vector<Position> edges() {
  const auto clean = Says::clean, crossing = Says::crossing, hidden = Says::hidden;
  const auto y = [](Lattice by) { return kRoofAlongY.moved(by); };
  const Solid slab = block({2, 2, 1}, 60).moved({-60, -60, -60});  // its top is z = 0
  return {
      {"edge across edge, both convex", kRidgeAlongX, y({0, 0, 0}), clean},
      {"edge across edge, not in the middle", kRidgeAlongX, y({7, 11, 0}), clean},
      {"edge across edge, lowered", kRidgeAlongX, y({0, 0, -1}), crossing},
      {"edge across edge, lifted", kRidgeAlongX, y({0, 0, 1}), clean},
      {"edge along edge, both convex", kRidgeAlongX, kRoofAlongX, clean},
      {"edge along edge, shifted", kRidgeAlongX, kRoofAlongX.moved({13, 0, 0}), clean},
      {"edge through edge from the same side", kRoofAlongX, y({0, 0, 0}), hidden},
      {"edge on the flat edges of a face", slab, y({0, 0, 0}), clean},
      {"edge on a face, not along its edges", slab, y({17, 5, 0}), clean},
      {"edge under a face", slab, y({17, 5, -1}), crossing},
      {"edge across a reflex edge, all of it outside", kAngle,
       tetrahedron({30, 30, 10}, {30, 30, 20}, {50, 40, 15}, {40, 50, 15}), clean},
      {"edge in a reflex edge that reaches inside", kAngle,
       tetrahedron({30, 30, 10}, {30, 30, 20}, {40, 25, 15}, {40, 50, 15}), crossing},
      {"edge exactly across a reflex edge", kAngle,
       tetrahedron({20, 40, 15}, {40, 20, 15}, {50, 50, 10}, {50, 50, 20}), crossing},
      {"cube in a reflex corner", kNotch, block({1, 1, 1}, 30).moved({30, 30, 30}), clean},
      {"cube in a reflex corner, a little inside", kNotch, block({1, 1, 1}, 30).moved({29, 30, 30}),
       hidden},
      {"peak in a reflex corner", kNotch, kTiny.moved({30, 30, 30}), clean},
  };
}

std::vector<Position> points() {
  const auto clean = Says::clean, crossing = Says::crossing, hidden = Says::hidden;
  const Solid slab = block({2, 2, 1}, 60).moved({-60, -60, -60});
  const auto spike = [](Lattice by) { return kSpike.moved(by); };
  return {
      {"point on a point", kPeak, spike({0, 0, 0}), clean},
      {"point under a point", kPeak, spike({0, 0, -1}), crossing},
      {"point on an edge", kRidgeAlongX, spike({5, 0, 0}), clean},
      {"point under an edge", kRidgeAlongX, spike({5, 0, -1}), crossing},
      {"point on the end of an edge", kRidgeAlongX, spike({30, 0, 0}), clean},
      {"point on a face", slab, spike({20, -31, 0}), clean},
      {"point on an edge within a face", slab, spike({0, -31, 0}), clean},
      {"point on a vertex within a face", slab, spike({0, 0, 0}), clean},
      {"point under a face", slab, spike({20, -31, -1}), crossing},
      {"point under a vertex within a face", slab, spike({0, 0, -1}), crossing},
      {"corner that entered through a vertex", kPeak,
       tetrahedron({0, 0, 0}, {0, 0, -20}, {3, 1, -20}, {1, 3, -20}), hidden},
      {"element with a corner in a corner", kCube, kTiny, hidden},
      {"element that shares a vertex from outside", kCube, kTiny.moved({60, 60, 60}), clean},
      {"element in itself", kSpike, kSpike, hidden},
      {"elements that share a face from both sides", kTiny,
       tetrahedron({4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {4, 4, 4}), clean},
      {"elements that share a face from one side", kTiny,
       tetrahedron({4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 0}), hidden},
  };
}

std::vector<Position> table() {
  std::vector<Position> all;
  for (const auto& part : {cubes(), holes(), edges(), points()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The proper rotations that map axes to axes: permutations with signs, of determinant 1.
std::vector<std::array<Lattice, 3>> rotations() {
  std::vector<std::array<Lattice, 3>> all;
  std::array<std::size_t, 3> axes{0, 1, 2};
  do
    for (int signs = 0; signs < 8; ++signs) {
      std::array<Lattice, 3> rows{};
      for (std::size_t k = 0; k < 3; ++k)
        rows[k][axes[k]] = (signs >> static_cast<int>(k) & 1) != 0 ? -1 : 1;
      if (determinant(rows[0], rows[1], rows[2]) > 0) all.push_back(rows);
    }
  while (std::ranges::next_permutation(axes).found);
  return all;
}

Solid rotated(const Solid& body, const std::array<Lattice, 3>& rows) {
  Solid out = body;
  for (Lattice& p : out.points) p = {inner(rows[0], p), inner(rows[1], p), inner(rows[2], p)};
  return out;
}

Says answer(const core::AuditResult& result) {
  if (result.intersections > 0) return Says::crossing;
  return result.contained > 0 ? Says::hidden : Says::clean;
}

core::AuditResult audit_of(const Solid& a, const Solid& b, Real scale) {
  SpaceScene scene;
  scene.add(a, scale);
  scene.add(b, scale);
  return scene.audit();
}

}  // namespace

TEST_CASE("The audit in space knows every position of the table, and so does the slow one") {
  const std::vector<Position> all = table();
  REQUIRE(all.size() >= 60);
  for (const Position& p : all) {
    INFO(p.name);
    CHECK(solids_overlap(p.a, p.b) == (p.says != Says::clean));
    const core::AuditResult result = audit_of(p.a, p.b, 1);
    CHECK(answer(result) == p.says);
    CHECK(result.overlaps.size() == static_cast<std::size_t>(p.says != Says::clean));
  }
}

TEST_CASE("Its answers are the same for exchanged, turned and scaled bodies") {
  REQUIRE(rotations().size() == 24);
  for (const Position& p : table()) {
    INFO(p.name);
    const Index crossings = audit_of(p.a, p.b, 1).intersections;
    int wrong = 0, power = -60;
    for (const auto& rows : rotations()) {
      const Solid a = rotated(p.a, rows), b = rotated(p.b, rows);
      const Real scale = std::ldexp(1.0, power += 5);
      for (const auto& result : {audit_of(a, b, scale), audit_of(b, a, scale)})
        wrong += answer(result) != p.says || result.intersections != crossings;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("An overlap of one unit in the last place is found, and touching stays none") {
  const auto at = [](Real x) {
    SpaceScene scene;
    scene.add(kCube, 1.0 / 60);
    const auto first = scene.points.size();
    scene.add(kThirds, 1.0 / 60);
    for (std::size_t i = first; i < scene.points.size(); i += 3) scene.points[i] += x;
    return scene;
  };
  CHECK(at(1).audit().clean());
  const Real inside = std::nextafter(1.0, 0.0);
  SpaceScene scene = at(inside);
  CHECK_FALSE(scene.audit().clean());
  CHECK_FALSE(scene.audit().only_touches());
  scene.touching = 1e-12;
  CHECK(scene.audit().only_touches());
  CHECK_FALSE(at(1 - 1e-12).audit().clean());
}
