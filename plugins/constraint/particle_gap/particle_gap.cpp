// The constraint particle_gap: round particles and round bodies do not overlap each other.
#include <algorithm>
#include <cmath>
#include <tactus/constraint.hpp>
#include <tactus/known_row.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

/// Round particles do not overlap, in the plane and in space. With n = (x_b - x_a)/|x_b - x_a|,
///   g = |x_b - x_a| - (r_a + r_b),
///   dg = n.(dx_b - dx_a),  d2g = (I - n n')/|x_b - x_a| on dx_b - dx_a.
/// Points (radius 0) give no rows.
class ParticleGap final : public Constraint {
 public:
  using Options = NoOptions;
  explicit ParticleGap(const Options&) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::hessian,
                      capability::end_of_step, capability::frames, capability::gap,
                      capability::persistent, capability::plane, capability::space})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& s, Detection& wanted) const override {
    wanted.vertex_vertex = true;
    wanted.reach = 0.3 * s.altitude;
  }
  void do_setup(const ConstraintSetup& setup, Context&) override {
    dim_ = setup.surface->dim;
    radius_.assign(setup.surface->radius.begin(), setup.surface->radius.end());
  }

  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    const Surface& surface = *query.surface;
    const Real margin = contact_margin(context.scales);
    known_.assign(set.key.begin(), set.key.end());
    std::sort(known_.begin(), known_.end());
    DetectResult result;
    for (const auto [a, b] : query.candidates.vertex_vertex) {
      const Real sum = radius_[a] + radius_[b], apart = distance(query.y, a, b);
      const bool violated = apart < sum;
      // Solvers of reactions want a row for as long as two bodies touch; see DetectQuery::reach.
      if (!violated && !(sum > 0 && query.reach > 0 && apart - sum <= query.reach)) continue;
      const Index stencil[] = {a, b};
      if (violated) {
        ++result.needs;
        set.violations.add(stencil);
      }
      // Uses global numbers, so that the key does not depend on which of the two comes first in
      // this run.
      const ContactKey key{
          static_cast<std::uint64_t>(std::min(surface.global[a], surface.global[b])),
          static_cast<std::uint64_t>(std::max(surface.global[a], surface.global[b]))};
      if (!(query.movable[a] || query.movable[b]) || contains(known_, key) ||
          contains(query.banned, key))
        continue;
      const Remedy remedy = query.remedy_of(stencil);
      const bool inadmissible = distance(query.y_old, a, b) < radius_[a] + radius_[b];
      if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && inadmissible)) continue;
      set.add({.key = key,
               .stencil = stencil,
               .event = violated ? result.needs - 1 : set.rows(),
               .lower = margin,
               .patch_own = surface.vertex_patch[a],
               .patch_other = surface.vertex_patch[b]});
      result.inadmissible += inadmissible;
    }
    return result;
  }

  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const View<Index> stencil = query.set->stencil(query.rows[k]);
      expect_known_row(stencil.size() == 2, query.rows[k]);
      const Index a = stencil[0], b = stencil[1];
      const Real length = distance(query.y, a, b);
      if (!(length > 0))
        throw EvaluationError("two particles at one point have no direction between them",
                              {Item::contact, query.rows[k]});
      Real n[3] = {};
      for (int d = 0; d < dim_; ++d)
        n[d] = (query.y[dim_ * b + d] - query.y[dim_ * a + d]) / length;
      if (out.value) out.value[k] = length - (radius_[a] + radius_[b]);
      if (out.weight) out.weight[2 * k] = -1, out.weight[2 * k + 1] = 1;
      // The point of contact is half-way between the two surfaces, on the line through the centres.
      for (int d = 0; out.point && d < dim_; ++d)
        out.point[k * static_cast<std::size_t>(dim_) + static_cast<std::size_t>(d)] =
            query.y[dim_ * a + d] + (length + radius_[a] - radius_[b]) / 2 * n[d];
      for (int d = 0; out.gradient && d < dim_; ++d) {
        const auto at = 2 * k * static_cast<std::size_t>(dim_) + static_cast<std::size_t>(d);
        out.gradient[at] = -n[d];
        out.gradient[at + static_cast<std::size_t>(dim_)] = n[d];
      }
      if (out.frame) write_frame(n, out.frame + k * static_cast<std::size_t>(dim_ * dim_));
    }
  }

  void do_hessian(const RowQuery& query, View<Real> weights, BlockSink& sink,
                  Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Index vertex[] = {query.set->stencil(query.rows[k])[0],
                              query.set->stencil(query.rows[k])[1]};
      const Real length = distance(query.y, vertex[0], vertex[1]);
      Index number[6] = {};
      Real H[36] = {};
      const int n = 2 * dim_;
      for (int i = 0; i < n; ++i) number[i] = dim_ * vertex[i / dim_] + i % dim_;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const int p = i % dim_, q = j % dim_;
          const auto along = [&](int d) {
            return (query.y[dim_ * vertex[1] + d] - query.y[dim_ * vertex[0] + d]) / length;
          };
          const Real sign = i / dim_ == j / dim_ ? 1 : -1;
          H[n * i + j] = weights[k] * sign * ((p == q) - along(p) * along(q)) / length;
        }
      const auto size = static_cast<std::size_t>(n);
      sink.add({number, size}, {number, size}, {H, size * size});
    }
  }

  static bool contains(View<ContactKey> sorted, const ContactKey& key) {
    return std::binary_search(sorted.begin(), sorted.end(), key);
  }
  Real distance(View<Real> y, Index a, Index b) const {
    Real square = 0;
    for (int d = 0; d < dim_; ++d) {
      const Real u = y[dim_ * b + d] - y[dim_ * a + d];
      square += u * u;
    }
    return std::sqrt(square);
  }

  /// Normal first, then tangents. In space the first tangent is perpendicular to the axis with the
  /// smallest component of the normal.
  void write_frame(const Real* n, Real* frame) const {
    if (dim_ == 2) {
      const Real rows[] = {n[0], n[1], -n[1], n[0]};
      std::copy_n(rows, 4, frame);
      return;
    }
    int k = 0;
    for (int d = 1; d < 3; ++d)
      if (std::abs(n[d]) < std::abs(n[k])) k = d;
    Real t[3] = {-n[k] * n[0], -n[k] * n[1], -n[k] * n[2]};
    t[k] += 1;
    const Real size = std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    for (Real& c : t) c /= size;
    const Real rows[] = {n[0],
                         n[1],
                         n[2],
                         t[0],
                         t[1],
                         t[2],
                         n[1] * t[2] - n[2] * t[1],
                         n[2] * t[0] - n[0] * t[2],
                         n[0] * t[1] - n[1] * t[0]};
    std::copy_n(rows, 9, frame);
  }

  int dim_ = 2;
  std::vector<Real> radius_;
  std::vector<ContactKey> known_;  ///< rows of earlier passes, sorted
};

}  // namespace

TACTUS_PLUGIN(ParticleGap, "particle_gap", "Round particles that do not overlap")
