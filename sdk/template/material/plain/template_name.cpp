#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State formula and source here, in the letters of the code. To start from: a compressible
/// neo-Hookean solid (Ciarlet, Mathematical Elasticity I, 1988). With G = F^-T and J = det F:
///   W = mu/2 (F:F - 3 - 2 ln J) + lambda/4 (J^2 - 1 - 2 ln J)
///   P = dW/dF = mu (F - G) + lambda/2 (J^2 - 1) G
class TemplateName final : public Material {
 public:
  /// Options are members. describe() gives each its name in the configuration, unit, range and
  /// meaning; validation, `tactus explain` and the defaults of a run come from here.
  struct Options {
    ElasticOptions elastic;  // "young" and "poisson", or "lambda" and "mu"
    void describe(OptionVisitor& o) { elastic.describe(o); }
  };
  explicit TemplateName(const Options& o) : lame_(o.elastic.lame()) {}

  /// What the law promises. Solvers and integrators need some of these; check-plugin tests them.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent, capability::objective})
      c.provides(name);
  }

 private:
  /// lambda + 2 mu at F = I [Pa]: from it and the density comes the stable time step.
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

  /// A tile holds 8 points: a row a point, component F_iJ in column i + 3 J. A formula written once
  /// runs on all eight. Outputs that are empty were not asked for. Nothing here allocates.
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    const auto [lambda, mu] = lame_;
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      const Tensor &F = batch.F[t], cof = cofactor(F);
      // An inverted element (J <= 0) is an EvaluationError that names the point.
      const Lanes J = checked_determinant(F, cof, static_cast<Index>(t));
      const Tensor G = scaled(cof, 1 / J);
      const Lanes s = lambda / 2 * (J * J - 1) - mu;
      if (!batch.W.empty())
        batch.W[t] =
            mu / 2 * (dot(F, F) - 3) + lambda / 4 * (J * J - 1) - (mu + lambda / 2) * lane_log(J);
      if (!batch.P.empty()) batch.P[t] = mu * F + scaled(G, s);
      if (batch.A.empty()) continue;
      for (int b = 0; b < 9; ++b)  // dP_a/dF_b, and dG_iJ/dF_kL = -G_iL G_kJ
        for (int a = 0; a < 9; ++a)
          batch.A[t].col(a + 9 * b) = mu * (a == b) + lambda * J * J * G.col(a) * G.col(b) -
                                      s * G.col(a % 3 + b / 3 * 3) * G.col(b % 3 + a / 3 * 3);
    }
  }

  Lame lame_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
