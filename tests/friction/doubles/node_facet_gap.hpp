// The gap of boundary vertices to the facets of other bodies in the plane: what friction needs of a
// constraint, and no more. Not for corners that meet corners.
#pragma once
#include <array>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>

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
  Detection do_detection(const Scales& scales) const override {
    return {.facet_facet = true, .reach = facet_reach(scales)};
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
    const auto ends = s.facet_vertices(facet);
    if (!q.movable[v] || s.vertex_body[v] == s.facet_body[facet]) return;
    const auto [gap, at, length] =
        place(point<2>(q.y, v), point<2>(q.y, ends[0]), point<2>(q.y, ends[1]));
    const ContactKey key{static_cast<std::uint64_t>(v),
                         static_cast<std::uint64_t>(s.facet_body[facet])};
    if (gap > q.reach || gap < -length / 2 || at < 0 || at > 1 || set.contains(key)) return;
    const Index stencil[] = {v, ends[0], ends[1]};
    set.add({.key = key, .stencil = stencil});
  }
  /// Gap, parameter along the facet, length of the facet.
  static std::array<Real, 3> place(const Vec<2>& x, const Vec<2>& a, const Vec<2>& b) {
    const Vec<2> t = b - a, r = x - a;
    return {(t[1] * r[0] - t[0] * r[1]) / t.norm(), t.dot(r) / t.squaredNorm(), t.norm()};
  }
  void do_evaluate(const ContactSet& set, View<Index> rows, View<Real> y, const RowOutput& out,
                   Context&) const override {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const View<Index> v = set.stencil(rows[k]);
      const Vec<2> x = point<2>(y, v[0]), a = point<2>(y, v[1]),
                   t = (point<2>(y, v[2]) - a).normalized();
      const auto [gap, s, length] = place(x, a, point<2>(y, v[2]));
      const Real frame[] = {t[1], -t[0], t[0], t[1]}, weight[] = {1, s - 1, -s};
      if (out.value) out.value[k] = gap;
      if (out.frame) std::copy_n(frame, 4, out.frame + 4 * k);
      if (out.weight) std::copy_n(weight, 3, out.weight + 3 * k);
      if (out.point) std::copy_n(x.data(), 2, out.point + 2 * k);
    }
  }
};

}  // namespace tactus::testing
