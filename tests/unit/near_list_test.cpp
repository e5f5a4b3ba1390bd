// Near lists: every kind of pair that a constraint may ask for, in the plane and in space, against
// a reading of the definitions pair by pair; how long a list serves; the length of a step.
#include "core/contact/near_list.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <set>

#include "core/contact/pair_finder.hpp"
#include "core/contact/sorting.hpp"
#include "core/contact/step_division.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;
using conformance::SerialContext;

namespace {

using Pairs = std::vector<Pair>;

/// Everything twice and in any order: what a broad phase may answer.
class Untidy final : public BroadPhase {
  void do_candidates(const BoxQuery& query, Pairs& pairs, Context&) override {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    for (int twice = 0; twice < 2; ++twice)
      for (Index i = a.count; i-- > 0;)
        for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
          if (query.wanted(i, j)) pairs.push_back({i, j});
  }
};

constexpr Real kReach = 0.05;

/// Two bodies, the second with self contact, two particles of one body, two obstacles; all of them
/// on one another. A half-space belongs to the first obstacle.
class Crowd {
 public:
  explicit Crowd(int dim) : dim_(dim) {
    test::Scene scene(dim);
    const std::size_t steel = scene.material();
    const auto mesh = [&](int n) { return dim == 2 ? test::rectangle(1, 1, n, n) : test::cube(n); };
    scene.body("first", mesh(2), steel);
    scene.body("second", mesh(3), steel).self_contact = true;
    BodyConfig& grains = scene.body("grains", {}, steel);
    grains.type = BodyConfigType::particles;
    grains.points =
        dim == 2 ? std::vector<Real>{.4, .3, .7, .5} : std::vector<Real>{.4, .3, .2, .7, .5, .6};
    grains.radius = 0.15;
    for (const char* name : {"wall", "floor"})
      scene.body(name, mesh(1), steel).type = BodyConfigType::obstacle;
    meshes_ = scene.meshes;
    model_ = scene.model();
    surface_ = model_->surface();
    plane_.assign(static_cast<std::size_t>(2 * dim), 0);
    plane_[1] = 0.2, plane_[static_cast<std::size_t>(dim) + 1] = 1;
    surface_.planes = 1, surface_.plane = plane_, surface_.plane_body = plane_body_;
    context_.context().scales = model_->scales();
    link_nodes();
  }
  const Surface& surface() const { return surface_; }
  Context& context() { return context_.context(); }
  ContactGeometry geometry() const {
    ContactGeometry g;
    g.layout = &model_->layout(), g.surface = &surface_;
    return g;
  }
  std::vector<Real> positions(std::uint64_t seed) const {
    Random random(seed);
    std::vector<Real> y(surface_.reference.begin(), surface_.reference.end());
    for (Real& x : y) x += random.between(-0.1, 0.1);
    return y;
  }

  // ---- the definitions -----------------------------------------------------------------------

  std::int32_t body_of(Index vertex) const { return surface_.vertex_body[at(vertex)]; }
  bool may_pair(std::int32_t a, std::int32_t b) const {
    const auto obstacle = [](std::int32_t body) { return body >= 3; };
    return a == b ? a == 1 : !(obstacle(a) && obstacle(b));
  }
  static bool share(View<Index> a, View<Index> b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
  }
  /// Facets of one body.
  bool neighbours(Index f, Index g, View<Real> y) const {
    const View<Index> a = surface_.facet_vertices(f), b = surface_.facet_vertices(g);
    if (share(a, b)) return true;
    if (dim_ == 2) return false;
    bool near = false;
    for (const Index v : a)
      for (const Index w : b) near = near || near_nodes_.contains({node(v), node(w)});
    if (!near) return false;
    const auto x = [&](Index v) { return Vec<3>(y.data() + 3 * v); };
    const auto normal = [&](View<Index> c) {
      return Vec<3>((x(c[1]) - x(c[0])).cross(x(c[2]) - x(c[0])).normalized());
    };
    if (normal(a).dot(normal(b)) >= 0.9) return true;
    const auto highest = [&](View<Index> above, View<Index> plane) {
      Real height = -kUnlimited;
      for (const Index v : above) height = std::max(height, normal(plane).dot(x(v) - x(plane[0])));
      return height;
    };
    const Real least = 0.05 * model_->scales().altitude;
    return highest(a, b) <= least && highest(b, a) <= least;
  }
  bool meet(View<Index> a, View<Index> b, View<Real> y, View<Real> y_end, Real reach) const {
    const auto box = [&](View<Index> vertices) {
      Eigen::AlignedBox<Real, Eigen::Dynamic> round(dim_);
      Real radius = 0;
      for (const Index v : vertices) {
        for (const View<Real> at_time : {y, y_end.empty() ? y : y_end})
          round.extend(Eigen::VectorXd(ConstMap(at_time.data() + dim_ * v, dim_)));
        radius = std::max(radius, surface_.radius[at(v)]);
      }
      round.min().array() -= radius + reach, round.max().array() += radius + reach;
      return round;
    };
    return box(a).intersects(box(b));
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Index node(Index vertex) const { return model_->vertex_node()[at(vertex)]; }
  /// Pairs of nodes that are at most two edges of the meshes apart, from all of their elements.
  void link_nodes() {
    std::map<Index, std::set<Index>> linked;
    for (std::size_t b = 0; b < meshes_.size(); ++b) {
      const Index first = model_->bodies()[b].nodes.begin;
      const auto corners = static_cast<std::size_t>(dim_ + 1);
      for (std::size_t i = 0; i < meshes_[b].elements.size(); ++i)
        for (std::size_t k = 0; k < corners; ++k)
          linked[first + meshes_[b].elements[i]].insert(
              first + meshes_[b].elements[i / corners * corners + k]);
    }
    for (const auto& [from, middles] : linked)
      for (const Index middle : middles)
        for (const Index to : linked[middle]) near_nodes_.insert({from, to});
  }

  int dim_;
  std::vector<Mesh> meshes_;
  std::unique_ptr<Model> model_;
  Surface surface_;
  std::vector<Real> plane_;
  std::vector<std::int32_t> plane_body_{3};
  std::set<std::pair<Index, Index>> near_nodes_;
  SerialContext context_;
};

/// One kind of pairs, and what it is by definition.
struct KindOfPairs {
  std::string name;
  Detection wanted;
  View<Pair> Candidates::*list;
  /// Whether (i, j) is one at (y, y_end), with boxes inflated by the reach; not where i >= j in
  /// one kind.
  std::function<bool(const Crowd&, Index i, Index j, View<Real> y, View<Real> y_end, Real reach)>
      is;
  std::function<std::pair<Index, Index>(const Surface&)> counts;
};

bool kept(const Crowd& c, View<Index> facets, View<Index> others, View<Real> y, View<Real> y_end) {
  for (const Index f : facets)
    for (const Index g : others)
      if (f != g && !(c.neighbours(f, g, y) && (y_end.empty() || c.neighbours(f, g, y_end))))
        return true;
  return false;
}

std::vector<KindOfPairs> kinds_of_pairs() {
  const auto particle = [](const Surface& s, Index v) { return s.facets_of(v).empty(); };
  const auto facet_vertex = [particle](bool every) {
    return [=](const Crowd& c, Index f, Index v, View<Real> y, View<Real> e, Real reach) {
      const Surface& s = c.surface();
      const std::int32_t a = s.facet_body[static_cast<std::size_t>(f)], b = c.body_of(v);
      return (every || particle(s, v)) && c.may_pair(a, b) &&
             c.meet(s.facet_vertices(f), {&v, 1}, y, e, reach) &&
             !Crowd::share(s.facet_vertices(f), {&v, 1}) &&
             (a != b || kept(c, {&f, 1}, s.facets_of(v), y, e));
    };
  };
  const auto facets_vertices = [](const Surface& s) {
    return std::pair(s.facets, s.boundary_vertices);
  };
  return {
      {"facet_facet",
       {.facet_facet = true, .reach = kReach},
       &Candidates::facet_facet,
       [](const Crowd& c, Index f, Index g, View<Real> y, View<Real> e, Real reach) {
         const Surface& s = c.surface();
         const std::int32_t a = s.facet_body[static_cast<std::size_t>(f)],
                            b = s.facet_body[static_cast<std::size_t>(g)];
         return f < g && c.may_pair(a, b) &&
                c.meet(s.facet_vertices(f), s.facet_vertices(g), y, e, reach) &&
                (a != b || kept(c, {&f, 1}, {&g, 1}, y, e));
       },
       [](const Surface& s) { return std::pair(s.facets, s.facets); }},
      {"facet_vertex",
       {.facet_vertex = true, .reach = kReach},
       &Candidates::facet_vertex,
       facet_vertex(false),
       facets_vertices},
      {"facet_vertex of every vertex",
       {.facet_vertex = true, .reach = kReach, .every_vertex = true},
       &Candidates::facet_vertex,
       facet_vertex(true),
       facets_vertices},
      {"edge_edge",
       {.edge_edge = true, .reach = kReach},
       &Candidates::edge_edge,
       [](const Crowd& c, Index i, Index j, View<Real> y, View<Real> e, Real reach) {
         const Surface& s = c.surface();
         const View<Index> v = s.edge_vertices(i), w = s.edge_vertices(j);
         const std::int32_t a = c.body_of(v[0]), b = c.body_of(w[0]);
         const auto facets = [&](Index edge) {
           return s.edge_facet.subspan(static_cast<std::size_t>(2 * edge), 2);
         };
         return i < j && c.may_pair(a, b) && c.meet(v, w, y, e, reach) && !Crowd::share(v, w) &&
                (a != b || kept(c, facets(i), facets(j), y, e));
       },
       [](const Surface& s) { return std::pair(s.edges, s.edges); }},
      {"vertex_vertex",
       {.vertex_vertex = true, .reach = kReach},
       &Candidates::vertex_vertex,
       [particle](const Crowd& c, Index v, Index w, View<Real> y, View<Real> e, Real reach) {
         return v < w && particle(c.surface(), v) && particle(c.surface(), w) &&
                c.meet({&v, 1}, {&w, 1}, y, e, reach);
       },
       [](const Surface& s) { return std::pair(s.boundary_vertices, s.boundary_vertices); }},
      {"element_vertex",
       {.element_vertex = true, .reach = kReach},
       &Candidates::element_vertex,
       [](const Crowd& c, Index i, Index v, View<Real> y, View<Real> e, Real reach) {
         const Surface& s = c.surface();
         return c.may_pair(s.element_body[static_cast<std::size_t>(i)], c.body_of(v)) &&
                c.meet(s.element_vertices(i), {&v, 1}, y, e, reach) &&
                !Crowd::share(s.element_vertices(i), {&v, 1});
       },
       [](const Surface& s) { return std::pair(s.elements, s.boundary_vertices); }},
      {"plane_vertex",
       {.plane_vertex = true, .reach = kReach},
       &Candidates::plane_vertex,
       [](const Crowd& c, Index p, Index v, View<Real> y, View<Real> e, Real reach) {
         const Surface& s = c.surface();
         const auto height = [&](View<Real> y_at) {
           return y_at[static_cast<std::size_t>(s.dim * v + 1)] - s.plane[1];
         };
         const Real lowest = e.empty() ? height(y) : std::min(height(y), height(e));
         return p == 0 && c.body_of(v) < 3 &&
                lowest <= 2 * reach + s.radius[static_cast<std::size_t>(v)];
       },
       [](const Surface& s) { return std::pair(s.planes, s.boundary_vertices); }},
  };
}

Pairs by_definition(const Crowd& crowd, const KindOfPairs& kind, View<Real> y, View<Real> y_end,
                    Real reach) {
  Pairs pairs;
  const auto [first, second] = kind.counts(crowd.surface());
  for (Index i = 0; i < first; ++i)
    for (Index j = 0; j < second; ++j)
      if (kind.is(crowd, i, j, y, y_end, reach)) pairs.push_back({i, j});
  return pairs;
}

Pairs copy_of(View<Pair> list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("a near list has the pairs that are there by definition, of each kind", "[contact]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  Crowd crowd(dim);
  Untidy broad_phase;
  for (const KindOfPairs& kind : kinds_of_pairs()) {
    INFO(kind.name << (swept ? ", swept" : "") << " in dimension " << dim);
    Detection wanted = kind.wanted;
    wanted.swept = swept;
    const std::vector<Real> y_old = crowd.positions(1), y = crowd.positions(2);
    NearList list(crowd.geometry(), broad_phase, wanted);
    REQUIRE(list.update(y_old, y, crowd.context()));
    const Pairs expected =
        by_definition(crowd, kind, swept ? y_old : y, swept ? y : View<Real>{}, kReach);
    CHECK((expected.empty() == (dim == 2 && kind.name == "edge_edge")));
    CHECK(copy_of(list.candidates().*kind.list) == expected);
    for (const KindOfPairs& other : kinds_of_pairs())
      if (other.list != kind.list) CHECK((list.candidates().*other.list).empty());
    CHECK(std::ranges::equal(list.y_made(), y));
  }
}

TEST_CASE("in space some facets of one body are neighbours that share no vertex, others are not",
          "[contact]") {
  Crowd crowd(3);
  Untidy broad_phase;
  const Detection wanted{.facet_facet = true, .reach = 10};  // all boxes meet
  const std::vector<Real> y = crowd.positions(3);
  NearList list(crowd.geometry(), broad_phase, wanted);
  REQUIRE(list.update(y, y, crowd.context()));
  const Surface& s = crowd.surface();
  std::set<Pair> found;
  for (const Pair& p : list.candidates().facet_facet) found.insert(p);
  Index left_out = 0, kept = 0;
  for (Index f = 0; f < s.facets; ++f)
    for (Index g = f + 1; g < s.facets; ++g) {
      if (s.facet_body[static_cast<std::size_t>(f)] != 1 ||
          s.facet_body[static_cast<std::size_t>(g)] != 1 ||
          Crowd::share(s.facet_vertices(f), s.facet_vertices(g)))
        continue;
      (found.contains({f, g}) ? kept : left_out) += 1;
    }
  CHECK(left_out > 100);
  CHECK(kept > 100);
}

TEST_CASE("a near list serves until a vertex has moved by the reach, and misses nothing till then",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  const bool elements = GENERATE(false, true);
  Crowd crowd(dim);
  Untidy broad_phase;
  KindOfPairs kind = kinds_of_pairs()[elements ? 5 : 2];
  kind.wanted.swept = swept;
  const auto is_one = kind.is;
  kind.is = [&](const Crowd& c, Index i, Index v, View<Real> y, View<Real> e, Real reach) {
    // Neighbours are judged where the list is made.
    const View<std::int32_t> body = elements ? c.surface().element_body : c.surface().facet_body;
    return body[static_cast<std::size_t>(i)] != c.body_of(v) && is_one(c, i, v, y, e, reach);
  };
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  Random random(5);
  std::vector<Real> y_old = crowd.positions(4), y = y_old;
  for (int step = 0; step < 30; ++step) {
    y_old = y;
    for (Real& x : y) x += 0.02 * random.between(-1, 1);
    REQUIRE(list.update(y_old, y, crowd.context()));
    const Pairs all = copy_of(list.candidates().*kind.list);
    const Pairs needed = by_definition(crowd, kind, swept ? y_old : y, swept ? y : View<Real>{}, 0);
    CHECK(std::ranges::includes(all, needed));
  }
  CHECK(list.builds() > 3);
  CHECK(list.builds() < 25);
  const auto number = list.number();
  REQUIRE(list.update(y_old, y, crowd.context()));
  CHECK(list.number() == number);
  y[0] += 1.001 * 2 * kReach;
  REQUIRE(list.update(y_old, y, crowd.context()));
  CHECK(list.number() == number + 1);
}

TEST_CASE("a common motion wears no list, and a motion of bodies relative to each other does",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[2];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  std::vector<Real> y = crowd.positions(4);
  REQUIRE(list.update(y, y, crowd.context()));
  const auto move = [&](std::int32_t body, Real by) {
    for (Index v = 0; v < crowd.surface().vertices; ++v)
      if (body < 0 || crowd.body_of(v) == body) y[static_cast<std::size_t>(dim * v + 1)] += by;
    REQUIRE(list.update(y, y, crowd.context()));
    return list.builds();
  };
  CHECK(move(-1, 20 * kReach) == 1);
  CHECK(move(0, 1.99 * kReach) == 1);
  CHECK(move(0, 0.02 * kReach) == 2);
  // Apart from all others, a body has no pairs with them to lose. The first one has none with itself.
  CHECK(move(0, 40) == 2);
  y[0] += 4.1 * kReach;
  CHECK(move(0, 40) == 2);
  CHECK(move(1, 2.01 * kReach) == 3);
}

TEST_CASE("a list that is made again from a checkpoint is the one of the accepted step",
          "[contact]") {
  const bool swept = GENERATE(false, true);
  Crowd crowd(3);
  Untidy broad_phase;
  Detection wanted{.facet_facet = true, .edge_edge = true, .reach = kReach, .swept = swept};
  NearList list(crowd.geometry(), broad_phase, wanted);
  NearList resumed(crowd.geometry(), broad_phase, wanted);
  list.look_ahead(0.04);
  REQUIRE(list.update(crowd.positions(1), crowd.positions(2), crowd.context()));
  list.accept();
  const Pairs facets = copy_of(list.candidates().facet_facet),
              edges = copy_of(list.candidates().edge_edge);
  list.look_ahead(0.2);
  REQUIRE(list.update(crowd.positions(3), crowd.positions(4),
                      crowd.context()));    // of a rejected attempt
  resumed.restore({}, 0, crowd.context());  // of another model
  CHECK(resumed.builds() == 0);
  CHECK(list.accepted_ahead() == 0.02);
  resumed.restore(list.y_accepted(), list.accepted_ahead(), crowd.context());
  CHECK(copy_of(resumed.candidates().facet_facet) == facets);
  CHECK(copy_of(resumed.candidates().edge_edge) == edges);
  CHECK(std::ranges::equal(resumed.y_accepted(), list.y_accepted()));
}

TEST_CASE("a list holds all pairs within a gap ahead that changes from step to step", "[contact]") {
  Crowd crowd(2);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[GENERATE(0, 1)];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  std::vector<Real> y = crowd.positions(1);
  Random random(7);
  for (int step = 0; step < 60; ++step) {
    for (Real& x : y) x += 0.002 * random.between(-1, 1);
    // Growing and shrinking, by less and by more than the reach of the list.
    const Real ahead = 0.2 * kReach * (step % 10) + (step % 17 == 16 ? 4 * kReach : 0);
    list.look_ahead(ahead);
    REQUIRE(list.update(y, y, crowd.context()));
    const Pairs needed = by_definition(crowd, kind, y, {}, ahead / 2);
    CHECK(std::ranges::includes(copy_of(list.candidates().*kind.list), needed));
  }
  CHECK(list.builds() >= 2);  // the first list is not for the widest gap
  CHECK(list.builds() < 10);
}

TEST_CASE("the way of a step is swept without a word to the list", "[contact]") {
  Crowd crowd(3);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[3];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  const std::vector<Real> a = crowd.positions(1), b = crowd.positions(2);
  REQUIRE(list.update(a, a, crowd.context()));
  const Pairs before = copy_of(list.candidates().edge_edge);
  CHECK(copy_of(list.sweep(a, b, crowd.context()).edge_edge) ==
        by_definition(crowd, kind, a, b, kReach));
  CHECK(copy_of(list.candidates().edge_edge) == before);
}

TEST_CASE("a step is judged by the motion of what may meet in it, for each kind of pair",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const Surface& s = crowd.surface();
  const Real altitude = crowd.context().scales.altitude;
  const std::vector<Real> x = crowd.positions(1), y = crowd.positions(2);
  const auto list = [](View<Index> v) { return std::vector<Index>(v.begin(), v.end()); };
  const auto moved = [&](Index v) {
    return Eigen::VectorXd(ConstMap(y.data() + dim * v, dim) - ConstMap(x.data() + dim * v, dim));
  };
  for (const KindOfPairs& kind : kinds_of_pairs()) {
    if (dim == 2 && kind.name == "edge_edge") continue;
    INFO(kind.name << " in dimension " << dim);
    const auto vertices_of = [&](Index i, bool first) -> std::vector<Index> {
      if (kind.list == &Candidates::facet_facet) return list(s.facet_vertices(i));
      if (kind.list == &Candidates::edge_edge) return list(s.edge_vertices(i));
      if (!first || kind.list == &Candidates::vertex_vertex) return {i};
      if (kind.list == &Candidates::facet_vertex) return list(s.facet_vertices(i));
      return list(s.element_vertices(i));
    };
    Detection wanted = kind.wanted;
    wanted.reach = 1e-9 * altitude;
    NearList near(crowd.geometry(), broad_phase, wanted);
    Real largest = 0;
    for (const Pair& p : copy_of(near.sweep(x, y, crowd.context()).*kind.list))
      for (const Index w : vertices_of(p.second, false)) {
        if (kind.list == &Candidates::plane_vertex) {
          largest = std::max(largest, moved(w).norm());
          continue;
        }
        for (const Index v : vertices_of(p.first, true))
          largest = std::max(largest, (moved(v) - moved(w)).norm());
      }
    StepDivision cut(crowd.geometry(), broad_phase, kind.wanted, altitude);
    const RelativeMotion motion = cut.measure(x, y, crowd.context());
    if (dim == 3 &&
        kind.list == &Candidates::vertex_vertex) {  // particles in space miss each other
      CHECK(largest == 0);
      CHECK(motion.motion == 0);
      continue;
    }
    CHECK(largest > 0.05);
    CHECK(motion.in_altitudes >= largest / 0.75 - 1e-12);  // no element is higher than 0.75 m
    CHECK(motion.in_altitudes == Approx(motion.motion / motion.altitude));
    CHECK(motion.motion < 0.8);
    CHECK(motion.body_a >= 0);
    CHECK(motion.body_b >= 0);
    CHECK(cut.measure(x, x, crowd.context()).motion == 0);
  }
}

TEST_CASE("a step is searched unless no facet moves too far for what is behind it", "[contact]") {
  // Two cubes; within the first one a node lies close to its neighbours, so that the smallest altitude is there.
  test::Scene scene(3);
  const std::size_t steel = scene.material();
  scene.body("first", test::cube(4), steel);
  scene.body("second", test::cube(3), steel).self_contact = true;
  Mesh& first = scene.meshes[0];
  for (Index n = 0; n < first.nodes(); ++n) {
    Real* const p = first.points.data() + 3 * n;
    if (p[0] == 0.5 && p[1] == 0.5 && p[2] == 0.5) p[0] = 0.58, p[1] = 0.54;
  }
  const auto model = scene.model();
  SerialContext context;
  context.context().scales = model->scales();
  ContactGeometry geometry;
  geometry.layout = &model->layout(), geometry.surface = &model->surface();
  Untidy broad_phase;
  const Detection wanted{.facet_facet = true, .facet_vertex = true, .reach = kReach};
  const Real altitude = model->scales().altitude;
  StepDivision cut(geometry, broad_phase, wanted, altitude),
      all(geometry, broad_phase, wanted, altitude, 1e-9);
  const View<Real> at = model->surface().reference;
  const std::vector<Real> x(at.begin(), at.end());
  Random random(4);
  int beyond_the_smallest = 0, searched = 0;
  for (int k = 0; k < 60; ++k) {
    const Real far = 0.006 * k;
    std::vector<Real> y = x;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += far * random();
    const RelativeMotion one = cut.measure(x, y, context.context()),
                         two = all.measure(x, y, context.context());
    if (one.motion > 0) {
      ++searched;
      CHECK(one.in_altitudes == two.in_altitudes);
      CHECK(one.motion == two.motion);
    } else {
      CHECK(two.in_altitudes <= 0.5);
      beyond_the_smallest += two.motion > altitude / 2;
    }
  }
  CHECK(beyond_the_smallest > 0);
  CHECK(searched > 10);
}

TEST_CASE("bodies that move alike move relative to a half-space", "[contact]") {
  Crowd crowd(2);
  Untidy broad_phase;
  const Real altitude = crowd.context().scales.altitude;
  const std::vector<Real> x = crowd.positions(1);
  std::vector<Real> y = x;
  for (std::size_t i = 0; i < y.size(); i += 2) y[i] += 0.3;
  StepDivision facets(crowd.geometry(), broad_phase, {.facet_facet = true, .reach = kReach},
                      altitude);
  CHECK(facets.measure(x, y, crowd.context()).motion == 0);
  StepDivision planes(crowd.geometry(), broad_phase, {.plane_vertex = true, .reach = kReach},
                      altitude);
  CHECK(planes.measure(x, y, crowd.context()).motion == Approx(0.3));
}

// ---- when the broad phase searches ----------------------------------------------------------------

namespace {

using Mode = NeighbourListConfig::Mode;

/// As brute_force does it, and counts.
class Counted final : public BroadPhase {
 public:
  Index calls = 0;

 private:
  void do_candidates(const BoxQuery& query, Pairs& pairs, Context&) override {
    ++calls;
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    for (Index i = 0; i < a.count; ++i)
      for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
        if (query.wanted(i, j) && a.overlap(i, b, j)) pairs.push_back({i, j});
  }
};

std::vector<Pairs> all_lists(const NearList& list) {
  std::vector<Pairs> all;
  for (const KindOfPairs& kind : kinds_of_pairs())
    all.push_back(copy_of(list.candidates().*kind.list));
  return all;
}

}  // namespace

TEST_CASE("lists are the same whenever the broad phase searches, and it does when it is told to",
          "[contact][sorting]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  const auto [config, searches] = GENERATE(table<NeighbourListConfig, std::vector<Index>>(
      {{{.mode = Mode::off}, {}},
       {{.mode = Mode::kept, .every = 1}, {}},
       {{.mode = Mode::kept, .every = 10, .reach = 10}, {0, 10, 20, 30}},
       {{.mode = Mode::kept, .reach = 10}, {0}}}));
  Crowd crowd(dim);
  Counted broad_phase, other;
  for (KindOfPairs kind : kinds_of_pairs()) {
    if (dim == 2 && kind.name == "edge_edge") continue;
    INFO(kind.name << (swept ? ", swept" : "") << " in dimension " << dim);
    kind.wanted.swept = swept;
    NearList list(crowd.geometry(), broad_phase, kind.wanted, config);
    NearList automatic(crowd.geometry(), other, kind.wanted);
    Random random(11);
    std::vector<Real> y_old = crowd.positions(4), y = y_old;
    for (Index step = 0; step < 35; ++step) {
      INFO("step " << step);
      y_old = y;
      for (Real& x : y) x += 0.02 * random.between(-1, 1);
      for (NearList* each : {&list, &automatic}) {
        each->look_ahead(step % 7 == 6 ? kReach : 0);
        REQUIRE(each->update(y_old, y, crowd.context(), {.step = step}));
      }
      CHECK(all_lists(list) == all_lists(automatic));
      const Index expected =
          searches.empty() ? step + 1
                           : std::ranges::count_if(searches, [&](Index s) { return s <= step; });
      CHECK(list.builds() == expected);
    }
    CHECK(automatic.builds() > 2);
    CHECK(automatic.builds() < 30);
    CHECK(list.boxes() * automatic.builds() == automatic.boxes() * list.builds());
  }
}

TEST_CASE("a buffer that is too small brings a search in time, or the end of the run",
          "[contact][sorting]") {
  Crowd crowd(2);
  Counted broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[0];
  NeighbourListConfig config{.mode = Mode::kept, .every = 10, .reach = 0.015};
  NearList list(crowd.geometry(), broad_phase, kind.wanted, config);
  config.violated = ViolatedBuffer::stop;
  NearList strict(crowd.geometry(), broad_phase, kind.wanted, config);
  std::vector<Real> y = crowd.positions(1);
  for (Index step = 0; step < 20; ++step) {
    INFO("step " << step);
    // One body moves by two thirds of the buffer in each step: a search is due in every second one.
    for (Index v = 0; step > 0 && v < crowd.surface().vertices; ++v)
      if (crowd.body_of(v) == 0) y[static_cast<std::size_t>(2 * v)] += 0.01;
    REQUIRE(list.update(y, y, crowd.context(), {.step = step}));
    CHECK(list.builds() == step / 2 + 1);
    CHECK(list.wear() == Approx(step % 2 == 0 ? 0 : 0.01 / 0.015).margin(1e-12));
    const Pairs needed = by_definition(crowd, kind, y, {}, 0);
    CHECK(std::ranges::includes(copy_of(list.candidates().facet_facet), needed));
    if (step > 2) continue;
    const Outcome outcome = strict.update(y, y, crowd.context(), {.step = step});
    CHECK((outcome.status == Status::ok) == (step < 2));
    if (step == 2)
      CHECK_THAT(outcome.message, Catch::Contains("after 2 of 10 steps") &&
                                      Catch::Contains("moved by 0.02 m") &&
                                      Catch::Contains("the buffer is 0.015 m") &&
                                      Catch::Contains("\"violated\": \"sort\""));
  }
}

TEST_CASE("what is kept between two searches goes on from a checkpoint", "[contact][sorting]") {
  const bool swept = GENERATE(false, true);
  Crowd crowd(3);
  Counted broad_phase, other;
  Detection wanted{.facet_facet = true, .edge_edge = true, .reach = kReach, .swept = swept};
  const NeighbourListConfig config{.mode = Mode::kept, .every = 7, .reach = 0.2};
  NearList list(crowd.geometry(), broad_phase, wanted, config);
  NearList resumed(crowd.geometry(), other, wanted, config);
  Random random(3);
  std::vector<Real> y = crowd.positions(1), y_old = y;
  Index before = 0, resumed_before = 0;
  for (Index step = 0; step < 30; ++step) {
    y_old = y;
    for (Real& x : y) x += 0.01 * random.between(-1, 1);
    REQUIRE(list.update(y_old, y, crowd.context(), {.step = step}));
    if (step > 10) {
      REQUIRE(resumed.update(y_old, y, crowd.context(), {.step = step}));
      CHECK(all_lists(resumed) == all_lists(list));
      CHECK(resumed.builds() - resumed_before == list.builds() - before);
      CHECK(resumed.pairs() == list.pairs());
      CHECK(resumed.wear() == list.wear());
    }
    list.accept();
    if (step != 10) continue;
    resumed.restore(list.y_accepted(), list.accepted_ahead(), crowd.context());
    resumed.restore_sorting(list.sorting().accepted_at(), list.sorting().accepted_numbers(),
                            crowd.context());
    before = list.builds(), resumed_before = resumed.builds();
  }
  CHECK(list.builds() >= before + 3);
}

TEST_CASE("pairs are sorted and unique whatever a broad phase answers, and may be picked later",
          "[near_list]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const std::vector<Real> y = crowd.positions(3);
  const Detection wanted{.facet_facet = true, .facet_vertex = true, .vertex_vertex = true};
  PairFinder finder(*crowd.geometry().layout, crowd.surface(), broad_phase, wanted, 0);
  PairLists found, picked;
  finder.find({.y = y, .reach = kReach}, found, crowd.context());
  CHECK_FALSE(found.facet_facet.empty());
  for (const Pairs* list : {&found.facet_facet, &found.facet_vertex, &found.vertex_vertex}) {
    CHECK(std::ranges::is_sorted(*list));
    CHECK(std::ranges::adjacent_find(*list) == list->end());
  }
  for (const auto& [f, g] : found.facet_facet) {
    const View<Index> a = crowd.surface().facet_vertices(f), b = crowd.surface().facet_vertices(g);
    CHECK(std::ranges::none_of(a, [&](Index v) { return std::ranges::count(b, v) > 0; }));
  }
  CHECK(finder.found() >= static_cast<Index>(found.facet_facet.size()));
  // Of what a search with wider boxes has kept, those are picked that are found at once.
  finder.sort({.y = y, .reach = 4 * kReach}, crowd.context());
  finder.pick({.y = y, .reach = kReach}, picked, crowd.context());
  CHECK(picked.facet_facet == found.facet_facet);
  CHECK(picked.facet_vertex == found.facet_vertex);
  CHECK(picked.vertex_vertex == found.vertex_vertex);
}
