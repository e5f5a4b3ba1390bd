// What follows from the rows of a step: the bodies that meet in them, and the forces of their solutions. Rows between
// two deformable bodies and against something outside of the model are laid at random; forces are compared with
// Newton's third law and with the principle of virtual work, which know nothing of rows.
#include "core/contact/step_rows.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "core/contact/contact_bodies.hpp"
#include "core/contact/contact_forces.hpp"
#include "core/contact/pressed_forces.hpp"
#include "core/contact/reaction_contacts.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/row_places.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;
using conformance::SerialContext;

namespace {

constexpr std::string_view kOutside[] = {"belt"};

std::size_t below(std::size_t n, Random& random) {
  return static_cast<std::size_t>(random() * static_cast<Real>(n));
}

/// Rows with one vertex on each side, or with one against a belt that moves, and normals that are given.
class Given final : public Constraint {
 public:
  std::vector<Vec<2>> normal;
  Vec<2> belt{0.3, -0.2};

 private:
  void do_detection(const Scales&, Detection&) const override {}
  View<std::string_view> do_outside() const override { return kOutside; }
  DetectResult do_detect(const DetectQuery&, ContactSet&, Context&) override { return {}; }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    std::size_t entry = 0;
    for (std::size_t i = 0; i < query.rows.size(); ++i) {
      const Index r = query.rows[i];
      const Vec<2>& n = normal[static_cast<std::size_t>(r)];
      const View<Index> stencil = query.set->stencil(r);
      for (std::size_t a = 0; a < stencil.size(); ++a, ++entry) {
        const Real sign = a == 0 ? 1 : -1;
        if (out.weight) out.weight[entry] = sign;
        for (std::size_t d = 0; out.gradient && d < 2; ++d)
          out.gradient[2 * entry + d] = sign * n[static_cast<Index>(d)];
      }
      if (out.frame)
        Eigen::Map<Eigen::Matrix<Real, 4, 1>>(out.frame + 4 * i) << n[0], n[1], -n[1], n[0];
      for (std::size_t d = 0; out.outside_velocity && stencil.size() == 1 && d < 2; ++d)
        out.outside_velocity[2 * i + d] = belt[static_cast<Index>(d)];
    }
  }
};

/// Two blocks of four nodes each, and rows between them.
class Blocks {
 public:
  /// @param frozen  whether rows are those of a problem in velocities, whose geometry stands still
  explicit Blocks(bool frozen = false) {
    test::Scene scene;
    const std::size_t steel = scene.material();
    scene.body("lower", test::rectangle(1, 1, 1, 1), steel);
    scene.body("upper", test::rectangle(1, 1, 1, 1), steel);
    model = scene.model();
    geometry.layout = &model->layout();
    geometry.surface = &model->surface();
    geometry.motion = &model->motion();
    context.context().scales = model->scales();
    rows.emplace(geometry, constraint, std::vector<Real>{});
    v.resize(static_cast<std::size_t>(model->layout().dofs));
    const ContactPoint point{.frozen = frozen ? View<Real>(v) : View<Real>{}};
    rows->begin({.q = model->initial_coordinates(), .v = v}, point, {});
  }
  /// A row of a vertex of each body or, with only one, of the lower body against the belt.
  void add(Random& random, bool outside) {
    const Real angle = random.between(0, 6);
    constraint.normal.emplace_back(std::cos(angle), std::sin(angle));
    const auto number = static_cast<Index>(rows->set().rows());
    const Index stencil[] = {vertex(0, number), vertex(1, number + 1)};
    rows->set().add({.key = {static_cast<std::uint64_t>(number), 1},
                     .stencil = View<Index>(stencil, outside ? 1 : 2),
                     .outside = outside ? 0 : -1});
  }
  Index vertex(std::int32_t body, Index number) const {
    const Surface& s = *geometry.surface;
    std::vector<Index> own;
    for (Index candidate = 0; candidate < s.vertices; ++candidate)
      if (s.vertex_body[candidate] == body) own.push_back(candidate);
    return own[static_cast<std::size_t>(number) % own.size()];
  }

  std::unique_ptr<Model> model;
  ContactGeometry geometry;
  Given constraint;
  SerialContext context;
  std::optional<StepRows> rows;
  std::vector<Real> v;
};

}  // namespace

TEST_CASE("what pairs exchanged is added up by bodies, in the order in which it came", "[forces]") {
  Random random(3);
  ContactForces forces;
  std::map<std::pair<int, int>, std::pair<Index, Real>> sums;
  for (int k = 0; k < 200; ++k) {
    const auto a = static_cast<std::int32_t>(below(5, random)),
               b = static_cast<std::int32_t>(a + below(5, random));
    const Real impulse = random.between(-1, 1);
    forces.pairs.push_back({a, b, 1, {impulse, 0, 0}});
    auto& [contacts, sum] = sums[{a, b}];
    ++contacts, sum += impulse;
  }
  forces.join_pairs();
  REQUIRE(forces.pairs.size() == sums.size());
  auto expected = sums.begin();
  for (const PairImpulse& pair : forces.pairs) {
    CHECK(std::pair<int, int>(pair.body_a, pair.body_b) == expected->first);
    CHECK(pair.contacts == expected->second.first);
    CHECK(pair.impulse[0] == expected->second.second);
    ++expected;
  }
}

TEST_CASE("a row knows its bodies, its places, and what is outside behind the bodies", "[rows]") {
  Blocks blocks;
  Random random(5);
  blocks.add(random, false);
  blocks.add(random, true);
  blocks.rows->map_new();
  using Pair = std::pair<std::int32_t, std::int32_t>;
  CHECK(bodies_of(*blocks.rows, 0) == Pair{0, 1});
  CHECK(sides_of(*blocks.rows, 0) == Pair{0, 1});
  CHECK(bodies_of(*blocks.rows, 1) == Pair{0, 0});
  CHECK(sides_of(*blocks.rows, 1) == Pair{0, 2});
  CHECK(bodies_of(*blocks.rows, 2) == Pair{-1, -1});
  CHECK(blocks.rows->rows().held[1] == 1);
  CHECK(blocks.rows->rows().held[0] == 0);
  std::vector<Real> w(blocks.v.size());
  for (Real& x : w) x = random.between(-0.1, 0.1);
  RowPlaces& places = blocks.rows->places();
  const View<Real> y = places.move_all(w);
  for (Index vertex = 0; vertex < blocks.geometry.surface->vertices; ++vertex)
    for (Index d = 0; d < 2; ++d)
      CHECK(y[2 * vertex + d] ==
            places.before()[2 * vertex + d] + w[blocks.geometry.motion->dofs_of(vertex)[d]]);
}

TEST_CASE("rows that push act as much on both bodies, and on what is outside", "[forces]") {
  Random random(7);
  for (int draw = 0; draw < 50; ++draw) {
    Blocks blocks;
    const auto count = static_cast<int>(1 + below(6, random));
    for (int k = 0; k < count; ++k) blocks.add(random, k % 3 == 2);
    blocks.rows->map_new();
    std::vector<Real> multiplier, w(blocks.v.size(), 0);
    for (int k = 0; k < count; ++k)
      multiplier.push_back(below(4, random) == 0 ? 0 : random.between(0, 5));
    PressedForces pressed(*blocks.rows);
    REQUIRE(pressed.look(w, multiplier, blocks.context.context()));
    ContactForces out;
    out.clear(0);
    const Real dt = 0.25, fraction = 0.5;
    pressed.collect({.w = w, .multiplier = multiplier, .fraction = fraction, .dt = dt}, out);
    Vec<2> on_body[2] = {Vec<2>::Zero(), Vec<2>::Zero()}, on_belt = Vec<2>::Zero();
    for (int k = 0; k < count; ++k) {
      const Vec<2> force = fraction * multiplier[static_cast<std::size_t>(k)] *
                           blocks.constraint.normal[static_cast<std::size_t>(k)];
      on_body[0] += force;
      (k % 3 == 2 ? on_belt : on_body[1]) -= force;
    }
    Vec<2> sum[2] = {Vec<2>::Zero(), Vec<2>::Zero()};
    for (std::size_t i = 0; i < out.vertex_force.size(); ++i)
      sum[blocks.geometry.surface->vertex_body[i / 2]][static_cast<Index>(i % 2)] +=
          out.vertex_force[i];
    for (int d = 0; d < 2; ++d) {
      for (int b = 0; b < 2; ++b) CHECK(sum[b][d] == Approx(on_body[b][d]).margin(1e-13));
      CHECK(out.held[d] == Approx(on_belt[d]).margin(1e-13));
    }
    CHECK(out.held_work == Approx(dt * on_belt.dot(blocks.constraint.belt)).margin(1e-13));
    for (const PairImpulse& pair : out.pairs)
      for (int d = 0; d < 2; ++d)
        CHECK(pair.impulse[d] ==
              Approx(-dt * (pair.body_b == 1 ? on_body[1] : on_belt)[d]).margin(1e-13));
  }
}

TEST_CASE("the forces of reactions do the work that reactions do along relative velocities",
          "[forces][reaction]") {
  Random random(9);
  for (int draw = 0; draw < 50; ++draw) {
    Blocks blocks(true);
    const auto count = 1 + below(6, random);
    for (std::size_t k = 0; k < count; ++k) blocks.add(random, false);
    blocks.rows->map_new();
    ReactionContacts contacts(*blocks.rows);
    ReactionRows chosen;
    chosen.dim = 2;
    for (std::size_t k = 0; k < count; ++k) chosen.row.push_back(static_cast<Index>(k));
    REQUIRE(contacts.evaluate(chosen, nullptr, blocks.context.context()));
    std::vector<Real> velocity(blocks.v.size()), U(2 * count), R(2 * count), friction(count, 1);
    for (auto* list : {&velocity, &R})
      for (Real& x : *list) x = random.between(-1, 1);
    contacts.relative_velocity(chosen, velocity, U);
    ContactForces out;
    out.clear(0);
    const Real dt = 0.125;
    contacts.collect(chosen, {.reactions = R, .friction = friction, .velocity = velocity, .dt = dt},
                     out);
    Real of_reactions = 0, of_forces = 0;
    for (std::size_t i = 0; i < U.size(); ++i) of_reactions += R[i] * U[i];
    for (std::size_t i = 0; i < out.vertex_force.size(); ++i)
      of_forces += dt * out.vertex_force[i] *
                   velocity[blocks.geometry.motion->dofs_of(static_cast<Index>(i / 2))[i % 2]];
    CHECK(of_forces == Approx(of_reactions).margin(1e-13));
    CHECK(out.contacts == static_cast<Index>(count));
  }
}
