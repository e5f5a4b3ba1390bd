#include <Eigen/Geometry>
#include <algorithm>
#include <tactus/constraint.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State condition and source here. To start from: vertices stay on the outer side of half-spaces.
/// With a point p and the outward unit normal n of the half-space, and the radius r of the vertex
/// (that of a particle, else 0):
///   g(y) = n . (y_v - p) - r >= 0,   dg/dy_v = n
class TemplateName final : public Constraint {
 public:
  struct Options {
    Real margin = 1e-9;
    void describe(OptionVisitor& o) {
      o.real("margin", margin).at_least(0).help("gap that is kept open, over Scales::altitude");
    }
  };
  explicit TemplateName(const Options& o) : margin_(o.margin) {}

  /// Promises about the rows; check-plugin tests them, solvers need some of them.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::frames,
                      capability::gap, capability::persistent})
      c.provides(name);
  }

 private:
  /// Which pairs the broad phase is to look for, and how far around.
  Detection do_detection(const Scales& scales) const override {
    Detection d;
    d.plane_vertex = true;
    d.reach = scales.median_facet / 2;
    return d;
  }
  void do_setup(const Surface& surface, Context&) override { surface_ = &surface; }

  /// Appends the rows that are missing at query.y. A row is never removed or moved: solvers keep
  /// multipliers for it. Its key is what it is known by in the next step.
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    for (const auto [plane, vertex] : query.candidates.plane_vertex) {
      if (gap(plane, vertex, query.y) >= 0) continue;
      ++result.needs;
      const ContactKey key{kMark + static_cast<std::uint64_t>(plane),
                           static_cast<std::uint64_t>(surface_->global[at(vertex)])};
      const bool banned = std::binary_search(query.banned.begin(), query.banned.end(), key);
      if (banned || !query.movable[at(vertex)] || set.contains(key)) continue;
      if (gap(plane, vertex, query.y_old) < 0) ++result.inadmissible;
      ContactSet::Row row{.key = key, .stencil = View<Index>(&vertex, 1)};
      row.branch = static_cast<std::int32_t>(plane);  // the constraint's own: read by do_evaluate
      row.event = vertex;
      row.lower = margin_ * context.scales.altitude;
      set.add(row);
    }
    return result;
  }

  /// Values and derivatives of some rows. Const: several threads may ask at once.
  void do_evaluate(const ContactSet& set, View<Index> rows, View<Real> y, const RowOutput& out,
                   Context&) const override {
    const auto dim = static_cast<std::size_t>(surface_->dim);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index plane = set.branch[at(rows[k])], vertex = set.stencil(rows[k])[0];
      const Real* n = normal(plane);
      if (out.value) out.value[k] = gap(plane, vertex, y);
      if (out.gradient) std::copy_n(n, dim, out.gradient + k * dim);
      if (out.weight) out.weight[k] = 1;  // relative velocity: that of the vertex
      if (out.frame)
        with_dimension(surface_->dim, [&]<int D>(Dimension<D>) {
          Eigen::Map<Mat<D>>(out.frame + k * dim * dim) = frame(Vec<D>(n));
        });
    }
  }

  /// Normal first, then tangents.
  static Mat<2> frame(const Vec<2>& n) { return (Mat<2>() << n[0], n[1], -n[1], n[0]).finished(); }
  static Mat<3> frame(const Vec<3>& n) {
    const Vec<3> t = n.unitOrthogonal(), b = n.cross(t);
    return (Mat<3>() << n.transpose(), t.transpose(), b.transpose()).finished();
  }

  Real gap(Index plane, Index vertex, View<Real> y) const {
    const auto dim = static_cast<std::size_t>(surface_->dim);
    const Real *n = normal(plane), *p = n - dim;
    Real g = -surface_->radius[at(vertex)];
    for (std::size_t d = 0; d < dim; ++d) g += n[d] * (y[at(vertex) * dim + d] - p[d]);
    return g;
  }
  const Real* normal(Index plane) const {
    return surface_->plane.data() + (2 * plane + 1) * surface_->dim;
  }
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  static constexpr std::uint64_t kMark = 0x706c616e65ULL << 16;  ///< keys unlike those of others
  Real margin_;
  const Surface* surface_ = nullptr;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
