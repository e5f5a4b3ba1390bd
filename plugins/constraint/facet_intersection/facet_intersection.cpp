// The constraint facet_intersection: the contact condition that Kane et al. published, for study.
#include <algorithm>
#include <array>
#include <tactus/constraint.hpp>
#include <tactus/crossing/capabilities.hpp>
#include <tactus/plugin.hpp>

#include "plane_crossing.hpp"
#include "space_crossing.hpp"

namespace facet_intersection {

/// Reasons why a pair still crosses: its row was accepted and solved, or it was refused.
enum class Left : std::uint8_t { accepted, refused };
constexpr std::string_view kLeft[] = {"accepted", "refused"};
constexpr std::string_view kForm[] = {"rational", "polynomial"};

/// For study: two boundary facets do not cross, expressed by the functions (A.2), in the plane, and
/// (A.5), in space, of Kane et al. with corrected sign. They are applied only to pairs that cross,
/// because they are negative for half of all other pairs. They do not detect a body inside another
/// one, and have no gradient where a corner meets a corner. Therefore intersections remain
/// (README.md in this folder); use vertex_edge and vertex_face instead.
class FacetIntersection final : public Constraint {
 public:
  struct Options {
    Left left = Left::accepted;
    Form form = Form::polynomial;
    void describe(OptionVisitor& o) {
      o.choice("left", left)
          .choices(kLeft)
          .help(
              "pairs that still cross after their row was solved: accepted, for the audit to "
              "count, or refused");
      o.choice("form", form)
          .choices(kForm)
          .help("of the function in space: the volume (A.5), or its numerator");
    }
  };
  explicit FacetIntersection(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::hessian,
                      capability::end_of_step, capability::plane, capability::space,
                      capability::degenerate_in_space})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.facet_facet = true;
    wanted.reach = facet_reach(s);
  }

  void do_setup(const ConstraintSetup& setup, Context& context) override {
    if (setup.surface->dim == 3 && setup.surface->vertices > kMostVertices)
      throw ConfigError("facet_intersection numbers at most 2097152 vertices in space");
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
      if (!(movable(query, a) || movable(query, b)) || !cross(query, a, b)) continue;
      const ContactKey key = key_of(*query.surface, a, b);
      // The gradient of g vanishes where a corner meets a corner, so that a row may be solved and
      // its facets may cross nevertheless. A second row for the same pair would be identical and
      // could not help.
      const bool left = std::binary_search(known_.begin(), known_.end(), key) ||
                        std::binary_search(query.banned.begin(), query.banned.end(), key);
      if (!left || o_.left == Left::refused) {
        ++result.needs;
        std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), vertices_.begin()));
        set.violations.add(View<Index>(vertices_).first(a.size() + b.size()));
      }
      if (left) continue;
      if (query.surface->dim == 2)
        append(labelled_in_plane(query, f, g), key, query, context.scales, set, result);
      else
        append(labelled_in_space(query, f, g), key, query, context.scales, set, result);
    }
    return result;
  }

  static constexpr Index kMostVertices = Index{1} << 21;  // three numbers in a half of a key

  // ---- facets --------------------------------------------------------------------------------

  static const Real* at(View<Real> y, Index v, int dim) { return y.data() + dim * v; }
  static bool movable(const DetectQuery& query, View<Index> facet) {
    return std::any_of(facet.begin(), facet.end(), [&](Index v) { return query.movable[v] != 0; });
  }
  static std::array<const Real*, 3> corners(View<Real> y, View<Index> facet) {
    return {at(y, facet[0], 3), at(y, facet[1], 3), at(y, facet[2], 3)};
  }

  static bool cross(const DetectQuery& query, View<Index> a, View<Index> b) {
    const View<Real> y = query.y;
    if (query.surface->dim == 2)
      return properly_cross(at(y, a[0], 2), at(y, a[1], 2), at(y, b[0], 2), at(y, b[1], 2));
    if (std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end()) return false;
    const auto x = corners(y, a), z = corners(y, b);
    return edges_through(x.data(), z.data()) + edges_through(z.data(), x.data()) > 0;
  }

  /// In the plane the first vertices of two facets, in space the two lowest numbers and what is left
  /// of the others: facets are known by their vertices, whatever their own numbers are.
  static ContactKey key_of(const Surface& surface, View<Index> a, View<Index> b) {
    const auto number = [&](View<Index> facet) {
      std::uint64_t sorted[3] = {};
      for (std::size_t k = 0; k < facet.size(); ++k)
        sorted[k] = static_cast<std::uint64_t>(surface.global[facet[k]]);
      if (facet.size() == 2) return sorted[0];
      std::sort(std::begin(sorted), std::end(sorted));
      return sorted[0] << 42 | sorted[1] << 21 | sorted[2];
    };
    const std::uint64_t first = number(a), second = number(b);
    return {std::min(first, second), std::max(first, second)};
  }

  // ---- rows ----------------------------------------------------------------------------------

  /// A pair with its points as the function has them. The labelling remains fixed during the step,
  /// because the function would jump with it.
  struct Labelled {
    std::array<Index, 6> stencil{};
    std::size_t points = 0;
    Index first = kNone, second = kNone;  ///< facets
    std::int32_t sign = 1;                ///< of the value that the pair has where it crosses
    Real scale = 0;                       ///< g/scale is a length
  };

  /// With D = (x2 - x1) x (x4 - x3) > 0, g = -p q with p = orient(1,2,4), q = orient(3,4,1), Kane
  /// (A.2) with corrected sign, is negative for facets that cross.
  static Labelled labelled_in_plane(const DetectQuery& query, Index f, Index g) {
    View<Index> a = query.surface->facet_vertices(f), b = query.surface->facet_vertices(g);
    const auto along = [&](View<Index> e, int d) {
      return at(query.y, e[1], 2)[d] - at(query.y, e[0], 2)[d];
    };
    if (along(a, 0) * along(b, 1) - along(a, 1) * along(b, 0) < 0) {
      std::swap(a, b);
      std::swap(f, g);
    }
    // Product of three facet lengths (the geometric mean of the two lengths, cubed), so that
    // g/scale is a length.
    const Real lengths =
        std::hypot(along(a, 0), along(a, 1)) * std::hypot(along(b, 0), along(b, 1));
    return {{a[0], a[1], b[0], b[1]}, 4, f, g, 1, lengths * std::sqrt(lengths)};
  }

  /// The facet whose edges pierce the other one more often has x4; of equals the one with the higher
  /// key. x4 and x1 are the corners that are alone on their sides of the other plane.
  Labelled labelled_in_space(const DetectQuery& query, Index f, Index g) const {
    const Surface& surface = *query.surface;
    auto x = corners(query.y, surface.facet_vertices(f)),
         z = corners(query.y, surface.facet_vertices(g));
    const int of_f = edges_through(x.data(), z.data()), of_g = edges_through(z.data(), x.data());
    const auto lowest = [&](Index facet) {
      const View<Index> v = surface.facet_vertices(facet);
      return std::min({surface.global[v[0]], surface.global[v[1]], surface.global[v[2]]});
    };
    if (of_f > of_g || (of_f == of_g && lowest(f) > lowest(g))) std::swap(f, g), std::swap(x, z);
    const View<Index> a = surface.facet_vertices(f), b = surface.facet_vertices(g);
    // Facets that cross properly have a lone corner each, except where two are on the other plane.
    const auto p = static_cast<std::size_t>(lone_corner(x.data(), z.data()) % 3),
               q = static_cast<std::size_t>(lone_corner(z.data(), x.data()) % 3);
    Labelled pair{
        {a[p], a[(p + 1) % 3], a[(p + 2) % 3], b[q], b[(q + 1) % 3], b[(q + 2) % 3]}, 6, f, g};
    pair.sign = SpaceCrossing(points(query.y, pair.stencil)).numerator() > 0 ? -1 : 1;
    const Real first = twice_area(x), second = twice_area(z), area = std::sqrt(first * second);
    pair.scale = o_.form == Form::rational ? area : first * first * second * area;
    return pair;
  }
  static Real twice_area(const std::array<const Real*, 3>& x) {
    using Vec3 = Eigen::Map<const Eigen::Matrix<Real, 3, 1>>;
    return (Vec3(x[1]) - Vec3(x[0])).cross(Vec3(x[2]) - Vec3(x[0])).norm();
  }

  /// Appends the row of a crossing pair if it is allowed.
  void append(const Labelled& pair, const ContactKey& key, const DetectQuery& query,
              const Scales& scales, ContactSet& set, DetectResult& result) const {
    const View<Index> stencil = View<Index>(pair.stencil).first(pair.points);
    const bool inadmissible = value(query.y_old, stencil, pair.sign) < 0;
    const Remedy remedy = query.remedy_of(stencil);
    if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && inadmissible)) return;
    result.inadmissible += inadmissible;
    set.add({.key = key,
             .stencil = stencil,
             .branch = pair.sign,
             .event = set.rows(),
             .lower = contact_margin(scales) * pair.scale,
             .scale = pair.scale,
             .patch_own = query.surface->facet_patch[pair.first],
             .patch_other = query.surface->facet_patch[pair.second]});
  }

  // ---- values --------------------------------------------------------------------------------

  static Crossing in_plane(View<Real> y, View<Index> p) {
    return {at(y, p[0], 2), at(y, p[1], 2), at(y, p[2], 2), at(y, p[3], 2)};
  }
  static Six points(View<Real> y, View<Index> p) {
    return {at(y, p[0], 3), at(y, p[1], 3), at(y, p[2], 3),
            at(y, p[3], 3), at(y, p[4], 3), at(y, p[5], 3)};
  }
  Real value(View<Real> y, View<Index> stencil, std::int32_t sign) const {
    if (stencil.size() == 4) return in_plane(y, stencil).value();
    return sign * SpaceCrossing(points(y, stencil)).value(o_.form);
  }

  /// (A.5) has none where an edge at x4 is parallel to the other facet.
  void expect_value(View<Real> y, View<Index> stencil, Index row) const {
    const SpaceCrossing c(points(y, stencil));
    if (!std::isfinite(c.value(o_.form)) || !std::isfinite(c.gradient(o_.form).sum()))
      throw EvaluationError("an edge is parallel to the facet that it crossed",
                            {Item::contact, row});
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    expects(!out.frame && !out.weight, "facet_intersection has no frames");
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      const std::int32_t sign = query.set->branch[static_cast<std::size_t>(query.rows[k])];
      if (stencil.size() == 6) expect_value(query.y, stencil, query.rows[k]);
      if (out.value) out.value[k] = value(query.y, stencil, sign);
      if (!out.gradient) continue;
      if (stencil.size() == 4) {
        const Crossing c = in_plane(query.y, stencil);
        for (int i = 0; i < 8; ++i)
          out.gradient[8 * k + static_cast<std::size_t>(i)] = c.gradient(i);
      } else {
        Eigen::Map<SpaceCrossing::Gradient>(out.gradient + 18 * k) =
            sign * SpaceCrossing(points(query.y, stencil)).gradient(o_.form);
      }
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      const std::size_t dim = stencil.size() == 4 ? 2 : 3, n = dim * stencil.size();
      Index number[18];
      for (std::size_t i = 0; i < n; ++i)
        number[i] = static_cast<Index>(dim) * stencil[i / dim] + static_cast<Index>(i % dim);
      Real H[18 * 18];
      if (dim == 2) {
        in_plane(query.y, stencil).hessian(weights[k], H);
      } else {
        const Real factor = query.set->branch[static_cast<std::size_t>(query.rows[k])] * weights[k];
        Eigen::Map<SpaceCrossing::Hessian> block(H);
        block = factor * SpaceCrossing(points(query.y, stencil)).hessian(o_.form);
      }
      sink.add(View<Index>(number, n), View<Index>(number, n), View<Real>(H, n * n));
    }
  }

  Options o_;
  std::vector<ContactKey> known_;    ///< rows of earlier passes, sorted
  std::array<Index, 6> vertices_{};  ///< of one violation
};

}  // namespace facet_intersection

TACTUS_PLUGIN(facet_intersection::FacetIntersection, "facet_intersection",
              "for study: crossing facets by Kane (A.1) to (A.5), sign corrected; leaves some")
