// Parts of contact, each by itself: which law holds between two surfaces, what contacts remember, from which gap on
// they begin, boxes and their wear, neighbours in self contact, surfaces of a row, and bodies that move as a whole.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>

#include "core/contact/contact_memory.hpp"
#include "core/contact/gap_ahead.hpp"
#include "core/contact/list_wear.hpp"
#include "core/contact/neighbour_rule.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/row_surfaces.hpp"
#include "core/contact/surface_boxes.hpp"
#include "core/contact/whole_bodies.hpp"
#include "core/model/rigid_bodies.hpp"
#include "core/model/surface_motion.hpp"
#include "core/model/surface_pairs.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;
using conformance::SerialContext;

namespace {

/// Implicit, with two numbers that start at 0.5, and which it keeps while a contact is absent.
class Keeps final : public ContactLaw {
 public:
  explicit Keeps(Real reach) : reach_(reach) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch&, Context&) const override { return 0; }
  void do_history(HistoryVisitor& columns) const override { columns.column("slip", "m", 2, 0.5); }
  bool do_keeps_absent_history() const override { return true; }
  Real do_reach(const Scales&) const override { return reach_; }
  Real reach_;
};

class Forgets final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch&, Context&) const override { return 0; }
};

SurfaceName named(const test::Scene& scene, const std::string& text) {
  SurfaceName name;
  for (const BodyConfig& body : scene.configuration.bodies)
    name.bodies.push_back(text == "*" || body.name == text);
  return name;
}

/// Two squares, side by side; law 0 is for both together, law 1 for everything else.
class Squares {
 public:
  Squares() {
    const std::size_t steel = scene.material();
    scene.body("left", test::rectangle(1, 1, 1, 1), steel);
    BodyConfig& right = scene.body("right", test::rectangle(1, 1, 1, 1), steel);
    right.translate = {1.25, 0}, right.self_contact = true;
    add("left", "right", std::make_unique<Keeps>(0.125)).friction = 0.3;
    add("*", "*", std::make_unique<Forgets>());
    model = scene.model();
    geometry.layout = &model->layout();
    geometry.surface = &model->surface();
    geometry.motion = &model->motion();
    laws.emplace(scene.configuration, model->law_pairs(), model->scales());
  }
  std::int32_t patch(std::int32_t body) const {
    const Surface& s = model->surface();
    return s.facet_patch[std::ranges::find(s.facet_body, body) - s.facet_body.begin()];
  }
  Index first_vertex(std::int32_t body) const {
    const Surface& s = model->surface();
    return std::ranges::find(s.vertex_body, body) - s.vertex_body.begin();
  }

  test::Scene scene;
  std::unique_ptr<Model> model;
  ContactGeometry geometry;
  std::optional<PairLaws> laws;

 private:
  LawConfig& add(const std::string& a, const std::string& b, std::unique_ptr<Component> law) {
    LawConfig& entry = scene.configuration.contact.laws.emplace_back();
    entry.between = {{a, b}, named(scene, a), named(scene, b), "/contact/laws"};
    entry.law = {"some", std::move(law)};
    return entry;
  }
};

ReactionData two_contacts(const ContactMemory& memory) {
  ReactionData data;
  data.dim = 2;
  data.law_history = memory.law_history(), data.solver_history = memory.solver_history();
  data.resize(2);
  data.key = {{1, 2}, {3, 4}};
  data.law = {0, 1};
  return data;
}

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

}  // namespace

TEST_CASE("the first entry that fits two surfaces gives the law between them", "[contact]") {
  const Squares s;
  const std::int32_t left = s.patch(0), right = s.patch(1);
  CHECK(s.laws->between(left, right) == 0);
  CHECK(s.laws->between(right, left) == 0);
  CHECK(s.laws->between(left, left) == 1);
  CHECK(s.model->law_pairs().entry(right, right) == 1);
  CHECK(s.model->law_pairs().sides() == 2);
  CHECK(s.laws->friction(0) == 0.3);
  CHECK(s.laws->friction(1) == 0);
  CHECK(s.laws->reach(0) == 0.125);
  CHECK(s.laws->reach(1) == s.laws->touching());
  CHECK(s.laws->largest_reach() == 0.125);
  CHECK(s.laws->columns(0).size() == 1);
  // Numbers of laws may come from a damaged checkpoint.
  CHECK(s.laws->remembers_absent(0));
  for (const Real number : {1., 2., -1., kNan}) CHECK_FALSE(s.laws->remembers_absent(number));
}

TEST_CASE("contacts find what they had by their key, or by the one that they had before",
          "[contact]") {
  const Squares s;
  ContactMemory memory(2, *s.laws, {7});
  REQUIRE(memory.law_history() == 2);
  ReactionData data = two_contacts(memory);
  for (const Index contact : {0, 1}) memory.recall(data, contact);
  CHECK(data.law_old == std::vector<Real>{0.5, 0.5, 0, 0});  // law 1 remembers nothing
  CHECK(data.solver_old == std::vector<Real>{7, 7});
  data.reactions = {1, 2, 0, 0}, data.law_new = {3, 4, 0, 0}, data.solver_new = {5, 6};
  memory.keep(data);
  CHECK(memory.known() == std::vector<ContactKey>{{1, 2}, {3, 4}});

  SECTION("a corner that hands its contact over") {
    ReactionData next = two_contacts(memory);
    next.key[0] = {9, 9}, next.former[0] = {1, 2};
    memory.recall(next, 0);
    CHECK(next.reactions == std::vector<Real>{1, 2, 0, 0});
    CHECK(next.law_old == std::vector<Real>{3, 4, 0, 0});
    CHECK(next.solver_old[0] == 5);
  }
  SECTION("another law begins anew") {
    ReactionData next = two_contacts(memory);
    next.law = {1, 0};
    for (const Index contact : {0, 1}) memory.recall(next, contact);
    CHECK(next.law_old == std::vector<Real>{0, 0, 0.5, 0.5});
    CHECK(next.reactions == std::vector<Real>{1, 2, 0, 0});
  }
  SECTION("the absent one is remembered where its law wants it") {
    ReactionData nobody;
    nobody.dim = 2, nobody.law_history = 2, nobody.solver_history = 1;
    memory.keep(nobody);
    CHECK(memory.remembers({1, 2}));
    CHECK_FALSE(memory.remembers({3, 4}));
  }
  SECTION("a checkpoint brings all of it back") {
    conformance::MemoryArchive archive;
    memory.save(archive);
    ContactMemory copy(2, *s.laws, {7});
    copy.load(archive);
    ReactionData next = two_contacts(memory);
    for (const Index contact : {0, 1}) copy.recall(next, contact);
    CHECK(next.law_old == data.law_new);
    CHECK(next.reactions == data.reactions);
    CHECK(next.solver_old == data.solver_new);
  }
}

TEST_CASE("contacts begin at gaps that the two bodies may close in the time up to the next rows",
          "[contact]") {
  const Squares s;
  GapAhead ahead(s.geometry, *s.laws);
  CHECK_FALSE(ahead.serves(0));  // acts at open gaps itself
  CHECK(ahead.serves(1));
  const auto q = s.model->initial_coordinates();
  std::vector<Real> v(static_cast<std::size_t>(s.model->layout().dofs), 0);
  const Range left = s.model->layout().bodies[0].dofs;
  for (Index dof = left.begin; dof < left.end; dof += 2)
    v[static_cast<std::size_t>(dof)] = 3, v[static_cast<std::size_t>(dof) + 1] = 4;
  ahead.begin(q, v, 0.125);
  CHECK(ahead.reach({0, 1}) == Approx(0.625));
  CHECK(ahead.reach({0, 0}) == Approx(1.25));
  CHECK(ahead.reach({1, -1}) == 0);
  CHECK(ahead.furthest() == Approx(0.625));
  // max(max(0, g)/h + min(0, U'_N - U_N), -p)
  CHECK(ahead.speed(0.25, -0.5, -10) == Approx(1.5));
  CHECK(ahead.speed(-0.25, 0.5, -10) == 0);
  CHECK(ahead.speed(0, -3, -1) == -1);
}

TEST_CASE("a row without names has the surfaces of the facets in its stencil", "[contact]") {
  const Squares s;
  const Surface& surface = s.model->surface();
  const Index facet = std::ranges::find(surface.facet_body, 0) - surface.facet_body.begin();
  const View<Index> ends = surface.facet_vertices(facet);
  const Index stencil[] = {s.first_vertex(1), ends[0], ends[1]};
  CHECK(surfaces_of_stencil(surface, stencil) == std::pair(s.patch(1), s.patch(0)));
  const Index corners[] = {s.first_vertex(0), s.first_vertex(1)};
  CHECK(surfaces_of_stencil(surface, corners) == std::pair(s.patch(0), s.patch(1)));
  CHECK(unknown_outside(4, 2, 1) ==
        "its row 4 pushes against number 2 of the 1 that it names (outside)");
}

TEST_CASE("boxes hold what they are of, on its whole way and inflated by the reach", "[contact]") {
  const Squares s;
  const Surface& surface = s.model->surface();
  SurfaceBoxes boxes(surface, {.facet_facet = true});
  SerialContext context;
  Random random(5);
  std::vector<Real> y(surface.reference.begin(), surface.reference.end()), end = y;
  for (Real& x : end) x += random.between(-0.1, 0.1);
  boxes.update({.y = y, .y_end = end, .reach = 0.25}, *context.context().executor);
  const Boxes& facets = boxes.of(Thing::facet);
  REQUIRE(facets.count == surface.facets);
  for (Index f = 0; f < facets.count; ++f)
    for (std::size_t d = 0; d < 2; ++d) {
      Real low = kUnlimited, high = -kUnlimited;
      for (const Index v : surface.facet_vertices(f))
        for (const auto& at : {y, end}) {
          const Real x = at[static_cast<std::size_t>(2 * v) + d];
          low = std::min(low, x), high = std::max(high, x);
        }
      CHECK(facets.bounds[static_cast<std::size_t>(4 * f) + d] == low - 0.25);
      CHECK(facets.bounds[static_cast<std::size_t>(4 * f) + 2 + d] == high + 0.25);
    }
  CHECK(boxes.of(Thing::particle).count == 0);  // nobody asked for them
  CHECK(boxes.of(Thing::element).count == 0);
}

TEST_CASE("a list is worn by what moves relative to each other, and by nothing else", "[contact]") {
  const Squares s;
  const Surface& surface = s.model->surface();
  SerialContext context;
  const std::uint8_t self[] = {0, 0};
  ListWear wear(surface, self);
  const std::vector<Real> made(surface.reference.begin(), surface.reference.end());
  const auto worn = [&](Real left, Real right, Real slack) {
    std::vector<Real> now = made;
    for (Index v = 0; v < surface.vertices; ++v)
      now[static_cast<std::size_t>(2 * v)] += surface.vertex_body[v] == 0 ? left : right;
    return wear.is_worn(surface.vertices, made, now, slack, 0, *context.context().executor);
  };
  CHECK_FALSE(worn(5, 5, 0.5));  // all together
  CHECK(wear.wear() == Approx(0).margin(1e-15));
  CHECK_FALSE(worn(0.25, 0, 0.5));  // each box is inflated by the slack
  CHECK(wear.wear() == Approx(0.25));
  CHECK(worn(0.5, -0.5, 0.5));
  CHECK_FALSE(worn(-5, 5, 0.5));  // away from each other: they are no longer near
  CHECK(worn(0, 0, 0));           // no slack serves nothing
}

TEST_CASE(
    "flat faces of a body are no candidates for contact with themselves, walls that face "
    "each other are",
    "[contact]") {
  // A block with a slot from above, one cell wide.
  test::Scene scene(3);
  const std::size_t soft = scene.material();
  scene
      .body("slotted",
            testing::generated(R"({"type": "box", "size": [5, 5, 5], "cells": [5, 5, 5],
                                    "without": [[2, 0, 1, 3, 5, 5]]})",
                               3),
            soft)
      .self_contact = true;
  const auto model = scene.model();
  const Surface& surface = model->surface();
  const std::vector<Real> y(surface.reference.begin(), surface.reference.end());
  const std::uint8_t self[] = {1};
  NeighbourRule rule(surface, self);
  rule.begin(y, {}, model->scales().altitude);
  std::vector<Pair> pairs;
  for (Index f = 0; f < surface.facets; ++f)
    for (Index g = f + 1; g < surface.facets; ++g) pairs.push_back({f, g});
  SerialContext context;
  rule.filter_facets(pairs, *context.context().executor);
  /// The axis along which all corners are at one place, and that place.
  const auto plane_of = [&](Index f) {
    for (std::size_t d = 0; d < 3; ++d) {
      std::vector<Real> x;
      for (const Index v : surface.facet_vertices(f))
        x.push_back(y[static_cast<std::size_t>(3 * v) + d]);
      if (x[0] == x[1] && x[1] == x[2]) return std::pair(d, x[0]);
    }
    return std::pair(std::size_t{3}, Real{0});
  };
  std::size_t walls = 0;
  for (const auto& [f, g] : pairs) {
    const View<Index> a = surface.facet_vertices(f), b = surface.facet_vertices(g);
    CHECK(std::ranges::none_of(a, [&](Index v) { return std::ranges::count(b, v) > 0; }));
    const auto [axis, at] = plane_of(f);
    const auto [other_axis, other] = plane_of(g);
    if (axis != 0 || other_axis != 0) continue;
    if (std::min(at, other) == 2 && std::max(at, other) == 3) ++walls;
    if (at != 0 || other != 0) continue;
    for (const Index v : a)  // of the left side: not even an edge apart
      for (const Index w : b) CHECK((point<3>(y, v) - point<3>(y, w)).norm() > 1.001);
  }
  CHECK(walls == 40 * 40);  // the two sides of the slot, 2 m and 3 m from the left
}

TEST_CASE("bodies that move as a whole are told with their vertices and where they are",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  const Mesh mesh = dim == 2 ? test::rectangle(2, 1, 1, 1) : test::cube(1);
  SurfaceMotion::Kinds kinds;
  const RigidBody body{mass_properties(mesh, 2, 1), mesh.points};
  constexpr Index kNodes = 2;
  kinds.push_back(std::make_unique<RigidBodies>(
      dim, std::vector<RigidBody>{body}, KindRanges::First{kNodes, kNodes * dim, kNodes * dim}));
  Layout layout;
  layout.dim = dim;
  layout.dofs = kinds[0]->ranges().dofs.end;
  layout.coordinates = kinds[0]->ranges().coordinates.end;
  const std::vector<std::uint8_t> prescribed(static_cast<std::size_t>(layout.dofs), 0);
  layout.prescribed = prescribed;
  std::vector<Index> points(static_cast<std::size_t>(kinds[0]->ranges().points.end));
  std::iota(points.begin(), points.end(), Index{0});
  const SurfaceMotion motion(layout, points, kNodes, kinds);
  std::vector<Real> q(static_cast<std::size_t>(layout.coordinates), 0);
  kinds[0]->initial_coordinates(q);

  WholeBodies whole(motion);
  REQUIRE(whole.bodies().size() == 1);
  CHECK(whole.bodies()[0].vertices.size() == points.size() - kNodes);
  for (Index v = 0; v < motion.vertices(); ++v)
    CHECK(whole.whole()[static_cast<std::size_t>(v)] == (v < kNodes ? kNone : 0));
  whole.update(q);
  const View<Real> centre = whole.bodies()[0].centre;
  CHECK(centre[0] == Approx(dim == 2 ? 1 : 0.5));
  CHECK(centre[1] == Approx(0.5));
  std::vector<Real> u(static_cast<std::size_t>(layout.dofs), 0);
  u[static_cast<std::size_t>(layout.dofs - (dim == 2 ? 3 : 6))] = 0.25;  // along x
  kinds[0]->move(q, u, q);
  whole.update(q);
  CHECK(centre[0] == Approx(dim == 2 ? 1.25 : 0.75));
}
