#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>
#include <vector>

#include "edge.hpp"
#include "needs.hpp"

namespace vertex_edge {

/// How branches are chosen when several needs compete for one cause (a corner in a corner).
enum class Selection : std::uint8_t { ranked, each };
constexpr std::string_view kSelections[] = {"ranked", "each"};

/// 2D: a vertex stays outside of an edge. Linear in the positions of three vertices up to the
/// rotation of the edge, admissible at the start of the step where it can be; the way of Kane's
/// (A.2) without its degenerate gradient (docs/theory/constraint_vertex_edge.md).
class VertexEdge final : public Constraint {
 public:
  struct Options {
    Selection selection = Selection::ranked;
    void describe(OptionVisitor& o) {
      o.choice("selection", selection)
          .choices(kSelections)
          .help(
              "ranked: needs in order of rank, an accepted branch settles the others at its vertex "
              "for this pass; each: the best branch of every need at once");
    }
  };
  explicit VertexEdge(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::unilateral, capability::gradient, capability::hessian, capability::frames,
          capability::gap, capability::complete, capability::end_of_step})
      c.provides(name);
  }

 private:
  Detection do_detection(const Scales& s) const override {
    return {.facet_facet = true, .facet_vertex = true, .reach = facet_reach(s)};
  }

  void do_setup(const Surface& surface, Context&) override {
    if (surface.dim != 2)
      throw ConfigError("vertex_edge works in the plane; in space take vertex_face");
    vertex_mark_.assign(static_cast<std::size_t>(surface.vertices), 0);
    for (Index v = 0; v < surface.vertices; ++v)
      if (surface.radius[v] > 0)
        throw ConfigError("vertex_edge takes particles as points: give them the radius 0",
                          {Item::body, surface.vertex_body[v]});
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    const Surface& surface = *query.surface;
    near_.update(query, facet_reach(context.scales));
    if (query.pass == 0) pending_.assign(static_cast<std::size_t>(surface.vertices), 0);
    find_needs(query, near_, pending_, needs_);
    if (needs_.empty()) return {};
    tried_.assign(set.key.begin(), set.key.end());
    std::sort(tried_.begin(), tried_.end());
    std::fill(pending_.begin(), pending_.end(), std::uint8_t{0});
    for (Need& need : needs_) {
      collect_vertices(surface, need);
      set.violations.add(vertices_);
      need.best = choose(query, need, query.remedy_of(vertices_), context.scales);
      mark(surface, need);
    }
    DetectResult result{.needs = static_cast<Index>(needs_.size())};
    accept_best(query, set, context.scales, result);
    return result;
  }

  /// All that take part in a violation: the ends of two facets, or a vertex and an element's corners.
  void collect_vertices(const Surface& surface, const Need& need) {
    vertices_.clear();
    const auto append = [&](View<Index> some) {
      vertices_.insert(vertices_.end(), some.begin(), some.end());
    };
    if (need.is_pair()) {
      append(surface.facet_vertices(need.first));
      append(surface.facet_vertices(need.second));
    } else {
      vertices_.push_back(need.first);
      append(surface.element.subspan(static_cast<std::size_t>(3 * need.element), 3));
    }
  }

  /// The need is looked at again in the next pass, even where nothing moved.
  void mark(const Surface& surface, const Need& need) {
    if (!need.is_pair()) {
      pending_[need.first] = 1;
      return;
    }
    for (const Index f : {need.first, need.second})
      for (const Index v : surface.facet_vertices(f)) pending_[v] = 1;
  }

  // ---- ranking -------------------------------------------------------------------------------

  Branch choose(const DetectQuery& query, const Need& need, Remedy remedy, const Scales& scales) {
    branches_.clear();
    if (remedy == Remedy::no_row) return {};
    const auto consider = [&](Index facet, Index vertex) {
      Branch branch{.facet = facet, .vertex = vertex};
      if (!rank(query, scales, branch)) return;
      if (remedy == Remedy::any_row || branch.rank % 4 < 2) branches_.push_back(branch);
    };
    const Surface& surface = *query.surface;
    if (!need.is_pair()) {
      for (const Index f : near_.near_facets(need.first)) consider(f, need.first);
      return best_of(branches_);
    }
    // Of each edge the end that lies inside (left of) the other: with D = (x2 - x1) x (x4 - x3) > 0
    // that is edge 12 with vertex 4 and edge 34 with vertex 1 (Kane, appendix A).
    Index f = need.first, g = need.second;
    const auto point_at = [&](Index v) { return query.y.data() + 2 * v; };
    const Index *a = surface.facet.data() + 2 * f, *b = surface.facet.data() + 2 * g;
    const Real *x1 = point_at(a[0]), *x2 = point_at(a[1]), *x3 = point_at(b[0]),
               *x4 = point_at(b[1]);
    const Real cross = (x2[0] - x1[0]) * (x4[1] - x3[1]) - (x2[1] - x1[1]) * (x4[0] - x3[0]);
    if (cross < 0) std::swap(f, g), std::swap(a, b);
    consider(f, b[1]);
    consider(g, a[0]);
    return best_of(branches_);
  }

  /// Class, cost and numbers of a branch; false where it may not be taken, or has no cost: an edge
  /// of no length, or masses that no force of it moves.
  bool rank(const DetectQuery& query, const Scales& scales, Branch& branch) const {
    const Surface& surface = *query.surface;
    const Index *e = surface.facet.data() + 2 * branch.facet, v = branch.vertex;
    if (!(query.movable[e[0]] || query.movable[e[1]] || query.movable[v])) return false;
    const ContactKey k = key(surface, branch);
    if (std::binary_search(tried_.begin(), tried_.end(), k) ||
        std::binary_search(query.banned.begin(), query.banned.end(), k))
      return false;
    const Edge now(query.y.data() + 2 * e[0], query.y.data() + 2 * e[1], query.y.data() + 2 * v);
    const Edge before(query.y_old.data() + 2 * e[0], query.y_old.data() + 2 * e[1],
                      query.y_old.data() + 2 * v);
    const bool in_range = now.s >= -0.02 && now.s <= 1.02, admissible = before.g >= 0;
    branch.rank =
        (admissible ? 0 : 2) + (in_range ? 0 : 1) + (now.g >= contact_margin(scales) / 2 ? 4 : 0);
    const Real w = surface.inverse_mass[v] +
                   (1 - now.s) * (1 - now.s) * surface.inverse_mass[e[0]] +
                   now.s * now.s * surface.inverse_mass[e[1]];
    branch.cost = (admissible ? now.g * now.g : std::abs(before.g) * std::abs(now.g)) / w;
    const Index* const number = surface.global.data();
    branch.numbers = {number[v], std::min(number[e[0]], number[e[1]]),
                      std::max(number[e[0]], number[e[1]])};
    return std::isfinite(branch.cost);
  }

  static ContactKey key(const Surface& surface, const Branch& b) {
    return {static_cast<std::uint64_t>(surface.global[b.vertex]),
            static_cast<std::uint64_t>(surface.global[surface.facet[2 * b.facet]])};
  }

  // ---- acceptance ----------------------------------------------------------------------------

  void accept_best(const DetectQuery& query, ContactSet& set, const Scales& scales,
                   DetectResult& result) {
    const Surface& surface = *query.surface;
    if (o_.selection == Selection::ranked) sort_by_branch(needs_);
    for (std::size_t i = 0; i < needs_.size(); ++i) {
      const Branch& b = needs_[i].best;
      if (b.facet == kNone || is_settled(surface, needs_[i])) continue;
      const Index* e = surface.facet.data() + 2 * b.facet;
      const ContactKey k = key(surface, b);
      if (o_.selection == Selection::ranked)
        settle(surface, b);
      else if (std::find(set.key.begin() + static_cast<std::ptrdiff_t>(tried_.size()),
                         set.key.end(), k) != set.key.end())
        continue;
      const Index stencil[] = {e[0], e[1], b.vertex};
      set.add({.key = k,
               .stencil = stencil,
               .event = static_cast<Index>(i),
               .lower = contact_margin(scales),
               .patch_own = surface.facet_patch[b.facet],
               .patch_other = surface.vertex_patch[b.vertex]});
      if (b.rank % 4 >= 2) ++result.inadmissible;
    }
    forget_settled(surface);
  }

  /// A branch accepted in this pass settles the need of its vertex and every pair with an edge at
  /// that vertex, and postpones the needs of its facet's own ends. Other pairs of its facet are
  /// crossed by other bodies' vertices: it does not move those, and were they passed over, their
  /// next best branch would be taken, which may lead out on the wrong side.
  bool is_settled(const Surface& surface, const Need& need) const {
    if (!need.is_pair()) return (vertex_mark_[need.first] & (kStruck | kEnd)) != 0;
    for (const Index f : {need.first, need.second}) {
      const View<Index> at = surface.facet_vertices(f);
      if ((vertex_mark_[at[0]] | vertex_mark_[at[1]]) & kStruck) return true;
    }
    return false;
  }
  void settle(const Surface& surface, const Branch& b) {
    settled_.push_back(b);
    vertex_mark_[b.vertex] |= kStruck;
    for (const Index end : surface.facet_vertices(b.facet)) vertex_mark_[end] |= kEnd;
  }
  void forget_settled(const Surface& surface) {
    for (const Branch& b : settled_) {
      vertex_mark_[b.vertex] = 0;
      for (const Index end : surface.facet_vertices(b.facet)) vertex_mark_[end] = 0;
    }
    settled_.clear();
  }

  // ---- values --------------------------------------------------------------------------------

  void do_evaluate(const ContactSet& set, View<Index> rows, View<Real> y, const RowOutput& out,
                   Context&) const override {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const View<Index> at = set.stencil(rows[k]);
      const Edge e(y.data() + 2 * at[0], y.data() + 2 * at[1], y.data() + 2 * at[2]);
      if (!(e.length > 0))
        throw EvaluationError("an edge of no length has no normal", {Item::contact, rows[k]});
      const Real weight[] = {e.s - 1, -e.s, 1};
      if (out.value) out.value[k] = e.g;
      if (out.weight) std::copy_n(weight, 3, out.weight + 3 * k);
      if (out.frame) {
        const Real frame[] = {e.n[0], e.n[1], -e.n[1], e.n[0]};
        std::copy_n(frame, 4, out.frame + 4 * k);
      }
      for (std::size_t i = 0; out.gradient && i < 6; ++i)
        out.gradient[6 * k + i] = weight[i / 2] * e.n[i % 2];
    }
  }

  /// d2g = -(2/l) (t.dp)(n.de) - g/l^2 (n.de)^2 with dp = dv - (1-s) de0 - s de1, de = de1 - de0.
  void do_hessian(const ContactSet& set, View<Index> rows, View<Real> weights, View<Real> y,
                  BlockSink& sink, Context&) const override {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const View<Index> at = set.stencil(rows[k]);
      const Edge e(y.data() + 2 * at[0], y.data() + 2 * at[1], y.data() + 2 * at[2]);
      const Real along[] = {e.s - 1, -e.s, 1}, across[] = {-1, 1, 0};
      Index number[6];
      Real T[6], N[6], H[36];
      for (int i = 0; i < 6; ++i) {
        number[i] = 2 * at[static_cast<std::size_t>(i / 2)] + i % 2;
        T[i] = along[i / 2] * e.t[i % 2];
        N[i] = across[i / 2] * e.n[i % 2];
      }
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
          H[6 * i + j] = -weights[k] * ((T[i] * N[j] + N[i] * T[j]) / e.length +
                                        e.g * N[i] * N[j] / (e.length * e.length));
      sink.add(number, number, H);
    }
  }

  Options o_;
  Neighbourhood near_;
  std::vector<Need> needs_;
  std::vector<Index> vertices_;                         ///< of one need
  std::vector<Branch> branches_;                        ///< of one need
  static constexpr std::uint8_t kStruck = 1, kEnd = 2;  ///< vertex of a branch, end of its facet
  std::vector<Branch> settled_;                         ///< accepted in this pass
  std::vector<std::uint8_t> vertex_mark_;  ///< [vertices] kStruck or kEnd of one of them
  std::vector<ContactKey> tried_;          ///< rows found in earlier passes, sorted
  std::vector<std::uint8_t> pending_;      ///< [vertices] 1: part of a need of the last pass
};

}  // namespace vertex_edge

TACTUS_PLUGIN(vertex_edge::VertexEdge, "vertex_edge",
              "2D: a vertex stays outside of an edge; needs, ranking and margin after Kane et al.")
