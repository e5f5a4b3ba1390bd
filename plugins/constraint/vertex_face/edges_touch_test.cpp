// Edges that pass exactly through edges, where no edge pierces a facet and no vertex is inside of
// anything: which of them only touch. The reference parts tetrahedra by planes.
#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <numeric>
#include <tactus/conformance/random.hpp>

#include "facet_boxes.cpp"  // NOLINT
#include "tests/support/tetrahedra.hpp"
#include "topology.cpp"    // NOLINT
#include "violations.cpp"  // NOLINT

using namespace tactus;
using namespace vertex_face;
using conformance::Random;
using tactus::testing::Tetrahedra;

namespace {

int whole(Random& random, int low, int high) {
  return low + static_cast<int>(std::floor(random() * (high - low + 1)));
}

/// Tetrahedra round an edge from (-1, 0, 0) to (1, 0, 0), from one of eight directions to another, up
/// to all the way round; then sheared by whole numbers. All of it with the origin in the middle.
struct Wedge {
  Index ends[2]{};
  int eighths = 0;

  Wedge(Random& random, Tetrahedra& bodies) {
    static constexpr int direction[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                            {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    Mat<3> shear;
    do
      for (Real& x : shear.reshaped()) x = whole(random, -2, 2);
    while (std::abs(shear.determinant()) < 0.5);
    const auto place = [&](const Vec<3>& x) { return bodies.add_vertex(shear * x); };
    ends[0] = place({-whole(random, 1, 3) * Vec<3>::UnitX()});
    ends[1] = place({whole(random, 1, 3) * Vec<3>::UnitX()});
    int at = whole(random, 0, 7);
    const int wanted = whole(random, 1, 8);
    const auto ring = [&] {
      const int* d = direction[at % 8];
      const int far = whole(random, 1, 2);
      return place(Vec<3>(whole(random, -1, 1), far * d[0], far * d[1]));
    };
    std::vector<tactus::testing::Tetrahedron> elements;
    Index last = ring();
    while (eighths < wanted) {
      const int step = std::min(whole(random, 1, 3), wanted - eighths);
      at += step, eighths += step;
      const Index next = ring();
      elements.push_back({ends[0], ends[1], last, next});
      last = next;
    }
    bodies.add_body(elements);
  }
};

Index edge_between(const Surface& surface, const Index (&ends)[2]) {
  for (Index e = 0; e < surface.edges; ++e) {
    const View<Index> at = surface.edge_vertices(e);
    if (at[0] == std::min(ends[0], ends[1]) && at[1] == std::max(ends[0], ends[1])) return e;
  }
  return kNone;
}

}  // namespace

TEST_CASE("edges that pass through edges touch where no tetrahedra at them overlap",
          "[vertex_face]") {
  Random random(11);
  int touching = 0, overlapping = 0, flat = 0, reflex = 0, slit = 0, wrong = 0;
  while (touching + overlapping < 20000) {
    Tetrahedra bodies;
    const Wedge one(random, bodies), two(random, bodies);
    const Surface& surface = bodies.surface();
    const auto along = [&](const Wedge& w) {
      return Vec<3>(point<3>(bodies.y(), w.ends[1]) - point<3>(bodies.y(), w.ends[0]));
    };
    if (along(one).cross(along(two)).isZero(0)) continue;  // on one line
    Topology topology;
    topology.setup(surface);
    const Index e = edge_between(surface, one.ends), f = edge_between(surface, two.ends);
    REQUIRE(e != kNone);
    REQUIRE(f != kNone);
    const bool overlap = bodies.overlap();
    (overlap ? overlapping : touching) += 1;
    for (const Wedge* w : {&one, &two})
      flat += w->eighths == 4, reflex += w->eighths > 4, slit += w->eighths == 8;
    wrong += edges_touch(topology, bodies.y(), e, f) == overlap;
    wrong += edges_touch(topology, bodies.y(), f, e) == overlap;
  }
  CHECK(wrong == 0);
  // The cases are all there.
  CHECK(touching > 300);
  CHECK(flat > 2000);
  CHECK(slit > 2000);
  CHECK(reflex > 8000);
}
