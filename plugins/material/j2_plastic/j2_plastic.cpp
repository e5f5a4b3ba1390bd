// The material j2_plastic: metals that flow, for large deformations.
#include <algorithm>
#include <array>
#include <cmath>
#include <tactus/elastic_options.hpp>
#include <tactus/material.hpp>
#include <tactus/plugin.hpp>

#include "hardening.hpp"
#include "principal.hpp"

namespace {
using namespace tactus;
using j2_plastic::Hardening, j2_plastic::Principal;

/// What a point remembers, a number a row: what it has dissipated, its plastic strain, and the inverse of
/// the plastic right Cauchy-Green tensor, entries 11 22 33 and 23 13 12.
constexpr Index kDissipated = 0, kStrain = 1, kDiagonal = 2, kOff = 5, kNumbers = 8;

Eigen::Map<const Lanes> row(const Real* history, Index number) {
  return Eigen::Map<const Lanes>(history + number * kLanes);
}

/// The elastic trial of a tile and what the flow rule makes of it. With the eigenvalues x_A of
/// b = F C_p^-1 F' at the plastic state of t_n:
struct Flow {
  Principal b;
  Lanes mean{};         ///< of the elastic logarithmic strains ln(x_A)/2
  Lanes deviator[3]{};  ///< of the trial: strain less its mean
  Lanes size{};         ///< of the deviator
  Lanes increment{};    ///< of the plastic strain; 0 where the step is elastic
  Lanes factor{};       ///< of the deviator that is left
  Lanes slope{};        ///< of the yield stress where the step ends; where it is plastic
};

/// Multiplicative plasticity with logarithmic strains and the yield condition of von Mises for the
/// Kirchhoff stress (Simo 1992; de Souza Neto, Peric and Owen 2008, box 14.3): the radial return of
/// small strains in the principal axes of the elastic left Cauchy-Green tensor.
class J2Plastic final : public Material {
 public:
  struct Options {
    ElasticOptions elastic;
    Real yield_stress = kNotGiven, hardening = 0, saturation_stress = kNotGiven,
         saturation_rate = kNotGiven;
    std::string hardening_table;
    void describe(OptionVisitor& o) {
      elastic.describe(o);
      o.real("yield_stress", yield_stress)
          .unit("Pa")
          .above(0)
          .optional()
          .help("stress in tension at which it begins to flow");
      o.real("hardening", hardening)
          .unit("Pa")
          .at_least(0)
          .help("rise of the yield stress with the plastic strain");
      o.real("saturation_stress", saturation_stress)
          .unit("Pa")
          .above(0)
          .optional()
          .help("where the yield stress ends without \"hardening\"; with \"saturation_rate\"");
      o.real("saturation_rate", saturation_rate)
          .above(0)
          .optional()
          .help("the way to \"saturation_stress\" that is left falls as exp(-rate strain)");
      o.file("hardening_table", hardening_table)
          .help("in place of these numbers: rows of plastic strain and yield stress in Pa");
      const bool table = !hardening_table.empty(), numbers = given(yield_stress);
      o.require(table != numbers, "yield_stress",
                "the yield stress is given by \"yield_stress\" or by a \"hardening_table\": one of "
                "the two");
      o.require(!table || (hardening == 0 && !given(saturation_stress)), "hardening_table",
                "a table holds all of the hardening; leave out \"hardening\" and "
                "\"saturation_stress\"");
      o.require(given(saturation_stress) == given(saturation_rate), "saturation_rate",
                "\"saturation_stress\" and \"saturation_rate\" belong together");
      o.require(!given(saturation_stress) || !numbers || saturation_stress >= yield_stress,
                "saturation_stress",
                "it is below \"yield_stress\"; what softens would fail in a band one element wide, "
                "and the result would be that of the mesh");
    }
  };
  explicit J2Plastic(const Options& o)
      : lame_(o.elastic.lame()), bulk_(lame_.lambda + 2 * lame_.mu / 3),
        hardening_(hardening_of(o)) {}

  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::energy, capability::tangent, capability::objective, capability::dissipation})
      c.provides(name);
  }

 private:
  static Hardening hardening_of(const Options& o) {
    if (!o.hardening_table.empty()) return Hardening::from_file(o.hardening_table);
    Hardening::Numbers numbers{.yield = o.yield_stress, .slope = o.hardening};
    if (given(o.saturation_rate))
      numbers.saturation = o.saturation_stress, numbers.rate = o.saturation_rate;
    return Hardening(numbers);
  }

  Real do_p_wave_modulus() const override { return lame_.lambda + 2 * lame_.mu; }
  void do_history(HistoryVisitor& columns) const override {
    columns.column("dissipated", "J/m^3", 1, 0, "plastic work");
    columns.column("plastic_strain", "1", 1, 0, "equivalent plastic strain, which only grows");
    columns.column("inverse_plastic_diagonal", "1", 3, 1);
    columns.column("inverse_plastic_off", "1", 3);
  }

  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t) {
      const Tensor &F = batch.F[t], cof = cofactor(F);
      const Lanes J = checked_determinant(F, cof, static_cast<Index>(t));
      const std::size_t first = t * static_cast<std::size_t>(kNumbers * kLanes);
      const Real* old = batch.history.data() + first;
      const Flow flow = flow_of(F, old, batch.dt, batch.plane);
      if (!batch.W.empty())
        batch.W[t] =
            4.5 * bulk_ * flow.mean.square() + lame_.mu * (flow.factor * flow.size).square();
      if (batch.P.empty() && batch.A.empty() && batch.history_next.empty()) continue;
      Lanes stress[3], reference[3][3];  // Kirchhoff's; F^-1 times the principal directions
      const Tensor G = scaled(cof, 1 / J);
      for (int a = 0; a < 3; ++a) {
        stress[a] = 3 * bulk_ * flow.mean + 2 * lame_.mu * flow.factor * flow.deviator[a];
        for (int k = 0; k < 3; ++k) {
          reference[a][k] = G.col(3 * k) * flow.b.vector[a][0];
          for (int i = 1; i < 3; ++i) reference[a][k] += G.col(i + 3 * k) * flow.b.vector[a][i];
        }
      }
      if (!batch.P.empty())
        for (int k = 0; k < 9; ++k) {
          batch.P[t].col(k) = stress[0] * flow.b.vector[0][k % 3] * reference[0][k / 3];
          for (int a = 1; a < 3; ++a)
            batch.P[t].col(k) += stress[a] * flow.b.vector[a][k % 3] * reference[a][k / 3];
        }
      if (!batch.A.empty()) tangent(flow, stress, reference, batch.A[t]);
      if (!batch.history_next.empty())
        remember(flow, reference, old, batch.history_next.data() + first);
    }
  }

  /// Where no time passes (dt = 0) nothing flows: the stiffness of a sudden change is the elastic one.
  Flow flow_of(const Tensor& F, const Real* old, Real dt, bool plane) const {
    Flow flow{.b = elastic_trial(F, old, plane)};
    Lanes strain[3];
    for (int a = 0; a < 3; ++a) strain[a] = lane_log(flow.b.value[a]) / 2;
    flow.mean = (strain[0] + strain[1] + strain[2]) / 3;
    for (int a = 0; a < 3; ++a) flow.deviator[a] = strain[a] - flow.mean;
    flow.size =
        (flow.deviator[0].square() + flow.deviator[1].square() + flow.deviator[2].square()).sqrt();
    flow.increment.setZero(), flow.factor.setOnes(), flow.slope.setZero();
    if (!(dt > 0)) return flow;
    const Real to_stress = std::sqrt(6.) * lame_.mu;  // von Mises' stress, of the deviator's size
    for (int l = 0; l < kLanes; ++l) {
      const Real trial = to_stress * flow.size[l], strain_old = old[kStrain * kLanes + l];
      if (!(trial > hardening_.stress(strain_old))) continue;
      flow.increment[l] = hardening_.increment(trial, 3 * lame_.mu, strain_old);
      flow.factor[l] = 1 - 3 * lame_.mu * flow.increment[l] / trial;
      flow.slope[l] = hardening_.slope(strain_old + flow.increment[l]);
    }
    return flow;
  }

  /// The principal values and directions of F C_p^-1 F'.
  static Principal elastic_trial(const Tensor& F, const Real* old, bool plane) {
    const auto inverse = [old](int i, int j) {
      return row(old, i == j ? kDiagonal + i : kOff + (3 - i - j));
    };
    Lanes product[3][3];  // F C_p^-1
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        product[i][j] = F.col(i) * inverse(0, j);
        for (int k = 1; k < 3; ++k) product[i][j] += F.col(i + 3 * k) * inverse(k, j);
      }
    const auto entry = [&](int i, int j) {
      Lanes sum = product[i][0] * F.col(j);
      for (int k = 1; k < 3; ++k) sum += product[i][k] * F.col(j + 3 * k);
      return sum;
    };
    return Principal({entry(0, 0), entry(1, 1), entry(2, 2)},
                     {entry(1, 2), entry(0, 2), entry(0, 1)}, plane);
  }

  /// The new C_p^-1 = F^-1 b F^-T. Where nothing flows it is the old one to the bit.
  void remember(const Flow& flow, const Lanes (&reference)[3][3], const Real* old,
                Real* next) const {
    std::copy_n(old, kNumbers * kLanes, next);
    if (!(flow.increment > 0).any()) return;
    for (int l = 0; l < kLanes; ++l) {
      if (!(flow.increment[l] > 0)) continue;
      const auto at = [&](Index number) -> Real& { return next[number * kLanes + l]; };
      at(kDissipated) += hardening_.work(at(kStrain), flow.increment[l]);
      at(kStrain) += flow.increment[l];
      Real value[3];
      for (int a = 0; a < 3; ++a)
        value[a] = flow.b.value[a][l] * std::exp(-2 * (1 - flow.factor[l]) * flow.deviator[a][l]);
      const auto entry = [&](int i, int j) {
        Real sum = 0;
        for (int a = 0; a < 3; ++a) sum += value[a] * reference[a][i][l] * reference[a][j][l];
        return sum;
      };
      for (int i = 0; i < 3; ++i) {
        at(kDiagonal + i) = entry(i, i);
        at(kOff + i) = entry((i + 1) % 3, (i + 2) % 3);
      }
    }
  }

  /// In the axes n_A of b, with L = dF F^-1, dP F' = M has
  ///   M_AA = sum_B a_AB L_BB - tau_A L_AA
  ///   M_AB = g_AB (x_B L_AB + x_A L_BA) - tau_A L_BA,      g_AB = (tau_A - tau_B)/(x_A - x_B)
  /// where a_AB = d tau_A / d strain_B is that of the step, plastic or elastic.
  void tangent(const Flow& flow, const Lanes (&stress)[3], const Lanes (&reference)[3][3],
               Tangent& A) const {
    const Real mu = lame_.mu;
    const Lanes shear = mu * flow.factor;
    Lanes bend;  // of the direction of flow, times the unit deviator twice
    for (int l = 0; l < kLanes; ++l) {
      const Real trial = std::sqrt(6.) * mu * flow.size[l];
      bend[l] = flow.increment[l] > 0
                    ? 6 * mu * mu * (flow.increment[l] / trial - 1 / (3 * mu + flow.slope[l])) /
                          (flow.size[l] * flow.size[l])
                    : 0;
    }
    A.setZero();
    for (int a = 0; a < 3; ++a)
      for (int c = 0; c < 3; ++c) {
        Lanes value = bulk_ - 2 * shear / 3 + bend * flow.deviator[a] * flow.deviator[c];
        if (a == c) value += 2 * shear - stress[a];
        add(value, flow, reference, {a, a, c, c}, A);
        if (a == c) continue;
        const Lanes &x = flow.b.value[a], &y = flow.b.value[c];
        Lanes g;
        for (int l = 0; l < kLanes; ++l) g[l] = shear[l] * slope_of_log(x[l], y[l]);
        add(g * y, flow, reference, {a, c, a, c}, A);
        add(g * x - stress[a], flow, reference, {a, c, c, a}, A);
      }
  }

  /// (ln x - ln y)/(x - y), also where x and y are equal or nearly so.
  static Real slope_of_log(Real x, Real y) {
    const Real least = std::min(x, y), r = std::abs(x - y) / least;
    return (r == 0 ? 1 : std::log1p(r) / r) / least;
  }

  /// A_iJkL += value n_A(i) m_B(J) n_C(k) m_D(L), with the directions n in space and m = F^-1 n.
  static void add(const Lanes& value, const Flow& flow, const Lanes (&reference)[3][3],
                  const std::array<int, 4>& axes, Tangent& A) {
    const auto [a, b, c, d] = axes;
    for (int left = 0; left < 9; ++left) {
      const Lanes first = value * flow.b.vector[a][left % 3] * reference[b][left / 3];
      for (int right = 0; right < 9; ++right)
        A.col(left + 9 * right) += first * flow.b.vector[c][right % 3] * reference[d][right / 3];
    }
  }

  Lame lame_;
  Real bulk_;
  Hardening hardening_;
};
}  // namespace

TACTUS_PLUGIN(
    J2Plastic, "j2_plastic",
    "Metals such as steel: von Mises plasticity with isotropic hardening, large deformations")
