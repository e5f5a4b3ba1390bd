#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// W = mu/2 (F:F - 3 - 2 ln J) + lambda/2 (J - 1)^2, P = mu F + (lambda J (J - 1) - mu) F^-T
class QuadraticVolume final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    void describe(OptionVisitor& o) { elastic.describe(o); }
  };
  explicit QuadraticVolume(const Options& o) : lame_(o.elastic.lame()) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::objective}) c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }
  void do_evaluate(const MaterialBatch& b, Context&) const override {
    const auto [lambda, mu] = lame_;
    for (std::size_t t = 0; t < b.F.size(); ++t) {
      const Tensor &F = b.F[t], cof = cofactor(F);
      const Lanes J = checked_determinant(F, cof, static_cast<Index>(t));
      if (!b.W.empty())
        b.W[t] = mu / 2 * (dot(F, F) - 3 - 2 * lane_log(J)) + lambda / 2 * (J - 1).square();
      if (!b.P.empty()) b.P[t] = mu * F + scaled(cof, lambda * (J - 1) - mu / J);
    }
  }
  Lame lame_;
};
}  // namespace
TACTUS_PLUGIN(QuadraticVolume, "quadratic_volume", "Neo-Hookean with a quadratic volume term")
