// The material linear_elastic: Hooke's law for small strains.
#include <tactus/acting.hpp>
#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Hooke's law for small strain. With H = F - I and e = (H + H')/2:
///   W = lambda/2 (tr e)^2 + mu e:e,   P = lambda tr(e) I + 2 mu e
/// The law is not objective: a rotation causes strain, W(Q) > 0. It is meant for verification with
/// closed forms, and for cases in which rotations are as small as strains.
class LinearElastic final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    void describe(OptionVisitor& o) { elastic.describe(o); }
  };
  explicit LinearElastic(const Options& o) : lame_(o.elastic.lame()) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent}) c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    const auto [lambda, mu] = lame_;
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      // H is formed first. The difference F_11 - 1 is exact, so that small strains keep the digits
      // that F has.
      Tensor H = batch.F[t], P;
      for (const int i : {0, 4, 8}) H.col(i) -= 1;
      const Lanes pressure = lambda * (H.col(0) + H.col(4) + H.col(8));
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) P.col(i + 3 * j) = mu * (H.col(i + 3 * j) + H.col(j + 3 * i));
      for (const int i : {0, 4, 8}) P.col(i) += pressure;
      if (!batch.W.empty()) batch.W[t] = dot(P, H) / 2;
      if (!batch.P.empty()) batch.P[t] = P;
      if (!batch.A.empty()) tangent(batch.plane, batch.A[t]);
    }
  }

  /// A_iJkL = lambda d_iJ d_kL + mu (d_ik d_JL + d_iL d_Jk)
  void tangent(bool plane, Tangent& A) const {
    for (const int b : acting(plane))
      for (const int a : acting(plane)) {
        const int i = a % 3, j = a / 3, k = b % 3, l = b / 3;
        A.col(a + 9 * b) =
            lame_.lambda * (i == j && k == l) + lame_.mu * ((a == b) + (i == l && j == k));
      }
  }

  Lame lame_;
};
}  // namespace

TACTUS_PLUGIN(LinearElastic, "linear_elastic", "Hooke's law for small strain; not objective")
