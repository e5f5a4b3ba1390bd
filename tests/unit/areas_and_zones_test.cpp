// What contacts of a step have beside their rows: their areas on the interface, and the forces of rigid impact zones.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "core/contact/contact_areas.hpp"
#include "core/contact/zone_forces.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

/// A block of two cells below one of one cell; they touch along one metre at y = 1.
test::Scene two_blocks() {
  test::Scene scene;
  const std::size_t steel = scene.material();
  scene.body("lower", test::rectangle(1, 1, 2, 1), steel);
  scene.body("upper", test::rectangle(1, 1, 1, 1), steel).translate = {0, 1};
  return scene;
}

Index vertex_at(const Surface& s, std::int32_t body, Real x, Real y) {
  for (Index v = 0; v < s.vertices; ++v)
    if (s.vertex_body[v] == body && s.reference[2 * v] == x && s.reference[2 * v + 1] == y)
      return v;
  return kNone;
}

}  // namespace

TEST_CASE("contacts of both sides share the interface once, by their distances", "[contact]") {
  const auto model = two_blocks().model();
  const Surface& s = model->surface();
  const Index left = vertex_at(s, 1, 0, 1), right = vertex_at(s, 1, 1, 1),
              middle = vertex_at(s, 0, 0.5, 1);
  // Vertices of the upper block at ends of the lower one's facets, and one of the lower block between.
  const std::vector<Index> stencil{
      left, middle, vertex_at(s, 0, 0, 1), right, vertex_at(s, 0, 1, 1), middle, middle,
      left, right};
  const std::vector<Index> start{0, 3, 6, 9};
  ReactionRows contacts;
  contacts.dim = 2;
  contacts.row = {0, 1, 2};
  contacts.weight = {1, 0, -1, 1, -1, 0, 1, -0.5, -0.5};
  contacts.frame = {0, 1, -1, 0, 0, 1, -1, 0, 0, -1, 1, 0};
  const ContactRows rows{.count = 3, .dim = 2, .stencil_start = start, .stencil = stencil};
  std::vector<Real> area(3);
  ContactAreas(s, {2, 3}).find(contacts, rows, s.reference, area);
  CHECK(area[0] == Approx(0.5));  // a quarter of the length, and the thinner width
  CHECK(area[1] == Approx(0.5));
  CHECK(area[2] == Approx(1));
  // What is outside, or an obstacle, has no width of its own.
  ContactAreas(s, {kUnlimited, kUnlimited}).find(contacts, rows, s.reference, area);
  CHECK(std::accumulate(area.begin(), area.end(), Real{0}) == Approx(1));
  // A vertex whose facets do not face the other body has no share.
  for (std::size_t k = 0; k < 4; ++k) contacts.frame[k] *= -1;
  ContactAreas(s, {1, 1}).find(contacts, rows, s.reference, area);
  CHECK(area[0] == 0);
  CHECK(area[2] > 0);
}

TEST_CASE("at a plane a vertex has its part of the facets that face it", "[contact]") {
  const auto model = two_blocks().model();
  const Surface& s = model->surface();
  const std::vector<Index> stencil{vertex_at(s, 0, 0, 0), vertex_at(s, 0, 0.5, 0),
                                   vertex_at(s, 0, 1, 0)};
  const std::vector<Index> start{0, 1, 2, 3};
  ReactionRows contacts;
  contacts.dim = 2;
  contacts.row = {0, 1, 2};
  contacts.weight = {1, 1, 1};
  for (int i = 0; i < 3; ++i) contacts.frame.insert(contacts.frame.end(), {0, 1, -1, 0});
  const ContactRows rows{.count = 3, .dim = 2, .stencil_start = start, .stencil = stencil};
  std::vector<Real> area(3);
  ContactAreas(s, {2, 3}).find(contacts, rows, s.reference, area);
  CHECK(area[0] == Approx(0.5));  // a quarter of the length, and the width of its body
  CHECK(area[1] == Approx(1));
  CHECK(area[2] == Approx(0.5));
}

TEST_CASE("a zone that nothing holds gives its two bodies opposite impulses", "[contact]") {
  test::Scene scene = two_blocks();
  const bool held = GENERATE(false, true);
  if (held) {
    SupportConfig floor;
    floor.body = "lower";
    scene.configuration.supports.push_back(floor);
  }
  const auto model = scene.model();
  const auto dofs = static_cast<std::size_t>(model->layout().dofs);
  ContactGeometry geometry{.layout = &model->layout(),
                           .surface = &model->surface(),
                           .motion = &model->motion(),
                           .holder = model->supports().holder(),
                           .holders = static_cast<Index>(model->supports().holders().size())};
  std::vector<Real> force(dofs), w(dofs, 0.25);
  std::vector<Index> zone(dofs, 0);
  const Range upper = model->layout().bodies[1].dofs;
  for (std::size_t i = 0; i < dofs; ++i) {
    const bool is_upper = static_cast<Index>(i) >= upper.begin;
    const std::size_t nodes = is_upper ? 4 : 6;
    if (i % 2 == 1) force[i] = (is_upper ? 12. : -12.) / static_cast<Real>(nodes);
    if (!is_upper && held) force[i] = 0;
  }
  ContactForces out;
  out.clear(geometry.holders);
  const auto vertices = static_cast<std::size_t>(model->surface().vertices);
  out.vertex_force.assign(2 * vertices, 0);
  out.vertex_state.assign(vertices, {});
  add_zones(geometry, {.w = w, .force = force, .zone = zone, .dt = 0.5}, out);
  REQUIRE(out.pairs.size() == 1);
  CHECK(out.pairs[0].body_a == 0);
  CHECK(out.pairs[0].body_b == 1);
  CHECK(out.pairs[0].impulse[0] == 0);
  CHECK(out.pairs[0].impulse[1] == Approx(-6));
  CHECK(out.impact_zone_nodes == static_cast<Index>(vertices));
  CHECK(out.contacts == out.impact_zone_nodes);
  CHECK(out.held[1] == Approx(held ? -12 : 0));
  CHECK(out.held_work == Approx(held ? -3 : 0));  // 12 N along 0.25 m
}
