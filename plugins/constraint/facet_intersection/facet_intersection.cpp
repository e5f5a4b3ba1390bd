// The constraint facet_intersection: the contact condition that Kane et al. published, for study.
#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>

#include "crossing.hpp"

namespace facet_intersection {

/// Reasons why a pair still crosses: its row was accepted and solved, or it was refused.
enum class Left : std::uint8_t { accepted, refused };
constexpr std::string_view kLeft[] = {"accepted", "refused"};

/// 2D, for study: two boundary facets do not cross, expressed by the function (A.2) of Kane et al.
/// with corrected sign. It is applied only to pairs that cross, because it is negative for half of
/// all other pairs. It does not detect a body inside another one, and has no gradient where a
/// corner meets a corner. Therefore intersections remain
/// (README.md in this folder); use vertex_edge instead.
class FacetIntersection final : public Constraint {
 public:
  struct Options {
    Left left = Left::accepted;
    void describe(OptionVisitor& o) {
      o.choice("left", left)
          .choices(kLeft)
          .help(
              "pairs that still cross after their row was solved: accepted, for the audit to "
              "count, or refused, so that the step is tried again and the run ends in the end");
    }
  };
  explicit FacetIntersection(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::hessian,
                      capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.reach = facet_reach(s);
  }

  void do_setup(const ConstraintSetup& setup, Context& context) override {
    if (setup.surface->dim != 2) throw ConfigError("facet_intersection works in the plane");
    for (Index v = 0; v < setup.surface->boundary_vertices; ++v)
      if (setup.surface->facets_of(v).empty()) {
        context.log->write(Level::warning,
                           "facet_intersection looks at facets alone: particles pass through");
        return;
      }
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    known_.assign(set.key.begin(), set.key.end());
    std::sort(known_.begin(), known_.end());
    DetectResult result;
    for (const auto [f, g] : query.candidates.facet_facet) {
      const View<Index> a = query.surface->facet_vertices(f), b = query.surface->facet_vertices(g);
      if (!(movable(query, a) || movable(query, b))) continue;
      if (!properly_cross(at(query.y, a[0]), at(query.y, a[1]), at(query.y, b[0]),
                          at(query.y, b[1])))
        continue;
      const ContactKey key = key_of(*query.surface, a[0], b[0]);
      // The gradient of g vanishes where a corner meets a corner, so that a row may be solved and
      // its facets may cross nevertheless. A second row for the same pair would be identical and
      // could not help.
      const bool left = std::binary_search(known_.begin(), known_.end(), key) ||
                        std::binary_search(query.banned.begin(), query.banned.end(), key);
      const Index vertices[] = {a[0], a[1], b[0], b[1]};
      if (!left || o_.left == Left::refused) {
        ++result.needs;
        set.violations.add(vertices);
      }
      if (!left) append(query, context.scales, f, g, key, set, result);
    }
    return result;
  }

  static const Real* at(View<Real> y, Index v) { return y.data() + 2 * v; }
  static bool movable(const DetectQuery& query, View<Index> facet) {
    return query.movable[facet[0]] || query.movable[facet[1]];
  }
  static ContactKey key_of(const Surface& surface, Index first, Index second) {
    const auto a = static_cast<std::uint64_t>(surface.global[first]),
               b = static_cast<std::uint64_t>(surface.global[second]);
    return {std::min(a, b), std::max(a, b)};
  }

  /// Appends the row of a crossing pair if it is allowed. The labelling of its points remains fixed
  /// during the step.
  static void append(const DetectQuery& query, const Scales& scales, Index f, Index g,
                     const ContactKey& key, ContactSet& set, DetectResult& result) {
    const Surface& surface = *query.surface;
    View<Index> a = surface.facet_vertices(f), b = surface.facet_vertices(g);
    const auto along = [&](View<Index> e, int d) {
      return at(query.y, e[1])[d] - at(query.y, e[0])[d];
    };
    if (along(a, 0) * along(b, 1) - along(a, 1) * along(b, 0) < 0) {
      std::swap(a, b);
      std::swap(f, g);
    }
    // With this labelling, D = (x2 - x1) x (x4 - x3) > 0, and g = -p q with p = orient(1,2,4), q
    // = orient(3,4,1), Kane (A.2) with corrected sign, is negative for facets that cross. The
    // labelling is not chosen again during the step, because g would jump with it.
    const Index stencil[] = {a[0], a[1], b[0], b[1]};
    const bool inadmissible = crossing(query.y_old, stencil).value() < 0;
    const Remedy remedy = query.remedy_of(stencil);
    if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && inadmissible)) return;
    result.inadmissible += inadmissible;
    // Product of three facet lengths (the geometric mean of the two lengths, cubed), so that
    // g/scale is a length.
    const Real lengths =
        std::hypot(along(a, 0), along(a, 1)) * std::hypot(along(b, 0), along(b, 1));
    const Real scale = lengths * std::sqrt(lengths);
    set.add({.key = key,
             .stencil = stencil,
             .event = set.rows(),
             .lower = contact_margin(scales) * scale,
             .scale = scale,
             .patch_own = surface.facet_patch[f],
             .patch_other = surface.facet_patch[g]});
  }

  static Crossing crossing(View<Real> y, View<Index> at_points) {
    return {at(y, at_points[0]), at(y, at_points[1]), at(y, at_points[2]), at(y, at_points[3])};
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    expects(!out.frame && !out.weight, "facet_intersection has no frames");
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Crossing c = crossing(query.y, query.set->stencil(query.rows[k]));
      if (out.value) out.value[k] = c.value();
      for (int i = 0; out.gradient && i < 8; ++i)
        out.gradient[8 * k + static_cast<std::size_t>(i)] = c.gradient(i);
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      Index number[8];
      for (std::size_t i = 0; i < 8; ++i)
        number[i] = 2 * stencil[i / 2] + static_cast<Index>(i % 2);
      Real H[64];
      crossing(query.y, stencil).hessian(weights[k], H);
      sink.add(number, number, H);
    }
  }

  Options o_;
  std::vector<ContactKey> known_;  ///< rows of earlier passes, sorted
};

}  // namespace facet_intersection

TACTUS_PLUGIN(facet_intersection::FacetIntersection, "facet_intersection",
              "2D, for study: crossing facets by Kane (A.1)-(A.2), sign corrected; leaves some")
