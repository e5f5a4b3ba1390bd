// Tests of neo_hookean: the promises of every material, the closed form of a pure dilation, and
// what it refuses.
#include <tactus/conformance/material.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/material_points.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("neo_hookean keeps every promise of a material", "[material][neo_hookean]") {
  const Real poisson = GENERATE(0.3, 0.0, -0.4, 0.49);
  conformance::check_material([&] {
    return make_component<Material>("neo_hookean", {{"young", 2.6}, {"poisson", poisson}});
  });
}

TEST_CASE("neo_hookean has the closed-form stress of a pure dilation", "[material][neo_hookean]") {
  const auto material = make_component<Material>("neo_hookean", {{"lambda", 1.5}, {"mu", 1.0}});
  const Real s = GENERATE(0.5, 0.9, 1.0, 2.0);             // F = s I
  const Real p = (s - 1 / s) + 3 * 1.5 * std::log(s) / s;  // mu (s - 1/s) + 3 lambda ln s / s
  const PointAnswer answer = ask(*material, Matrix3(s * Matrix3::Identity()));
  CHECK((answer.P - p * Matrix3::Identity()).norm() < 1e-14);
  // Work along the path: the integral of 3 p ds, by parts in closed form.
  const Real ln = std::log(s);
  CHECK(answer.W == Approx(1.5 / 2 * 9 * ln * ln - 3 * ln + 1.5 * (s * s - 1)).margin(1e-14));
}

TEST_CASE("neo_hookean refuses an inverted element and names J", "[material][neo_hookean]") {
  const auto material = make_component<Material>("neo_hookean", {{"lambda", 1.5}, {"mu", 1.0}});
  CHECK_THROWS_WITH(ask(*material, Matrix3(-Matrix3::Identity())), "J = -1 is not positive");
  const Matrix3 flat = Eigen::Vector3d(1, 0, 1).asDiagonal();
  CHECK_THROWS_AS(ask(*material, flat), EvaluationError);
  Matrix3 unknown = Matrix3::Identity();
  unknown(0, 1) = unknown(1, 0) = std::numeric_limits<Real>::quiet_NaN();
  CHECK_THROWS_WITH(ask(*material, unknown), Catch::Contains("nan"));
}

TEST_CASE("neo_hookean is given by one whole pair of constants", "[material][neo_hookean]") {
  CHECK_THROWS(make_component<Material>("neo_hookean"));
  CHECK_THROWS(make_component<Material>("neo_hookean", {{"young", 1.0}}));
  CHECK_THROWS(make_component<Material>("neo_hookean", {{"young", 1.0}, {"mu", 1.0}}));
  const auto a = make_component<Material>("neo_hookean", {{"young", 2.6}, {"poisson", 0.3}});
  CHECK(a->p_wave_modulus() == Approx(3.5).epsilon(1e-15));  // lambda = 1.5, mu = 1
}
