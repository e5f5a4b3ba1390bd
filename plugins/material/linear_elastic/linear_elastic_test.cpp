// Tests of linear_elastic: the promises of every material, Hooke's law, the digits of small
// strains, and that it is not objective.
#include <tactus/conformance/claims.hpp>
#include <tactus/conformance/material.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/material_points.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("linear_elastic keeps every promise of a material", "[material][linear_elastic]") {
  const Real poisson = GENERATE(0.3, 0.0, -0.4, 0.49);
  conformance::check_material([&] {
    return make_component<Material>("linear_elastic", {{"young", 2.6}, {"poisson", poisson}});
  });
}

TEST_CASE("linear_elastic is Hooke's law", "[material][linear_elastic]") {
  const auto material = make_component<Material>("linear_elastic", {{"lambda", 1.5}, {"mu", 1.0}});
  const Matrix3 H = RandomMatrices(4).uniform(), e = (H + H.transpose()) / 2;
  const Matrix3 s = 1.5 * e.trace() * Matrix3::Identity() + 2 * e;
  const PointAnswer answer = ask(*material, Matrix3(Matrix3::Identity() + H));
  CHECK((answer.P - s).norm() <= 1e-15 * 10);
  CHECK(answer.W == Approx(s.cwiseProduct(e).sum() / 2).epsilon(1e-14));
}

TEST_CASE("linear_elastic keeps the digits of small strains", "[material][linear_elastic]") {
  const auto material = make_component<Material>("linear_elastic", {{"lambda", 1.5}, {"mu", 1.0}});
  Matrix3 F = Matrix3::Identity();
  F(0, 0) += 0x1p-40;  // exact in a double
  CHECK(ask(*material, F).P(0, 0) == 3.5 * 0x1p-40);
  CHECK(ask(*material, F).W == 3.5 * 0x1p-80 / 2);
}

TEST_CASE("linear_elastic says that it is not objective, and is not",
          "[material][linear_elastic]") {
  const auto material = make_component<Material>("linear_elastic", {{"lambda", 1.5}, {"mu", 1.0}});
  CHECK_FALSE(conformance::Claims(*material).has(capability::objective));
  const Matrix3 Q = Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  // e = (cos a - 1) (1, 1, 0): W = (lambda/2 * 4 + mu * 2) (1 - cos a)^2
  const Real c = 1 - std::cos(0.5);
  CHECK(ask(*material, Q).W == Approx((2 * 1.5 + 2) * c * c).epsilon(1e-13));
}
