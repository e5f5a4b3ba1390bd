// The gap of boundary vertices to the facets of other bodies in the plane: what friction needs of a
// constraint, and no more. Not for corners that meet corners.
#pragma once
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>
#include <tuple>

namespace tactus::testing {

class NodeFacetGap final : public Constraint {
 public:
  using Options = NoOptions;
  explicit NodeFacetGap(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::gap, capability::frames, capability::persistent})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    wanted.facet_facet = true, wanted.reach = facet_reach(scales);
  }
  DetectResult do_detect(const DetectQuery& q, ContactSet& set, Context&) override {
    for (const auto& [f, g] : q.candidates.facet_facet)
      for (const auto& [of, to] : {Pair{f, g}, Pair{g, f}})
        for (const Index v : q.surface->facet_vertices(of)) look(q, v, to, set);
    for (Index r = 0; r < set.rows(); ++r) set.violations.add(set.stencil(r));
    return {.needs = set.rows()};
  }
  /// One row for a vertex and a body: that of the first facet that the vertex is above or just below.
  static void look(const DetectQuery& q, Index v, Index facet, ContactSet& set) {
    const Surface& s = *q.surface;
    if (!q.movable[v] || s.vertex_body[v] == s.facet_body[facet]) return;
    const Index stencil[] = {v, s.facet_vertices(facet)[0], s.facet_vertices(facet)[1]};
    const auto [gap, at, length, direction] = place(q.y, stencil);
    const ContactKey key{static_cast<std::uint64_t>(v),
                         static_cast<std::uint64_t>(s.facet_body[facet])};
    if (gap > q.reach || gap < -length / 2 || at < 0 || at > 1 || set.contains(key)) return;
    set.add({.key = key, .stencil = stencil});
  }
  /// Gap of a vertex, parameter along the facet, and the facet's length and direction.
  static std::tuple<Real, Real, Real, Vec<2>> place(View<Real> y, View<Index> v) {
    const Vec<2> a = point<2>(y, v[1]), t = point<2>(y, v[2]) - a, r = point<2>(y, v[0]) - a;
    const Real length = t.norm();
    return {(t[1] * r[0] - t[0] * r[1]) / length, t.dot(r) / t.squaredNorm(), length, t / length};
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> v = query.set->stencil(query.rows[k]);
      const auto [gap, s, length, t] = place(query.y, v);
      const Real frame[] = {t[1], -t[0], t[0], t[1]}, weight[] = {1, s - 1, -s};
      if (out.value) out.value[k] = gap;
      if (out.frame) std::copy_n(frame, 4, out.frame + 4 * k);
      if (out.weight) std::copy_n(weight, 3, out.weight + 3 * k);
      if (out.point) std::copy_n(point<2>(query.y, v[0]).data(), 2, out.point + 2 * k);
    }
  }
};

}  // namespace tactus::testing
