// What a page holds of a run in space: the surface of its bodies alone, outwards, with the values of
// the tetrahedra behind it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "apps/report/frames_pack.hpp"
#include "apps/report/surface.hpp"
#include "core/mesh/boundary.hpp"
#include "core/record/vtu_writer.hpp"
#include "core/support/file_error.hpp"
#include "tests/report/put.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::core;
using tactus::report_tests::put;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kEach = 6;  // tetrahedra of a cell

/// A block of n^3 cells of side 1, six tetrahedra along the diagonal each, that flies along x, and a particle
/// before it. Every tetrahedron has its own stress.
struct Block {
  std::vector<Real> points, velocity, force, stress;
  std::vector<Index> elements, lone;
  std::vector<std::int32_t> body;

  explicit Block(Index n, Real time = 0) {
    const Index row = n + 1;
    for (Index z = 0; z < row; ++z)
      for (Index y = 0; y < row; ++y)
        for (Index x = 0; x < row; ++x)
          points.insert(points.end(),
                        {static_cast<Real>(x) + time, static_cast<Real>(y), static_cast<Real>(z)});
    constexpr Index kPaths[kEach][2] = {{1, 3}, {3, 2}, {2, 6},
                                        {6, 4}, {4, 5}, {5, 1}};  // of corners, bits x y z
    for (Index z = 0; z < n; ++z)
      for (Index y = 0; y < n; ++y)
        for (Index x = 0; x < n; ++x)
          for (const auto& path : kPaths) {
            const auto corner = [&](Index c) {
              return x + (c & 1) + row * (y + (c >> 1 & 1) + row * (z + (c >> 2)));
            };
            elements.insert(elements.end(),
                            {corner(0), corner(path[0]), corner(path[1]), corner(7)});
          }
    lone.push_back(static_cast<Index>(points.size()) / 3);
    points.insert(points.end(), {-2, 0.5, 0.5});
    velocity.assign(points.size(), 0);
    for (std::size_t i = 0; i < points.size(); i += 3) velocity[i] = 1 + 0.1 * points[i + 2];
    force.assign(points.size(), 0);
    force[2] = -30, force[points.size() - 1] = 60;
    for (std::size_t e = 0; e < elements.size() / 4; ++e)
      stress.insert(stress.end(), {static_cast<Real>(e + 1), 0, 0, 0, 0, 0});  // von Mises: e + 1
    body.assign(elements.size() / 4, 0);
    body.push_back(1);
  }

  std::string text(Real time = 0) const {
    FrameMesh mesh;
    mesh.dim = 3;
    mesh.elements = elements, mesh.lone_points = lone, mesh.cell_body = body;
    mesh.body_names = {"block", "grain"};
    FrameState state;
    state.time = time, state.points = points, state.velocity = velocity;
    state.contact_force = force, state.stress = stress;
    return vtu(mesh, state);
  }
};

std::array<Real, 3> corner(const Frame& frame, std::size_t facet, std::size_t k) {
  const std::size_t p = 3 * frame.triangles[3 * facet + k];
  return {frame.points[p], frame.points[p + 1], frame.points[p + 2]};
}

}  // namespace

TEST_CASE("A frame in space becomes its surface: every facet once, outwards, with what lies behind",
          "[report]") {
  const Index n = GENERATE(1, 2, 5);
  const Block block(n);
  Frame frame = parse_frame(block.text(), "f");
  REQUIRE(frame.tetrahedra.size() == 4 * kEach * static_cast<std::size_t>(n * n * n));
  const Surface surface(frame);
  surface.reduce(frame, "f");
  const auto facets = static_cast<std::size_t>(12 * n * n);
  REQUIRE(frame.triangles.size() == 3 * facets);
  CHECK(frame.points.size() / 3 ==
        static_cast<std::size_t>(6 * n * n + 2 + 1));  // and the particle
  CHECK(frame.cell_body.size() == facets + 1);
  CHECK(frame.cell_body.back() == 1);
  CHECK(frame.von_mises.size() == facets);
  Real area = 0, volume = 0;
  for (std::size_t f = 0; f < facets; ++f) {
    const auto a = corner(frame, f, 0), b = corner(frame, f, 1), c = corner(frame, f, 2);
    std::array<Real, 3> u, v;
    for (std::size_t d = 0; d < 3; ++d) u[d] = b[d] - a[d], v[d] = c[d] - a[d];
    const std::array<Real, 3> normal{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                     u[0] * v[1] - u[1] * v[0]};
    area += std::hypot(normal[0], normal[1], normal[2]) / 2;
    for (std::size_t d = 0; d < 3; ++d) volume += a[d] * normal[d] / 6;
    // Its tetrahedron lies in the cell whose six stresses begin at a multiple of six.
    std::array<std::size_t, 3> cell{};
    for (std::size_t d = 0; d < 3; ++d) {
      const Real inside = (a[d] + b[d] + c[d]) / 3 - 0.1 * normal[d];
      cell[d] = static_cast<std::size_t>(inside);
    }
    const std::size_t side = static_cast<std::size_t>(n),
                      first = kEach * (cell[0] + side * (cell[1] + side * cell[2]));
    CHECK(frame.von_mises[f] >= static_cast<Real>(first + 1));
    CHECK(frame.von_mises[f] <= static_cast<Real>(first + kEach));
  }
  const Real size = static_cast<Real>(n);
  CHECK(area == Approx(6 * size * size).epsilon(1e-12));
  CHECK(volume ==
        Approx(size * size * size).epsilon(1e-12));  // by the divergence theorem: outwards
}

TEST_CASE("Frames in space are packed within half a step, with forces along all axes", "[report]") {
  const test::TemporaryFolder folder;
  for (int f = 0; f < 3; ++f)
    put(folder.path() / "frames" / fmt::format("{:06}.vtu", f), Block(3, 0.5 * f).text(f));
  const FramePack pack = pack_frames(frame_files(folder.path()), 3);
  REQUIRE(pack.dim == 3);
  CHECK(pack.low == std::vector<Real>{-2, 0, 0});
  CHECK(pack.high == std::vector<Real>{4, 3, 3});
  CHECK(pack.speed == Approx(1.3));
  CHECK(pack.force == 60);
  Frame frame = parse_frame(Block(3, 1).text(), "f");
  Surface(frame).reduce(frame, "f");
  const std::size_t at = 3 * pack.points * 2;  // of the third frame
  for (std::size_t i = 0; i < pack.points; ++i)
    for (std::size_t d = 0; d < 3; ++d) {
      const Real step = (pack.high[d] - pack.low[d]) / 65535;
      CHECK(std::abs(pack.low[d] + step * pack.positions[at + d * pack.points + i] -
                     frame.points[3 * i + d]) <= 0.5001 * step);
    }
  REQUIRE(pack.forces[2].size() == 2);
  CHECK(pack.forces[2][0].along[2] == -16384);  // half of the greatest, rounded
  CHECK(pack.forces[2][1].along[2] == 32767);
  CHECK(pack.forces[2][1].point == pack.lone[0]);
}

TEST_CASE("Frames of the boundary, in single precision, are packed as frames of all elements are",
          "[report]") {
  const test::TemporaryFolder folder;
  Block block(3);
  for (const char* name : {"all", "boundary"}) {
    std::vector<Index> facets, behind, kept = block.lone, lone = block.lone;
    add_outer_facets(3, block.elements, static_cast<Index>(block.points.size()) / 3, facets,
                     behind);
    kept.insert(kept.end(), facets.begin(), facets.end());
    kept = unique_nodes(std::move(kept));
    for (auto* list : {&facets, &lone})
      for (Index& p : *list) p = std::ranges::lower_bound(kept, p) - kept.begin();
    std::vector<std::int32_t> body(behind.size(), 0);
    body.push_back(1);
    FrameMesh mesh{3, facets, lone, body, {"block", "grain"}};
    mesh.precision = FramesConfig::Precision::single;
    mesh.is_boundary = true, mesh.kept = kept, mesh.behind = behind;
    const FrameState state{0, block.points, {}, block.velocity, block.force, block.stress};
    put(folder.path() / name / "frames/000000.vtu",
        name == std::string("all") ? block.text() : vtu(mesh, state));
  }
  /// Each facet by its body, stress and the places of its corners, in any order.
  const auto facets_of = [&](const char* name) {
    const FramePack pack = pack_frames(frame_files(folder.path() / name), 1);
    CHECK(pack.dim == 3);
    CHECK(pack.points == 56 + 1);
    CHECK(pack.forces[0].size() == 2);
    std::multiset<std::vector<unsigned>> facets;
    for (std::size_t f = 0; f < pack.triangles; ++f) {
      std::set<std::vector<unsigned>> corners;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t p = pack.corners[3 * f + k];
        corners.insert({pack.positions[p], pack.positions[pack.points + p],
                        pack.positions[2 * pack.points + p], pack.speeds[p]});
      }
      std::vector<unsigned> facet{pack.cell_body[f], pack.stresses[f]};
      for (const auto& corner : corners) facet.insert(facet.end(), corner.begin(), corner.end());
      facets.insert(facet);
    }
    return facets;
  };
  CHECK(facets_of("all").size() == 12 * 9);
  CHECK(facets_of("all") == facets_of("boundary"));
}

TEST_CASE("A frame in space with other tetrahedra than the first is refused by its name",
          "[report]") {
  const test::TemporaryFolder folder;
  put(folder.path() / "frames/000000.vtu", Block(2).text());
  Block other(2);
  std::swap(other.elements[0], other.elements[1]);
  put(folder.path() / "frames/000001.vtu", other.text());
  CHECK_THROWS_WITH(pack_frames(frame_files(folder.path()), 2),
                    Catch::Contains("000001.vtu") && Catch::Contains("first frame"));
}

namespace {

/// A corner of a triangle of a frame of a pack, as a page reads it.
std::array<Real, 3> packed(const FramePack& pack, std::size_t frame, std::size_t corner) {
  std::array<Real, 3> x{};
  for (std::size_t d = 0; d < pack.dim; ++d)
    x[d] = pack.low[d] +
           (pack.high[d] - pack.low[d]) / 65535 *
               pack.positions[(frame * pack.dim + d) * pack.points + pack.corners[corner]];
  return x;
}

}  // namespace

TEST_CASE("A half-space becomes a sheet of two triangles that faces its free side", "[report]") {
  const test::TemporaryFolder folder;
  for (int f = 0; f < 2; ++f) {
    Block block(2);
    // A point far along the plane, which rises by 0.25 m; a force that acts on it.
    const Real height = -0.5 + 0.25 * f;
    block.lone.push_back(static_cast<Index>(block.points.size()) / 3);
    block.points.insert(block.points.end(), {900, -70, height});
    block.velocity.insert(block.velocity.end(), {0, 0, 5});
    block.force.insert(block.force.end(), {0, 0, -1e6});
    block.body.push_back(2);
    FrameMesh mesh;
    mesh.dim = 3, mesh.elements = block.elements, mesh.lone_points = block.lone;
    mesh.cell_body = block.body, mesh.body_names = {"block", "grain", "ground"};
    mesh.half_spaces = {{2, {0, 0, 1}}};
    FrameState state;
    state.time = f, state.points = block.points, state.velocity = block.velocity;
    state.contact_force = block.force, state.stress = block.stress;
    put(folder.path() / "frames" / fmt::format("{:06}.vtu", f), vtu(mesh, state));
  }
  const FramePack pack = pack_frames(frame_files(folder.path()), 2);
  REQUIRE(pack.dim == 3);
  REQUIRE(pack.sheets == 2);
  CHECK(pack.force == 60);
  CHECK(pack.speed == 5);
  CHECK(pack.lone.size() == 1);
  REQUIRE(pack.cell_body.size() == pack.triangles + 1);
  CHECK(pack.cell_body.back() == 1);
  // The box round block and grain is 4 m by 2 m by 2 m, and 15 % of 4 m stand out on each side.
  for (std::size_t f = 0; f < 2; ++f) {
    Real area = 0;
    for (std::size_t t = pack.triangles - 2; t < pack.triangles; ++t) {
      CHECK(pack.cell_body[t] == 2);
      const auto a = packed(pack, f, 3 * t), b = packed(pack, f, 3 * t + 1),
                 c = packed(pack, f, 3 * t + 2);
      for (const auto& x : {a, b, c})
        CHECK(x[2] == Approx(-0.5 + 0.25 * static_cast<Real>(f)).margin(1e-4));
      area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    CHECK(area == Approx(5.2 * 3.2).epsilon(1e-3));  // positive: counter-clockwise, seen from above
  }
  CHECK(pack.low[0] == Approx(-2.6));
  CHECK(pack.low[1] == Approx(-0.6));
  CHECK(pack.low[2] == -0.5);
  CHECK(pack.high[0] == Approx(2.6));
}

TEST_CASE("In the plane the sheet of a half-space is a strip behind its line", "[report]") {
  const test::TemporaryFolder folder;
  const std::vector<Real> points{0, 0, 4, 0, 0, 4, 7, 6};  // a triangle, and a point of x + y = 13
  const std::vector<Index> elements{0, 1, 2}, lone{3};
  const std::vector<std::int32_t> body{0, 1};
  FrameMesh mesh;
  mesh.elements = elements, mesh.lone_points = lone, mesh.cell_body = body;
  mesh.body_names = {"wedge", "wall"};
  const Real part = std::sqrt(0.5);
  const bool is_near = GENERATE(true, false);
  mesh.half_spaces = {{1, {-part, -part}}};
  std::vector<Real> moved = points;
  if (!is_near) moved[6] = 100;
  FrameState state;
  state.points = moved;
  put(folder.path() / "frames/000000.vtu", vtu(mesh, state));
  const FramePack pack = pack_frames(frame_files(folder.path()), 1);
  CHECK(pack.lone.empty());
  if (!is_near) {
    CHECK(pack.sheets == 0);
    CHECK(pack.high == std::vector<Real>{4, 4});
    return;
  }
  REQUIRE(pack.sheets == 2);
  Real area = 0;
  for (std::size_t t = pack.triangles - 2; t < pack.triangles; ++t) {
    const auto a = packed(pack, 0, 3 * t), b = packed(pack, 0, 3 * t + 1),
               c = packed(pack, 0, 3 * t + 2);
    area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    for (const auto& x : {a, b, c}) {
      const Real behind = (x[0] + x[1] - 13) * part;
      CHECK(behind >= -1e-3);
      CHECK(behind <= 0.02 * 4 + 1e-3);
    }
  }
  CHECK(area == Approx((2 * 0.15 * 4 + 8 * part) * 0.02 * 4).epsilon(0.02));
}

TEST_CASE("Frames whose half-spaces are damaged are refused by a sentence", "[report]") {
  Block block(1);
  std::string text = block.text();
  const std::string name = "<!-- body 1: grain -->\n";
  for (const char* wrong : {"1: 0 0 2", "7: 0 0 1", "1: 0 0", "-1: 0 0 1", "1: nan 0 1", ""}) {
    std::string damaged = text;
    damaged.insert(damaged.find(name) + name.size(),
                   fmt::format("<!-- half_space {} -->\n", wrong));
    CAPTURE(wrong);
    CHECK_THROWS_WITH(parse_frame(damaged, "f"), Catch::Contains("is no body and a normal"));
  }
}
