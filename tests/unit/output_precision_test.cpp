// What frames hold: in which precision, of all elements or of the boundary, and their bytes.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/vtu_text.hpp"
#include "core/support/executor.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/vtu_file.hpp"

namespace {
using namespace tactus;
using namespace tactus::core;
using test::parse, test::PlaneFrame, test::VtuFile, test::TemporaryFolder;
}  // namespace

TEST_CASE("Numbers of a frame have the precision that is asked for", "[output]") {
  using Precision = FramesConfig::Precision;
  const PlaneFrame frame;
  FrameMesh mesh = frame.mesh();
  FrameState state = frame.state();
  const std::vector<RememberedField> remembered{
      {.name = "damage", .unit = "1", .help = "", .components = 1, .values = {0.1, 0.2}}};
  state.remembered = remembered;
  const auto types = [&](Precision precision) {
    mesh.precision = precision;
    const VtuFile file = parse(vtu(mesh, state));
    const auto of = [](const auto& arrays, const char* name) { return arrays.at(name).type; };
    return std::vector<std::string>{
        of(file.points, "Points"),      of(file.point_data, "position_from_origin"),
        of(file.cell_data, "stress"),   of(file.cell_data, "von_mises"),
        of(file.cell_data, "damage"),   of(file.cells, "connectivity"),
        of(file.point_data, "velocity")};
  };
  const std::string d = "Float64", s = "Float32", i = "Int64";
  CHECK(types(Precision::full) == std::vector{d, d, d, d, d, i, d});
  CHECK(types(Precision::mixed) == std::vector{d, d, s, s, s, i, d});
  CHECK(types(Precision::single) == std::vector{s, s, s, s, s, i, s});
  const std::vector<double> points = parse(vtu(mesh, state)).point_data.at("displacement").values;
  for (std::size_t p = 0; p < frame.displacement.size() / 2; ++p)
    CHECK(points[3 * p + 1] == static_cast<float>(frame.displacement[2 * p + 1]));
}

TEST_CASE("A frame of many blocks is the same for any number of threads, and noise is not blown up",
          "[output]") {
  std::vector<Real> points, stress;
  std::vector<Index> elements;
  for (Index n = 0; n < 40'000; ++n)
    for (int d = 0; d < 3; ++d) points.push_back(std::sin(1e5 * static_cast<Real>(3 * n + d)));
  for (Index e = 0; e + 3 < 40'000; ++e) elements.insert(elements.end(), {e, e + 1, e + 2, e + 3});
  const std::vector<std::int32_t> body(elements.size() / 4, 0);
  for (std::size_t i = 0; i < 6 * body.size(); ++i)
    stress.push_back(i < 3 * body.size() ? 0 : std::cos(1e5 * static_cast<Real>(i)));
  FrameMesh mesh{3, elements, {}, body, {"a"}, {}};
  const FrameState state{0, points, {}, points, {}, stress};
  const std::string one = vtu(mesh, state);
  const VtuFile file = parse(one);
  CHECK(file.points.at("Points").values == points);
  CHECK(file.cell_data.at("stress").values == stress);
  CHECK(file.cells.at("connectivity").values ==
        std::vector<double>(elements.begin(), elements.end()));
  const std::size_t numbers = 8 * (2 * points.size() + stress.size() / 2 + body.size());
  CHECK(one.size() < numbers + numbers / 10);
  for (const int threads : {1, 2, 5}) {
    Runtime runtime(threads);
    const TemporaryFolder folder;
    FrameWriter writer(folder.path(), mesh);
    writer.write(state, runtime.context().executor);
    CHECK((read_file(folder / "frames/000000.vtu") == one));
    CHECK(writer.frames()[0].bytes == static_cast<Index>(one.size()));
  }
}

TEST_CASE("A frame of the boundary has its facets, their points, and the numbers of both",
          "[output]") {
  // Two tetrahedra with a face in common, and a particle; point 0 is of no cell.
  const std::vector<Real> points{9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 5, 5, 5};
  const std::vector<Index> facets{0, 1, 2, 4, 1, 2}, kept{1, 2, 3, 4, 5, 6}, lone{5}, behind{0, 1};
  const std::vector<std::int32_t> body{0, 0, 1};
  const std::vector<Real> stress{1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0};
  const std::vector<std::uint8_t> zone{7, 1, 2, 3, 4, 5, 6};
  FrameMesh mesh{3, facets, lone, body, {"a", "grain"}, {}};
  mesh.is_boundary = true, mesh.kept = kept, mesh.behind = behind;
  FrameState state{0, points, {}, {}, {}, stress, {}, zone};
  const VtuFile file = parse(vtu(mesh, state));
  CHECK(file.point_count == 6);
  CHECK(file.cells.at("types").values == std::vector<double>{5, 5, 1});
  CHECK(file.cells.at("offsets").values == std::vector<double>{3, 6, 7});
  CHECK(file.cells.at("connectivity").values == std::vector<double>{0, 1, 2, 4, 1, 2, 5});
  CHECK(file.points.at("Points").values == std::vector<Real>(points.begin() + 3, points.end()));
  CHECK(file.point_data.at("zone").values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(file.point_data.at("node").values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(file.cell_data.at("element").values == std::vector<double>{0, 1, -1});
  CHECK(file.cell_data.at("von_mises").values == std::vector<double>{1, 2, 0});
  const std::vector<Index> missing{1, 2, 3, 4, 5, 7};
  mesh.kept = missing;
  CHECK_THROWS_AS(vtu(mesh, state), PreconditionError);
}
