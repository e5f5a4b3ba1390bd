// How elements lie in memory, and the geometry of one of them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/model/element_geometry.hpp"
#include "core/model/element_tiles.hpp"
#include "core/model/groups.hpp"
#include "core/model/lane_transpose.hpp"
#include "core/model/magnitudes.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;

namespace {

/// A body with several chunks, one below it, and particles, whose nodes belong to no chunk.
test::Scene mixed(int dim) {
  test::Scene scene(dim);
  const std::size_t soft = scene.material();
  const auto mesh = [&](int n) { return dim == 2 ? test::rectangle(1, 1, n, n) : test::cube(n); };
  scene.body("large", mesh(dim == 2 ? 48 : 8), soft);
  BodyConfig& small = scene.body("small", mesh(2), soft);
  small.translate.assign(static_cast<std::size_t>(dim), 2);
  BodyConfig& grains = scene.body("grains", {}, soft);
  grains.type = BodyConfigType::particles;
  grains.points.assign(static_cast<std::size_t>(2 * dim), 5);
  grains.points.back() = 6;
  grains.radius = 0.1;
  return scene;
}

template <int D>
void check_tiles() {
  const auto model = mixed(D).model();
  const ElementTiles<D> tiles(*model);
  std::set<Index> elements, nodes;
  std::map<Index, int> chunks_of;
  for (const Chunk& chunk : tiles.chunks) {
    for (Index n = 0; n < chunk.nodes; ++n)
      ++chunks_of[tiles.nodes[static_cast<std::size_t>(chunk.first_node + n)]];
    for (Index j = 0; j < chunk.elements; ++j) {
      const Index t = chunk.first_tile + j % chunk.tiles, lane = j / chunk.tiles;
      const Index e = tiles.element[static_cast<std::size_t>(t * kLanes + lane)];
      CHECK(elements.insert(e).second);
      CHECK(model->element_body()[static_cast<std::size_t>(e)] ==
            static_cast<std::int32_t>(chunk.body));
      const Tile<D>& tile = tiles.tiles[static_cast<std::size_t>(t)];
      const Index* of_model = model->elements().data() + e * (D + 1);
      for (int k = 0; k <= D; ++k)
        CHECK(tiles.nodes[static_cast<std::size_t>(chunk.first_node + tile.node[k][lane])] ==
              of_model[k]);
      CHECK(tile.volume[lane] ==
            Approx(simplex_volume<D>(model->reference(), of_model)).epsilon(1e-13));
    }
  }
  CHECK(elements.size() == static_cast<std::size_t>(model->element_count()));
  CHECK(tiles.chunks.size() > 2);
  // Shared nodes are those of several chunks; loose ones are in none.
  for (const auto& [node, times] : chunks_of)
    CHECK(std::ranges::binary_search(tiles.shared, static_cast<std::int32_t>(node)) == (times > 1));
  for (const std::int32_t node : tiles.loose) CHECK(!chunks_of.contains(node));
  CHECK(chunks_of.size() + tiles.loose.size() == static_cast<std::size_t>(model->nodes()));
  CHECK(tiles.loose.size() == 2);
  CHECK(tiles.slot_start.back() == static_cast<Index>(tiles.slot.size()));
}

template <int D>
void check_transpose() {
  Random random(3);
  constexpr int kStep = kStride<D>;
  std::vector<Real> x(6 * kStep, 0);
  for (int n = 0; n < 6; ++n)
    for (int d = 0; d < D; ++d) x[static_cast<std::size_t>(n * kStep + d)] = random.between(-1, 1);
  const std::uint16_t node[4] = {4, 0, 4, 5};  // one of them twice
  FourNodes<D> rows;
  gather(x.data(), node, rows);
  for (int d = 0; d < D; ++d)
    for (int l = 0; l < 4; ++l)
      CHECK(rows.row[d][l] == x[static_cast<std::size_t>(node[l] * kStep + d)]);

  Real force[D][kLanes];
  for (auto& row : force)
    for (Real& f : row) f = random.between(-1, 1);
  std::vector<Real> sum(x.size(), 0), expected = sum;
  scatter(Dimension<D>{}, force[0], node, sum.data());
  const int order[4] = {0, D == 2 ? 2 : 1, D == 2 ? 1 : 2, 3};
  for (const int l : order)
    for (int d = 0; d < D; ++d)
      expected[static_cast<std::size_t>(node[l] * kStep + d)] += force[d][l];
  CHECK(sum == expected);
}

}  // namespace

TEST_CASE("each element has one lane, with its nodes and its volume", "[elements]") {
  SECTION("in the plane") { check_tiles<2>(); }
  SECTION("in space") { check_tiles<3>(); }
}

TEST_CASE("values of nodes come into lanes and back, also where two lanes share a node",
          "[elements]") {
  SECTION("in the plane") { check_transpose<2>(); }
  SECTION("in space") { check_transpose<3>(); }
}

TEST_CASE("a simplex has the volume and the smallest altitude of the textbook", "[elements]") {
  const std::vector<Real> plane{0, 0, 4, 0, 0, 3};  // altitudes 3, 4 and 12/5
  const Index three[] = {0, 1, 2};
  CHECK(simplex_volume<2>(plane, three) == Approx(6));
  CHECK(thinness<2>(plane, three) == Approx(std::pow(5 / 12., 2)));
  const Index turned[] = {0, 2, 1};
  CHECK(simplex_volume<2>(plane, turned) == Approx(-6));
  // Altitudes 1, 1, 1 and 1/sqrt(3), from the face that the three ends span.
  const std::vector<Real> space{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Index four[] = {0, 1, 2, 3};
  CHECK(simplex_volume<3>(space, four) == Approx(1 / 6.));
  CHECK(thinness<3>(space, four) == Approx(3));
}

TEST_CASE("numbers are refused where products or the shape of a mesh are lost", "[model]") {
  CHECK(has_square(1e-149));
  CHECK_FALSE(has_square(1e-151));
  CHECK_FALSE(has_square(1e151));
  CHECK_FALSE(has_square(std::nan("")));
  std::vector<ModelProblem> problems;
  Mesh mesh = test::rectangle(1, 1, 2, 2);
  check_place("here", "/bodies/0", mesh, problems);
  CHECK(problems.empty());
  for (Real& x : mesh.points) x += 1e13;  // numbers are 2e-3 m apart
  check_place("far", "/bodies/1", mesh, problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].pointer == "/bodies/1");
  CHECK_THAT(problems[0].message, Catch::Contains("body \"far\" is 1e+13 m from the origin"));
}

TEST_CASE("groups are found by name, and facets of a boundary by their nodes", "[model]") {
  const Mesh mesh = test::rectangle(2, 1, 2, 1);
  const Boundary edge = boundary(mesh);
  const auto bottom = nodes_of(mesh, static_cast<Index>(mesh.points.size()) / 2, "bottom");
  REQUIRE(bottom);
  CHECK(bottom->size() == 3);
  for (const Index n : *bottom) CHECK(mesh.points[static_cast<std::size_t>(2 * n + 1)] == 0);
  CHECK_FALSE(nodes_of(mesh, 6, "middle"));
  CHECK_THAT(unknown_group("plate", mesh, "middle"),
             Catch::Contains("\"middle\"") && Catch::Contains("bottom"));
  CHECK(nodes_of(mesh, 6, "")->size() == 6);

  const FacetFinder finder(edge);
  for (Index f = 0; f < edge.facets(); ++f) {
    const Index* n = edge.facet.data() + 2 * f;
    const Index turned[] = {n[1], n[0]};
    CHECK(finder.find(n) == f);
    CHECK(finder.find(turned) == f);
  }
  const Index inner[] = {0, 4};
  CHECK(finder.find(inner) == kNone);
  CHECK(facets_of(mesh, edge, "bottom").size() == 2);
  CHECK(facets_of(mesh, edge, "").size() == static_cast<std::size_t>(edge.facets()));
}
