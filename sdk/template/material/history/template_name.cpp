#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State formula and source here. To start from: a solid that becomes softer where it has been strained more than
/// ever before (J. C. Simo, Comput. Methods Appl. Mech. Eng. 60 (1987)). W0 and P0 = dW0/dF are those of a
/// compressible neo-Hookean solid, and k is the largest W0 so far:
///   W = (1 - d) W0,   P = (1 - d) P0,   d = most (1 - y^2),   y = 1/(1 + x),   x = k/(mu strain^2)
///   dissipated = integral of W0 dd = most mu strain^2 (x y)^2
class TemplateName final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    Real most = 0.5, strain = 0.2;
    void describe(OptionVisitor& o) {
      elastic.describe(o);
      o.real("most", most).at_least(0).below(1).help("part of the stiffness that may be lost");
      o.real("strain", strain).at_least(1e-3).at_most(1e3).help("at which much of it is lost");
    }
  };
  explicit TemplateName(const Options& o)
      : lame_(o.elastic.lame()), most_(o.most), scale_(lame_.mu * o.strain * o.strain) {}

  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::energy, capability::tangent, capability::objective, capability::dissipation})
      c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

  /// What a point remembers. Columns with a help text are shown in frames and probes; "dissipated" belongs to
  /// capability::dissipation.
  void do_history(HistoryVisitor& columns) const override {
    columns.column("dissipated", "J/m^3", 1, 0, "energy that softening has taken");
    columns.column("largest_energy", "J/m^3", 1, 0, "of the solid that were not softened");
  }
  static constexpr std::size_t kDissipated = 0, kLargest = 1;

  /// The history of t_n is read and that of t_{n+1} written, where it is wanted: a step may be tried several times.
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    const auto [lambda, mu] = lame_;
    const auto width = static_cast<std::size_t>(batch.columns) * kLanes;
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      const Tensor &F = batch.F[t], cof = cofactor(F);
      const Lanes J = checked_determinant(F, cof, static_cast<Index>(t));
      const Tensor G = scaled(cof, 1 / J);
      const Lanes s = lambda / 2 * (J * J - 1) - mu;
      const Lanes W0 =
          mu / 2 * (dot(F, F) - 3) + lambda / 4 * (J * J - 1) - (mu + lambda / 2) * lane_log(J);
      const Lanes before = column(batch.history.data() + t * width, kLargest);
      // With dt = 0 the kernel asks for the answer at once: nothing that is remembered changes.
      const Lanes largest = batch.dt > 0 ? before.max(W0) : before;
      const Lanes x = largest / scale_, y = 1 / (1 + x), left = 1 - most_ * (1 - y * y);
      if (!batch.history_next.empty()) {
        Real* next = batch.history_next.data() + t * width;
        write(next, kDissipated, most_ * scale_ * (x * y).square());
        write(next, kLargest, largest);
      }
      const Tensor P0 = mu * F + scaled(G, s);
      if (!batch.W.empty()) batch.W[t] = left * W0;
      if (!batch.P.empty()) batch.P[t] = scaled(P0, left);
      if (batch.A.empty()) continue;
      // d left/dF = -slope P0 where the point softens in this step
      const Lanes slope =
          (largest > before).select(2 * most_ / scale_ * y.cube(), Lanes(Lanes::Zero()));
      for (int b = 0; b < 9; ++b)
        for (int a = 0; a < 9; ++a)
          batch.A[t].col(a + 9 * b) =
              left * (mu * (a == b) + lambda * J * J * G.col(a) * G.col(b) -
                      s * G.col(a % 3 + b / 3 * 3) * G.col(b % 3 + a / 3 * 3)) -
              slope * P0.col(a) * P0.col(b);
    }
  }

  /// Numbers of a tile: kLanes of each column, one after another.
  static Lanes column(const Real* tile, std::size_t which) {
    return Eigen::Map<const Lanes>(tile + which * kLanes);
  }
  static void write(Real* tile, std::size_t which, const Lanes& value) {
    Eigen::Map<Lanes>(tile + which * kLanes) = value;
  }

  Lame lame_;
  Real most_, scale_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
