/// Meshes that cannot be computed with, each refused by `tactus run` in the words of bad_meshes.txt:
/// {MESH} stands for the file, {FOLDER} for where it is.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "installation.hpp"
#include "tests/support/gmsh_writer.hpp"

using namespace tactus::cli_tests;
using tactus::testing::GmshElement;
using tactus::testing::GmshFileSpec;

namespace {

std::string once_replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

/// The unit square of two triangles, one named edge.
GmshFileSpec square(int version = 4, bool binary = false) {
  GmshFileSpec spec;
  spec.version = version, spec.binary = binary;
  spec.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  spec.elements = {{1, 1, {1, 2}}, {2, 2, {1, 2, 3}}, {2, 2, {1, 3, 4}}};
  spec.names = {{{1, 1}, "bottom"}};
  return spec;
}
std::string ascii() { return write_gmsh(square()); }
std::string binary() { return write_gmsh(square(4, true)); }
std::string old_ascii() { return write_gmsh(square(2)); }

/// The square, changed before it is written.
template <class Change>
std::string changed(Change&& change) {
  GmshFileSpec spec = square();
  change(spec);
  return write_gmsh(spec);
}

std::string triangles(std::vector<std::array<double, 3>> points,
                      const std::vector<std::vector<std::int64_t>>& nodes) {
  GmshFileSpec spec;
  spec.points = std::move(points);
  for (const auto& n : nodes) spec.elements.push_back({2, 2, n});
  return write_gmsh(spec);
}

/// A ring of two radii that goes round more than once: sound by its elements, yet it covers itself.
std::string spiral() {
  std::vector<std::array<double, 3>> points;
  std::vector<std::vector<std::int64_t>> nodes;
  for (int k = 0; k < 15; ++k) {
    const double angle = 0.6 * k;
    for (const double r : {1., 2.}) points.push_back({r * std::cos(angle), r * std::sin(angle), 0});
    const std::int64_t inner = 2 * k + 1;
    if (k < 14)
      nodes.push_back({inner, inner + 1, inner + 3}),
          nodes.push_back({inner, inner + 3, inner + 2});
  }
  return triangles(points, nodes);
}

struct Case {
  std::string what;
  std::string bytes;  ///< of the mesh file
};

std::string cut(const std::string& text, const std::string& behind) {
  return text.substr(0, text.find(behind) + behind.size());
}

std::vector<Case> damaged_files() {
  std::string swapped = binary();
  const std::size_t one = swapped.find("8\n") + 2;
  std::swap(swapped[one], swapped[one + 3]);
  const std::string format = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {
      {"an empty file", ""},
      {"ten million brackets", std::string(10'000'000, '[')},
      {"a program", text_of(TACTUS_PROGRAM)},
      {"white space only", "\n\n  \n"},
      {"ASCII that ends among the nodes", cut(ascii(), "1 1 0 0.25")},
      {"ASCII that ends among the elements", cut(old_ascii(), "2 2 2 2 1 1 2")},
      {"ASCII that ends before the elements", cut(ascii(), "$EndNodes\n")},
      {"binary that ends among the nodes", binary().substr(0, binary().find("$EndNodes") - 60)},
      {"binary that ends among the elements",
       binary().substr(0, binary().find("$EndElements") - 9)},
      {"binary of another byte order", swapped},
      {"an old format", once_replaced(ascii(), "4.1 0 8", "1 0 8")},
      {"format 4.0", once_replaced(ascii(), "4.1 0 8", "4 0 8")},
      {"numbers of four bytes", once_replaced(ascii(), "4.1 0 8", "4.1 0 4")},
      {"no format", ascii().substr(ascii().find("$PhysicalNames"))},
      {"a word among the numbers", once_replaced(ascii(), "1 1 0 0.25", "1 one 0 0.25")},
      {"a billion nodes announced", format + "$Nodes\n1000000000\n1 0 0 0\n$EndNodes\n"},
      {"more nodes than 64 bits count", format + "$Nodes\n99999999999999999999\n$EndNodes\n"},
      {"fewer than no nodes", format + "$Nodes\n-3\n$EndNodes\n"},
      {"more elements than there are",
       once_replaced(old_ascii(), "$Elements\n3\n", "$Elements\n7\n")},
      {"NaN as a coordinate", changed([&](GmshFileSpec& s) { s.points[2][0] = nan; })},
      {"infinity as a coordinate, binary", changed([](GmshFileSpec& s) {
         s.points[2][0] = std::numeric_limits<double>::infinity(), s.binary = true;
       })},
      {"a coordinate beyond double", once_replaced(ascii(), "1 1 0 0.25", "1 1e999 0 0.25")},
      {"a section that never ends", ascii() + "$Mine\n1 2 3\n"},
      {"two meshes in one file", ascii() + ascii()},
      {"a partitioned mesh", ascii() + "$PartitionedEntities\n1\n$EndPartitionedEntities\n"},
  };
}

std::vector<Case> files_of_other_things() {
  const auto with = [](int type, std::vector<std::int64_t> nodes) {
    return changed([&](GmshFileSpec& s) { s.elements.push_back({type, 2, nodes}); });
  };
  return {
      {"no elements", changed([](GmshFileSpec& s) { s.elements.clear(); })},
      {"edges only", changed([](GmshFileSpec& s) { s.elements.resize(1); })},
      {"an element whose node is missing", with(2, {1, 3, 17})},
      {"an unknown element", with(777, {1})},
      {"a quadrangle", changed([](GmshFileSpec& s) {
         s.elements.push_back({3, 3, {1, 2, 3, 4}});
       })},
      {"a triangle of second order", with(9, {1, 2, 3, 4, 1, 2})},
      {"a tetrahedron in the plane", with(4, {1, 2, 3, 4})},
      {"a surface that is not plane", changed([](GmshFileSpec& s) { s.points[2][2] = 0.1; })},
      {"a plane that stands upright", triangles({{0, 0, 0}, {1, 0, 0}, {1, 0, 1}}, {{1, 2, 3}})},
      {"a node number twice", changed([](GmshFileSpec& s) {
         s.tags = {1, 2, 2, 3};
       })},
      {"node number 0", changed([](GmshFileSpec& s) {
         s.tags = {0, 1, 2, 3};
       })},
      {"two groups of one name", changed([](GmshFileSpec& s) {
         s.names[{2, 2}] = "bottom";
       })},
      {"a group without a name", changed([](GmshFileSpec& s) {
         s.names[{2, 2}] = "";
       })},
      {"a group of nodes that no triangle has", changed([](GmshFileSpec& s) {
         s.points.push_back({5, 5, 0});
         s.elements.push_back({1, 1, {3, 5}});
       })},
  };
}

std::vector<Case> unsound_meshes() {
  return {
      {"an inverted element", changed([](GmshFileSpec& s) {
         s.elements[2].nodes = {1, 4, 3};
       })},
      {"all elements inverted", triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{1, 3, 2}})},
      {"a flat element",
       triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}}, {{1, 2, 3}, {1, 4, 2}})},
      {"an element with a node twice", changed([](GmshFileSpec& s) {
         s.elements.push_back({2, 2, {1, 1, 2}});
       })},
      {"an element twice", changed([](GmshFileSpec& s) { s.elements.push_back(s.elements[1]); })},
      {"elements on the same side of an edge",
       triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.5, 0}}, {{1, 2, 3}, {1, 2, 4}})},
      {"parts that hang together by a node",
       triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}},
                 {{1, 2, 3}, {1, 4, 5}})},
      {"parts that look joined and are not",
       triangles({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                 {{1, 2, 3}, {4, 5, 6}})},
      {"several flaws at once",
       triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 2, 0}, {3, 2, 0}, {2, 3, 0}},
                 {{1, 3, 2}, {4, 5, 6}, {4, 5, 6}})},
  };
}

constexpr const char* kScene = R"({"bodies": [
  {"name": "block", "mesh": {"type": "file", "path": "mesh.msh"},
   "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 1e-3}}
)";

std::string with_place(const Installation& tactus, std::string words) {
  const std::string folder = fs::canonical(tactus.work()).string();
  for (const auto& [from, to] :
       {std::pair{folder + "/mesh.msh", "{MESH}"}, std::pair{folder, "{FOLDER}"}})
    for (std::size_t i = 0; (i = words.find(from, i)) != words.npos;)
      words.replace(i, from.size(), to);
  return words;
}

/// The refusal of a run, which leaves nothing behind.
std::string refusal(const Installation& tactus, const std::vector<std::string>& sets = {}) {
  const std::set<std::string> before = tactus.files();
  std::vector<std::string> arguments{"run", "scene.json"};
  for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
  const Installation::Outcome outcome = tactus.run(arguments);
  CHECK(outcome.code == 2);
  CHECK(outcome.out == "");
  CHECK(tactus.files() == before);
  return with_place(tactus, outcome.err);
}

/// What bad_meshes.txt says under "# what".
std::map<std::string, std::string> expected_refusals() {
  std::map<std::string, std::string> all;
  std::ifstream file(fs::path(TACTUS_SOURCE_DIR) / "tests/cli/bad_meshes.txt");
  std::string* text = nullptr;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("# "))
      text = &all[line.substr(2)];
    else if (text)
      *text += line + "\n";
  return all;
}

struct Scene {
  std::string what, bodies;
  std::vector<std::string> sets;
};

std::vector<Scene> bodies_in_the_way() {
  const std::string contact =
      R"(/contact={"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
          "solver": {"type": "local_sqp"}})";
  const auto body = [](const std::string& name, const std::string& rest) {
    return R"({"name": ")" + name + R"(", "density": 1000, )" + rest +
           R"(, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  };
  const std::string unit = R"("mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]})";
  const auto file = [](const std::string& name) {
    return R"("mesh": {"type": "file", "path": ")" + name + "\"}";
  };
  return {
      {"two bodies that overlap",
       body("a", unit) + ",\n" + body("b", unit + R"(, "translate": [0.9, 0.9])"),
       {contact}},
      {"a body inside another",
       body("a", unit) + ",\n" + body("b", unit + R"(, "scale": 0.1, "translate": [0.3, 0.3])"),
       {contact}},
      {"the same body twice", body("a", unit) + ",\n" + body("b", unit), {contact}},
      {"a body that cuts itself",
       body("a", file("spiral.msh") + R"(, "self_contact": true)"),
       {contact}},
      {"a particle inside a body",
       body("a", unit) + ",\n" +
           R"({"name": "p", "type": "particles", "points": [[0.4, 0.4]], "mass": 1})",
       {contact}},
      {"a group that the mesh does not have",
       body("a", file("mesh.msh")),
       {R"(/supports=[{"body": "a", "group": "botom"}])"}},
      {"a density of nothing", body("a", unit), {"/bodies/0/density=0"}},
      {"a density that no double holds a mass of", body("a", unit), {"/bodies/0/density=1e-323"}},
      {"a body too large for its mass", body("a", unit), {"/bodies/0/scale=1e200"}},
      {"a body too small for its mass", body("a", unit), {"/bodies/0/scale=1e-200"}},
      {"a body beyond all numbers",
       body("a", unit),
       {"/bodies/0/scale=1e308", "/bodies/0/mesh/size=[1e308, 1]"}},
      {"a body lost in the distance", body("a", unit), {"/bodies/0/translate=[1.7e308, 0]"}},
      {"particles of next to no mass",
       R"({"name": "p", "type": "particles", "points": [[0, 0]], "mass": 1e-320})",
       {"/time/step=1e-4"}},
      {"particles without mass",
       R"({"name": "p", "type": "particles", "points": [[0, 0]], "mass": 0})",
       {"/time/step=1e-4"}},
      {"a folder for a mesh", body("a", file("folder.msh")), {}},
      {"a device for a mesh", body("a", file("/dev/zero")), {}},
  };
}

}  // namespace

TEST_CASE("Each bad mesh is refused in its words, and nothing is written", "[cli][mesh]") {
  const Installation tactus;
  write_text(tactus.work() / "scene.json", kScene);
  auto expected = expected_refusals();
  CHECK(expected.size() >= 60);
  for (const auto& cases : {damaged_files(), files_of_other_things(), unsound_meshes()})
    for (const Case& bad : cases) {
      INFO(bad.what);
      write_text(tactus.work() / "mesh.msh", bad.bytes);
      CHECK(refusal(tactus) == expected[bad.what]);
    }
}

TEST_CASE("Bodies that overlap, or are none, are refused in words", "[cli][mesh]") {
  const Installation tactus;
  write_text(tactus.work() / "mesh.msh", ascii());
  write_text(tactus.work() / "spiral.msh", spiral());
  fs::create_directory(tactus.work() / "folder.msh");
  auto expected = expected_refusals();
  for (const Scene& scene : bodies_in_the_way()) {
    INFO(scene.what);
    write_text(tactus.work() / "scene.json",
               "{\"bodies\": [\n" + scene.bodies +
                   "],\n\"integrator\": {\"type\": \"newmark\"}, \"time\": {\"end\": 1e-3}}");
    CHECK(refusal(tactus, scene.sets) == expected[scene.what]);
  }
}

TEST_CASE("A node that no element has is left out, and a file's line ends may be of any kind",
          "[cli][mesh]") {
  const Installation tactus;
  write_text(tactus.work() / "scene.json", kScene);
  std::string crlf;
  for (const char c : changed([](GmshFileSpec& s) { s.points.push_back({5, 5, 0}); }))
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
  write_text(tactus.work() / "mesh.msh", crlf);
  const Installation::Outcome outcome = tactus.run({"check", "scene.json"});
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Catch::Contains("\n1 bodies, 4 nodes, 2 elements, 4 boundary facets\n"));
}
