#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/frame_list.hpp"
#include "core/record/vtu_writer.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/vtu_file.hpp"

namespace {
using namespace tactus;
using namespace tactus::core;
using test::attribute, test::parse, test::Array, test::PlaneFrame, test::VtuFile;
using test::TemporaryFolder;

void check_padded(const Array& array, const std::vector<Real>& plane) {
  CHECK(array.components == 3);
  REQUIRE(array.values.size() == plane.size() / 2 * 3);
  for (std::size_t i = 0; i < plane.size() / 2; ++i) {
    CHECK(array.values[3 * i] == plane[2 * i]);
    CHECK(array.values[3 * i + 1] == plane[2 * i + 1]);
    CHECK(array.values[3 * i + 2] == 0);
  }
}

}  // namespace

TEST_CASE("A plane frame is read back with cells, fields and names", "[output]") {
  const PlaneFrame frame;
  const VtuFile file = parse(vtu(frame.mesh(), frame.state()));
  CHECK(file.point_count == 7);
  CHECK(file.cell_count == 3);
  check_padded(file.points.at("Points"), frame.points);
  CHECK(file.cells.at("connectivity").values == std::vector<double>{0, 1, 2, 3, 4, 5, 6});
  CHECK(file.cells.at("offsets").values == std::vector<double>{3, 6, 7});
  CHECK(file.cells.at("types").values == std::vector<double>{5, 5, 1});
  check_padded(file.point_data.at("displacement"), frame.displacement);
  check_padded(file.point_data.at("velocity"), frame.velocity);
  check_padded(file.point_data.at("contact_force"), frame.force);
  check_padded(file.point_data.at("position_from_origin"), frame.points);
  CHECK(file.point_data.at("zone").type == "UInt8");
  CHECK(file.point_data.at("zone").values == std::vector<double>{0, 0, 1, 1, 0, 0, 1});
  CHECK(file.header.find("NumberOfTuples=\"1\" format=\"ascii\">0.1 -1000000 0<") !=
        std::string::npos);
  CHECK(file.cell_data.at("body").values == std::vector<double>{0, 1, 2});
  const Array& stress = file.cell_data.at("stress");
  CHECK(stress.components == 6);
  CHECK(attribute(stress.attributes, "ComponentName3") == "XY");
  std::vector<double> expected(frame.stress);
  expected.resize(18, 0);  // the particle
  CHECK(stress.values == expected);
  CHECK(file.cell_data.at("von_mises").values[1] == 0);  // a pressure
  CHECK(file.header.find("NumberOfTuples=\"1\" format=\"ascii\">0.25<") != std::string::npos);
  CHECK(file.header.find("<!-- body 0: mover -->\n") != std::string::npos);
  CHECK(file.header.find("<!-- body 1: <\"t&t- - -\"> -->\n") != std::string::npos);
}

TEST_CASE("A frame tells which bodies are half-spaces, and their outward normals", "[output]") {
  const PlaneFrame frame;
  FrameMesh mesh = frame.mesh();
  mesh.half_spaces = {{2, {0.6, -0.8}}};
  CHECK(parse(vtu(mesh, frame.state())).header.find("<!-- half_space 2: 0.6 -0.8 0 -->\n") !=
        std::string::npos);
  mesh.half_spaces[0].normal.push_back(0);
  CHECK_THROWS_AS(vtu(mesh, frame.state()), PreconditionError);
}

TEST_CASE("A frame has what materials remember by its name, with unit and meaning", "[output]") {
  const PlaneFrame frame;
  FrameState state = frame.state();
  const std::vector<RememberedField> fields{
      {.name = "damage",
       .unit = "1",
       .help = "lost -- for ever",
       .components = 1,
       .values = {0.5, 1}},
      {.name = "back", .unit = "Pa", .help = "stress", .components = 2, .values = {1, 2, 3, 4}}};
  state.remembered = fields;
  const VtuFile file = parse(vtu(frame.mesh(), state));
  const std::vector<double>& damage = file.cell_data.at("damage").values;
  CHECK(std::vector<double>(damage.begin(), damage.begin() + 2) == fields[0].values);
  CHECK(std::isnan(damage.at(2)));  // the particle
  CHECK(file.cell_data.at("back").components == 2);
  CHECK(file.cell_data.at("back").values.size() == 6);
  CHECK(file.header.find("<!-- field damage [1]: lost - - for ever -->\n") != std::string::npos);
  std::vector<RememberedField> wrong = fields;
  wrong[1].values.pop_back();
  state.remembered = wrong;
  CHECK_THROWS_AS(vtu(frame.mesh(), state), PreconditionError);
}

TEST_CASE("A frame in space has tetrahedra and three components as given", "[output]") {
  const std::vector<Index> elements{0, 1, 2, 3};
  const std::vector<std::int32_t> bodies{0};
  const std::vector<Real> points{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const VtuFile file =
      parse(vtu({3, elements, {}, bodies, {"a"}, {}}, {0, points, points, {}, {}, {}, {}}));
  CHECK(file.cells.at("types").values == std::vector<double>{10});
  CHECK(file.cells.at("offsets").values == std::vector<double>{4});
  CHECK(file.points.at("Points").values == points);
  CHECK(file.point_data.at("displacement").values == points);
  CHECK(file.point_data.size() == 1);
  CHECK(file.cell_data.size() == 1);
}

TEST_CASE("The von Mises stress has its closed forms", "[output]") {
  const auto of = [](std::vector<Real> s) { return von_mises(s); };
  CHECK(of({5, 0, 0, 0, 0, 0}) == Approx(5));                  // uniaxial: |s|
  CHECK(of({0, 0, 0, 0, 2, 0}) == Approx(2 * std::sqrt(3.)));  // shear: sqrt(3) |tau|
  CHECK(of({-4, -4, -4, 0, 0, 0}) == 0);                       // pressure
  // plane strain, nu = 0.3: s33 = 0.3 (s11 + s22); sqrt(s11^2 - s11 s22 + s22^2 (...)) by hand
  CHECK(of({10, 0, 3, 0, 0, 0}) == Approx(std::sqrt((100 + 9 + 49) / 2.)));
}

TEST_CASE("A frame whose arrays do not fit is refused", "[output]") {
  const PlaneFrame frame;
  FrameState state = frame.state();
  SECTION("a field") {
    state.velocity = state.velocity.first(4);
    CHECK_THROWS_AS(vtu(frame.mesh(), state), PreconditionError);
  }
  SECTION("points") {
    state.points = state.points.first(8);
    CHECK_THROWS_AS(vtu(frame.mesh(), state), PreconditionError);
  }
  SECTION("a body without a name") {
    FrameMesh mesh = frame.mesh();
    mesh.body_names.pop_back();
    CHECK_THROWS_AS(vtu(mesh, state), PreconditionError);
  }
}

TEST_CASE("Frames of a resumed run are those of one never stopped, later ones are gone",
          "[output]") {
  const TemporaryFolder whole, parts;
  const PlaneFrame frame;
  const std::vector<Real> times{0, 1e-5, 2e-5, 3.0000000000000004e-5, 1. / 3};
  FrameWriter one(whole.path(), frame.mesh());
  for (const Real t : times) one.write(frame.state(t));
  std::vector<FrameMark> saved;
  {
    FrameWriter first(parts.path(), frame.mesh());
    for (int i = 0; i < 2; ++i) first.write(frame.state(times[i]));
    first.sync();
    saved = first.frames();
    first.write(frame.state(0.5)), first.write(frame.state(0.6)), first.write(frame.state(0.7));
    write_file(parts / "frames/000009.vtu.part", "killed here");
    write_file(parts / "frames/notes.txt", "somebody's");
  }
  FrameWriter second(parts.path(), frame.mesh(), saved);
  CHECK(second.frames().size() == 2);
  CHECK(std::filesystem::exists(parts / "frames/000002.vtu"));  // so far it was only looked at
  second.go_on();
  CHECK_FALSE(std::filesystem::exists(parts / "frames/000002.vtu"));
  CHECK_FALSE(std::filesystem::exists(parts / "frames/000009.vtu.part"));
  CHECK(std::filesystem::exists(parts / "frames/notes.txt"));
  for (std::size_t i = 2; i < times.size(); ++i) second.write(frame.state(times[i]));
  CHECK(read_file(parts / "frames.pvd") == read_file(whole / "frames.pvd"));
  for (const std::string name : {"000000.vtu", "000003.vtu", "000004.vtu"})
    CHECK(read_file(parts / ("frames/" + name)) == read_file(whole / ("frames/" + name)));
}

TEST_CASE("A frame of the checkpoint that is missing or edited is named", "[output]") {
  const TemporaryFolder folder;
  const PlaneFrame frame;
  FrameWriter writer(folder.path(), frame.mesh());
  for (const Real t : {0., 1., 2.}) writer.write(frame.state(t));
  const auto refusal = [&]() -> std::string {
    try {
      FrameWriter again(folder.path(), frame.mesh(), writer.frames());
    } catch (const FileError& e) {
      return e.what();
    }
    return "";
  };
  CHECK(refusal().empty());
  std::string bytes = read_file(folder / "frames/000001.vtu");
  bytes[bytes.size() / 2] ^= 1;
  write_file(folder / "frames/000001.vtu", bytes);
  CHECK_THAT(refusal(), Catch::Contains("frames/000001.vtu' was edited"));
  std::filesystem::remove(folder / "frames/000001.vtu");
  CHECK_THAT(refusal(), Catch::Contains("frames/000001.vtu' is missing"));
}

TEST_CASE("An entry of the list of frames costs the same however long the list is", "[output]") {
  const TemporaryFolder folder;
  FrameList list(folder / "frames.pvd", View<Real>{});
  const std::string empty = read_file(folder / "frames.pvd");
  struct stat before {};
  REQUIRE(::stat((folder / "frames.pvd").c_str(), &before) == 0);
  std::vector<Real> times;
  for (int i = 0; i < 2000; ++i) {
    times.push_back(i * 0.1);
    list.add(times.back());
  }
  struct stat after {};
  REQUIRE(::stat((folder / "frames.pvd").c_str(), &after) == 0);
  CHECK(after.st_ino == before.st_ino);  // written in place, not as a new file each time
  FrameList again(folder / "again.pvd", times);
  const std::string text = read_file(folder / "frames.pvd");
  CHECK(text == read_file(folder / "again.pvd"));
  CHECK_THAT(text, Catch::EndsWith("</Collection>\n</VTKFile>\n"));
  CHECK_THAT(empty, Catch::EndsWith("</Collection>\n</VTKFile>\n"));
}

TEST_CASE("The list of frames names every frame by its time, relative to itself", "[output]") {
  const TemporaryFolder folder;
  const PlaneFrame frame;
  FrameWriter writer(folder.path(), frame.mesh());
  writer.write(frame.state(0)), writer.write(frame.state(2.5e-6));
  const std::string list = read_file(folder / "frames.pvd");
  CHECK(list.find("timestep=\"2.5e-06\" part=\"0\" file=\"frames/000001.vtu\"") !=
        std::string::npos);
  FrameWriter again(folder.path(), frame.mesh());  // a new run in the same folder
  CHECK_FALSE(std::filesystem::exists(folder / "frames.pvd"));
  CHECK_FALSE(std::filesystem::exists(folder / "frames/000000.vtu"));
}
