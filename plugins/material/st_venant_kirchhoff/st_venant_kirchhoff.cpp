// The material st_venant_kirchhoff: a linear relation between Green's strain and its stress.
#include <tactus/acting.hpp>
#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Hooke's law in Green's strain. With H = F - I, E = (H + H' + H'H)/2 = (F'F - I)/2:
///   W = lambda/2 (tr E)^2 + mu E:E,   S = lambda tr(E) I + 2 mu E,   P = F S
/// Large rotations and small strains; a compression below 1/sqrt(3) softens it. See README.md in
/// this folder.
class StVenantKirchhoff final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    void describe(OptionVisitor& o) { elastic.describe(o); }
  };
  explicit StVenantKirchhoff(const Options& o) : lame_(o.elastic.lame()) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::energy, capability::tangent, capability::objective})
      c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      const Tensor& F = batch.F[t];
      check_determinant(checked_determinant(F, cofactor(F), static_cast<Index>(t)),
                        static_cast<Index>(t));
      const Tensor E = green_strain(F), S = stress(E);
      if (!batch.W.empty()) batch.W[t] = dot(S, E) / 2;
      if (!batch.P.empty()) batch.P[t] = product(F, S);
      if (!batch.A.empty()) tangent(F, S, batch.plane, batch.A[t]);
    }
  }

  /// H is formed first: F_11 - 1 is exact, so that small strains keep the digits that F has.
  static Tensor green_strain(const Tensor& F) {
    Tensor H = F, E;
    for (const int i : {0, 4, 8}) H.col(i) -= 1;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i <= j; ++i) {
        Lanes sum = H.col(i + 3 * j) + H.col(j + 3 * i);
        for (int k = 0; k < 3; ++k) sum += H.col(k + 3 * i) * H.col(k + 3 * j);
        E.col(i + 3 * j) = E.col(j + 3 * i) = sum / 2;
      }
    return E;
  }

  Tensor stress(const Tensor& E) const {
    Tensor S = 2 * lame_.mu * E;
    const Lanes pressure = lame_.lambda * (E.col(0) + E.col(4) + E.col(8));
    for (const int i : {0, 4, 8}) S.col(i) += pressure;
    return S;
  }

  static Tensor product(const Tensor& a, const Tensor& b) {
    Tensor c;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i)
        c.col(i + 3 * j) = a.col(i) * b.col(3 * j) + a.col(i + 3) * b.col(1 + 3 * j) +
                           a.col(i + 6) * b.col(2 + 3 * j);
    return c;
  }

  /// A_iJkL = d_ik S_JL + lambda F_iJ F_kL + mu (F_iL F_kJ + d_JL (FF')_ik)
  void tangent(const Tensor& F, const Tensor& S, bool plane, Tangent& A) const {
    const auto [lambda, mu] = lame_;
    Tensor B;  // FF'
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i)
        B.col(i + 3 * k) =
            F.col(i) * F.col(k) + F.col(i + 3) * F.col(k + 3) + F.col(i + 6) * F.col(k + 6);
    for (const int b : acting(plane))
      for (const int a : acting(plane)) {
        const int i = a % 3, J = a / 3, k = b % 3, L = b / 3;
        Lanes entry = lambda * F.col(a) * F.col(b) + mu * F.col(i + 3 * L) * F.col(k + 3 * J);
        if (i == k) entry += S.col(J + 3 * L);
        if (J == L) entry += mu * B.col(i + 3 * k);
        A.col(a + 9 * b) = entry;
      }
  }

  Lame lame_;
};
}  // namespace

TACTUS_PLUGIN(StVenantKirchhoff, "st_venant_kirchhoff",
              "Hooke's law in Green's strain: large rotations, small strains")
