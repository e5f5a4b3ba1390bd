// The standard linear solid against its closed forms, at a point.
#include <array>
#include <complex>
#include <numbers>
#include <tactus/conformance/material.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/material_points.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kLambda = 1.5, kMu = 1;
using List = std::vector<double>;

std::unique_ptr<Material> solid(List fractions, List times) {
  return make_component<Material>("viscoelastic", {{"lambda", kLambda},
                                                   {"mu", kMu},
                                                   {"fractions", std::move(fractions)},
                                                   {"relaxation_times", std::move(times)}});
}

/// One point that is led through time, with a law of its own.
class Point : public PointInTime {
 public:
  explicit Point(std::unique_ptr<Material> law) : PointInTime(*law), law_(std::move(law)) {}
  Real dissipated() const { return remembered("dissipated"); }

 private:
  std::unique_ptr<Material> law_;
};

Matrix3 strain_of(const Matrix3& F) { return (F.transpose() * F - Matrix3::Identity()) / 2; }

Matrix3 hooke(const Matrix3& E) { return kLambda * E.trace() * Matrix3::Identity() + 2 * kMu * E; }

Matrix3 random_deformation(std::uint64_t seed) {
  return RandomMatrices(seed).deformation(0.2, 0.4, 2);
}

}  // namespace

TEST_CASE("viscoelastic keeps every promise of a material", "[material][viscoelastic]") {
  const auto [fractions, times] = GENERATE(table<List, List>({
      {{0.5}, {1e-3}},
      {{0.3, 0.6}, {1e-5, 2}},
      {{0}, {1}},
  }));
  conformance::check_material(
      [fractions = fractions, times = times] { return solid(fractions, times); });
}

TEST_CASE("viscoelastic relaxes at constant strain as exp(-t/tau), however the time is divided",
          "[material][viscoelastic]") {
  const Matrix3 F = random_deformation(1);
  Point point(solid({0.4, 0.25}, {0.1, 3}));
  const Matrix3 elastic =
      0.35 * ask(*make_component<Material>("neo_hookean", {{"lambda", kLambda}, {"mu", kMu}}), F).P;
  const Matrix3 springs = F * hooke(strain_of(F));
  const Real energy = (strain_of(F).transpose() * hooke(strain_of(F))).trace() / 2;
  Real time = 0, start = 0;
  for (const Real dt : {0., 0.01, 1e-4, 0.5, 1e-9, 20.}) {
    const PointAnswer answer = point.to(F, dt);
    time += dt;
    const Real first = std::exp(-time / 0.1), second = std::exp(-time / 3);
    INFO(time);
    CHECK((answer.P - elastic - (0.4 * first + 0.25 * second) * springs).norm() < 1e-14);
    if (dt == 0) start = answer.W;
    const Real taken = (0.4 * (1 - first * first) + 0.25 * (1 - second * second)) * energy;
    CHECK(point.dissipated() == Approx(taken).epsilon(1e-12).margin(1e-15));
    CHECK(answer.W + point.dissipated() == Approx(start).epsilon(1e-13));
  }
}

TEST_CASE(
    "viscoelastic is neo_hookean where nothing relaxes, and a sum of elastic laws at both ends",
    "[material][viscoelastic]") {
  const Matrix3 F = random_deformation(2);
  const PointAnswer elastic =
      ask(*make_component<Material>("neo_hookean", {{"lambda", kLambda}, {"mu", kMu}}), F);
  const PointAnswer nothing = Point(solid({0}, {1})).to(F, 0.3);
  CHECK((nothing.P - elastic.P).norm() < 1e-15 * elastic.P.norm() + 1e-15);
  CHECK(nothing.W == Approx(elastic.W).epsilon(1e-14));
  // A step that is short beside tau, and one that is long.
  const Matrix3 springs = F * hooke(strain_of(F));
  CHECK((Point(solid({0.4}, {1e15})).to(F, 0.3).P - 0.6 * elastic.P - 0.4 * springs).norm() <
        1e-12);
  CHECK((Point(solid({0.4}, {1e-15})).to(F, 0.3).P - 0.6 * elastic.P).norm() < 1e-12);
}

TEST_CASE("viscoelastic has the storage and loss moduli of its Prony series",
          "[material][viscoelastic]") {
  const Real omega = GENERATE(0.3, 2.0, 15.0), strain = 1e-6;
  const std::array<Real, 2> g{0.4, 0.25}, tau{0.1, 3};
  Point point(solid({0.4, 0.25}, {0.1, 3}));
  constexpr int kSteps = 2000, kPeriods = 40;
  const Real dt = 2 * std::numbers::pi / omega / kSteps;
  std::complex<Real> answer = 0;
  for (int n = 1; n <= kSteps * kPeriods; ++n) {
    const Real phase = 2 * std::numbers::pi * n / kSteps;
    Matrix3 F = Matrix3::Identity();
    F(0, 1) = strain * std::sin(phase);
    const Real shear = point.to(F, dt).P(0, 1) / strain;
    if (n > kSteps * (kPeriods - 1)) answer += shear * std::polar(2. / kSteps, -phase);
  }
  // A sine is Im exp(i phase): its Fourier coefficient is -i times the complex modulus.
  const std::complex<Real> modulus = answer * std::complex<Real>(0, 1);
  std::complex<Real> exact = kMu * (1 - g[0] - g[1]);
  for (std::size_t k = 0; k < 2; ++k) {
    const std::complex<Real> turn(0, omega * tau[k]);
    exact += kMu * g[k] * turn / (1. + turn);
  }
  CHECK(modulus.real() == Approx(exact.real()).epsilon(2e-5));
  CHECK(modulus.imag() == Approx(exact.imag()).epsilon(2e-5));
}

TEST_CASE("viscoelastic is objective whatever went before", "[material][viscoelastic]") {
  Point still(solid({0.5}, {0.2})), turned(solid({0.5}, {0.2}));
  RandomMatrices random(3);
  for (int step = 0; step < 20; ++step) {
    const Matrix3 F = random.deformation(0.2, 0.4, 2), Q = random.rotation();
    const PointAnswer a = still.to(F, 0.05), b = turned.to(Q * F, 0.05);
    CHECK((b.P - Q * a.P).norm() < 1e-13);
    CHECK(b.W == Approx(a.W).epsilon(1e-13));
    CHECK(turned.dissipated() == Approx(still.dissipated()).epsilon(1e-13));
  }
}

TEST_CASE("what viscoelastic stores and dissipates in a step is the work of its springs, exactly",
          "[material][viscoelastic]") {
  // The strain changes at a constant rate: Gauss' rule over the exact solution, by steps that are divided.
  const Real dt = GENERATE(1e-6, 1e-2, 0.3, 50.0);
  const Matrix3 from = random_deformation(4), change = Matrix3::Identity() * 0.1;
  Point whole(solid({0.9}, {0.2})), parts(solid({0.9}, {0.2}));
  // Pure stretches, so that the strain can be led along a straight line.
  const auto stretch = [&](Real s) {
    const Matrix3 C = from.transpose() * from + s * change;
    return Eigen::SelfAdjointEigenSolver<Matrix3>(C).operatorSqrt();
  };
  whole.to(stretch(0), 0), parts.to(stretch(0), 0);
  const PointAnswer one = whole.to(stretch(1), dt);
  PointAnswer last;
  for (int k = 1; k <= 64; ++k) last = parts.to(stretch(k / 64.), dt / 64);
  CHECK((one.P - last.P).norm() < 1e-12);
  CHECK(one.W == Approx(last.W).epsilon(1e-12));
  CHECK(whole.dissipated() == Approx(parts.dissipated()).epsilon(1e-10));
}

TEST_CASE("viscoelastic refuses parts that do not fit together", "[material][viscoelastic]") {
  CHECK_THROWS_WITH(solid({0.5, 0.2}, {1}), Catch::Contains("as many"));
  CHECK_THROWS_WITH(solid({0.5, 0.5}, {1, 2}), Catch::Contains("not below 1"));
}
