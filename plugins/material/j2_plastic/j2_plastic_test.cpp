// Metals that flow, at a point: against closed forms and an integration of another kind.
#include <array>
#include <fstream>
#include <tactus/conformance/material.hpp>

#include "tests/support/copper.hpp"
#include "tests/support/material_points.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::testing;
using namespace tactus::testing::copper;
using tactus::test::TemporaryFolder;

namespace {

/// Von Mises' stress of the Kirchhoff stress P F'.
Real equivalent_stress(const Matrix3& P, const Matrix3& F) {
  const Matrix3 tau = P * F.transpose();
  return std::sqrt(1.5) * (tau - tau.trace() / 3 * Matrix3::Identity()).norm();
}

/// A bar under tension: the stretch across it for which it is free of stress there, by bisection.
Matrix3 tension(const PointInTime& bar, Real along) {
  Real low = 0.3, high = 1.5;
  for (int k = 0; k < 200 && high - low > 0; ++k) {
    const Real across = (low + high) / 2;
    if (across <= low || across >= high) break;
    (bar.tried(diagonal(along, across, across), kStep).P(1, 1) > 0 ? high : low) = across;
  }
  return diagonal(along, low, low);
}

/// Deforms a point along a path through random places, in steps short enough for it to flow.
void knead(PointInTime& point, RandomMatrices& random, Real spread, int places) {
  Matrix3 from = Matrix3::Identity();
  for (int k = 0; k < places; ++k) {
    const Matrix3 to = random.deformation(spread, 0.5, 2);
    for (int step = 1; step <= 10; ++step) point.to(from + step / 10. * (to - from), kStep);
    from = to;
  }
}

}  // namespace

TEST_CASE("j2_plastic keeps every promise of a material", "[material][j2_plastic]") {
  const auto hardening =
      GENERATE(OptionValues{{"yield_stress", kYield}, {"hardening", kHardening}},
               OptionValues{{"yield_stress", 5e9}},
               OptionValues{{"young", 210e9}, {"poisson", 0.3}, {"yield_stress", 250e6}},  // steel
               OptionValues{{"yield_stress", 1e9},
                            {"hardening", 1e9},
                            {"saturation_stress", 6e9},
                            {"saturation_rate", 20.}});
  conformance::check_material([&] { return metal(hardening); });
}

TEST_CASE("j2_plastic under tension has the stress of the law in one dimension",
          "[material][j2_plastic]") {
  // Kirchhoff's stress tau and the logarithmic strain e = tau/E + alpha, tau = yield + h alpha: exact for
  // any strain, as all axes stay where they are.
  const auto law = metal();
  PointInTime bar(*law);
  const Real tangent = kYoung * kHardening / (kYoung + kHardening), first = kYield / kYoung;
  for (const Real strain : {0.001, 0.003, 0.0034, 0.01, 0.1, 0.5, 1.0}) {
    const Matrix3 F = tension(bar, std::exp(strain));
    const PointAnswer answer = bar.to(F, kStep);
    const Real tau = answer.P(0, 0) * F(0, 0);
    const Real expected = strain < first ? kYoung * strain : kYield + tangent * (strain - first);
    const Real alpha = std::max(Real{0}, strain - expected / kYoung);
    INFO(strain);
    CHECK(tau == Approx(expected).epsilon(1e-9));
    CHECK(bar.remembered("plastic_strain") == Approx(alpha).epsilon(1e-9).margin(1e-15));
    CHECK(answer.W == Approx(expected * expected / (2 * kYoung)).epsilon(1e-8));
    CHECK(bar.remembered("dissipated") ==
          Approx(alpha * (kYield + kHardening * alpha / 2)).epsilon(1e-8).margin(1e-9));
    CHECK(std::log(F(0, 0) * F(1, 1) * F(2, 2)) == Approx(expected / (3 * kBulk)).epsilon(1e-8));
  }
}

TEST_CASE(
    "j2_plastic unloads elastically, and flows again where it had stopped, in either direction",
    "[material][j2_plastic]") {
  const auto law = metal();
  PointInTime bar(*law);
  bar.to(tension(bar, std::exp(0.05)), kStep);
  const Real alpha = bar.remembered("plastic_strain"), taken = bar.remembered("dissipated");
  const Real now = kYield + kHardening * alpha;  // stress now, and the new yield stress
  const auto stress_at = [&](Real strain) {
    const Matrix3 F = tension(bar, std::exp(strain));
    return bar.to(F, kStep).P(0, 0) * F(0, 0);
  };
  for (const Real fall :
       {0.1, 0.5, 1.0, 1.5, 1.99}) {  // times `now`: to compression of nearly as much
    CHECK(stress_at(0.05 - fall * now / kYoung) == Approx((1 - fall) * now).margin(1e-7 * now));
    CHECK(bar.remembered("plastic_strain") == alpha);  // to the bit
    CHECK(bar.remembered("dissipated") == taken);
  }
  CHECK(stress_at(0.05 - 0.3 * now / kYoung) == Approx(0.7 * now).epsilon(1e-7));
  const Real tangent = kYoung * kHardening / (kYoung + kHardening);
  CHECK(stress_at(0.06) == Approx(now + tangent * 0.01).epsilon(1e-8));
  // Isotropic hardening: in compression it begins at the same size of stress.
  const Real top = now + tangent * 0.01, turn = 0.06 - 2 * top / kYoung;
  CHECK(stress_at(turn - 0.01) == Approx(-top - tangent * 0.01).epsilon(1e-7));
}

TEST_CASE("j2_plastic hardens by saturation and by a table as it is told",
          "[material][j2_plastic]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "copper.csv") << "# plastic strain, yield stress [Pa]\n"
                                                 "0, 1e8\n0.1 ; 2e8\n\n0.3\t2.5e8  # the last\n";
  const auto table = metal({{"hardening_table", (folder.path() / "copper.csv").string()}});
  const auto saturating =
      metal({{"yield_stress", 1e8}, {"saturation_stress", 3e8}, {"saturation_rate", 7.}});
  const auto by_table = [](Real a) {
    return a < 0.1 ? 1e8 + 1e9 * a : a < 0.3 ? 2e8 + 2.5e8 * (a - 0.1) : 2.5e8;
  };
  const auto by_formula = [](Real a) { return 3e8 - 2e8 * std::exp(-7 * a); };
  const auto check = [](const Material& law, const auto& sigma, const auto& work) {
    PointInTime bar(law);
    for (const Real strain : {0.02, 0.2, 0.21, 0.6}) {  // one step passes two rows
      const Matrix3 F = tension(bar, std::exp(strain));
      const Real tau = bar.to(F, kStep).P(0, 0) * F(0, 0), alpha = bar.remembered("plastic_strain");
      INFO(strain);
      CHECK(tau == Approx(sigma(alpha)).epsilon(1e-9));
      CHECK(alpha + tau / kYoung == Approx(strain).epsilon(1e-9));
      CHECK(bar.remembered("dissipated") == Approx(work(alpha)).epsilon(1e-9));
    }
  };
  check(*table, by_table, [](Real a) {
    if (a < 0.1) return 1e8 * a + 0.5e9 * a * a;
    const Real b = std::min(a, Real{0.3}) - 0.1;
    return 1.5e7 + 2e8 * b + 1.25e8 * b * b + (a > 0.3 ? 2.5e8 * (a - 0.3) : 0);
  });
  check(*saturating, by_formula, [](Real a) { return 3e8 * a + 2e8 / 7 * std::expm1(-7 * a); });
}

namespace {

/// Simple shear F = I + g e1 e2', by the flow rule as a differential equation, with a thousand times as many
/// steps and no return: with tau the Kirchhoff stress of b_e and N = dev tau/|dev tau|,
///   d b_e/dt = l b_e + b_e l' - 2 sqrt(3/2) rate N b_e,
/// and the rate is that for which the yield condition holds on.
class ShearByRates {
 public:
  Matrix3 b = Matrix3::Identity();
  Real alpha = 0;

  Matrix3 stress() const {
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(b);
    const Eigen::Vector3d e = axes.eigenvalues().array().log() / 2;
    const Eigen::Vector3d t =
        (kBulk - 2 * kShear / 3) * e.sum() * Eigen::Vector3d::Ones() + 2 * kShear * e;
    return axes.eigenvectors() * t.asDiagonal() * axes.eigenvectors().transpose();
  }
  static Real size(const Matrix3& tau) {
    return std::sqrt(1.5) * (tau - tau.trace() / 3 * Matrix3::Identity()).norm();
  }
  void shear(Real amount) {
    Matrix3 l = Matrix3::Zero();
    l(0, 1) = amount;
    const auto moved = [&](const Matrix3& from, Real flow) -> Matrix3 {
      ShearByRates at;
      at.b = from;
      const Matrix3 tau = at.stress();
      const Real q = size(tau);
      const Matrix3 N = 1.5 / (q > 0 ? q : 1) * (tau - tau.trace() / 3 * Matrix3::Identity());
      return l * from + from * l.transpose() - 2 * flow * N * from;
    };
    // Heun's method; the flow of the step by the secant method on the yield condition at its end.
    const auto end = [&](Real flow) {
      const Matrix3 first = moved(b, flow);
      return Matrix3(b + (first + moved(b + first, flow)) / 2);
    };
    const auto excess = [&](Real flow) {
      ShearByRates at;
      at.b = end(flow);
      return size(at.stress()) - kYield - kHardening * (alpha + flow);
    };
    Real flow = 0, other = amount;
    if (excess(0) > 0)
      for (int k = 0; k < 60 && std::abs(other - flow) > 1e-16; ++k) {
        const Real f = excess(flow), g = excess(other);
        if (f == g) break;
        const Real next = other - g * (other - flow) / (g - f);
        flow = std::exchange(other, next);
      }
    const Real step = excess(0) > 0 ? other : 0;
    b = end(step);
    alpha += step;
  }
};

}  // namespace

TEST_CASE("j2_plastic in simple shear is what the rates of its flow rule add up to",
          "[material][j2_plastic]") {
  const auto law = metal();
  ShearByRates exact;
  constexpr int kFine = 20000;
  constexpr Real kMost = 0.5;
  for (int k = 0; k < kFine; ++k) exact.shear(kMost / kFine);
  const Matrix3 tau = exact.stress();
  std::array<Real, 2> error{}, strain_error{};
  for (const int which : {0, 1}) {
    const int steps = which == 0 ? 100 : 200;
    PointInTime point(*law);
    Matrix3 F = Matrix3::Identity(), P;
    for (int k = 1; k <= steps; ++k) {
      F(0, 1) = kMost * k / steps;
      P = point.to(F, kStep).P;
    }
    error[which] = (P * F.transpose() - tau).norm() / tau.norm();
    strain_error[which] = std::abs(point.remembered("plastic_strain") / exact.alpha - 1);
  }
  // The return is of first order where the axes turn.
  INFO(error[0] << " " << error[1] << "; plastic strain " << strain_error[0] << " "
                << strain_error[1]);
  CHECK(error[1] < 0.01);
  CHECK(error[0] / error[1] == Approx(2).margin(0.3));
  CHECK(strain_error[1] < 1e-3);
}

TEST_CASE("j2_plastic turns with the body, and what it remembers does not notice",
          "[material][j2_plastic]") {
  const auto law = metal();
  RandomMatrices random(3), turns(4);
  PointInTime still(*law), turning(*law);
  Matrix3 from = Matrix3::Identity();
  for (int k = 0; k < 20; ++k) {
    const Matrix3 to = random.deformation(0.1, 0.5, 2);
    for (int step = 1; step <= 5; ++step) {
      const Matrix3 F = from + step / 5. * (to - from), Q = turns.rotation();
      const PointAnswer a = still.to(F, kStep), b = turning.to(Q * F, kStep);
      REQUIRE((b.P - Q * a.P).norm() < 1e-11 * kYoung);
      REQUIRE(b.W == Approx(a.W).epsilon(1e-8));
      REQUIRE(turning.remembered("plastic_strain") ==
              Approx(still.remembered("plastic_strain")).epsilon(1e-10));
      for (Index n = 0; n < 3; ++n)
        REQUIRE(turning.remembered("inverse_plastic_diagonal", n) ==
                Approx(still.remembered("inverse_plastic_diagonal", n)).epsilon(1e-9));
    }
    from = to;
  }
  CHECK(still.remembered("plastic_strain") > 1);
}

TEST_CASE("j2_plastic has the stress of its stored energy at a fixed plastic state",
          "[material][j2_plastic]") {
  const auto law = metal();
  RandomMatrices random(5);
  PointInTime point(*law);
  knead(point, random, 0.2, 8);
  REQUIRE(point.remembered("plastic_strain") > 0.5);
  // In no time nothing flows, so that the plastic state stays what it is.
  const Matrix3 F = random.deformation(0.2, 0.5, 2);
  const Matrix3 P = point.tried(F, 0).P;
  constexpr Real h = 1e-4;
  for (int a = 0; a < 9; ++a) {
    Matrix3 d = Matrix3::Zero();
    d(a % 3, a / 3) = h;
    const auto W = [&](Real k) { return point.tried(F + k * d, 0).W; };
    const Real slope = (8 * (W(1) - W(-1)) - (W(2) - W(-2))) / (12 * h);
    CHECK(std::abs(slope - P(a % 3, a / 3)) < 1e-9 * kYoung);
  }
  // And what a step has left behind is a state in which the next trial there changes nothing.
  const PointAnswer end = point.to(F, kStep), again = point.tried(F, 0);
  CHECK((end.P - again.P).norm() < 1e-11 * kYoung);
  CHECK(again.W == Approx(end.W).epsilon(1e-10));
}

TEST_CASE("j2_plastic dissipates nothing below yield, and never gives anything back",
          "[material][j2_plastic]") {
  const auto law = metal();
  RandomMatrices random(6);
  PointInTime elastic(*law);
  for (int k = 0; k < 200; ++k) {
    elastic.to(random.deformation(5e-4, 0.5, 2), kStep);
    REQUIRE(elastic.remembered("dissipated") == 0);
    REQUIRE(elastic.remembered("inverse_plastic_diagonal") == 1);
  }
  PointInTime flowing(*law);
  Real taken = 0, strain = 0;
  for (int k = 0; k < 500; ++k) {
    const Matrix3 F = random.deformation(0.15, 0.5, 2);
    const PointAnswer answer = flowing.to(F, k % 7 == 0 ? 0 : kStep);
    REQUIRE(flowing.remembered("dissipated") >= taken);
    REQUIRE(flowing.remembered("plastic_strain") >= strain);
    taken = flowing.remembered("dissipated"), strain = flowing.remembered("plastic_strain");
    if (k % 7 == 0) continue;
    REQUIRE(equivalent_stress(answer.P, F) <= (kYield + kHardening * strain) * (1 + 1e-9));
  }
  // Plastic flow keeps the volume: det C_p = 1.
  const auto C = [&](const char* name, Index n) { return flowing.remembered(name, n); };
  Matrix3 inverse;
  for (Index i = 0; i < 3; ++i) {
    inverse(i, i) = C("inverse_plastic_diagonal", i);
    inverse((i + 1) % 3, (i + 2) % 3) = inverse((i + 2) % 3, (i + 1) % 3) =
        C("inverse_plastic_off", i);
  }
  CHECK(inverse.determinant() == Approx(1).epsilon(1e-10));
  CHECK(taken == Approx(kYield * strain + kHardening * strain * strain / 2).epsilon(1e-10));
}

TEST_CASE("j2_plastic is told its hardening in one whole way", "[material][j2_plastic]") {
  CHECK_THROWS(metal({}));
  CHECK_THROWS(metal({{"yield_stress", 1e8}, {"hardening_table", "x.csv"}}));
  CHECK_THROWS(metal({{"yield_stress", 1e8}, {"saturation_stress", 2e8}}));
  CHECK_THROWS_WITH(
      metal({{"yield_stress", 2e8}, {"saturation_stress", 1e8}, {"saturation_rate", 1.}}),
      Catch::Contains("that of the mesh"));
}

TEST_CASE("j2_plastic names the line of a table that is none", "[material][j2_plastic]") {
  const TemporaryFolder folder;
  const auto [text, message] = GENERATE(table<std::string, std::string>({
      {"", "has no rows"},
      {"# nothing\n\n", "has no rows"},
      {"0, 1e8\n0.1\n", "line 2: a row is two numbers"},
      {"strain, stress\n", "line 1: a row is two numbers"},
      {"0, 1e8, 3\n", "line 1: a row is two numbers"},
      {"0, nan\n", "line 1: a row is two numbers"},
      {"0.1, 1e8\n", "line 1: the first row is that of the plastic strain 0"},
      {"0, 0\n", "line 1: a yield stress is above 0"},
      {"0, 1e8\n\n0, 2e8\n", "line 3: plastic strains ascend"},
      {"0, 2e8\n0.1, 1e8\n", "line 2: the yield stress falls"},
  }));
  const auto file = folder.path() / "table.csv";
  std::ofstream(file) << text;
  CHECK_THROWS_WITH(metal({{"hardening_table", file.string()}}), Catch::Contains(message));
}
