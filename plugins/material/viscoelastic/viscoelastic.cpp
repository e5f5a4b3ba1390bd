// A finite-strain standard linear solid: an elastic spring beside springs with dashpots. It is also the
// example of a material with a history, and of one that tells what it dissipates.
#include <algorithm>
#include <array>
#include <numeric>
#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

#include "branch.hpp"

namespace {
using namespace tactus;
using viscoelastic::Branch;

constexpr std::size_t kMostBranches = 8;

/// Symmetric tensors at the points of a tile; components 11, 22, 33, 12, 23, 13.
using Symmetric = Eigen::Array<Real, kLanes, 6>;
constexpr int kRow[6] = {0, 1, 2, 0, 1, 0}, kColumn[6] = {0, 1, 2, 1, 2, 2};
constexpr int kComponent[9] = {0, 3, 5, 3, 1, 4, 5, 4, 2};  // of (i, j) at i + 3 j

/// Green-Lagrange strain, (F'F - I)/2, from H = F - I: small strains keep their digits.
Symmetric strain_of(const Tensor& F) {
  Tensor H = F;
  for (const int diagonal : {0, 4, 8}) H.col(diagonal) -= 1;
  Symmetric E;
  for (int c = 0; c < 6; ++c) {
    const int i = kRow[c], j = kColumn[c];
    E.col(c) = (H.col(i + 3 * j) + H.col(j + 3 * i)) / 2;
    for (int k = 0; k < 3; ++k) E.col(c) += H.col(k + 3 * i) * H.col(k + 3 * j) / 2;
  }
  return E;
}

Lanes trace(const Symmetric& e) { return e.col(0) + e.col(1) + e.col(2); }

/// Stress of a strain by Hooke's law, and the product of the two.
Symmetric hooke(const Lame& lame, const Symmetric& e) {
  Symmetric s = 2 * lame.mu * e;
  const Lanes pressure = lame.lambda * trace(e);
  for (int c = 0; c < 3; ++c) s.col(c) += pressure;
  return s;
}
Lanes square(const Lame& lame, const Symmetric& e) {
  const Lanes t = trace(e);
  Lanes sum = lame.lambda * t * t;
  for (int c = 0; c < 6; ++c) sum += (c < 3 ? 2 : 4) * lame.mu * e.col(c) * e.col(c);
  return sum;
}

/// F times a symmetric tensor.
Tensor product(const Tensor& F, const Symmetric& s) {
  Tensor P = Tensor::Zero();
  for (int J = 0; J < 3; ++J)
    for (int i = 0; i < 3; ++i)
      for (int M = 0; M < 3; ++M)
        P.col(i + 3 * J) += F.col(i + 3 * M) * s.col(kComponent[M + 3 * J]);
  return P;
}

/// What a point remembers, a number a row: what it has dissipated, its strain, and the strain of the
/// spring of each branch.
constexpr Index kDissipated = 0, kStrain = 1, kSprings = 7;

Symmetric read(const Real* history, Index row) {
  return Eigen::Map<const Symmetric>(history + row * kLanes);
}
void write(Real* history, Index row, const Symmetric& value) {
  Eigen::Map<Symmetric>(history + row * kLanes) = value;
}

/// With the moduli of a sudden load, fractions g_a and relaxation times tau_a:
///   S = (1 - sum g_a) S_neo_hooke(C) + sum g_a C : e_a,     de_a/dt = dE/dt - e_a/tau_a
///   W = (1 - sum g_a) W_neo_hooke + sum g_a e_a : C : e_a / 2
///   dissipation = sum g_a e_a : C : e_a / tau_a >= 0
/// C is Hooke's law, E the Green-Lagrange strain. The step is exact for a strain that changes at a
/// constant rate (branch.hpp).
class Viscoelastic final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    std::vector<Real> fractions, relaxation_times;
    void describe(OptionVisitor& o) {
      elastic.describe(o);
      o.reals("fractions", fractions)
          .required()
          .length(1, kMostBranches)
          .at_least(0)
          .below(1)
          .help("parts of the stiffness that relax");
      o.reals("relaxation_times", relaxation_times)
          .required()
          .length(1, kMostBranches)
          .unit("s")
          .above(0)
          .help("of each part: after this time 1/e of its stress is left at constant strain");
      o.require(fractions.size() == relaxation_times.size(), "relaxation_times",
                "there are not as many \"relaxation_times\" as \"fractions\"");
      o.require(std::accumulate(fractions.begin(), fractions.end(), Real{0}) < 1, "fractions",
                "the sum of \"fractions\" is not below 1: nothing would be left of the stiffness");
    }
  };
  explicit Viscoelastic(const Options& o) : lame_(o.elastic.lame()), count_(o.fractions.size()) {
    std::copy(o.fractions.begin(), o.fractions.end(), fractions_.begin());
    std::copy(o.relaxation_times.begin(), o.relaxation_times.end(), times_.begin());
    for (const Real g : fractions_) left_ -= g;
  }

  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::energy, capability::tangent, capability::objective, capability::dissipation})
      c.provides(name);
  }

 private:
  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }
  void do_history(HistoryVisitor& columns) const override {
    columns.column("dissipated", "J/m^3", 1, 0, "energy that relaxation has taken");
    columns.column("strain", "1", 6);
    columns.column("springs", "1", 6 * static_cast<Index>(count_));
  }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    std::array<Branch, kMostBranches> branches;
    for (std::size_t k = 0; k < count_; ++k)
      branches[k] = Branch(fractions_[k], times_[k], batch.dt);
    const auto numbers = static_cast<std::size_t>(batch.columns * kLanes);
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      const Tensor &F = batch.F[t], cof = cofactor(F);
      const Lanes J = checked_determinant(F, cof, static_cast<Index>(t)), ln = lane_log(J);
      const Real* old = batch.history.data() + t * numbers;
      const Springs now =
          relaxed({branches.data(), count_}, strain_of(F), old,
                  batch.history_next.empty() ? nullptr : batch.history_next.data() + t * numbers);
      const Symmetric Q = hooke(lame_, now.strain);
      const Tensor G = scaled(cof, 1 / J);  // F^-T
      const Lanes s = lame_.lambda * ln - lame_.mu;
      if (!batch.W.empty())
        batch.W[t] =
            left_ / 2 * ((s - lame_.mu) * ln + lame_.mu * (dot(F, F) - 3)) + now.twice_energy / 2;
      if (!batch.P.empty()) batch.P[t] = left_ * (lame_.mu * F + scaled(G, s)) + product(F, Q);
      if (!batch.A.empty()) tangent(F, G, s, Q, now.weight, batch.A[t]);
    }
  }

  /// All branches at the end of a step.
  struct Springs {
    Symmetric strain = Symmetric::Zero();  ///< sum of g e
    Lanes twice_energy = Lanes::Zero();    ///< sum of g e : C : e
    Real weight = 0;                       ///< d strain / dE, sum of g phi
  };

  Springs relaxed(View<Branch> branches, const Symmetric& E, const Real* old, Real* next) const {
    Springs all;
    const Symmetric change = E - read(old, kStrain);
    Lanes taken = Lanes::Zero();
    Index row = kSprings;
    for (const Branch& b : branches) {
      const Symmetric before = read(old, row), e = b.keeps * before + b.phi * change;
      all.strain += b.fraction * e;
      all.twice_energy += b.fraction * square(lame_, e);
      all.weight += b.fraction * b.phi;
      taken += b.fraction *
               (b.a * square(lame_, before + b.r * change) + b.rest * square(lame_, change));
      if (next) write(next, row, e);
      row += 6;
    }
    if (!next) return all;
    using Map = Eigen::Map<Lanes>;
    Map(next + kDissipated * kLanes) = Eigen::Map<const Lanes>(old + kDissipated * kLanes) + taken;
    write(next, kStrain, E);
    return all;
  }

  /// The neo-Hookean part, the stress of the springs that turns with F, and their stiffness:
  ///   left (lambda G_iJ G_kL + mu d_ik d_JL - s G_iL G_kJ) + d_ik Q_JL
  ///   + weight (lambda F_iJ F_kL + mu (F_iL F_kJ + (F F')_ik d_JL))
  void tangent(const Tensor& F, const Tensor& G, const Lanes& s, const Symmetric& Q, Real weight,
               Tangent& A) const {
    const auto [lambda, mu] = lame_;
    Tensor B = Tensor::Zero();  // F F'
    for (int k = 0; k < 9; ++k)
      for (int M = 0; M < 3; ++M) B.col(k) += F.col(k % 3 + 3 * M) * F.col(k / 3 + 3 * M);
    for (int b = 0; b < 9; ++b)
      for (int a = 0; a < 9; ++a) {
        const int i = a % 3, J = a / 3, k = b % 3, L = b / 3, iL = i + 3 * L, kJ = k + 3 * J;
        auto entry = A.col(a + 9 * b);
        entry = left_ * (lambda * G.col(a) * G.col(b) - s * G.col(iL) * G.col(kJ) + mu * (a == b)) +
                weight * (lambda * F.col(a) * F.col(b) + mu * F.col(iL) * F.col(kJ));
        if (i == k) entry += Q.col(kComponent[J + 3 * L]);
        if (J == L) entry += weight * mu * B.col(i + 3 * k);
      }
  }

  Lame lame_;  ///< of a sudden load
  std::size_t count_;
  std::array<Real, kMostBranches> fractions_{}, times_{};
  Real left_ = 1;  ///< of the stiffness, after all has relaxed
};
}  // namespace

TACTUS_PLUGIN(Viscoelastic, "viscoelastic",
              "Standard linear solid for large deformations: neo-Hookean, with parts that relax")
