// Which rows vertex_edge takes where several would do: Kane's projection is not unique there, and the
// order in which pairs were found may not decide. The ranking itself is tested with the library
// (tests/unit/crossing_event_test.cpp).
#include <catch2/catch.hpp>
#include <tactus/conformance/contact_scene.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

/// Squares with vertices in the middle of their sides, on places of a coarse lattice:
/// the same overlap many times. Every pair of facets is a candidate.
class Squares {
 public:
  Squares(std::uint64_t seed, Index count, Real noise, const testing::OptionValues& options = {})
      : tables_(2, count, {}), constraint_(make_component<Constraint>("vertex_edge", options)) {
    Random random(seed);
    const auto whole = [&](Real below) { return std::floor(random() * below); };
    static constexpr int corner[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                        {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    std::vector<Real> inner;
    for (Index s = 0; s < count; ++s) {
      const Real x = 2 * whole(10) + whole(2) / 8, z = 2 * whole(4) + whole(2) / 8;
      for (const auto& k : corner) y_.insert(y_.end(), {x + 1.125 * k[0], z + 1.125 * k[1]});
      inner.insert(inner.end(), {x + 1.125, z + 1.125});
    }
    y_.insert(y_.end(), inner.begin(), inner.end());
    for (Real& x : y_) x += noise * random.between(-1, 1);
    surface_ = tables_.view(y_, {0, -9, 0, 1});
    const Detection wanted{.facet_facet = true, .facet_vertex = true, .reach = 0.3};
    pairs_ = std::make_unique<ScenePairs>(surface_, wanted);
    constraint_->setup({.surface = &surface_}, context_.context());
    movable_.assign(static_cast<std::size_t>(surface_.vertices), 1);
    apart_.resize(y_.size());  // each square a long way from the others
    for (std::size_t i = 0; i < y_.size(); ++i)
      apart_[i] = y_[i] + 100 * static_cast<Real>(surface_.vertex_body[i / 2]);
  }
  Surface& surface() { return surface_; }
  std::vector<Real>& y() { return y_; }
  std::vector<Real>& start() { return apart_; }
  DetectResult& result() { return result_; }
  ScenePairs& pairs() { return *pairs_; }
  Context& context() { return context_.context(); }

  /// The corner 12 of the second square, (2.25, 2.25), stands in the first one, (2, 2) to (4.25, 4.25).
  /// It came from the upper right, and is as far from the right side as from the upper one.
  void put_corner_in_corner() {
    static constexpr int corner[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                        {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    for (std::size_t k = 0; k < 8; ++k)
      for (std::size_t d = 0; d < 2; ++d) {
        y_[2 * k + d] = 2 + 1.125 * corner[k][d];
        y_[16 + 2 * k + d] = 1.125 * corner[k][d];
      }
    y_[32] = y_[33] = 3.125, y_[34] = y_[35] = 1.125;
  }

  ContactSet detect(View<ContactKey> banned = {}) {
    ContactSet set;
    set.dim = 2;
    DetectQuery query{.surface = &surface_, .candidates = pairs_->view(), .list = ++list_};
    query.y_list = query.y = y_, query.y_old = apart_, query.movable = movable_,
    query.banned = banned;
    result_ = constraint_->detect(query, set, context_.context());
    return set;
  }

 private:
  SceneSurface tables_;
  Surface surface_;
  std::unique_ptr<Constraint> constraint_;
  std::unique_ptr<ScenePairs> pairs_;
  SerialContext context_;
  DetectResult result_;
  std::vector<Real> y_, apart_;
  std::vector<std::uint8_t> movable_;
  std::uint64_t list_ = 0;
};

}  // namespace

TEST_CASE("vertex_edge finds the same rows in the same order from shuffled candidates",
          "[vertex_edge]") {
  // Overlaps of 1/8 to 3/8 m that differ by `noise`, m: costs differ by about 1e-9, so that many tie
  // with a neighbour and not with the next.
  const auto seed = GENERATE(range(1u, 8u));
  const Real noise = GENERATE(0.0, 1e-15, 4e-11, 2e-10);
  Squares squares(seed, 40, noise);
  const ContactSet expected = squares.detect();
  REQUIRE(expected.rows() > 0);
  Random random(seed);
  for (int k = 0; k < 5; ++k) {
    squares.pairs().shuffle(random);
    const ContactSet set = squares.detect();
    CHECK(set.key == expected.key);
    CHECK(set.stencils == expected.stencils);
    CHECK(set.event == expected.event);
  }
}

TEST_CASE("a branch without a cost is none: an edge of no length, or nothing that it moves",
          "[vertex_edge]") {
  Squares squares(1, 2, 0);
  squares.put_corner_in_corner();
  REQUIRE(squares.detect().rows() > 0);

  SECTION("an edge of no length") {
    squares.y()[2] = squares.y()[3] = 2;  // vertex 1 on vertex 0
    std::vector<ContactKey> banned;       // until nothing else is left to try
    for (ContactSet set = squares.detect(); set.rows() > 0; set = squares.detect(banned)) {
      for (Index r = 0; r < set.rows(); ++r) CHECK(set.stencil(r)[0] != 0);
      banned.insert(banned.end(), set.key.begin(), set.key.end());
      std::sort(banned.begin(), banned.end());
    }
    CHECK(banned.size() > 2);
  }
  SECTION("masses that it does not move") {
    const std::vector<Real> none(static_cast<std::size_t>(squares.surface().vertices), 0);
    squares.surface().inverse_mass = none;
    CHECK(squares.detect().rows() == 0);
  }
}

TEST_CASE("a row pushes along an axis that supports leave free", "[vertex_edge]") {
  // The corner is as far from the right side as from the upper one.
  Squares squares(1, 2, 0);
  squares.put_corner_in_corner();
  const Index held = GENERATE(0, 1);
  std::vector<Real> along(static_cast<std::size_t>(2 * squares.surface().vertices), 1);
  for (std::size_t i = static_cast<std::size_t>(held); i < along.size(); i += 2) along[i] = 0;
  squares.surface().inverse_mass_along = along;
  const ContactSet set = squares.detect();
  REQUIRE(set.rows() > 0);
  for (Index r = 0; r < set.rows(); ++r) {
    const View<Index> at = set.stencil(r);  // an edge of a square, and the vertex
    const auto coordinate = [&](Index v) {
      return squares.y()[static_cast<std::size_t>(2 * v + held)];
    };
    CHECK(coordinate(at[0]) != coordinate(at[1]));
  }
}

namespace {

const testing::OptionValues kRandom{{"selection", "random"}};

/// Whether the first row pushes along x: its edge is upright.
bool pushes_along_x(const std::vector<Real>& y, const ContactSet& set) {
  const View<Index> at = set.stencil(0);
  return y[2 * static_cast<std::size_t>(at[0])] == y[2 * static_cast<std::size_t>(at[1])];
}

}  // namespace

TEST_CASE("of two branches that are equally near, random selection takes each half of the time",
          "[vertex_edge]") {
  constexpr int kDraws = 1000;
  Squares squares(1, 2, 0, kRandom);
  squares.put_corner_in_corner();
  // By the symmetry of the scene about x = y each direction has the chance 1/2: sigma = sqrt(n) / 2.
  const auto half = [](int along_x) {
    return std::abs(along_x - kDraws / 2) <= 4 * std::sqrt(kDraws) / 2;
  };
  SECTION("over seeds") {
    int along_x = 0;
    for (int seed = 0; seed < kDraws; ++seed) {
      squares.context().seed = static_cast<std::uint64_t>(seed);
      const ContactSet set = squares.detect();
      REQUIRE(set.rows() > 0);
      along_x += pushes_along_x(squares.y(), set) ? 1 : 0;
    }
    CHECK(half(along_x));
  }
  SECTION("over the steps of one run, the same once more and from shuffled candidates") {
    squares.context().seed = 7;
    Random random(1);
    int along_x = 0;
    for (int step = 0; step < kDraws; ++step) {
      squares.context().step.step = step;
      const ContactSet set = squares.detect();
      along_x += pushes_along_x(squares.y(), set) ? 1 : 0;
      if (step % 100 != 0) continue;
      squares.pairs().shuffle(random);
      const ContactSet again = squares.detect();
      CHECK(again.key == set.key);
      CHECK(again.event == set.event);
    }
    CHECK(half(along_x));
  }
}

TEST_CASE("random selection prefers what is nearer, whatever the seed", "[vertex_edge]") {
  Squares squares(1, 2, 0, kRandom);
  squares.put_corner_in_corner();
  // All of the second square to the right, nearer to the right side.
  for (const std::size_t v : {8, 9, 10, 11, 12, 13, 14, 15, 17}) squares.y()[2 * v] += 1e-6;
  for (int seed = 0; seed < 50; ++seed) {
    squares.context().seed = static_cast<std::uint64_t>(seed);
    const ContactSet set = squares.detect();
    REQUIRE(set.rows() > 0);
    CHECK(pushes_along_x(squares.y(), set));
  }
}

TEST_CASE("an accepted branch leaves the other crossings of its edge to be settled by their own",
          "[vertex_edge]") {
  // Two spikes have come from above through the left half of a bar's upper side and on through its
  // lower side, so that no vertex is inside of anything. Each has to go back where it came from: its
  // tip stays above the upper side. Through the lower side no admissible way leads out.
  Squares scene(1, 3, 0);
  std::vector<Real>& y = scene.y();
  const Real bar[] = {0, 0, 2, 0, 4, 0, 4, .05, 4, .1, 2, .1, 0, .1, 0, .05};
  const Real spike[] = {0, -.1, .1, .5, .2, 1.1, .1, 1.15, 0, 1.2, -.1, 1.15, -.2, 1.1, -.1, .5};
  const Real tip[] = {0.6, 1.4};
  for (std::size_t i = 0; i < 16; ++i) {
    y[i] = bar[i];
    for (std::size_t s = 0; s < 2; ++s) y[16 * (s + 1) + i] = spike[i] + (i % 2 == 0 ? tip[s] : 0);
  }
  const Real middle[] = {2, .05, tip[0], .8, tip[1], .8};
  std::copy(std::begin(middle), std::end(middle), y.begin() + 48);
  scene.start() = y;
  for (const std::size_t v : {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26})
    scene.start()[2 * v + 1] += 0.3;

  const ContactSet set = scene.detect();
  CHECK(scene.result().needs == 8);  // two sides of each spike, two of the bar
  CHECK(scene.result().inadmissible == 0);
  REQUIRE(set.rows() == 2);
  for (Index r = 0; r < 2; ++r) {
    const View<Index> at = set.stencil(r);
    CHECK(std::vector<Index>(at.begin(), at.end()) == std::vector<Index>{5, 6, 8 * (r + 1)});
  }
}
