// Lists of facets of a body that are near each other, beside the comparison of each facet with each other one, in
// states between which the body moves, is strained and folded, and goes through itself.
#include "core/audit/near_facets.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "core/audit/space_facets.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/support/space_scene.hpp"

namespace {
using namespace tactus;
using namespace tactus::test;
using conformance::Random;
using core::operator-;

/// Two plates of cells with a gap between them, joined at one end; places in cells.
Solid folded_sheet(std::int64_t length, std::int64_t width) {
  std::vector<Lattice> places;
  for (std::int64_t i = 0; i < length; ++i)
    for (std::int64_t j = 0; j < width; ++j)
      for (std::int64_t k = 0; k < 3; ++k)
        if (k != 1 || i == 0) places.push_back({i, j, k});
  return cells(places, 1);
}

using Pairs = std::set<std::pair<Index, Index>>;

/// A body, its facets and the list of those that are near each other.
struct Body {
  SpaceScene scene;
  std::vector<Real> start;
  core::SpaceBoundary boundary;
  core::NearFacets near;
  int searches = 0, states = 0, meetings = 0, tests = 0;

  explicit Body(const Solid& solid)
      : scene(scene_of(solid)), start(scene.points), boundary(scene.input()) {
    boundary.order(start);
  }
  static SpaceScene scene_of(const Solid& solid) {
    SpaceScene scene;
    scene.add(solid);
    return scene;
  }
  const Real* at(Index point) const { return scene.points.data() + 3 * point; }
  bool meet(Index f, Index g) const {
    const auto plane = [&](Index facet) {
      const Index* p = boundary.facet.data() + 3 * facet;
      return core::rounded_plane(at(p[0]), at(p[1]), at(p[2]));
    };
    const core::RoundedPlane one = plane(f), two = plane(g);
    const auto whole = [&](Index facet, const core::RoundedPlane& of) {
      const Index* p = boundary.facet.data() + 3 * facet;
      return core::SpaceFacet{p, {at(p[0]), at(p[1]), at(p[2])}, &of};
    };
    return core::meet(whole(f, one), whole(g, two)).kind != core::FacetMeeting::Kind::apart;
  }
  /// Pairs that meet and are not visited.
  int missed() {
    const auto facets = static_cast<Index>(boundary.number.size());
    core::Box<3> box = core::Box<3>::empty();
    for (const Index v : boundary.vertices) box.include(at(v));
    if (!near.holds(boundary, 0, scene.points, box)) {
      core::BoxTree<3> tree({0, facets});
      tree.refit(scene.points, boundary.facet);
      near.find(boundary, 0, tree, scene.points);
      ++searches;
    }
    Pairs visited;
    near.visit([&](Index f, Index g) { CHECK(visited.insert({f, g}).second); });
    CHECK(near.any() == !visited.empty());
    int count = 0;
    for (Index f = 0; f < facets; ++f)
      for (Index g = f + 1; g < facets; ++g) {
        if (!meet(f, g)) continue;
        ++meetings;
        count += !visited.contains({f, g});
      }
    ++states;
    tests += static_cast<int>(visited.size());
    return count;
  }
};

}  // namespace

TEST_CASE("No pair of facets that meet is missing from a list of near ones that is kept") {
  const auto seed = GENERATE(range(0u, 6u));
  Random random(seed);
  Body body(folded_sheet(5, 3));
  Real turn[3][3], squeeze = 0, noise = 0;
  for (auto& row : turn)
    for (Real& r : row) r = random.between(-0.5, 0.5);
  const Real most = std::pow(10, random.between(-3, -0.3));
  for (int state = 0; state < 60; ++state) {
    // The upper plate comes nearer to the lower one, and through it; all of it turns and is strained.
    squeeze += most * random.between(-0.2, 1), noise += 0.02 * most * random();
    for (std::size_t i = 0; i < body.start.size(); i += 3) {
      const Real* X = body.start.data() + i;
      const Real x[] = {X[0], X[1], X[2] > 1.5 ? X[2] - squeeze * X[0] / 3 : X[2]};
      for (std::size_t k = 0; k < 3; ++k)
        body.scene.points[i + k] =
            1000. * seed + x[k] +
            0.1 * state * (turn[k][0] * x[0] + turn[k][1] * x[1] + turn[k][2] * x[2]) +
            noise * random.between(-1, 1);
    }
    CHECK(body.missed() == 0);
  }
  CHECK(body.searches < body.states);
}

TEST_CASE("A body that moves and is strained as a whole is searched once") {
  Body body(block({4, 4, 4}, 1));
  Random random(3);
  for (int state = 0; state < 20; ++state) {
    const Real angle = 0.3 * state, c = std::cos(angle), s = std::sin(angle);
    for (std::size_t i = 0; i < body.start.size(); i += 3) {
      const Real* X = body.start.data() + i;
      const Real x = (1 + 0.05 * state) * X[0] + 0.2 * X[2], y = X[1];
      body.scene.points[i] = 1e3 * state + c * x - s * y, body.scene.points[i + 1] = s * x + c * y;
      body.scene.points[i + 2] = X[2] + 0.01 * random.between(-1, 1);
    }
    CHECK(body.missed() == 0);
  }
  CHECK(body.searches == 1);
  CHECK(body.tests < 40 * body.states);  // of 18,336 pairs, at the edges of the block
}

TEST_CASE("Facets are at least as far apart as is said of them") {
  Random random(5);
  for (int k = 0; k < 3000; ++k) {
    // Two elements; of a quarter of them a point is the same, of others facets lie in one plane.
    SpaceScene scene;
    const bool flat = random() < 0.3;
    std::vector<Lattice> points;
    for (int p = 0; p < 8; ++p) {
      const auto one = [&] { return static_cast<std::int64_t>(9 * random()); };
      const std::int64_t x = one(), y = one();
      points.push_back({x, y, flat && p % 4 != 0 ? 0 : one() + 1});
    }
    const Index first = random() < 0.25 ? 1 : 5;
    const auto at = [&](Index p) { return points[static_cast<std::size_t>(p)]; };
    if (determinant(at(1) - at(0), at(2) - at(0), at(3) - at(0)) == 0 ||
        determinant(at(first) - at(4), at(6) - at(4), at(7) - at(4)) == 0)
      continue;
    const Body body(solid(points, {{0, 1, 2, 3}, {4, first, 6, 7}}));
    const auto facets = static_cast<Index>(body.boundary.number.size());
    for (Index f = 0; f < facets; ++f)
      for (Index g = f + 1; g < facets; ++g) {
        const Real said = core::apart_at_least(body.boundary, body.scene.points, f, g, 1e9);
        if (said > 0 && body.meet(f, g)) FAIL("facets that meet are apart");
        if (said == 0 || said == kUnlimited) continue;
        // Points of each facet, but not on the sides at a common point.
        const Index *p = body.boundary.facet.data() + 3 * f,
                    *q = body.boundary.facet.data() + 3 * g;
        const auto corner = [&](const Index* of, std::size_t i) {
          return core::point_at(body.at(of[i]));
        };
        const core::Triangle t{corner(q, 0), corner(q, 1), corner(q, 2)};
        for (std::size_t i = 0; i < 3; ++i) {
          if (std::count(q, q + 3, p[i]) + std::count(q, q + 3, p[(i + 1) % 3]) > 0) continue;
          for (const Real s : {0., 0.3, 0.5, 0.8, 1.}) {
            const core::SpacePoint from = corner(p, i), to = corner(p, (i + 1) % 3);
            const Real true_one = core::distance_to_triangle(core::along(from, s, to - from), t);
            CHECK(said <= true_one * (1 + 1e-12));
          }
        }
      }
  }
}

TEST_CASE("An auditor that keeps lists finds what a new one finds") {
  Random random(9);
  int overlaps = 0;
  for (int run = 0; run < 6; ++run) {
    SpaceScene scene;
    scene.add(folded_sheet(5, 3));
    const std::size_t second = scene.points.size();
    scene.add(folded_sheet(4, 2));
    const std::vector<Real> start = scene.points;
    core::Auditor auditor(scene.input());
    const Real step = std::pow(10, random.between(-2.5, -0.5));
    for (int state = 0; state < 40; ++state) {
      for (std::size_t i = 0; i < start.size(); i += 3) {
        // Both fold up, and the second one comes down on the first.
        const Real down = start[i + 2] > 1.5 ? step * state * start[i] / 3 : 0;
        scene.points[i] = start[i] + 0.5 * state + (i >= second ? 3 : 0);
        scene.points[i + 1] = start[i + 1] + step * random.between(-0.1, 0.1);
        scene.points[i + 2] = start[i + 2] - down + (i >= second ? 3.5 - step * state : 0);
      }
      const core::AuditResult once = scene.audit(), again = auditor.check(scene.points);
      CHECK(once.findings == again.findings);
      CHECK(once.intersections == again.intersections);
      CHECK(once.contained == again.contained);
      CHECK(once.depth == again.depth);
      CHECK(once.overlaps.size() == again.overlaps.size());
      overlaps += !once.clean();
    }
  }
  CHECK(overlaps > 20);
  CHECK(overlaps < 200);
}
