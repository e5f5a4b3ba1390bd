/// \file near_pairs.hpp  Every kind of pair that a constraint may ask for, as its definition reads: what lists of near
/// pairs are compared with.
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <map>
#include <set>

#include "core/contact/near_list.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

namespace tactus::near_pairs {

using namespace tactus::core;
using conformance::Random;
using conformance::SerialContext;

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

inline bool kept(const Crowd& c, View<Index> facets, View<Index> others, View<Real> y,
                 View<Real> y_end) {
  for (const Index f : facets)
    for (const Index g : others)
      if (f != g && !(c.neighbours(f, g, y) && (y_end.empty() || c.neighbours(f, g, y_end))))
        return true;
  return false;
}

inline std::vector<KindOfPairs> kinds_of_pairs() {
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

inline Pairs by_definition(const Crowd& crowd, const KindOfPairs& kind, View<Real> y,
                           View<Real> y_end, Real reach) {
  Pairs pairs;
  const auto [first, second] = kind.counts(crowd.surface());
  for (Index i = 0; i < first; ++i)
    for (Index j = 0; j < second; ++j)
      if (kind.is(crowd, i, j, y, y_end, reach)) pairs.push_back({i, j});
  return pairs;
}

inline Pairs copy_of(View<Pair> list) { return {list.begin(), list.end()}; }

}  // namespace tactus::near_pairs
