// The constraint disk_edge: disks stay outside the edges and corners of other bodies.
#include <algorithm>
#include <cmath>
#include <tactus/constraint.hpp>
#include <tactus/key_set.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

/// 2D: the centre c of a disk of radius r (a round rigid body or a round particle) stays at a
/// distance of at least r from the boundaries of other bodies. For each facet that is closer, the
/// nearest point of the facet is either on the edge or a corner:
///   edge    the projection of c lies between the ends of the facet e0 -> e1 with outward normal n:
///           g = n.(c - e0) - r,  dg = n.(dc - (1 - s) de0 - s de1)
///   corner  the nearest point is an end e: n = (c - e)/|c - e|, g = |c - e| - r, dg = n.(dc - de)
/// If the centre is not on the outward side of a facet, this facet belongs to the far side of a
/// thin body, and the disk touches the body from its other side. Within a step nothing near the
/// disk moves further than half of the smallest altitude, in which 2 r is included. Therefore the
/// centre never passes through a facet.
class DiskEdge final : public Constraint {
 public:
  using Options = NoOptions;
  explicit DiskEdge(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::frames,
                      capability::gap, capability::end_of_step})
      c.provides(name);
  }

 private:
  enum Place : std::int32_t { edge, corner };
  using V2 = Eigen::Vector2d;

  /// The nearest point of a facet, and the normal there.
  struct Nearest {
    Place kind = edge;
    Index end = kNone;  ///< of a corner
    Real distance = 0;
    bool outside = true;  ///< whether the centre is on the outward side
  };

  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_vertex = true;
    wanted.reach = 0.3 * s.altitude;
  }
  void do_setup(const ConstraintSetup& setup, Context&) override {
    if (setup.surface->dim != 2) throw ConfigError("disk_edge works in the plane");
    radius_.assign(setup.surface->radius.begin(), setup.surface->radius.end());
  }

  /// A point that is behind an edge. It was never closer to it than its radius.
  [[noreturn]] static void refuse_point(Index v) {
    throw EvaluationError(
        "disk_edge looks at particles with a radius; give these one, or take another constraint",
        {Item::vertex, v});
  }

  static V2 at(View<Real> y, Index v) { return point<2>(y, v); }

  static Nearest nearest(const Surface& surface, View<Real> y, Index facet, Index v) {
    const View<Index> ends = surface.facet_vertices(facet);
    const V2 e0 = at(y, ends[0]), e = at(y, ends[1]) - e0, d = at(y, v) - e0;
    const Real along = e.dot(d), square = e.squaredNorm();
    Nearest found;
    found.outside = e[1] * d[0] - e[0] * d[1] >= 0;
    if (along <= 0 || along >= square) {
      found.kind = corner;
      found.end = ends[along <= 0 ? 0 : 1];
      found.distance = (at(y, v) - at(y, found.end)).norm();
    } else {
      found.distance = std::abs(e[1] * d[0] - e[0] * d[1]) / std::sqrt(square);
    }
    return found;
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    const Surface& surface = *query.surface;
    known_.clear(), found_.clear();
    for (const ContactKey& key : set.key) known_.insert(key);
    DetectResult result;
    for (const auto [facet, v] : query.candidates.facet_vertex) {
      const Nearest now = nearest(surface, query.y, facet, v);
      if (!(radius_[v] > 0) && now.kind == edge && !now.outside) refuse_point(v);
      if (!(now.distance < radius_[v]) || (now.kind == edge && !now.outside)) continue;
      add(query, {facet, v}, now, set, contact_margin(context.scales), result);
    }
    return result;
  }

  /// Counts the violation, and appends its row unless that is not allowed.
  void add(const DetectQuery& query, const Pair& pair, const Nearest& now, ContactSet& set,
           Real margin, DetectResult& result) {
    const Surface& surface = *query.surface;
    const auto [facet, v] = pair;
    const View<Index> ends = surface.facet_vertices(facet);
    const Index all[] = {ends[0], ends[1], v}, two[] = {now.end, v};
    const View<Index> stencil = now.kind == edge ? View<Index>(all) : View<Index>(two);
    // A corner is found from both facets that end there. It is one violation with one row.
    const ContactKey key{
        static_cast<std::uint64_t>(surface.global[v]) * 2 + now.kind,
        static_cast<std::uint64_t>(surface.global[now.kind == edge ? ends[0] : now.end])};
    if (!found_.insert(key)) return;
    ++result.needs;
    set.violations.add(stencil);
    const bool moves =
        std::any_of(stencil.begin(), stencil.end(), [&](Index a) { return query.movable[a]; });
    if (!moves || known_.contains(key) ||
        std::binary_search(query.banned.begin(), query.banned.end(), key))
      return;
    const Remedy remedy = query.remedy_of(stencil);
    const bool inadmissible = nearest(surface, query.y_old, facet, v).distance < radius_[v];
    if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && inadmissible)) return;
    set.add({.key = key,
             .stencil = stencil,
             .branch = now.kind,
             .event = result.needs - 1,
             .lower = margin,
             .patch_own = surface.facet_patch[facet]});
    result.inadmissible += inadmissible;
  }

  /// Gap, outward normal of the boundary, and weights of the stencil.
  struct Value {
    Real gap = 0;
    V2 normal;
    Real weight[3] = {};
  };
  Value value_of(const ContactSet& set, Index row, View<Real> y) const {
    const View<Index> stencil = set.stencil(row);
    const Index v = stencil.back();
    const V2 d = at(y, v) - at(y, stencil[0]);
    Value value;
    if (set.branch[row] == corner) {
      const Real length = d.norm();
      if (!(length > 0))
        throw EvaluationError("the centre of a disk is at a corner", {Item::contact, row});
      value = {length - radius_[v], d / length, {-1, 1}};
      return value;
    }
    const V2 e = at(y, stencil[1]) - at(y, stencil[0]);
    const Real length = e.norm();
    if (!(length > 0))
      throw EvaluationError("an edge of no length has no normal", {Item::contact, row});
    value.normal = V2(e[1], -e[0]) / length;
    value.gap = value.normal.dot(d) - radius_[v];
    const Real s = e.dot(d) / (length * length);
    value.weight[0] = s - 1, value.weight[1] = -s, value.weight[2] = 1;
    return value;
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    std::size_t entry = 0;
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      const Value value = value_of(*query.set, query.rows[k], query.y);
      const V2& n = value.normal;
      if (out.value) out.value[k] = value.gap;
      for (std::size_t a = 0; a < stencil.size(); ++a, ++entry) {
        if (out.weight) out.weight[entry] = value.weight[a];
        for (int d = 0; out.gradient && d < 2; ++d)
          out.gradient[2 * entry + static_cast<std::size_t>(d)] = value.weight[a] * n[d];
      }
      if (out.frame) {
        const Real frame[] = {n[0], n[1], -n[1], n[0]};
        std::copy_n(frame, 4, out.frame + 4 * k);
      }
      if (out.point) {  // on the surface of the disk
        const V2 place = at(query.y, stencil.back()) - radius_[stencil.back()] * n;
        std::copy_n(place.data(), 2, out.point + 2 * k);
      }
    }
  }

  std::vector<Real> radius_;
  KeySet known_, found_;  ///< rows of earlier passes, violations of this one
};

}  // namespace

TACTUS_PLUGIN(DiskEdge, "disk_edge", "2D: a disk stays outside of edges and corners")
