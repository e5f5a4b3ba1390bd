// What is near a vertex, and whether it is inside of an element, in the plane and in space: against
// direct reading of the definitions.
#include <catch2/catch.hpp>
#include <set>

#include "tactus/conformance/random.hpp"
#include "tactus/crossing/neighbourhood.hpp"

using namespace tactus;
using namespace tactus::crossing;
using conformance::Random;

namespace {

/// A Surface of elements that have all faces on the boundary, one body each, and single vertices.
template <int D>
class Simplices {
 public:
  static constexpr Index kCorners = D + 1;

  explicit Simplices(Index elements, Index particles = 0) {
    for (Index e = 0; e < elements; ++e)
      for (Index k = 0; k <= D; ++k) {
        element_.push_back(kCorners * e + k);
        for (Index i = 0; i <= D; ++i)
          if (i != k) facet_.push_back(kCorners * e + i);
      }
    for (Index v = 0; v < kCorners * elements; ++v) {
      const Index e = v / kCorners;  // all facets of its element but the one opposite to it
      facet_start_.push_back(static_cast<Index>(of_vertex_.size()));
      for (Index k = 0; k <= D; ++k)
        if (k != v % kCorners) of_vertex_.push_back(kCorners * e + k);
    }
    facet_start_.resize(static_cast<std::size_t>(kCorners * elements + particles + 1),
                        static_cast<Index>(of_vertex_.size()));
    outer_.assign(element_.size(), 1);
    s_.dim = D, s_.vertices = kCorners * elements + particles, s_.facets = kCorners * elements;
    s_.facet = facet_, s_.elements = elements, s_.element = element_;
    s_.boundary_vertices = s_.vertices, s_.element_outer_face = outer_;
    s_.vertex_facet_start = facet_start_, s_.vertex_facet = of_vertex_;
  }
  const Surface& surface() const { return s_; }
  std::vector<std::uint8_t>& outer() { return outer_; }

 private:
  Surface s_;
  std::vector<Index> facet_, element_, facet_start_, of_vertex_;
  std::vector<std::uint8_t> outer_;
};

/// The unit triangle or tetrahedron, then the point.
template <int D>
std::vector<Real> unit_simplex_and(const Vec<D>& p) {
  std::vector<Real> y(D * (D + 1), 0);
  for (std::size_t k = 0; k < D; ++k) y[D * (k + 1) + k] = 1;
  y.insert(y.end(), p.data(), p.data() + D);
  return y;
}

template <int D>
bool inside(const Vec<D>& p, const std::vector<std::uint8_t>& outer) {
  Simplices<D> simplex(1, 1);
  simplex.outer() = outer;
  Surface surface = simplex.surface();
  surface.element_outer_face = simplex.outer();
  return is_inside<D>(surface, unit_simplex_and<D>(p), D + 1, 0);
}

}  // namespace

TEST_CASE("a vertex is inside of an element in its interior and on faces between elements",
          "[sdk][crossing]") {
  const std::vector<std::uint8_t> none(4, 0), all(4, 1), third{0, 0, 0, 1};
  CHECK(inside<3>({.2, .3, .1}, all));
  CHECK_FALSE(inside<3>({.5, .5, .1}, none));
  CHECK_FALSE(inside<3>({.2, .3, -0x1p-60}, none));
  CHECK(inside<3>({.2, .3, 0x1p-60}, all));
  // On the face z = 0, opposite to the last corner; on its edge; on a corner.
  CHECK(inside<3>({.25, .25, 0}, none));
  CHECK_FALSE(inside<3>({.25, .25, 0}, third));
  CHECK(inside<3>({.25, 0, .25}, third));
  CHECK(inside<3>({.5, .5, 0}, none));
  CHECK_FALSE(inside<3>({0, 1, 0}, none));
  CHECK(inside<2>({.25, .25}, {1, 1, 1}));
  CHECK(inside<2>({.25, 0}, {1, 1, 0}));
  CHECK_FALSE(inside<2>({.25, 0}, {0, 0, 1}));
  CHECK_FALSE(inside<2>({.5, .625}, {0, 0, 0}));
  CHECK_FALSE(inside<2>({1, 0}, {0, 0, 0}));
}

TEMPLATE_TEST_CASE_SIG(
    "near facets and elements of a vertex are those of its pairs, whatever their order",
    "[sdk][crossing]", ((int D), D), 2, 3) {
  constexpr Index kBodies = 12, kParticles = 3;
  const Simplices<D> bodies(kBodies, kParticles);
  const Surface& s = bodies.surface();
  Random random(D);
  std::vector<Real> y(static_cast<std::size_t>(s.vertices) * D);
  for (Real& x : y) x = random.between(0, 3);
  std::vector<Pair> facets, particles;
  for (Index f = 0; f < s.facets; ++f)
    for (Index g = f + 1; g < s.facets; ++g)
      if (f / (D + 1) != g / (D + 1) && random() < 0.1) facets.push_back({f, g});
  for (Index f = 0; f < s.facets; ++f)
    for (Index v = s.vertices - kParticles; v < s.vertices; ++v)
      if (random() < 0.1) particles.push_back({f, v});
  const auto has = [](View<Index> list, Index v) {
    return std::ranges::find(list, v) != list.end();
  };

  std::vector<std::set<Index>> near(static_cast<std::size_t>(s.vertices)), elements = near;
  const auto pair_up = [&](Index v, Index f) {
    if (!has(s.facet_vertices(f), v)) near[static_cast<std::size_t>(v)].insert(f);
  };
  for (const auto [f, g] : facets) {
    for (const Index v : s.facet_vertices(f)) pair_up(v, g);
    for (const Index v : s.facet_vertices(g)) pair_up(v, f);
  }
  for (const auto [f, v] : particles) pair_up(v, f);
  constexpr Real kReach = 0.1;
  for (Index v = 0; v < s.vertices; ++v)
    for (const Index f : near[static_cast<std::size_t>(v)]) {
      const Index e = f / (D + 1);  // no other element has a node of this facet
      bool meet = !has(s.element_vertices(e), v);
      for (int d = 0; d < D; ++d) {
        Real low = kUnlimited, high = -kUnlimited;
        for (const Index c : s.element_vertices(e)) {
          low = std::min(low, y[static_cast<std::size_t>(D * c + d)]);
          high = std::max(high, y[static_cast<std::size_t>(D * c + d)]);
        }
        const Real x = y[static_cast<std::size_t>(D * v + d)];
        meet = meet && x >= low - 4 * kReach && x <= high + 4 * kReach;
      }
      if (meet) elements[static_cast<std::size_t>(v)].insert(e);
    }

  Neighbourhood tables;
  DetectQuery query{.surface = &s, .candidates = {}, .list = 1};
  query.y_list = y;
  for (int order = 0; order < 3; ++order, ++query.list) {
    random.shuffle(facets);
    query.candidates.facet_facet = facets, query.candidates.facet_vertex = particles;
    tables.update(query, kReach);
    std::vector<Index> with_facets;
    for (Index v = 0; v < s.vertices; ++v) {
      const auto at = static_cast<std::size_t>(v);
      if (!near[at].empty()) with_facets.push_back(v);
      CHECK(std::ranges::equal(tables.facets(v), near[at]));
      CHECK(std::ranges::equal(tables.elements(v), elements[at]));
    }
    CHECK(std::ranges::equal(tables.vertices(), with_facets));
  }
  query.candidates = {};  // another list under the same number: the tables stand
  --query.list;
  tables.update(query, kReach);
  CHECK_FALSE(tables.vertices().empty());
  ++query.list;
  tables.update(query, kReach);
  CHECK(tables.vertices().empty());
}

TEST_CASE("vertices inside of elements in space are found by number, and looked at where moved",
          "[sdk][crossing]") {
  // Two tetrahedra of different bodies; a corner of the second, number 5, is in the first.
  const Simplices<3> bodies(2);
  const Surface& s = bodies.surface();
  std::vector<Real> y{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2, .2, .2, .2, 3, 2, 2, 2, 3, 2};
  std::vector<Pair> facets;
  for (Index f = 0; f < 4; ++f)
    for (Index g = 4; g < 8; ++g) facets.push_back({f, g});
  std::vector<std::uint8_t> moved(8, 0);
  DetectQuery query{.surface = &s, .candidates = {}, .list = 1};
  query.y_list = query.y_old = query.y = y;
  query.candidates.facet_facet = facets;
  Neighbourhood near;
  near.update(query, 0.1);
  Attention attention;
  std::vector<Event> events;
  std::vector<Index> vertices;
  const auto find = [&] {
    events.clear();
    attention.begin(query);
    find_vertices_inside(query, near, attention, events);
    return events.size();
  };
  REQUIRE(find() == 1);
  CHECK(events[0].kind == EventKind::vertex_inside);
  CHECK(events[0].first == 5);
  CHECK(events[0].element == 0);

  query.pass = 1, query.moved = moved;
  CHECK(find() == 0);  // nothing moved, and nobody kept it in mind
  collect_vertices(s, {.kind = EventKind::vertex_inside, .first = 5, .element = 0}, vertices);
  attention.keep({.kind = EventKind::vertex_inside, .first = 5, .element = 0}, vertices);
  CHECK(find() == 1);
  attention.forget();
  CHECK(find() == 0);
  moved[2] = 1;  // a corner of the element
  CHECK(find() == 1);
  moved[2] = 0, moved[6] = 1;
  CHECK(find() == 0);
  moved[5] = 1;
  CHECK(find() == 1);
}
