// The material neo_hookean: a hyperelastic solid for large deformations.
#include <tactus/acting.hpp>
#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Compressible neo-Hookean solid, Kane et al. (4.1) minus the constant that makes W(I) = 0 (as
/// printed, W(I) = 3 mu / 2, in plane strain, too). With G = F^-T = cof F / J:
///   W = lambda/2 (ln J)^2 - mu ln J + mu/2 (F:F - 3),   P = mu F + (lambda ln J - mu) G
/// The stress is implemented twice, for the plane and for space. Each version is one loop over the
/// lanes, so that a tile stays in registers.
class NeoHookean final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    void describe(OptionVisitor& o) { elastic.describe(o); }
  };
  explicit NeoHookean(const Options& o) : lame_(o.elastic.lame()) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent, capability::objective})
      c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    Lanes W, J;
    Tensor P;
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      Lanes& w = batch.W.empty() ? W : batch.W[t];
      Tensor& p = batch.P.empty() ? P : batch.P[t];
      if (!batch.W.empty() || !batch.P.empty())
        (batch.plane ? plane_stress : stress)(lame_, batch.F[t].data(), w.data(), p.data(),
                                              J.data());
      else
        J = checked_determinant(batch.F[t], cofactor(batch.F[t]), static_cast<Index>(t));
      check_determinant(J, static_cast<Index>(t));
      if (!batch.A.empty()) tangent(batch.F[t], J, batch.plane, batch.A[t]);
    }
  }

  /// Columns 0, 1, 3, 4 of P. The results of lanes with J <= 0 have no meaning.
  static void plane_stress(const Lame& lame, const Real* __restrict f, Real* __restrict w,
                           Real* __restrict p, Real* __restrict j) {
    const auto [lambda, mu] = lame;
    for (int l = 0; l < kLanes; ++l) {
      const Real F11 = f[l], F21 = f[8 + l], F12 = f[24 + l], F22 = f[32 + l];
      const Real det = F11 * F22 - F12 * F21, ln = lane_log(det), s = lambda * ln - mu;
      const Real r = s / det;
      j[l] = det;
      w[l] = ((s - mu) * ln + mu * (F11 * F11 + F21 * F21 + F12 * F12 + F22 * F22 - 2)) / 2;
      p[l] = mu * F11 + r * F22;
      p[8 + l] = mu * F21 - r * F12;
      p[24 + l] = mu * F12 - r * F21;
      p[32 + l] = mu * F22 + r * F11;
    }
  }

  static void stress(const Lame& lame, const Real* __restrict f, Real* __restrict w,
                     Real* __restrict p, Real* __restrict j) {
    const auto [lambda, mu] = lame;
    for (int l = 0; l < kLanes; ++l) {
      const Real F11 = f[l], F21 = f[8 + l], F31 = f[16 + l], F12 = f[24 + l], F22 = f[32 + l],
                 F32 = f[40 + l], F13 = f[48 + l], F23 = f[56 + l], F33 = f[64 + l];
      const Real c11 = F22 * F33 - F23 * F32, c21 = F32 * F13 - F33 * F12,
                 c31 = F12 * F23 - F13 * F22;
      const Real det = F11 * c11 + F21 * c21 + F31 * c31, ln = lane_log(det);
      const Real s = lambda * ln - mu, r = s / det;
      j[l] = det;
      w[l] = ((s - mu) * ln + mu * (F11 * F11 + F21 * F21 + F31 * F31 + F12 * F12 + F22 * F22 +
                                    F32 * F32 + F13 * F13 + F23 * F23 + F33 * F33 - 3)) /
             2;
      p[l] = mu * F11 + r * c11;
      p[8 + l] = mu * F21 + r * c21;
      p[16 + l] = mu * F31 + r * c31;
      p[24 + l] = mu * F12 + r * (F23 * F31 - F21 * F33);
      p[32 + l] = mu * F22 + r * (F33 * F11 - F31 * F13);
      p[40 + l] = mu * F32 + r * (F13 * F21 - F11 * F23);
      p[48 + l] = mu * F13 + r * (F21 * F32 - F22 * F31);
      p[56 + l] = mu * F23 + r * (F31 * F12 - F32 * F11);
      p[64 + l] = mu * F33 + r * (F11 * F22 - F12 * F21);
    }
  }

  /// A_iJkL = mu d_ik d_JL + lambda G_iJ G_kL - s G_iL G_kJ
  /// @param plane  only the 16 components that act in the plane are wanted
  void tangent(const Tensor& F, const Lanes& J, bool plane, Tangent& A) const {
    const auto [lambda, mu] = lame_;
    const Tensor G = scaled(cofactor(F), 1 / J);
    const Lanes s = lambda * lane_log(J) - mu;
    for (const int b : acting(plane))
      for (const int a : acting(plane)) {
        if (a > b) break;  // A is symmetric
        const Lanes both = lambda * G.col(a) * G.col(b) + mu * (a == b) -
                           s * G.col(a % 3 + b / 3 * 3) * G.col(b % 3 + a / 3 * 3);
        A.col(a + 9 * b) = A.col(b + 9 * a) = both;
      }
  }

  Lame lame_;
};
}  // namespace

TACTUS_PLUGIN(NeoHookean, "neo_hookean", "Compressible neo-Hookean solid, Kane et al. (4.1)")
