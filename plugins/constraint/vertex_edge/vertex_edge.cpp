// The constraint vertex_edge: bodies in the plane do not overlap. It finds edges that cross and
// vertices inside elements, and settles each violation by keeping a vertex outside an edge.
#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/key_set.hpp>
#include <tactus/plugin.hpp>
#include <vector>

#include "crossings.hpp"
#include "edge.hpp"

namespace vertex_edge {

/// How branches are chosen if several violations have one cause (a corner in a corner).
enum class Selection : std::uint8_t { ranked, each, random };
constexpr std::string_view kSelections[] = {"ranked", "each", "random"};

/// 2D: a vertex stays outside an edge. The row is linear in the positions of three vertices up to
/// the rotation of the edge, and if possible it is admissible at the start of the step. It does
/// what Kane's (A.2) does, without its degenerate gradient (see README.md).
class VertexEdge final : public Constraint {
 public:
  struct Options {
    Selection selection = Selection::ranked;
    void describe(OptionVisitor& o) {
      o.choice("selection", selection)
          .choices(kSelections)
          .help(
              "ranked: violations in order of rank, the next pass sees what is left; each: the "
              "best branch of every violation at once; random: as ranked, but chance decides "
              "between branches that are equally near");
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
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.facet_vertex = true;
    wanted.reach = facet_reach(s);
  }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    if (setup.surface->dim != 2)
      throw ConfigError("vertex_edge works in the plane only; in space there is vertex_face");
    accepted_.setup(setup.surface->vertices);
    for (Index v = 0; v < setup.surface->vertices; ++v)
      if (setup.surface->radius[v] > 0)
        throw ConfigError("vertex_edge takes particles as points: give them the radius 0",
                          {Item::body, setup.surface->vertex_body[v]});
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    const Surface& surface = *query.surface;
    near_.update(query, facet_reach(context.scales), *context.executor);
    attention_.begin(query);
    pairs_.update(query, near_, facet_reach(context.scales));
    find_events(query, near_, pairs_, attention_, events_, parts_, *context.executor);
    if (events_.empty()) return {};
    // A violation that persists although its best row is already in the list is not settled by
    // that row. Rows of earlier passes are therefore no candidates any more. Rows that are added
    // in this pass for another violation still are, because they have not been solved yet.
    tried_.assign(set.key.begin(), set.key.end());
    std::sort(tried_.begin(), tried_.end());
    appended_.clear();
    attention_.forget();
    choose_all(query, context);
    for (const Event& event : events_) {
      collect_vertices(surface, event, vertices_);
      set.violations.add(vertices_);
      attention_.keep(event, vertices_);
    }
    DetectResult result{.needs = static_cast<Index>(events_.size())};
    accept_best(query, set, context.scales, result);
    return result;
  }

  // ---- ranking -------------------------------------------------------------------------------

  /// Memory of a part, for one event.
  struct Choice {
    std::vector<Index> vertices;
    std::vector<Branch> branches;
  };

  /// Of each event, in parts that threads share.
  void choose_all(const DetectQuery& query, const Context& context) {
    constexpr Index grain = 64;
    choices_.resize(std::max(choices_.size(), events_.size() / grain + 1));
    context.executor->for_each(std::ssize(events_), grain, [&](Range range, Context&) {
      Choice& own = choices_[static_cast<std::size_t>(range.begin / grain)];
      for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
           ++i) {
        collect_vertices(*query.surface, events_[i], own.vertices);
        events_[i].best =
            choose(query, events_[i], query.remedy_of(own.vertices), context, own.branches);
      }
    });
  }

  Branch choose(const DetectQuery& query, const Event& event, Remedy remedy, const Context& context,
                std::vector<Branch>& branches) const {
    branches.clear();
    if (remedy == Remedy::no_row) return {};
    const auto consider = [&](Index facet, Index vertex) {
      Branch branch{.first = facet, .second = vertex};
      if (!rank_branch(query, context, branch)) return;
      if (remedy == Remedy::any_row || branch.admissible()) branches.push_back(branch);
    };
    const Surface& surface = *query.surface;
    if (event.kind == EventKind::vertex_inside) {
      for (const Index f : near_.facets(event.first)) consider(f, event.first);
      return best_of(branches);
    }
    // For each edge, finds the end that lies inside (to the left of) the other edge. With
    //   D = (x2 - x1) x (x4 - x3) > 0
    // these are edge 12 with vertex 4 and edge 34 with vertex 1 (Kane, appendix A).
    Index f = event.first, g = event.second;
    const auto point_at = [&](Index v) { return query.y.data() + 2 * v; };
    const Index *a = surface.facet.data() + 2 * f, *b = surface.facet.data() + 2 * g;
    const Real *x1 = point_at(a[0]), *x2 = point_at(a[1]), *x3 = point_at(b[0]),
               *x4 = point_at(b[1]);
    const Real cross = (x2[0] - x1[0]) * (x4[1] - x3[1]) - (x2[1] - x1[1]) * (x4[0] - x3[0]);
    if (cross < 0) std::swap(f, g), std::swap(a, b);
    consider(f, b[1]);
    consider(g, a[0]);
    return best_of(branches);
  }

  /// Determines class, cost and numbers of a branch. Returns false if it is not allowed or has no
  /// cost, because the edge has zero length or no force can move the masses.
  bool rank_branch(const DetectQuery& query, const Context& context, Branch& branch) const {
    const Surface& surface = *query.surface;
    const Index *e = surface.facet.data() + 2 * branch.first, v = branch.second;
    if (!(query.movable[e[0]] || query.movable[e[1]] || query.movable[v])) return false;
    const ContactKey k = key(surface, branch);
    if (std::binary_search(tried_.begin(), tried_.end(), k) ||
        std::binary_search(query.banned.begin(), query.banned.end(), k))
      return false;
    const Edge now(query.y.data() + 2 * e[0], query.y.data() + 2 * e[1], query.y.data() + 2 * v);
    const Edge before(query.y_old.data() + 2 * e[0], query.y_old.data() + 2 * e[1],
                      query.y_old.data() + 2 * v);
    // These numbers decide between branches of equal cost. They belong to the mesh, not to the
    // order in which pairs were found, so that every broad phase leads to the same choice.
    const Index* const number = surface.global.data();
    branch.numbers = {0, number[v], std::min(number[e[0]], number[e[1]]),
                      std::max(number[e[0]], number[e[1]])};
    if (o_.selection == Selection::random) branch.numbers[0] = lot_of(branch, context);
    return rank({.gap_old = without_rounding(before.g, context),
                 .gap = now.g,
                 // A small tolerance beyond the ends of the edge, so that rounding errors alone
                 // do not change the class of a vertex that lies at a corner.
                 .in_range = now.s >= -0.02 && now.s <= 1.02,
                 .margin = contact_margin(context.scales),
                 .mobility = surface.mobility(v, now.n) +
                             (1 - now.s) * (1 - now.s) * surface.mobility(e[0], now.n) +
                             now.s * now.s * surface.mobility(e[1], now.n)},
                branch);
  }

  /// The gap at the start of a step. At the start of the run bodies that were placed to touch just
  /// touch: otherwise the sign of 1e-16 m would decide, and the first step of a stack would take
  /// other branches than that of bodies which are apart. Later on gaps are what contact left.
  static Real without_rounding(Real gap, const Context& context) {
    const bool rounding = gap < 0 && gap >= -position_rounding(context.scales.coordinate);
    return context.step.step == 0 && rounding ? 0 : gap;
  }

  /// A random number that decides between branches of equal cost, before the numbers of vertices
  /// do. It depends on vertex and edge and is the same in all passes of a step, whatever else was
  /// found, and different in the next step.
  static Index lot_of(const Branch& branch, const Context& context) {
    const auto vertex = static_cast<std::uint64_t>(branch.numbers[1]);
    const auto low = static_cast<std::uint64_t>(branch.numbers[2]);
    const auto high = static_cast<std::uint64_t>(branch.numbers[3]);
    return static_cast<Index>(context.random(vertex, low << 32 ^ high) * 0x1p53);
  }

  static ContactKey key(const Surface& surface, const Branch& b) {
    return {static_cast<std::uint64_t>(surface.global[b.second]),
            static_cast<std::uint64_t>(surface.global[surface.facet[2 * b.first]])};
  }

  // ---- acceptance ----------------------------------------------------------------------------

  void accept_best(const DetectQuery& query, ContactSet& set, const Scales& scales,
                   DetectResult& result) {
    const Surface& surface = *query.surface;
    if (o_.selection != Selection::each) sort_by_branch(events_);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Branch& b = events_[i].best;
      if (b.none()) continue;
      const View<Index> e = surface.facet_vertices(b.first);
      const ContactKey k = key(surface, b);
      if (o_.selection != Selection::each) {
        collect_vertices(surface, events_[i], vertices_);
        if (accepted_.settles(events_[i], vertices_)) continue;
        accepted_.accept({&b.second, 1}, e);
      } else if (!appended_.insert(k)) {
        continue;
      }
      const Index stencil[] = {e[0], e[1], b.second};
      set.add({.key = k,
               .stencil = stencil,
               .event = static_cast<Index>(i),
               .lower = contact_margin(scales),
               .patch_own = surface.facet_patch[b.first],
               .patch_other = surface.vertex_patch[b.second]});
      if (!b.admissible()) ++result.inadmissible;
    }
    accepted_.clear();
  }

  // ---- values --------------------------------------------------------------------------------

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> at = query.set->stencil(query.rows[k]);
      const Edge e(query.y.data() + 2 * at[0], query.y.data() + 2 * at[1],
                   query.y.data() + 2 * at[2]);
      if (!(e.length > 0))
        throw EvaluationError("an edge of no length has no normal", {Item::contact, query.rows[k]});
      // The gap is g = n.(v - e0). Its exact derivative is dg = n.(dv - (1-s) de0 - s de1): the
      // rotation of the normal is what distributes the force to both ends in the ratio (1-s) : s
      // of a lever. The weights add up to zero, and the foot of the vertex lies on the line of
      // action of the force. Hence the forces of a row add up to zero, and so do their moments.
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
  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> at = query.set->stencil(query.rows[k]);
      const Edge e(query.y.data() + 2 * at[0], query.y.data() + 2 * at[1],
                   query.y.data() + 2 * at[2]);
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
  NearPairs pairs_;
  Attention attention_;
  AcceptedBranches accepted_;  ///< of this pass
  std::vector<Event> events_;
  InParts<Event> parts_;
  std::vector<Index> vertices_;    ///< of one event
  std::vector<Choice> choices_;    ///< of each part of the events
  std::vector<ContactKey> tried_;  ///< rows found in earlier passes, sorted by key
  KeySet appended_;                ///< rows of this pass, with Selection::each
};

}  // namespace vertex_edge

TACTUS_PLUGIN(
    vertex_edge::VertexEdge, "vertex_edge",
    "2D: a vertex stays outside of an edge; violations, ranking and margin after Kane et al.")
