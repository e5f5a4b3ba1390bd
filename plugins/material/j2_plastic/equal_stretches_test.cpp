// Metals that flow where principal stretches are equal or nearly so, as in uniaxial tension, against Eigen's iteration.
#include <catch2/catch.hpp>
#include <tactus/conformance/random.hpp>

#include "tests/support/copper.hpp"
#include "tests/support/material_points.hpp"

using namespace tactus;
using namespace tactus::testing;
using namespace tactus::testing::copper;

namespace {

struct Numbers : conformance::Random {
  using Random::Random;
  bool one_in(int n) { return between(0, n) < 1; }
  Real logarithmic(Real a, Real b) { return std::exp(between(std::log(a), std::log(b))); }
};

/// Stress, energy and plastic strain of the first step from rest, by Eigen's iteration: the radial return in the
/// principal axes of F F'.
struct FirstStep {
  Matrix3 tau;
  Real W = 0, alpha = 0;

  static Real equivalent(const Matrix3& t) {
    return std::sqrt(1.5) * (t - t.trace() / 3 * Matrix3::Identity()).norm();
  }
  explicit FirstStep(const Matrix3& F) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(F * F.transpose());
    const Eigen::Vector3d strain = axes.eigenvalues().array().log() / 2;
    Eigen::Vector3d dev = strain.array() - strain.mean();
    const Real trial = std::sqrt(6.) * kShear * dev.norm();
    alpha = std::max(Real{0}, (trial - kYield) / (3 * kShear + kHardening));
    if (alpha > 0) dev *= 1 - 3 * kShear * alpha / trial;
    const Eigen::Vector3d t = (kBulk * strain.sum() + 2 * kShear * dev.array()).matrix();
    tau = axes.eigenvectors() * t.asDiagonal() * axes.eigenvectors().transpose();
    W = kBulk * strain.sum() * strain.sum() / 2 + kShear * dev.squaredNorm();
  }
};

}  // namespace

TEST_CASE("j2_plastic is right where principal stretches are equal, or nearly so",
          "[material][j2_plastic]") {
  const auto law = metal();
  RandomMatrices turns(8);
  Numbers random(9);
  for (int k = 0; k < 3000; ++k) {
    CAPTURE(k);
    // Two or three stretches that differ by nothing or by 1e-17 to 1e-3; along the axes, too, and next to them.
    const Real first = random.logarithmic(1e-2, 1e2);
    const auto near = [&] { return random.one_in(3) ? 0 : random.logarithmic(1e-17, 1e-3); };
    const Real second = first * (1 + near());
    const Real third =
        random.one_in(2) ? first * (1 + near()) : first * random.logarithmic(0.1, 10);
    Matrix3 Q = random.one_in(4) ? Matrix3(Matrix3::Identity()) : turns.rotation();
    Matrix3 U = diagonal(first, second, third);
    if (random.one_in(2)) std::swap(U(0, 0), U(2, 2));
    Matrix3 F = Q * U * (random.one_in(2) ? Matrix3(Q.transpose()) : turns.rotation());
    if (random.one_in(4)) F(0, 1) += first * random.logarithmic(1e-300, 1e-10);
    const FirstStep expected(F);
    PointInTime point(*law);
    const PointAnswer answer = point.to(F, kStep);
    const Real size = kYoung * std::max(Real{1}, expected.tau.norm() / kYoung);
    REQUIRE((answer.P * F.transpose() - expected.tau).norm() <= 1e-12 * size);
    REQUIRE(std::abs(answer.W - expected.W) <= 1e-12 * std::max(size, expected.W));
    REQUIRE(std::abs(point.remembered("plastic_strain") - expected.alpha) <= 1e-12);
    // What it leaves behind is the state whose next trial changes nothing.
    REQUIRE((point.tried(F, 0).P * F.transpose() - expected.tau).norm() <= 1e-11 * size);
    if (k % 10 != 0) continue;
    const PointInTime rest(*law);
    const Matrix3 H = first * turns.rotation();
    constexpr Real h = 1e-4;
    const auto P = [&](Real way) { return rest.tried(F + way * h * H, kStep).P; };
    const Matrix3 slope = (8 * (P(1) - P(-1)) - (P(2) - P(-2))) / (12 * h);
    // The yield condition is a bend, which no place of the difference may be beyond.
    if (expected.alpha < 0.01 && FirstStep::equivalent(expected.tau) > 0.1 * kYield) continue;
    REQUIRE((rest.tangent_times(F, H, kStep) - slope).norm() <= 1e-7 * size / first);
  }
}

TEST_CASE("j2_plastic stays right in uniaxial flow, step by step, along any axis",
          "[material][j2_plastic]") {
  const auto law = metal();
  RandomMatrices turns(10);
  Numbers random(11);
  for (int k = 0; k < 100; ++k) {
    const Matrix3 Q = k % 4 == 0 ? Matrix3(Matrix3::Identity()) : turns.rotation();
    PointInTime turned(*law), along(*law);
    const Real end = random.logarithmic(0.5, 2);
    for (int step = 1; step <= 50; ++step) {
      const Real x = std::pow(end, step / 50.), y = std::pow(x, -0.49);
      const Matrix3 U = diagonal(x, y, y), F = Q * U * Q.transpose();
      const PointAnswer a = along.to(U, kStep), b = turned.to(F, kStep);
      REQUIRE((Q * a.P * Q.transpose() - b.P).norm() <= 1e-12 * kYoung);
      REQUIRE((turned.tried(F, 0).P - b.P).norm() <= 1e-11 * kYoung);
      REQUIRE(turned.tangent_times(F, Q, kStep).allFinite());
    }
    REQUIRE(turned.remembered("plastic_strain") ==
            Approx(along.remembered("plastic_strain")).epsilon(1e-11));
  }
}
