// What frames hold, /output/frames: of all elements or of the boundary, in which precision; and what `check`
// says about the memory of a run.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/record/overlap_file.hpp"
#include "run_scene.hpp"
#include "tests/support/vtu_file.hpp"

using namespace tactus::cli_tests;
using tactus::test::parse, tactus::test::VtuFile;

namespace {

const std::vector<std::string> kFramePlugins{"newmark",     "neo_hookean", "grid",
                                             "vertex_face", "local_sqp",   "particle_gap"};

/// Two boxes, one of them rigid, that fly, a particle, and a half-space that nothing reaches.
std::string flying_bodies(const std::string& end, const std::string& frames) {
  return R"({"dimension": 3, "bodies": [
    {"name": "box", "density": 1000, "velocity": {"constant": [1, 0, 0], "spin": [0, 5, 1]},
     "mesh": {"type": "box", "size": [1, 1, 1], "cells": [3, 3, 3]},
     "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "stone", "type": "rigid", "density": 500, "translate": [5, 5, 5],
     "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]}, "velocity": [1, 2, 3]},
    {"name": "grain", "type": "particles", "points": [[-5, 0, 0]], "mass": 1, "radius": 0.1},
    {"name": "ground", "type": "obstacle",
     "half_space": {"point": [0, 0, -20], "normal": [0, 0, 1]}}],
    "integrator": {"type": "newmark"}, "time": {"step": 1e-4, "end": )" +
         end + R"(}, "output": {"frames_every": 2e-3, "frames": )" + frames + "}}\n";
}

VtuFile frame_of(const Installation& tactus, const std::string& out) {
  return parse(text_of(tactus.work() / out / "frames/000002.vtu"));
}

void run_flying(const Installation& tactus, const std::string& out, const std::string& frames) {
  write_text(tactus.work() / (out + ".json"), flying_bodies("6e-3", frames));
  const auto outcome = tactus.run({"run", out + ".json", "--quiet", "--out", out});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
}

/// Bytes of memory that a run held at most, looked at while it runs.
double peak_of_run(const Installation& tactus, const std::string& arguments) {
  const auto measured = tactus.script(
      "\"$tactus\" run " + arguments +
      " --quiet --threads 1 > /dev/null & pid=$!\n"
      "while kill -0 $pid 2> /dev/null; do\n"
      "  now=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB$/\\1/p' /proc/$pid/status 2> /dev/null)\n"
      "  [ -n \"$now\" ] && peak=$now\n  sleep 0.01\ndone\nwait $pid && echo $peak");
  INFO(measured.err);
  REQUIRE(measured.code == 0);
  return 1024 * std::stod(measured.out);
}

}  // namespace

TEST_CASE("frames of the surface have what frames of all have at its nodes and behind its facets",
          "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  run_flying(tactus, "all", R"({"precision": "double"})");
  run_flying(tactus, "surface", R"({"precision": "double", "of": "surface"})");
  const VtuFile all = frame_of(tactus, "all"), surface = frame_of(tactus, "surface");
  CHECK(surface.cell_count == 12 * 9 + 12 * 4 + 2);
  CHECK(surface.point_count == (64 - 8) + (27 - 1) + 2);
  const std::vector<double>& node = surface.point_data.at("node").values;
  const auto check_same = [](const auto& whole, const auto& part, const std::vector<double>& of) {
    const auto size = static_cast<std::size_t>(whole.components);
    REQUIRE(part.values.size() == size * of.size());
    for (std::size_t i = 0; i < part.values.size(); ++i) {
      const auto at = static_cast<std::size_t>(of[i / size]);
      if (of[i / size] >= 0) CHECK(part.values[i] == whole.values[size * at + i % size]);
    }
  };
  check_same(all.points.at("Points"), surface.points.at("Points"), node);
  CHECK(surface.point_data.size() == all.point_data.size() + 1);
  for (const auto& [name, array] : all.point_data)
    check_same(array, surface.point_data.at(name), node);
  CHECK(surface.cell_data.size() == all.cell_data.size() + 1);
  for (const auto& [name, array] : all.cell_data)
    check_same(array, surface.cell_data.at(name), surface.cell_data.at("element").values);
  const std::vector<double>& body = surface.cell_data.at("body").values;
  CHECK(std::vector<double>(body.end() - 2, body.end()) == std::vector<double>{2, 3});
  // Each facet has three nodes of its element, the body is behind it, and it has its volume.
  double volume = 0;
  for (std::size_t f = 0; f < 12 * 9; ++f) {
    double x[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      const double point = surface.cells.at("connectivity").values[3 * f + k];
      const double element = surface.cell_data.at("element").values[f];
      const auto first = all.cells.at("connectivity").values.begin() + 4 * std::ptrdiff_t(element);
      CHECK(std::count(first, first + 4, node[std::size_t(point)]) == 1);
      for (std::size_t d = 0; d < 3; ++d)
        x[k][d] = surface.points.at("Points").values[3 * std::size_t(point) + d];
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t e = (d + 1) % 3, g = (d + 2) % 3;
      volume += x[0][d] * (x[1][e] * x[2][g] - x[1][g] * x[2][e]) / 6;
    }
  }
  CHECK(volume == Approx(1).epsilon(1e-2));
  CHECK(surface.header.find("<!-- half_space 3: 0 0 1 -->") != std::string::npos);
}

TEST_CASE("frames are the same for any number of threads, and after a kill, whatever they hold",
          "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  const std::string frames = GENERATE(R"({"of": "surface"})", R"({"precision": "single"})", "{}");
  CAPTURE(frames);
  write_text(tactus.work() / "a.json", flying_bodies("0.2", frames));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "one", "--threads", "1"}).code == 0);
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "two", "--threads", "2"}).code == 0);
  check_same_results(tactus.work() / "one", tactus.work() / "two");
  tactus.script(killed_run("run a.json", "killed"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "killed", "--resume"}).code == 0);
  check_same_results(tactus.work() / "one", tactus.work() / "killed");
}

TEST_CASE("what frames cannot hold is refused where it stands", "[cli][frames]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4", R"({"frames": {"of": "surface"}})"));
  auto refused = tactus.run({"check", "a.json"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err,
             Catch::Contains("/output/frames/of: \"surface\" is for \"dimension\": 3"));
  refused = tactus.run({"check", "a.json", "--set", "/output/frames=\"surface\""});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("/output/frames"));
  refused = tactus.run({"check", "a.json", "--set", "/output/frames={\"precision\": \"float\"}"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("/output/frames/precision") && Catch::Contains("mixed"));
}

TEST_CASE("check tells the memory of eight cubes of 8 cells within a factor of two of a run",
          "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  std::string scene = text_of(fs::path(TACTUS_SOURCE_DIR) / "configs/paper/eight_cubes.json");
  for (std::size_t at = scene.find("[4, 4, 4]"); at != scene.npos; at = scene.find("[4, 4, 4]"))
    scene.replace(at, 9, "[8, 8, 8]");
  write_text(tactus.work() / "a.json", scene);
  const auto checked = tactus.run({"check", "a.json"});
  INFO(checked.out << checked.err);
  REQUIRE(checked.code == 0);
  const std::size_t end = checked.out.find(" MB of memory");
  REQUIRE(end != std::string::npos);
  const double told = 1e6 * std::stod(checked.out.substr(checked.out.rfind(' ', end - 1)));
  const double peak = peak_of_run(tactus, "a.json --set /time/end=3e-4");
  CAPTURE(told, peak);
  CHECK(told < 2 * peak);
  CHECK(peak < 2 * told);
}

TEST_CASE("a tetrahedron more takes at most 450 bytes of a run with frames", "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  const auto peak = [&](int cells) {
    const std::string n = std::to_string(cells);
    write_text(
        tactus.work() / "a.json",
        R"({"dimension": 3, "bodies": [{"name": "box", "density": 1000, "velocity": [1, 0, 0],
      "mesh": {"type": "box", "size": [1, 1, 1], "cells": [)" +
            n + ", " + n + ", " + n + R"(]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"step": 1e-4, "end": 1e-3},
    "output": {"frames_every": 5e-4}})");
    return peak_of_run(tactus, "a.json --out out --force");
  };
  const double small = peak(15), large = peak(36);
  const double each = (large - small) / (6 * (36. * 36 * 36 - 15. * 15 * 15));
  CAPTURE(small, large, each);
  CHECK(each > 200);
  CHECK(each < 450);
}

namespace {

using Corner = std::array<double, 3>;
using Corners = std::vector<Corner>;

double volume6(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  const auto u = [&](std::size_t k) { return b[k] - a[k]; };
  const auto v = [&](std::size_t k) { return c[k] - a[k]; };
  const auto w = [&](std::size_t k) { return d[k] - a[k]; };
  return u(0) * (v(1) * w(2) - v(2) * w(1)) + u(1) * (v(2) * w(0) - v(0) * w(2)) +
         u(2) * (v(0) * w(1) - v(1) * w(0));
}

/// Whether an edge of one triangle passes through the other.
bool pierces(const Corners& one, const Corners& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Corner &p = one[k], &q = one[(k + 1) % 3];
    if (volume6(other[0], other[1], other[2], p) * volume6(other[0], other[1], other[2], q) >= 0)
      continue;
    const double first = volume6(p, q, other[0], other[1]);
    if (volume6(p, q, other[1], other[2]) * first > 0 &&
        volume6(p, q, other[2], other[0]) * first > 0)
      return true;
  }
  return false;
}

/// The cells of a file of one body, each with its corners in order.
std::vector<Corners> cells_of(const VtuFile& file, double body) {
  std::vector<Corners> cells;
  std::size_t at = 0;
  for (std::size_t c = 0; c < file.cell_count; ++c) {
    Corners corners;
    for (; at < static_cast<std::size_t>(file.cells.at("offsets").values[c]); ++at) {
      const auto point = static_cast<std::size_t>(file.cells.at("connectivity").values[at]);
      const auto x = file.points.at("Points").values.begin() + 3 * std::ptrdiff_t(point);
      corners.push_back({x[0], x[1], x[2]});
    }
    std::ranges::sort(corners);
    if (file.cell_data.at("body").values[c] == body) cells.push_back(corners);
  }
  std::ranges::sort(cells);
  return cells;
}

/// Two boxes that nothing keeps apart: the second is 0.013 m beside the first and flies into it, 0.01 m in a
/// step.
std::string boxes_into_each_other(const std::string& rest) {
  const std::string box = R"("mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]},
      "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3})";
  return R"({"dimension": 3, "bodies": [{"name": "still", )" + box + R"(},
     {"name": "flying", "translate": [1.013, 0.327, 0.219], "velocity": [-10, 0, 0], )" +
         box + R"(}], "integrator": {"type": "newmark"}, "time": {"step": 1e-3, "end": 0.015})" +
         rest + "}\n";
}

}  // namespace

TEST_CASE("the facets of bodies that overlap are files for ParaView, of the first ten states",
          "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  write_text(tactus.work() / "a.json",
             boxes_into_each_other(R"(, "output": {"audit": "steps", "frames_every": 1e-3,
        "frames": {"of": "surface", "precision": "double"}})"));
  const auto run = tactus.run({"run", "a.json", "--quiet", "--out", "out"});
  REQUIRE(run.code == 0);
  CHECK_THAT(run.out,
             Catch::Contains("BODIES OVERLAP") && Catch::Contains("; intersections/ shows where"));
  const fs::path folder = tactus.work() / "out/intersections";
  std::set<std::string> names, expected;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  for (int step = 2; step < 12; ++step) {  // from 0.007 m on
    std::string digits = std::to_string(step);
    expected.insert(std::string(6 - digits.size(), '0') + digits + ".vtu");
  }
  CHECK(names == expected);
  CHECK(names.size() == std::size_t{tactus::core::kOverlapFiles});
  const VtuFile shown = parse(text_of(folder / "000010.vtu")),
                frame = parse(text_of(tactus.work() / "out/frames/000010.vtu"));
  CHECK(shown.header.find("<!-- body 1: flying -->") != std::string::npos);
  std::size_t count = 0;
  for (const double body : {0, 1}) {
    std::vector<Corners> crossing;
    for (const Corners& one : cells_of(frame, body))
      for (const Corners& other : cells_of(frame, 1 - body))
        if (pierces(one, other) || pierces(other, one)) {
          crossing.push_back(one);
          break;
        }
    CHECK(crossing.size() > 3);
    CHECK(cells_of(shown, body) == crossing);
    count += crossing.size();
  }
  REQUIRE(shown.cell_count == count);
  for (std::size_t c = 0; c < count; ++c) {
    CHECK(shown.cell_data.at("other").values[c] == 1 - shown.cell_data.at("body").values[c]);
    CHECK(shown.cell_data.at("depth").values[c] == Approx(0.1 - 0.013));
  }
  // Another run takes them away, and one that stays apart leaves none.
  REQUIRE(
      tactus.run({"run", "a.json", "--quiet", "--out", "out", "--set", "/time/end=1e-3"}).code ==
      2);
  REQUIRE(
      tactus.run({"run", "a.json", "--quiet", "--out", "out", "--force", "--set", "/time/end=1e-3"})
          .code == 0);
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("a body inside of another is shown by a point and a facet, and a link is refused",
          "[cli][frames]") {
  const Installation tactus(kFramePlugins);
  std::string scene = boxes_into_each_other(R"(, "output": {"audit": "frames"})");
  scene.replace(scene.find(R"("size": [1, 1, 1])", scene.find("flying")), 17,
                R"("size": [0.1, 0.1, 0.1])");
  scene.replace(scene.find("1.013"), 5, "0.513");
  scene.replace(scene.find("1e-3"), 4, "5e-4");
  write_text(tactus.work() / "a.json", scene);
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const VtuFile shown = parse(text_of(tactus.work() / "out/intersections/000000.vtu"));
  CHECK(shown.cell_count == 2);
  CHECK(shown.cells.at("types").values == std::vector<double>{5, 1});
  CHECK(shown.cell_data.at("body").values == std::vector<double>{0, 1});
  CHECK(shown.cell_data.at("other").values == std::vector<double>{1, 0});
  const fs::path mine = tactus.work() / "mine", link = tactus.work() / "out/intersections";
  fs::create_directory(mine);
  fs::remove_all(link);
  fs::create_directory_symlink(mine, link);
  const auto resumed = tactus.run(
      {"run", "a.json", "--quiet", "--out", "out", "--resume", "--set", "/time/end=0.02"});
  CHECK(resumed.code == 2);
  CHECK_THAT(resumed.err, Catch::Contains("is a symbolic link"));
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "out", "--force"}).code == 0);
  CHECK(fs::is_empty(mine));
  CHECK_FALSE(fs::is_empty(link));
}
