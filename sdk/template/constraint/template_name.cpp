#include <Eigen/Geometry>
#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

/// State condition and source here. To start from: round particles do not overlap, in the plane and
/// in space. With the radii r_a and r_b of two of them:
///   g(y) = |y_b - y_a| - r_a - r_b >= 0,   dg/dy_b = n = (y_b - y_a)/|y_b - y_a| = -dg/dy_a
class TemplateName final : public Constraint {
 public:
  struct Options {
    Real margin = 1;
    void describe(OptionVisitor& o) {
      o.real("margin", margin)
          .at_least(1)
          .at_most(1e4)
          .help("gap that is kept open, over the least one that solvers can rely on");
    }
  };
  explicit TemplateName(const Options& o) : margin_(o.margin) {}

  /// Promises about the rows; check-plugin tests them, solvers need some of them.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::frames,
                      capability::end_of_step, capability::gap, capability::persistent})
      c.provides(name);
  }

 private:
  /// Which pairs the broad phase is to look for, and how far around. Facets with facets, facets with
  /// particles: see Detection.
  void do_detection(const Scales& scales, Detection& wanted) const override {
    wanted.vertex_vertex = true;
    wanted.reach = 0.3 * scales.altitude;
  }
  void do_setup(const ConstraintSetup& setup, Context&) override { surface_ = setup.surface; }

  /// Appends the rows that are missing at query.y. A row is never removed or moved: solvers keep
  /// multipliers for it. Its key is what it is known by in the next step.
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    known_ = set.key;  // of earlier passes; sorted, as there may be many
    std::sort(known_.begin(), known_.end());
    DetectResult result;
    for (const auto [a, b] : query.candidates.vertex_vertex) {
      // Solvers of reactions want rows while bodies touch, too: within a reach, otherwise 0.
      const Real now = gap(query.y, a, b);
      if (now >= 0 && !(query.reach > 0 && now <= query.reach)) continue;
      const Index stencil[] = {a, b};
      if (now < 0) {  // each violation is counted, and its vertices are reported
        ++result.needs;
        set.violations.add(stencil);
      }
      // By the numbers that stay, whichever of the two comes first in this run.
      const auto [low, high] = std::minmax(surface_->global[a], surface_->global[b]);
      const ContactKey key{static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)};
      if (!(query.movable[a] || query.movable[b]) || contains(known_, key) ||
          contains(query.banned, key))
        continue;
      // A solver may rule out rows that the start of the step does not satisfy, or any row.
      const bool inadmissible = gap(query.y_old, a, b) < 0;
      const Remedy remedy = query.remedy_of(stencil);
      if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && inadmissible)) continue;
      result.inadmissible += inadmissible;
      ContactSet::Row row{.key = key, .stencil = stencil};
      row.event = set.rows();  // rows that stand for one event would share a number
      row.lower = margin_ * contact_margin(context.scales);
      set.add(row);
    }
    return result;
  }

  /// Values and derivatives of some rows. Const: several threads may ask at once.
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    with_dimension(surface_->dim, [&]<int D>(Dimension<D>) {
      for (std::size_t k = 0; k < query.rows.size(); ++k) {
        const Index a = query.set->stencil(query.rows[k])[0],
                    b = query.set->stencil(query.rows[k])[1];
        const Vec<D> apart = point<D>(query.y, b) - point<D>(query.y, a), n = apart / apart.norm();
        if (!n.allFinite())
          throw EvaluationError("two particles at one point have no direction between them",
                                {Item::contact, query.rows[k]});
        if (out.value) out.value[k] = gap(query.y, a, b);
        if (out.gradient) {
          Eigen::Map<Vec<D>>(out.gradient + 2 * k * D) = -n;
          Eigen::Map<Vec<D>>(out.gradient + (2 * k + 1) * D) = n;
        }
        if (out.weight) out.weight[2 * k] = -1, out.weight[2 * k + 1] = 1;  // U = v_b - v_a
        if (out.point)  // where a reaction acts: in the middle between the two surfaces
          Eigen::Map<Vec<D>>(out.point + k * D) =
              point<D>(query.y, a) +
              (apart.norm() + surface_->radius[a] - surface_->radius[b]) / 2 * n;
        if (out.frame) Eigen::Map<Mat<D>>(out.frame + k * D * D) = frame(n);
      }
    });
  }

  /// Normal first, then tangents.
  static Mat<2> frame(const Vec<2>& n) { return (Mat<2>() << n[0], n[1], -n[1], n[0]).finished(); }
  static Mat<3> frame(const Vec<3>& n) {
    const Vec<3> t = n.unitOrthogonal(), b = n.cross(t);
    return (Mat<3>() << n.transpose(), t.transpose(), b.transpose()).finished();
  }

  Real gap(View<Real> y, Index a, Index b) const {
    const Index dim = surface_->dim;
    const ConstMap from(y.data() + a * dim, dim), to(y.data() + b * dim, dim);
    return (to - from).norm() - surface_->radius[a] - surface_->radius[b];
  }
  static bool contains(View<ContactKey> sorted, const ContactKey& key) {
    return std::binary_search(sorted.begin(), sorted.end(), key);
  }

  Real margin_;
  const Surface* surface_ = nullptr;
  std::vector<ContactKey> known_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
