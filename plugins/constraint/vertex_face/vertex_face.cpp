// The constraint vertex_face: bodies in space do not overlap. It finds edges that pierce facets or pass
// through edges, and vertices inside elements, and settles each violation by keeping a vertex outside
// of a facet, or an edge on its side of another edge.
#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/key_set.hpp>
#include <tactus/plugin.hpp>
#include <vector>

#include "branches.hpp"
#include "violations.hpp"

namespace vertex_face {

/// 3D: a vertex stays outside of a facet, or an edge beside an edge. If possible a row is admissible
/// at the start of the step, and can be the first touch of two bodies there (see README.md).
class VertexFace final : public Constraint {
 public:
  struct Options {
    bool first_touch = true;
    void describe(OptionVisitor& o) {
      o.flag("first_touch", first_touch)
          .help(
              "rows that cannot be the first touch of two bodies are a last resort; false: for "
              "study");
    }
  };
  explicit VertexFace(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::unilateral, capability::gradient, capability::hessian, capability::frames,
          capability::gap, capability::complete, capability::end_of_step, capability::space})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.facet_vertex = true;
    wanted.reach = facet_reach(s);
  }

  void do_setup(const ConstraintSetup& setup, Context&) override {
    const Surface& surface = *setup.surface;
    if (surface.dim != 3)
      throw ConfigError("vertex_face works in space only; in the plane there is vertex_edge");
    for (Index v = 0; v < surface.vertices; ++v) {
      if (surface.radius[v] > 0)
        throw ConfigError("vertex_face takes particles as points: give them the radius 0",
                          {Item::body, surface.vertex_body[v]});
      if (surface.global[v] >= Index{1} << 31)
        throw ConfigError("vertex_face numbers at most 2147483648 vertices",
                          {Item::body, surface.vertex_body[v]});
    }
    topology_.setup(surface);
    accepted_.setup(surface.vertices, surface.edges);
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    near_.update(query, facet_reach(context.scales), *context.executor);
    attention_.begin(query);
    pairs_.update(query, near_, facet_reach(context.scales));
    find_events(query, topology_, near_, pairs_, attention_, boxes_, events_, parts_,
                *context.executor);
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
      collect_vertices(*query.surface, event, vertices_);
      set.violations.add(vertices_);
      attention_.keep(event, vertices_);
    }
    DetectResult result{.needs = static_cast<Index>(events_.size())};
    accept_known(query, set, context);
    accept_best(query, set, context.scales, result);
    return result;
  }

  // ---- ranking -------------------------------------------------------------------------------

  static constexpr Index kGrain = 64;  ///< events or rows of a part

  /// Memory of a part, for one event.
  struct Choice {
    std::vector<Index> vertices;
    std::vector<Branch> candidates, ranked;
  };

  /// Of each event, in parts that threads share.
  void choose_all(const DetectQuery& query, const Context& context) {
    const auto count = static_cast<Index>(events_.size());
    choices_.resize(std::max(choices_.size(), events_.size() / kGrain + 1));
    context.executor->for_each(count, kGrain, [&](tactus::Range range, Context&) {
      Choice& own = choices_[static_cast<std::size_t>(range.begin / kGrain)];
      for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
           ++i) {
        collect_vertices(*query.surface, events_[i], own.vertices);
        events_[i].best = choose(query, events_[i], context, own);
      }
    });
  }

  Branch choose(const DetectQuery& query, const Event& event, const Context& context,
                Choice& own) const {
    const Remedy remedy = query.remedy_of(own.vertices);
    if (remedy == Remedy::no_row) return {};
    own.candidates.clear();
    collect_candidates(topology_, near_, query.y, event, own.candidates);
    own.ranked.clear();
    for (Branch& branch : own.candidates)
      if (rank_branch(query, context, branch) && (remedy == Remedy::any_row || branch.admissible()))
        own.ranked.push_back(branch);
    return best_of(own.ranked);
  }

  /// Determines class and cost of a branch. Returns false if it is not allowed, or has no cost: no
  /// normal, or no force that moves its masses.
  bool rank_branch(const DetectQuery& query, const Context& context, Branch& branch) const {
    const Surface& surface = topology_.surface();
    const ContactKey key = key_of(branch);
    if (std::binary_search(tried_.begin(), tried_.end(), key) ||
        std::binary_search(query.banned.begin(), query.banned.end(), key))
      return false;
    const Stencil at = stencil_of(surface, branch);
    if (std::none_of(at.begin(), at.end(), [&](Index v) { return query.movable[v] != 0; }))
      return false;
    Gap now = gap_of(branch.formula, at, query.y);
    if (is_impossible(branch.formula, now)) return false;
    orient(topology_, query.y_old, branch);
    if (branch.formula == kEdgesBack) now.turn_round();
    const Gap before = gap_of(branch.formula, at, query.y_old);
    const Range range = range_of(branch, now, before);
    if (range == Range::impossible) return false;
    Real mobility = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      mobility += now.weight[i] * now.weight[i] * surface.mobility(at[i], now.n.data());
    if (!(mobility > 0)) return false;
    return rank(
        {.gap_old = without_rounding(before.g, context),
         .gap = now.g,
         .in_range = range == Range::within &&
                     (!o_.first_touch || touches_first(topology_, query.y_old, branch, before)),
         .margin = contact_margin(context.scales),
         .mobility = mobility},
        branch);
  }

  /// The gap at the start of a step. At the start of the run bodies that were placed to touch just
  /// touch: otherwise the sign of 1e-16 m would decide. Later on gaps are what contact left.
  static Real without_rounding(Real gap, const Context& context) {
    const bool rounding = gap < 0 && gap >= -position_rounding(context.scales.coordinate);
    return context.step.step == 0 && rounding ? 0 : gap;
  }

  // ---- acceptance ----------------------------------------------------------------------------

  /// An attempt begins with the rows of the last step that still hold: closed, in range and
  /// admissible. Bodies that rest on each other then need fewer passes.
  void accept_known(const DetectQuery& query, ContactSet& set, const Context& context) {
    if (query.pass > 0 || set.rows() > 0 || !query.remedy.empty()) return;
    known_.assign(query.known.size(), {});
    context.executor->for_each(std::ssize(known_), kGrain, [&](tactus::Range range, Context&) {
      for (auto k = static_cast<std::size_t>(range.begin); k < static_cast<std::size_t>(range.end);
           ++k) {
        Branch branch = branch_of(topology_, query.known[k]);
        if (!branch.none() && rank_branch(query, context, branch) && branch.rank == 0)
          known_[k] = branch;
      }
    });
    auto event = static_cast<Index>(events_.size());
    for (const Branch& branch : known_)
      if (!branch.none()) append(branch, event++, context.scales, set);
  }

  void accept_best(const DetectQuery& query, ContactSet& set, const Scales& scales,
                   DetectResult& result) {
    sort_by_branch(events_);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Branch& branch = events_[i].best;
      if (branch.none()) continue;
      collect_vertices(*query.surface, events_[i], vertices_);
      if (accepted_.settles(events_[i], vertices_)) continue;
      if (append(branch, static_cast<Index>(i), scales, set) && !branch.admissible())
        ++result.inadmissible;
    }
    accepted_.clear();
  }

  /// Returns false if the row is there already.
  bool append(const Branch& branch, Index event, const Scales& scales, ContactSet& set) {
    const Stencil at = stencil_of(topology_.surface(), branch);
    if (branch.formula == kFace)
      accepted_.accept(View<Index>(at).last(1), {});
    else
      accepted_.accept_edges(branch.first, branch.second, at);
    const ContactKey key = key_of(branch);
    // Rows of earlier passes are no candidates.
    if (!appended_.insert(key)) return false;
    ContactSet::Row row{.key = key,
                        .stencil = at,
                        .branch = branch.formula,
                        .event = event,
                        .lower = contact_margin(scales)};
    if (branch.formula == kFace) {
      row.patch_own = topology_.surface().facet_patch[branch.first];
      row.patch_other = topology_.surface().vertex_patch[branch.second];
    }
    set.add(row);
    return true;
  }

  // ---- values --------------------------------------------------------------------------------

  static Gap gap_of_row(const RowQuery& query, std::size_t k) {
    const Index row = query.rows[k];
    const Gap gap =
        gap_of(query.set->branch[static_cast<std::size_t>(row)], query.set->stencil(row), query.y);
    if (!gap.has_normal())
      throw EvaluationError("a facet of no area, or edges in one direction, have no normal",
                            {Item::contact, row});
    return gap;
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Gap gap = gap_of_row(query, k);
      const View<Index> at = query.set->stencil(query.rows[k]);
      if (out.value) out.value[k] = gap.g;
      if (out.weight) std::copy_n(gap.weight.begin(), 4, out.weight + 4 * k);
      for (std::size_t i = 0; out.gradient && i < 4; ++i)
        Eigen::Map<Point>(out.gradient + 12 * k + 3 * i) = gap.weight[i] * gap.n;
      if (out.frame) {
        // A tangent along the first side of the stencil turns with the bodies.
        const Point side = point<3>(query.y, at[1]) - point<3>(query.y, at[0]);
        const Point t = (side - side.dot(gap.n) * gap.n).normalized();
        Eigen::Map<Mat<3>>(out.frame + 9 * k) << gap.n.transpose(), t.transpose(),
            gap.n.cross(t).transpose();
      }
      if (out.point) {  // in the middle between the two points that are nearest to each other
        Eigen::Map<Point> middle(out.point + 3 * k);
        middle.setZero();
        for (std::size_t i = 0; i < 4; ++i) {
          const bool own =
              first_side(query.set->branch[static_cast<std::size_t>(query.rows[k])], i);
          middle += (own ? 0.5 : -0.5) * gap.weight[i] * point<3>(query.y, at[i]);
        }
      }
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Gap gap = gap_of_row(query, k);
      const View<Index> at = query.set->stencil(query.rows[k]);
      Index number[12];
      for (std::size_t i = 0; i < 12; ++i) number[i] = 3 * at[i / 3] + static_cast<Index>(i % 3);
      Real H[144];
      vertex_face::hessian(gap, weights[k], H);
      sink.add(number, number, H);
    }
  }

  Options o_;
  Topology topology_;
  Neighbourhood near_;
  NearPairs pairs_;
  Attention attention_;
  FacetBoxes boxes_;
  AcceptedBranches accepted_;  ///< of this pass
  std::vector<Event> events_;
  InParts<Event> parts_;
  std::vector<Choice> choices_;    ///< of each part of the events
  std::vector<Index> vertices_;    ///< of one event
  std::vector<Branch> known_;      ///< of DetectQuery::known, none() if not to be taken
  std::vector<ContactKey> tried_;  ///< rows found in earlier passes, sorted by key
  KeySet appended_;                ///< rows of this pass
};

}  // namespace vertex_face

TACTUS_PLUGIN(vertex_face::VertexFace, "vertex_face",
              "3D: a vertex stays outside of a facet, an edge beside an edge; margin after Kane et "
              "al., branches by first touch")
