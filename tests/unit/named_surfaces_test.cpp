// Boundaries divided into the surfaces that laws and constraints name.
#include "core/model/named_surfaces.hpp"

#include <catch2/catch.hpp>

#include "core/mesh/boundary.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using test::Scene;

namespace {

/// As the reader fills it: "body", "body/group" or "*".
SurfaceName name(const Scene& scene, const std::string& text) {
  const SurfaceNameParts parts = split_surface_name(text);
  SurfaceName name{std::string(parts.group), {}};
  for (const BodyConfig& body : scene.configuration.bodies)
    name.bodies.push_back(text == "*" || body.name == parts.body || body.array == parts.body);
  return name;
}

void add_constraint(Scene& scene, const std::string& a, const std::string& b) {
  auto& all = scene.configuration.contact.constraints;
  all.emplace_back().between = {
      {a, b}, name(scene, a), name(scene, b), "/contact/constraint/" + std::to_string(all.size())};
}

void add_law(Scene& scene, const std::string& a, const std::string& b) {
  auto& laws = scene.configuration.contact.laws;
  LawConfig law;
  law.between = {
      {a, b}, name(scene, a), name(scene, b), "/contact/laws/" + std::to_string(laws.size())};
  laws.push_back(std::move(law));
}

/// A square of 2 x 2 cells below one of 3 x 3.
Scene unequal_squares() {
  Scene scene;
  const std::size_t steel = scene.material();
  scene.body("lower", test::rectangle(1, 1, 2, 2), steel);
  scene.body("upper", test::rectangle(1, 1, 3, 3), steel).translate = {0, 1.5};
  return scene;
}

/// Boundary facets with all nodes at one height, as a group.
Group facets_at(const Mesh& mesh, const std::string& name, Real height) {
  const Boundary b = boundary(mesh);
  const int dim = mesh.dim;
  Group group{name, dim - 1, {}, {}};
  for (Index f = 0; f < b.facets(); ++f) {
    const Index* n = b.facet.data() + f * dim;
    if (std::all_of(n, n + dim, [&](Index i) { return mesh.points[i * dim + dim - 1] == height; }))
      group.cells.insert(group.cells.end(), n, n + dim);
  }
  group.nodes = unique_nodes(group.cells);
  return group;
}

std::vector<std::string> texts_of_problems(const Scene& scene) {
  std::vector<std::string> problems;
  try {
    scene.model();
  } catch (const ModelError& error) {
    for (const ModelProblem& p : error.problems) problems.push_back(p.pointer + ": " + p.message);
  }
  return problems;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("without names of groups each body is one surface", "[model]") {
  Scene scene = unequal_squares();
  add_law(scene, "*", "*");
  const auto model = scene.model();
  const Surface& s = model->surface();
  CHECK(Texts(s.patch_name.begin(), s.patch_name.end()) == Texts{"lower", "upper"});
  CHECK(std::ranges::equal(s.facet_patch, s.facet_body));
  CHECK(std::ranges::equal(s.vertex_patch, s.vertex_body));
  CHECK(model->law_pairs().entry(0, 1) == 0);
}

TEST_CASE("the boundary of a plane body is divided by the groups that are named", "[model]") {
  Scene scene = unequal_squares();
  add_law(scene, "lower/top", "upper/bottom");
  add_law(scene, "lower", "upper/left");
  add_law(scene, "*", "*");
  const auto model = scene.model();
  const Surface& s = model->surface();
  CHECK(Texts(s.patch_name.begin(), s.patch_name.end()) ==
        Texts{"lower", "lower/top", "upper", "upper/bottom", "upper/left"});
  std::vector<Index> facets(5, 0);
  for (Index f = 0; f < s.facets; ++f) {
    const View<Index> v = s.facet_vertices(f);
    const auto a = point<2>(s.reference, v[0]), b = point<2>(s.reference, v[1]);
    const bool low = s.facet_body[f] == 0;
    const int expected = low                          ? (a[1] == 1 && b[1] == 1 ? 1 : 0)
                         : a[1] == 1.5 && b[1] == 1.5 ? 3
                         : a[0] == 0 && b[0] == 0     ? 4
                                                      : 2;
    CHECK(s.facet_patch[f] == expected);
    ++facets[static_cast<std::size_t>(s.facet_patch[f])];
  }
  CHECK(facets == std::vector<Index>{6, 2, 6, 3, 3});
  for (Index v = 0; v < s.vertices; ++v) {
    const auto x = point<2>(s.reference, v);
    const bool boundary = !s.facets_of(v).empty();
    // A corner is of the named surface; of two named ones of that which is named first.
    const int expected = s.vertex_body[v] == 0     ? (boundary && x[1] == 1 ? 1 : 0)
                         : boundary && x[1] == 1.5 ? 3
                         : boundary && x[0] == 0   ? 4
                                                   : 2;
    CHECK(s.vertex_patch[v] == expected);
  }
  const SurfacePairs& laws = model->law_pairs();
  CHECK(laws.entry(1, 3) == 0);
  CHECK(laws.entry(3, 1) == 0);
  CHECK(laws.entry(0, 3) == 2);
  CHECK(laws.entry(1, 4) == 1);  // "lower" is all of its boundary
  CHECK(laws.entry(4, 0) == 1);
  CHECK(laws.entry(2, 2) == 2);
}

TEST_CASE("the boundary of a body in space is divided by groups of triangles", "[model]") {
  Scene scene(3);
  const std::size_t steel = scene.material();
  Mesh cube = test::cube(2);
  cube.groups = {facets_at(cube, "roof", 1), facets_at(cube, "floor", 0)};
  scene.body("one", cube, steel);
  scene.body("two", cube, steel).translate = {2, 0, 0};
  add_law(scene, "two/roof", "one/floor");
  add_law(scene, "*", "*");
  const auto model = scene.model();
  const Surface& s = model->surface();
  CHECK(Texts(s.patch_name.begin(), s.patch_name.end()) ==
        Texts{"one", "one/floor", "two", "two/roof"});
  std::vector<Index> facets(4, 0);
  for (Index f = 0; f < s.facets; ++f) {
    bool low = true, high = true;
    for (const Index v : s.facet_vertices(f)) {
      low = low && point<3>(s.reference, v)[2] == 0;
      high = high && point<3>(s.reference, v)[2] == 1;
    }
    CHECK(s.facet_patch[f] == (s.facet_body[f] == 0 ? (low ? 1 : 0) : high ? 3 : 2));
    ++facets[static_cast<std::size_t>(s.facet_patch[f])];
  }
  CHECK(facets == std::vector<Index>{40, 8, 40, 8});
}

TEST_CASE("a particle is of its body's surface", "[model]") {
  Scene scene = unequal_squares();
  BodyConfig& dust = scene.body("dust", {}, 0);
  dust.type = BodyConfigType::particles;
  dust.points = {3, 3, 4, 4};
  add_law(scene, "lower/top", "dust");
  add_law(scene, "*", "*");
  const auto model = scene.model();
  const Surface& s = model->surface();
  REQUIRE(s.patch_name.size() == 4);
  CHECK(s.patch_name[3] == "dust");
  for (Index v = 0; v < s.vertices; ++v)
    if (s.vertex_body[v] == 2) CHECK(s.vertex_patch[v] == 3);
  CHECK(model->law_pairs().entry(3, 1) == 0);
  CHECK(model->law_pairs().entry(3, 0) == 1);
}

TEST_CASE("a facet in two named groups is an error that names both", "[model]") {
  Scene scene = unequal_squares();
  Mesh& mesh = scene.meshes[0];
  const Group* top = mesh.group("top");
  mesh.groups.push_back({"lid", 1, top->nodes, top->cells});
  SECTION("where both are named") {
    add_law(scene, "lower/top", "upper");
    add_law(scene, "upper", "lower/lid");
    CHECK(
        texts_of_problems(scene) ==
        Texts{"/contact/laws/1/between/1: the groups \"top\" and \"lid\" of body \"lower\" have 2 "
              "facets in common, the first one with nodes 9, 8; a facet belongs to one surface: "
              "name only one of the two, or divide them in the mesh"});
  }
  SECTION("where one is named the other divides nothing") {
    add_law(scene, "lower/lid", "upper");
    add_law(scene, "*", "*");
    CHECK(texts_of_problems(scene).empty());
  }
}

TEST_CASE("groups in between that are no surfaces are reported, with a support's", "[model]") {
  Scene scene = unequal_squares();
  add_law(scene, "lower/topp", "upper/lid");
  SupportConfig support;
  support.body = "lower";
  support.group = "botom";
  scene.configuration.supports.push_back(support);
  CHECK(texts_of_problems(scene) ==
        Texts{"/supports/0/group: the mesh of body \"lower\" has no group \"botom\"; it has "
              "\"bottom\", \"right\", \"top\", \"left\"",
              "/contact/laws/0/between/0: the mesh of body \"lower\" has no group \"topp\"; it has "
              "\"bottom\", \"right\", \"top\", \"left\"",
              "/contact/laws/0/between/1: the mesh of body \"upper\" has no group \"lid\"; it has "
              "\"bottom\", \"right\", \"top\", \"left\""});
  Scene points = unequal_squares();
  points.meshes[0].groups.push_back({"corner", 0, {0}, {0}});
  add_law(points, "lower/corner", "*");
  CHECK(
      texts_of_problems(points) ==
      Texts{"/contact/laws/0/between/0: the group \"corner\" has no facet of the boundary of body "
            "\"lower\", so it is no surface; take one of edges on the boundary"});
}

TEST_CASE("surfaces that may touch without a law, and laws that never hold, are errors",
          "[model]") {
  Scene scene = unequal_squares();
  SECTION("a part of a boundary is left without a law") {
    add_constraint(scene, "*", "*");
    add_law(scene, "lower/top", "upper");
    CHECK(texts_of_problems(scene) ==
          Texts{"/contact/laws: no law is for the rest of \"lower\" and \"upper\"; add one with "
                "\"between\": [\"lower\", \"upper\"], or with \"*\" for any"});
  }
  SECTION("what no constraint is for needs no law, whether of the problem or of a stage") {
    const bool of_a_stage = GENERATE(false, true);
    add_constraint(scene, "lower/top", "upper/bottom");
    if (of_a_stage) {
      StageConfig& stage = scene.configuration.contact.stages.emplace_back();
      stage.own_constraints = true;
      add_constraint(scene, "lower/left", "upper");
      stage.constraints.push_back(std::move(scene.configuration.contact.constraints.back()));
      scene.configuration.contact.constraints.pop_back();
    }
    add_law(scene, "lower/top", "upper/bottom");
    const Texts problems = texts_of_problems(scene);
    REQUIRE(problems.size() == (of_a_stage ? 1 : 0));
    if (of_a_stage)
      CHECK(problems[0].starts_with("/contact/laws: no law is for \"lower/left\" and"));
  }
  SECTION("behind one for all, and of one body with itself") {
    add_law(scene, "*", "*");
    add_law(scene, "lower", "upper");
    add_law(scene, "lower", "lower/top");
    CHECK(texts_of_problems(scene) ==
          Texts{"/contact/laws/1/between: this never holds: /contact/laws/0 stands before it and "
                "is for "
                "the same surfaces, and the first that fits holds; write in that one's \"between\" "
                "what it is "
                "for alone, put this one before it, or remove it",
                "/contact/laws/2/between: no two surfaces that this means may touch each other; a "
                "body touches itself with \"self_contact\" only, and obstacles do not touch "
                "obstacles"});
  }
  SECTION("one for all is for the rest, even if there is none") {
    add_law(scene, "lower", "upper");
    add_law(scene, "*", "*");
    CHECK(texts_of_problems(scene).empty());
    add_law(scene, "*", "*");
    CHECK(texts_of_problems(scene).size() == 1);
  }
  SECTION("behind others, even if there is nothing to touch at all, but not as the only one") {
    for (BodyConfig& body : scene.configuration.bodies) body.type = BodyConfigType::obstacle;
    const bool behind = GENERATE(false, true);
    if (behind) add_law(scene, "lower", "upper");
    add_law(scene, "*", "*");
    const Texts problems = texts_of_problems(scene);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].starts_with("/contact/laws/0/between: no two surfaces"));
  }
  SECTION("a body that touches itself needs one, unless nothing is left of its boundary") {
    add_constraint(scene, "*", "*");
    for (const char* side : {"bottom", "right", "top", "left"})
      add_law(scene, std::string("lower/") + side, "upper");
    CHECK(texts_of_problems(scene).empty());
    scene.configuration.bodies[0].self_contact = true;
    CHECK(texts_of_problems(scene) ==
          Texts{"/contact/laws: no law is for \"lower/bottom\" and \"lower/bottom\"; add one with "
                "\"between\": [\"lower/bottom\", \"lower/bottom\"], or with \"*\" for any"});
  }
}
