// Which facets a node gets rows of: at corners, on blocks edge to edge, round things on all of these.
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/conformance/constraint.hpp>
#include <tactus/conformance/contact_scene.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

/// Squares with vertices in the middle of their sides, and round things; every pair is a candidate.
class Scene {
 public:
  struct Square {
    Vec<2> centre;
    Real half = 1, angle = 0;
  };
  Scene(const std::vector<Square>& squares, const std::vector<Vec<2>>& round = {}, Real radius = 1)
      : tables_(2, static_cast<Index>(squares.size()), std::vector<Real>(round.size(), radius)),
        constraint_(make_component<Constraint>("node_to_facet")) {
    context_.context().scales = {
        .altitude = 1, .median_facet = 1, .longest_facet = 1, .length = 10, .coordinate = 10};
    y = place(squares, round);
    surface_ = &tables_.view(y, {0, -90, 0, 1});
    constraint_->setup({.surface = surface_}, context_.context());
    set.dim = 2;
  }
  std::vector<Real> place(const std::vector<Square>& squares,
                          const std::vector<Vec<2>>& round = {}) {
    std::vector<Real> all;
    for (const Square& s : squares)
      for (Index k = 0; k < 8; ++k) append(all, s.centre + s.half * turned(s.angle, k));
    for (const Vec<2>& c : round) append(all, c);
    for (const Square& s : squares) append(all, s.centre);
    return all;
  }
  DetectResult detect(Real reach = 0) { return detect(y, reach); }
  DetectResult detect(const std::vector<Real>& old, Real reach = 0, Index pass = 0) {
    if (pass == 0) set.clear();
    const ScenePairs pairs(*surface_, detection_of(*constraint_, context_.context().scales));
    std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface_->vertices), 1);
    for (const std::size_t v : held) movable[v] = 0;
    DetectQuery query{.surface = surface_, .candidates = pairs.view(), .list = ++list_};
    query.y_old = old, query.y = y, query.y_list = y, query.reach = reach;
    query.movable = movable, query.pass = pass, query.known = known;
    return constraint_->detect(query, set, context_.context());
  }
  Vec<2> normal(Index row) {
    Real frame[4];
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.frame = frame},
                          context_.context());
    return {frame[0], frame[1]};
  }
  Real gap(Index row) {
    Real value = 0;
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.value = &value},
                          context_.context());
    return value;
  }
  std::vector<Real> gradient(Index row) {
    std::vector<Real> all(2 * set.stencil(row).size());
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y}, {.gradient = all.data()},
                          context_.context());
    return all;
  }
  /// Rows whose node is of this body.
  Index rows_of(std::int32_t body) const {
    Index count = 0;
    for (Index r = 0; r < set.rows(); ++r)
      count += surface_->vertex_body[set.stencil(r).front()] == body;
    return count;
  }

  std::vector<Real> y;
  ContactSet set;
  std::vector<std::size_t> held;  ///< vertices that cannot move
  std::vector<ContactKey> known;  ///< of the rows that pushed at the end of the last step, sorted

 private:
  Vec<2> turned(Real angle, Index k) const {
    const Vec<3> c = tables_.corner(k);
    return {std::cos(angle) * c[0] - std::sin(angle) * c[1],
            std::sin(angle) * c[0] + std::cos(angle) * c[1]};
  }
  static void append(std::vector<Real>& list, const Vec<2>& x) {
    list.insert(list.end(), {x[0], x[1]});
  }
  SceneSurface tables_;
  const Surface* surface_ = nullptr;
  std::unique_ptr<Constraint> constraint_;
  SerialContext context_;
  std::uint64_t list_ = 0;
};

constexpr Real kDeep = 1e-6;  ///< m

}  // namespace

TEST_CASE("node_to_facet keeps every promise of a constraint", "[constraint][node_to_facet]") {
  check_constraint([] { return make_component<Constraint>("node_to_facet"); });
}

TEST_CASE("blocks that are stacked edge to edge get rows of the faces they stand on alone",
          "[constraint][node_to_facet]") {
  // Just apart within the reach of touching, touching, pressed a little, and aligned up to a drift.
  const Real depth = GENERATE(-1e-10, 0., 1e-10, kDeep), aside = GENERATE(0., 1e-12, -1e-7, 1e-7);
  CAPTURE(depth, aside);
  Scene scene({{.centre = {0, 0}}, {.centre = {aside, 2 - depth}}});
  scene.detect(1e-9);
  // Three nodes of each; one of the corners of each hangs over where they are not aligned.
  const Index each = std::abs(aside) > 1e-8 ? 2 : 3;
  CHECK(scene.rows_of(0) == each);
  CHECK(scene.rows_of(1) == each);
  for (Index r = 0; r < scene.set.rows(); ++r) CHECK(std::abs(scene.normal(r)[0]) < 1e-12);
}

TEST_CASE("a wall of blocks edge to edge has no rows where four corners meet but of the faces",
          "[constraint][node_to_facet]") {
  Scene scene({{.centre = {0, 0}}, {.centre = {2, 0}}, {.centre = {0, 2}}, {.centre = {2, 2}}});
  scene.detect(1e-9);
  // Four interfaces of three nodes on either side; diagonal neighbours share a point and no face.
  CHECK(scene.set.rows() == 24);
}

TEST_CASE("a node that went in at a corner belongs to the face that it was in front of",
          "[constraint][node_to_facet]") {
  // A square on its tip, next to the upper right corner of a block, seen from above or from the right.
  const bool from_above = GENERATE(true, false);
  const Real d = std::sqrt(2.), quarter = std::atan(1.);
  const Vec<2> tip(1 - 1e-3, 1 - 1e-3), to = from_above ? Vec<2>(0, 1) : Vec<2>(1, 0);
  const auto square = [&](const Vec<2>& at) { return Scene::Square{at + d * to, 1, quarter}; };
  Scene scene({{.centre = {0, 0}}, square(tip)});
  scene.detect(scene.place({{.centre = {0, 0}}, square(tip + 2e-3 * to)}));
  REQUIRE(scene.rows_of(1) == 1);
  for (Index r = 0; r < scene.set.rows(); ++r)
    if (scene.set.stencil(r).front() >= 8)
      CHECK((scene.normal(r) - to).norm() == Approx(0).margin(1e-12));
}

TEST_CASE("a node that rests a little inside of one face does not jump to the next",
          "[constraint][node_to_facet]") {
  // Tip on tip, the upper one to the right of the lower one's by a hundredth: inside at the start too.
  const Real d = std::sqrt(2.), quarter = std::atan(1.);
  const Vec<2> n(std::sqrt(0.5), std::sqrt(0.5)), tip = Vec<2>(0.01, d - 0.01) - kDeep * n;
  Scene scene({{{0, 0}, 1, quarter}, {tip + Vec<2>(0, d), 1, quarter}});
  scene.detect(1e-9);
  REQUIRE(scene.rows_of(1) == 1);
  for (Index r = 0; r < scene.set.rows(); ++r)
    if (scene.set.stencil(r).front() >= 8) {
      CHECK((scene.normal(r) - n).norm() == Approx(0).margin(1e-12));
      CHECK(scene.gap(r) == Approx(-kDeep));
    }
}

TEST_CASE("something round in a re-entrant corner touches both walls, at a corner its vertex",
          "[constraint][node_to_facet]") {
  // Floor and wall meet at (1, 1).
  const std::vector<Scene::Square> walls = {{.centre = {0, 0}}, {.centre = {2, 2}}};
  Scene both(walls, {Vec<2>(0.5, 1.5)}, 0.5 + kDeep);
  both.detect();
  REQUIRE(both.rows_of(2) == 2);
  for (Index r = 0; r < 2; ++r) CHECK(both.gap(r) == Approx(-kDeep));
  CHECK(both.normal(0).dot(both.normal(1)) == Approx(0).margin(1e-12));

  const Real a = GENERATE(0.2, 0.9, 1.4);  // over the corner, rad
  const Vec<2> to(std::cos(a), std::sin(a)), corner(1, 1);
  Scene one({{.centre = {0, 0}}}, {corner + 0.5 * to}, 0.5 + kDeep);
  one.detect();
  REQUIRE(one.set.rows() == 1);
  CHECK(one.set.stencil(0).size() == 2);
  CHECK(one.gap(0) == Approx(-kDeep));
  CHECK((one.normal(0) - to).norm() == Approx(0).margin(1e-9));
}

TEST_CASE("round things touch each other on the line of their centres",
          "[constraint][node_to_facet]") {
  Scene scene({}, {Vec<2>(0, 0), Vec<2>(3, 4)}, 2.5 + kDeep / 2);
  scene.detect();
  REQUIRE(scene.set.rows() == 1);
  CHECK(scene.gap(0) == Approx(-kDeep));
  CHECK((scene.normal(0) - Vec<2>(0.6, 0.8)).norm() == Approx(0).margin(1e-12));
}

TEST_CASE("a node in the middle of a body is refused, and the step made shorter",
          "[constraint][node_to_facet]") {
  const Real d = std::sqrt(2.), quarter = std::atan(1.);
  const auto tip_at = [&](Real height) {
    return std::vector<Scene::Square>{{.centre = {0, 0}}, {{0.25, height + d}, 1, quarter}};
  };
  Scene scene(tip_at(1));
  const std::vector<Real> before = scene.y;
  scene.y = scene.place(tip_at(0.51));
  CHECK_NOTHROW(scene.detect(before));
  scene.y = scene.place(tip_at(0.49));
  CHECK_THROWS_WITH(scene.detect(before),
                    Catch::Contains("0.51 m deep") && Catch::Contains("half"));
}

TEST_CASE("a law that reaches out gets rows of what is apart, and none beyond the ends of a face",
          "[constraint][node_to_facet]") {
  Scene scene({{.centre = {0, 0}}, {.centre = {1.5, 2.1}, .half = 0.25}});
  CHECK(scene.detect(0.2).needs == 0);  // the small one is beside the large one's upper side
  CHECK(scene.set.rows() == 0);
  scene.y = scene.place({{.centre = {0, 0}}, {.centre = {0.5, 1.35}, .half = 0.25}});
  CHECK(scene.detect(0.2).needs == 0);
  CHECK(scene.rows_of(1) == 3);
  CHECK(scene.gap(0) == Approx(0.1));
  scene.detect(0.05);
  CHECK(scene.set.rows() == 0);
}

TEST_CASE("a row follows its node to the next facet within a step", "[constraint][node_to_facet]") {
  // A tip on the upper side of a square, whose middle is raised: it slides over the ridge and back.
  constexpr Real kSize = 0.2, kRidge = 0.05, kAside = 0.1;
  Scene scene({{.centre = {0, 0}}, {.centre = {-kAside, 2}, .half = kSize, .angle = M_PI / 4}});
  const auto tip_at = [&](Real x, Real depth) {
    const Real height = 1 + kRidge * (1 - std::abs(x)) - depth + kSize * std::sqrt(2.);
    std::vector<Real> y = scene.place(
        {{.centre = {0, 0}}, {.centre = {x, height}, .half = kSize, .angle = M_PI / 4}});
    for (std::size_t v = 0; v < 8; ++v)
      if (std::abs(y[2 * v]) < 1e-12 && std::abs(y[2 * v + 1] - 1) < 1e-12) y[2 * v + 1] += kRidge;
    return y;
  };
  const std::vector<Real> old = tip_at(-kAside, -1e-3);
  scene.y = tip_at(-kAside, 1e-3);
  CHECK(scene.detect(old).added == 1);
  REQUIRE(scene.set.rows() == 1);
  REQUIRE(scene.rows_of(1) == 1);
  CHECK(scene.set.stencil(0).size() == 3);
  const Real slope = kRidge / std::hypot(1, kRidge), deep = -1e-3 / std::hypot(1, kRidge);
  CHECK(scene.normal(0)[0] == Approx(-slope));
  for (const Index pass : {1, 2}) {
    CAPTURE(pass);
    const std::uint64_t pattern = scene.set.pattern;
    const Real side = pass == 1 ? 1 : -1;
    scene.y = tip_at(side * kAside, 1e-3);
    scene.detect(old, 0, pass);
    CHECK(scene.set.rows() == 1);
    CHECK(scene.set.pattern == pattern + 1);
    CHECK(scene.set.stencil(0).size() == 4);
    CHECK(scene.normal(0)[0] == Approx(side * slope));
    CHECK(scene.gap(0) == Approx(deep).epsilon(1e-6));
    const std::vector<Real> gradient = scene.gradient(0), y = scene.y;
    const View<Index> stencil = scene.set.stencil(0);
    constexpr Real kStep = 1e-6;
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const auto at = static_cast<std::size_t>(2 * stencil[k / 2]) + k % 2;
      scene.y[at] = y[at] + kStep;
      const Real more = scene.gap(0);
      scene.y[at] = y[at] - kStep;
      CHECK((more - scene.gap(0)) / (2 * kStep) == Approx(gradient[k]).margin(1e-8));
      scene.y[at] = y[at];
    }
  }
  // Where it stays on its facet, or at the ridge, nothing changes.
  const std::uint64_t pattern = scene.set.pattern;
  for (const Real x : {-0.05, 0.}) {
    scene.y = tip_at(x, 1e-3);
    scene.detect(old, 0, 3);
    CHECK(scene.set.pattern == pattern);
  }
}

TEST_CASE("a node in a notch gets one row of each of its walls, in any order of passes",
          "[constraint][node_to_facet]") {
  // The upper side of a square is a notch, y = 1.5 |x| + 0.25, and the node is a point. Just below a wall it still
  // projects onto the other one, and deep below it beyond the end of that.
  Scene scene({{.centre = {0, 0}}}, {Vec<2>(0, 0)}, 0);
  const auto node_at = [&](const Vec<2>& x) {
    std::vector<Real> y = scene.place({{.centre = {0, 0}}}, {x});
    for (std::size_t v = 0; v < 8; ++v)
      if (std::abs(y[2 * v + 1] - 1) < 1e-12) y[2 * v + 1] = 1.5 * std::abs(y[2 * v]) + 0.25;
    return y;
  };
  const auto is_left = [&](Index row) { return scene.normal(row)[0] > 0; };
  const Real side = GENERATE(-1, 1);
  const Vec<2> near_left(-0.1, 0.399), near_right(0.1, 0.399), left(-0.3, 0.44), right(0.3, 0.44);
  const auto order = GENERATE_COPY(values<std::vector<Vec<2>>>({
      {near_left, near_right, right, left},  // the second row is there before the first would move
      {near_left, right, near_left, near_right, right},
  }));
  const std::vector<Real> old = node_at({0, 0.75});
  for (std::size_t pass = 0; pass < 3 * order.size(); ++pass) {
    const Vec<2>& x = order[pass % order.size()];
    CAPTURE(side, pass, x[0]);
    scene.y = node_at({side * x[0], x[1]});
    CHECK(scene.detect(old, 0, static_cast<Index>(pass)).needs == 1);
    REQUIRE(scene.set.rows() >= 1);
    REQUIRE(scene.set.rows() <= 2);
    if (scene.set.rows() == 2) CHECK(is_left(0) != is_left(1));
    bool is_seen = false;
    for (Index row = 0; row < scene.set.rows(); ++row)
      is_seen = is_seen || is_left(row) == (side * x[0] < 0);
    CHECK(is_seen);
  }
  CHECK(scene.set.rows() == 2);
}

TEST_CASE("a node above what is held keeps the row that pushed, whichever of a notch it was",
          "[constraint][node_to_facet]") {
  const std::uint64_t second = GENERATE(std::uint64_t{0}, std::uint64_t{1} << 62);
  Scene scene({{.centre = {0, 0}}}, {Vec<2>(0.5, 1 - kDeep)}, 0);
  scene.held = {0, 1, 2, 3, 4, 5, 6, 7};
  scene.detect();
  REQUIRE(scene.set.rows() == 1);
  const ContactKey key = scene.set.key[0];
  scene.y = scene.place({{.centre = {0, 0}}}, {Vec<2>(0.5, 1 + 1e-3)});
  scene.detect();
  CHECK(scene.set.rows() == 0);
  scene.known = {{key.high, key.low | second}};
  CHECK(scene.detect().needs == 0);
  REQUIRE(scene.set.rows() == 1);
  CHECK(scene.set.key[0] == key);
}

TEST_CASE("corners that touch and are both held have no row that nothing could satisfy",
          "[constraint][node_to_facet]") {
  // Two flush blocks whose left sides are clamped, pressed a little or by more than touching.
  const auto [depth, rows_each] = GENERATE(table<Real, Index>({{1e-10, 2}, {kDeep, 3}}));
  Scene scene({{.centre = {0, 0}}, {.centre = {0, 2 - depth}}});
  for (std::size_t v = 0; v < 16; ++v)
    if (scene.y[2 * v] < -0.5) scene.held.push_back(v);
  REQUIRE(scene.held.size() == 6);
  CHECK(scene.detect().needs == 2 * rows_each);
  for (const std::int32_t body : {0, 1}) CHECK(scene.rows_of(body) == rows_each);
}
