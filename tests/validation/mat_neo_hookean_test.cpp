// neo_hookean at a point, and its assembly: MAT-1, MAT-3, MAT-4, MAT-5 of the verification catalogue.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "core/model/fem_system.hpp"
#include "core/support/executor.hpp"
#include "tests/scene.hpp"
#include "tests/support/material_points.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kLambda = 1.75e11, kMu = 0.801e11;  // Pa, KROM

std::unique_ptr<Material> krom() {
  return make_component<Material>("neo_hookean", {{"lambda", kLambda}, {"mu", kMu}});
}

/// W0(z) for z > 0, by Newton's method on w e^w = z.
Real lambert(Real z) {
  Real w = std::log1p(z);
  for (int i = 0; i < 50; ++i) w -= (w - z * std::exp(-w)) / (1 + w);
  return w;
}

struct Uniaxial {
  Real s, confined, plane_t, plane_P11, plane_P33, free_t, free_P11;
};
constexpr Uniaxial kTable[] = {
    {0.7, -1.475273e11, 1.18599162, -1.048825e11, -3.256675e10, 1.12483207, -8.871043e10},
    {0.8, -8.485765e10, 1.11654438, -6.074297e10, -1.975838e10, 1.07755685, -5.217802e10},
    {0.9, -3.739677e10, 1.05504525, -2.697772e10, -9.060950e09, 1.03637434, -2.350239e10},
    {1.1, 3.045480e10, 0.95031747, 2.234766e10, 7.761426e09, 0.96751270, 1.994630e10},
    {1.2, 5.595856e10, 0.90517256, 4.142923e10, 1.447108e10, 0.93822945, 3.736168e10},
    {1.5, 1.140543e11, 0.79116263, 8.672489e10, 2.996234e10, 0.86494441, 8.019992e10}};

}  // namespace

TEST_CASE("MAT-1 neo_hookean in uniaxial stretch: confined, plane strain, free",
          "[validation][material]") {
  const auto law = krom();
  const auto stress = [&](Real a, Real b, Real c) {
    return ask(*law, Matrix3(Eigen::Vector3d(a, b, c).asDiagonal())).P;
  };
  for (const Uniaxial& row : kTable) {
    const Real s = row.s, ln = std::log(s);
    CHECK(stress(s, 1, 1)(0, 0) == Approx(row.confined).epsilon(1e-6));
    const Real t =
        std::sqrt(kLambda / (2 * kMu) *
                  lambert(2 * kMu / kLambda * std::exp(2 * (kMu - kLambda * ln) / kLambda)));
    CHECK(t == Approx(row.plane_t).epsilon(1e-8));
    const Matrix3 plane = stress(s, t, 1);
    CHECK(plane(0, 0) == Approx(row.plane_P11).epsilon(1e-6));
    CHECK(plane(2, 2) == Approx(row.plane_P33).epsilon(1e-6));
    CHECK(std::abs(plane(1, 1)) <= 1e-12 * kMu);
    const Real u = std::sqrt(kLambda / kMu *
                             lambert(kMu / kLambda * std::exp((kMu - kLambda * ln) / kLambda)));
    CHECK(u == Approx(row.free_t).epsilon(1e-8));
    const Matrix3 free = stress(s, u, u);
    CHECK(free(0, 0) == Approx(row.free_P11).epsilon(1e-6));
    CHECK(free(0, 0) == Approx(kMu * (s * s - u * u) / s).epsilon(1e-12));
    CHECK(std::abs(free(1, 1)) <= 1e-12 * kMu);
  }
}

TEST_CASE("MAT-1 neo_hookean in simple shear and at rest", "[validation][material]") {
  const auto law = krom();
  Matrix3 F = Matrix3::Identity();
  F(0, 1) = 0.3;
  Matrix3 expected = Matrix3::Zero();
  expected(0, 1) = expected(1, 0) = 0.3 * kMu;
  const Matrix3 P = ask(*law, F).P, cauchy = P * F.transpose();  // J = 1
  CHECK((P - expected).norm() <= 1e-14 * kLambda);
  CHECK(cauchy(0, 0) == Approx(0.09 * kMu).epsilon(1e-12));
  CHECK(cauchy(0, 1) == Approx(0.3 * kMu).epsilon(1e-12));
  const auto tangent = [&](int i, int J, int k, int L) {
    Matrix3 H = Matrix3::Zero();
    H(k, L) = 1;
    return tangent_times(*law, Matrix3::Identity(), H)(i, J);
  };
  CHECK(tangent(0, 0, 0, 0) == Approx(kLambda + 2 * kMu).epsilon(1e-14));
  CHECK(tangent(0, 0, 1, 1) == Approx(kLambda).epsilon(1e-14));
  CHECK(tangent(0, 1, 0, 1) == Approx(kMu).epsilon(1e-14));
  CHECK(ask(*law, Matrix3::Identity()).W == 0);
  CHECK(std::sqrt(law->p_wave_modulus() / 1e3) == Approx(18308.47).margin(0.005));
}

TEST_CASE("MAT-3 neo_hookean is objective, isotropic and free of stress in a rotation",
          "[validation][material]") {
  const auto law = krom();
  RandomMatrices random(3);
  for (int i = 0; i < 100; ++i) {
    const Matrix3 F = random.deformation(0.4, 0.3, 3), Q = random.rotation();
    const PointAnswer at = ask(*law, F);
    CHECK((ask(*law, Matrix3(Q * F)).P - Q * at.P).norm() <= 1e-13 * at.P.norm());
    CHECK((ask(*law, Matrix3(F * Q)).P - at.P * Q).norm() <= 1e-13 * at.P.norm());
    CHECK(ask(*law, Q).P.norm() <= 1e-13 * kMu);
    CHECK(std::abs(ask(*law, Matrix3(Q * F)).W - at.W) <= 1e-13 * std::max(at.W, kMu));
  }
}

namespace {

/// Root of the mean square over 100 points of the error of central differences along |H| = 1, over lambda + 2 mu.
template <class Error>
Real mean_error(Real step, const Error& error) {
  RandomMatrices random(4);
  Real sum = 0;
  for (int i = 0; i < 100; ++i) {
    const Matrix3 F = random.deformation(0.2, 0.5, 2), H = random.uniform().normalized();
    sum += std::pow(error(F, H, step) / (kLambda + 2 * kMu), 2);
  }
  return std::sqrt(sum / 100);
}

/// Order 2, down to a floor of 1e-9.
template <class Error>
void check_order_two(const Error& error) {
  const Real e2 = mean_error(1e-2, error), e3 = mean_error(1e-3, error),
             e4 = mean_error(1e-4, error);
  CHECK(e2 / e3 == Approx(100).margin(5));
  CHECK(e3 / e4 == Approx(100).margin(5));
  CHECK(mean_error(1e-5, error) <= 1e-9);
}

}  // namespace

TEST_CASE("MAT-4 stress and tangent are derivatives to second order", "[validation][material]") {
  const auto law = krom();
  check_order_two([&](const Matrix3& F, const Matrix3& H, Real e) {
    const Real up = ask(*law, Matrix3(F + e * H)).W, down = ask(*law, Matrix3(F - e * H)).W;
    return (up - down) / (2 * e) - ask(*law, F).P.cwiseProduct(H).sum();
  });
  check_order_two([&](const Matrix3& F, const Matrix3& H, Real e) {
    const Matrix3 up = ask(*law, Matrix3(F + e * H)).P, down = ask(*law, Matrix3(F - e * H)).P;
    return ((up - down) / (2 * e) - tangent_times(*law, F, H)).norm();
  });
}

TEST_CASE("MAT-4 assembled force and stiffness are derivatives of the energy",
          "[validation][material]") {
  const int dim = GENERATE(2, 3);
  core::Runtime runtime(1);
  Context& context = runtime.context();
  test::Scene scene(dim);
  scene.body("block", dim == 2 ? test::rectangle(1, 1, 4, 4) : test::cube(2),
             scene.material(krom(), "neo_hookean"));
  const auto model = scene.model();
  core::FemSystem system(*model);
  const auto n = static_cast<std::size_t>(model->layout().dofs);
  std::vector<Real> q(n), h(n), f(n), kh(n), up(n), down(n);
  for (std::size_t i = 0; i < n; ++i) {
    q[i] = model->reference()[i] + 0.02 * (2 * context.random(1, i) - 1);
    h[i] = 0.1 * (2 * context.random(2, i) - 1);
  }
  REQUIRE(system.force({.q = q}, f, context));
  const auto stiffness = system.new_tangent();
  REQUIRE(system.tangent({.q = q}, Mass::lumped, 0, 1, *stiffness, context));
  stiffness->apply(h, kh, context);
  const Real work = context.executor->dot(f, h), size = std::sqrt(context.executor->dot(kh, kh));
  Real best_energy = 1, best_force = 1;
  for (const Real e : {1e-2, 1e-3, 1e-4, 1e-5}) {
    Real above = 0, below = 0;
    REQUIRE(system.potential({.q = q, .u = h, .fraction = e}, above, context));
    REQUIRE(system.potential({.q = q, .u = h, .fraction = -e}, below, context));
    best_energy = std::min(best_energy, std::abs((above - below) / (2 * e) / work + 1));
    REQUIRE(system.force({.q = q, .u = h, .fraction = e}, up, context));
    REQUIRE(system.force({.q = q, .u = h, .fraction = -e}, down, context));
    Real square = 0;
    for (std::size_t i = 0; i < n; ++i) square += std::pow((down[i] - up[i]) / (2 * e) - kh[i], 2);
    best_force = std::min(best_force, std::sqrt(square) / size);
  }
  CHECK(best_energy <= 1e-7);
  CHECK(best_force <= 1e-7);
}

TEST_CASE("MAT-5 an element that inverts ends the run by name, and nothing becomes NaN",
          "[validation][material]") {
  // The right half flies at the left half so fast that no step resists, as short as the strain limit and
  // eight halvings make it.
  Simulation s(fmt::format(R"({{"description": "test", "dimension": 2,
    "bodies": [{{"name": "square", "density": 1000,
                 "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2], "triangles": 2}},
                 "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}},
                 "velocity": {{"gradient": [[-1e13, 0], [0, 0]]}}}}],
    "integrator": {{"type": "newmark", "beta": 0}},
    "time": {{"end": 1e-3, "step": 1e-6}}}})",
                           kLambda, kMu));
  const std::vector<Real> before(s.stepper.state().q.begin(), s.stepper.state().q.end());
  std::string message;
  try {
    s.run();
  } catch (const std::exception& error) {
    message = error.what();
  }
  for (const char* part : {"neo_hookean", "element ", "square", "step 1", "t = 0", "J = "})
    CHECK_THAT(message, Catch::Contains(part));
  for (const Real q : s.stepper.state().q) CHECK(std::isfinite(q));
  CHECK(std::equal(before.begin(), before.end(), s.stepper.state().q.begin()));
}
