#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "core/mesh/gmsh_reader.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/support/regular_file.hpp"
#include "tests/support/gmsh_writer.hpp"

using namespace tactus;
using namespace tactus::core;
using namespace tactus::testing;
using Catch::Contains;

namespace {

Mesh read_text(const std::string& bytes, int dim = 2) { return read_gmsh("test.msh", bytes, dim); }

/// Two triangles (group "body", number 3) and two of their edges (group "outline", number 1).
GmshFileSpec two_triangles() {
  GmshFileSpec spec;
  spec.points = {{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5}};
  spec.elements = {{1, 1, {1, 2}}, {1, 1, {2, 3}}, {2, 3, {1, 2, 3}}, {2, 3, {1, 3, 4}}};
  spec.names = {{{1, 1}, "outline"}, {{2, 3}, "body"}};
  return spec;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

Real volume(const Mesh& mesh) {
  Real sum = 0;
  const View<Real> x(mesh.points);
  with_dimension(mesh.dim, [&](auto dimension) {
    constexpr int D = dimension;
    for (Index e = 0; e < mesh.element_count(); ++e) {
      const Index* n = mesh.elements.data() + e * (D + 1);
      Eigen::Matrix<Real, D, D> edges;
      for (int k = 0; k < D; ++k) edges.col(k) = point<D>(x, n[k + 1]) - point<D>(x, n[0]);
      sum += edges.determinant() / (D == 2 ? 2 : 6);
    }
  });
  return sum;
}

/// A row of the table in the reference folder, which Gmsh itself and numpy made.
struct Reference {
  const char* file;
  int dim;
  Index vertices, cells, facets;
  std::vector<Real> low, high;
  Real volume;
  std::vector<std::pair<std::string, int>> groups;
};

const std::vector<Reference> kReferences = {
    {"hammer",
     3,
     2705,
     9683,
     4090,
     {-0.62369, -1.25, -0.62414},
     {4.9999, 1.25, 0.62401},
     4.123536,
     {{"skin", 2}, {"hammer", 3}}},
    {"kangaroo_2d",
     2,
     227,
     276,
     176,
     {0.002066, 0.0012992},
     {2.0112, 1.6023},
     0.903417,
     {{"outline", 1}, {"body", 2}}},
    {"mat",
     3,
     3200,
     9126,
     6396,
     {-0.5, -0.004, -0.5},
     {0.5, 0.004, 0.5},
     0.008,
     {{"left", 2}, {"right", 2}, {"skin", 2}, {"mat", 3}}},
    {"octocat",
     3,
     6133,
     21426,
     8554,
     {-46.47, -46.678, 6.4738e-18},
     {46.473, 46.707, 33.622},
     23979.91,
     {}},
    {"propeller_2d",
     2,
     476,
     698,
     252,
     {-0.49544, -0.49554},
     {0.4956, 0.49551},
     0.4678516,
     {{"outline", 1}, {"body", 2}}},
    {"rod",
     3,
     630,
     1722,
     1162,
     {-0.5, -0.02, -0.02},
     {0.5, 0.02, 0.02},
     0.0012,
     {{"left", 2}, {"right", 2}, {"rod", 3}}},
    {"sphere",
     3,
     1760,
     6851,
     2474,
     {-0.49882, -0.49928, -0.49899},
     {0.49958, 0.49774, 0.49809},
     0.518477,
     {}},
    {"spike", 3, 5, 2, 6, {-0.5, 0, -0.5}, {0.5, 3, 0.5}, 1, {}},
    {"wedge", 3, 6, 3, 8, {-0.5, 0, -1}, {0.5, 3, 1}, 3, {}},
    {"wedge_upstream", 3, 6, 3, 8, {-0.5, 0, -1}, {0.5, 3, 1}, 3, {}},
};

}  // namespace

TEST_CASE("the meshes of others are read as Gmsh itself reads them", "[mesh][gmsh]") {
  const std::filesystem::path folder = std::filesystem::path(TACTUS_REFERENCE_DIR) / "meshes";
  if (!std::filesystem::exists(folder)) {
    WARN("no reference meshes in " << folder);
    return;
  }
  for (const Reference& r : kReferences) {
    INFO(r.file);
    const Mesh mesh = read_text(read_file(folder / (std::string(r.file) + ".msh")), r.dim);
    CHECK(mesh.nodes() == r.vertices);
    CHECK(mesh.element_count() == r.cells);
    CHECK(boundary(mesh).facets() == r.facets);
    for (const MeshProblem& p : check(mesh)) FAIL_CHECK(p.message);
    for (int d = 0; d < r.dim; ++d) {
      Real low = kUnlimited, high = -kUnlimited;
      for (Index n = 0; n < mesh.nodes(); ++n) {
        low = std::min(low, mesh.points[n * r.dim + d]);
        high = std::max(high, mesh.points[n * r.dim + d]);
      }
      CHECK(low == Approx(r.low[d]).epsilon(1e-4).margin(1e-15));  // 5 digits are printed
      CHECK(high == Approx(r.high[d]).epsilon(1e-4));
    }
    CHECK(volume(mesh) == Approx(r.volume).epsilon(1e-6));  // 7 digits are printed
    std::vector<std::pair<std::string, int>> groups;
    for (const Group& g : mesh.groups) groups.push_back({g.name, g.dim});
    CHECK(groups == r.groups);
    const Boundary b = boundary(mesh);
    std::size_t grouped = 0;  // the groups of facets cover the boundary where there are any
    for (const Group& g : mesh.groups) grouped += g.dim == r.dim - 1 ? g.cells.size() : 0;
    if (mesh.group("skin") || mesh.group("outline")) CHECK(grouped == b.facet.size());
    if (const Group* left = mesh.group("left"))
      for (const Index n : left->nodes) CHECK(mesh.points[n * 3] == Approx(-0.5).epsilon(1e-12));
    for (const Index f : b.neighbour) CHECK(f != kNone);
  }
}

TEST_CASE("a mesh is the same in all four Gmsh formats", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  spec.version = GENERATE(2, 4);
  spec.binary = GENERATE(false, true);
  const bool sparse = GENERATE(false, true);
  if (sparse) {  // numbers with gaps, not in order
    spec.tags = {70, 2, 900, 4};
    const std::map<std::int64_t, std::int64_t> tag{{1, 70}, {2, 2}, {3, 900}, {4, 4}};
    for (GmshElement& e : spec.elements)
      for (std::int64_t& n : e.nodes) n = tag.at(n);
  }
  const Mesh mesh = read_text(write_gmsh(spec));
  CHECK(mesh.points == std::vector<Real>{0, 0, 1, 0, 1, 1, 0, 1});
  CHECK(mesh.elements == std::vector<Index>{0, 1, 2, 0, 2, 3});
  REQUIRE(mesh.groups.size() == 2);
  CHECK(mesh.groups[0].name == "outline");
  CHECK(mesh.groups[0].dim == 1);
  CHECK(mesh.groups[0].cells == std::vector<Index>{0, 1, 1, 2});
  CHECK(mesh.groups[0].nodes == std::vector<Index>{0, 1, 2});
  CHECK(mesh.groups[1].name == "body");
  CHECK(mesh.groups[1].cells == mesh.elements);
}

TEST_CASE("what Gmsh adds to a mesh does no harm", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  SECTION("the centre of an arc, a node of no triangle, is left out") {
    spec.points.insert(spec.points.begin(), {9, 9, 0});
    for (GmshElement& e : spec.elements)
      for (std::int64_t& n : e.nodes) ++n;
    spec.elements.push_back({15, 0, {1}});
    const Mesh mesh = read_text(write_gmsh(spec));
    CHECK(mesh.nodes() == 4);
    CHECK(mesh.elements == std::vector<Index>{0, 1, 2, 0, 2, 3});
  }
  SECTION("sections of other names, comments, Windows line ends") {
    std::string text = write_gmsh(spec);
    text += "$NodeData\n1\n\"T\"\n$Elements of style\n$EndNodeData\n$Mine\n$EndMine\n";
    text = "$Comments\nnothing of note\n$EndComments\n" + text;
    std::string crlf;
    for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    CHECK(read_text(text).elements.size() == 6);
    CHECK(read_text(crlf).groups[0].name == "outline");
  }
  SECTION("version 2 repeats an element for each of its physical groups") {
    spec.version = 2;
    spec.elements.push_back({2, 8, {1, 2, 3}});
    spec.names[{2, 8}] = "half";
    const Mesh mesh = read_text(write_gmsh(spec));
    CHECK(mesh.element_count() == 2);
    CHECK(check(mesh).empty());
    CHECK(mesh.group("half")->cells == std::vector<Index>{0, 1, 2});
    spec.elements.push_back({2, 3, {1, 2, 3}});  // twice in one group: an error of the file
    CHECK(check(read_text(write_gmsh(spec))).empty() == false);
  }
  SECTION("a name without elements makes no group") {
    spec.names[{1, 5}] = "nothing";
    CHECK(read_text(write_gmsh(spec)).groups.size() == 2);
  }
}

TEST_CASE("nodes of format 2 with their parameters are those without them", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  spec.version = 2, spec.binary = GENERATE(false, true);
  const std::string plain = write_gmsh(spec);
  const Mesh known = read_text(plain);
  // Nodes at a corner, on a curve, on a surface and in a body, as Gmsh writes them with Mesh.SaveParametric.
  const std::size_t begin = plain.find("$Nodes"),
                    rows = plain.find('\n', plain.find('\n', begin) + 1) + 1,
                    end = plain.find("$EndNodes");
  std::string with =
      plain.substr(0, begin) + "$ParametricNodes" + plain.substr(begin + 6, rows - begin - 6);
  std::size_t at = rows;
  for (int dim = 0; dim < 4; ++dim) {
    const int tag = 7, parameters = dim % 3;
    const Real parameter = 0.25;
    const std::size_t next = spec.binary ? at + 28 : plain.find('\n', at);
    with += plain.substr(at, next - at);
    if (spec.binary) {
      with.append(reinterpret_cast<const char*>(&dim), 4)
          .append(reinterpret_cast<const char*>(&tag), 4);
      for (int p = 0; p < parameters; ++p)
        with.append(reinterpret_cast<const char*>(&parameter), 8);
    } else {
      with += " " + std::to_string(dim) + " 7";
      for (int p = 0; p < parameters; ++p) with += " 0.25";
      with += "\n";
    }
    at = spec.binary ? next : next + 1;
  }
  with += plain.substr(at, end - at) + "$EndParametricNodes" + plain.substr(end + 9);
  const Mesh read = read_text(with);
  CHECK(read.points == known.points);
  CHECK(read.elements == known.elements);
}

TEST_CASE("a file that is no mesh of the body is refused with place and remedy", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  spec.version = GENERATE(2, 4);
  const std::string good = write_gmsh(spec);
  SECTION("not Gmsh at all") {
    CHECK_THROWS_WITH(read_text(""), Contains("the file is empty"));
    CHECK_THROWS_WITH(read_text("solid cube\n"), Contains("line 1: \"solid\" stands where a "
                                                          "section"));
    CHECK_THROWS_WITH(read_text("$Nodes\n0\n$EndNodes\n"), Contains("$MeshFormat"));
  }
  SECTION("another version") {
    const std::string old = replaced(good, spec.version == 2 ? "2.2 " : "4.1 ", "4 ");
    CHECK_THROWS_WITH(read_text(old), Contains("line 2: the format is MSH 4; 2.2 and 4.1") &&
                                          Contains("gmsh OLD.msh -save -format msh41"));
    CHECK_THROWS_WITH(read_text("$NOD\n1\n1 0 0 0\n$ENDNOD\n"),
                      Contains("line 1: the format is MSH 1; 2.2 and 4.1") &&
                          Contains("gmsh OLD.msh -save -format msh41"));
  }
  SECTION("quadrangles, second order, tetrahedra in the plane") {
    spec.elements.push_back({3, 4, {1, 2, 3, 4}});
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains("type 3 (4-node quadrangle)") && Contains("Recombine"));
    spec.elements.back() = {9, 4, {1, 2, 3, 4, 1, 2}};
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("6-node triangle (second order)") &&
                                                       Contains("Mesh.ElementOrder = 1"));
    spec.elements.back() = {4, 4, {1, 2, 3, 4}};
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains("tetrahedra") && Contains("mesh the body in 2 dimensions"));
    spec.elements.back() = {777, 4, {1}};
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("type 777 (unknown)"));
  }
  SECTION("a surface where a body is expected") {
    CHECK_THROWS_WITH(read_text(good, 3),
                      Contains("no tetrahedra (but 2 lines and 2 triangles)") &&
                          Contains("Physical Volume(\"body\") = {1}; or Mesh.SaveAll = 1;") &&
                          Contains("dimension to 2"));
    spec.elements.resize(2);  // of the outline alone
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains("no triangles (lines: 2)") &&
                          Contains("Physical Surface(\"body\") = {1}; or Mesh.SaveAll = 1;"));
    spec.names.clear();
    for (auto& e : spec.elements) e.physical = 0;
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), !Contains("Physical"));
  }
  SECTION("a plane mesh that is not plane") {
    spec.points[2][2] = 5.1;
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("z goes from 5 to 5.1"));
  }
  SECTION("a node that is not there") {
    spec.elements[3].nodes[2] = 17;
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains("line ") && Contains("has node 17, which is not among the 4 nodes"));
  }
  SECTION("node numbers twice, zero") {
    spec.tags = {1, 2, 2, 4};
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("node number 2 is there twice"));
    spec.tags = {0, 2, 3, 4};
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("node number 0 cannot be"));
  }
  SECTION("coordinates that are none") {
    spec.points[1][0] = std::numeric_limits<Real>::quiet_NaN();
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("a coordinate is nan"));
    spec.points[1][0] = kUnlimited;
    spec.binary = true;
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains(", byte ") && Contains("a coordinate is inf"));
  }
  SECTION("a word among the numbers") {
    CHECK_THROWS_WITH(read_text(replaced(good, "1 1 5", "1 one 5")),
                      Contains("\"one\" stands where a number is expected"));
  }
  SECTION("sections missing or twice") {
    CHECK_THROWS_WITH(read_text(good.substr(0, good.find("$Elements"))),
                      Contains("the file has no $Elements"));
    CHECK_THROWS_WITH(read_text(good + good.substr(good.find("$Nodes"))),
                      Contains("a second $Nodes"));
  }
  SECTION("names that cannot be told apart, or point to nothing that moves") {
    spec.names[{2, 3}] = "outline";
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)), Contains("called \"outline\""));
    spec = two_triangles();
    spec.points.push_back({8, 8, 5});
    spec.elements.push_back({1, 1, {4, 5}});
    CHECK_THROWS_WITH(read_text(write_gmsh(spec)),
                      Contains("\"outline\" has nodes that belong to no triangle"));
  }
}

TEST_CASE("counts that the file cannot hold are refused before memory is taken", "[mesh][gmsh]") {
  const std::string format = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
  CHECK_THROWS_WITH(read_text(format + "$Nodes\n4000000000000\n1 0 0 0\n$EndNodes\n"),
                    Contains("line 5: 4000000000000 nodes are announced, but only"));
  CHECK_THROWS_WITH(read_text(format + "$Nodes\n-3\n1 0 0 0\n$EndNodes\n"), Contains("-3"));
  CHECK_THROWS_WITH(read_text(format + "$Nodes\n99999999999999999999\n"), Contains("whole number"));
  CHECK_THROWS_WITH(read_text(format + "$PhysicalNames\n123456789\n"), Contains("announced"));
  const std::string newer = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
  CHECK_THROWS_WITH(read_text(newer + "$Entities\n0 0 9000000000000000000 0\n"),
                    Contains("announced"));
  CHECK_THROWS_WITH(read_text(newer + "$Nodes\n9000000000000000000 1 1 1\n2 1 0 1\n1\n0 0 0\n"),
                    Contains("cut off"));
}

TEST_CASE("a file cut off anywhere is read in full or refused by name", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  spec.version = GENERATE(2, 4);
  spec.binary = GENERATE(false, true);
  const std::string good = write_gmsh(spec);
  const std::size_t whole = good.rfind("$EndElements") + std::string("$EndElements").size();
  for (std::size_t length = 0; length < whole; ++length) {
    INFO(length << " of " << good.size());
    CHECK_THROWS_WITH(read_text(good.substr(0, length)), Contains("test.msh"));
  }
  CHECK(read_text(good.substr(0, whole)).element_count() == 2);
}

TEST_CASE("a damaged file gives a mesh or an error by name, whatever the damage", "[mesh][gmsh]") {
  GmshFileSpec spec = two_triangles();
  spec.version = GENERATE(2, 4);
  spec.binary = GENERATE(false, true);
  const std::string good = write_gmsh(spec);
  std::uint64_t state = 1;
  const auto next = [&state](std::uint64_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % bound);
  };
  int refused = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::string bad = good;
    for (std::size_t k = 0; k <= next(3); ++k) {
      const std::size_t at = next(bad.size());
      switch (next(3)) {
        case 0:
          bad[at] = static_cast<char>(next(256));
          break;
        case 1:
          bad.erase(at, next(9));
          break;
        default:
          bad.insert(at, bad.substr(next(bad.size()), next(9)));
      }
    }
    try {
      const Mesh mesh = read_text(bad);
      CHECK(mesh.nodes() <= static_cast<Index>(bad.size()));
      check(mesh);
    } catch (const MeshError& e) {
      ++refused;
      CHECK_THAT(e.what(), Contains("test.msh"));
    }
  }
  CHECK(refused > 200);
}
