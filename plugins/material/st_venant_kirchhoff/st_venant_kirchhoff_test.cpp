// Tests of st_venant_kirchhoff: the promises of every material, the closed forms of uniaxial stretch
// (MAT-2 of the verification catalogue), the digits of small strains, and what it refuses.
#include <tactus/conformance/material.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/material_points.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

std::unique_ptr<Material> mmm() {
  return make_component<Material>("st_venant_kirchhoff", {{"young", 1e6}, {"poisson", 0.3}});
}

Matrix3 stress_of(const Material& law, Real a, Real b, Real c) {
  return ask(law, Matrix3(Eigen::Vector3d(a, b, c).asDiagonal())).P;
}

}  // namespace

TEST_CASE("st_venant_kirchhoff keeps every promise of a material",
          "[material][st_venant_kirchhoff]") {
  const Real poisson = GENERATE(0.3, 0.0, -0.4, 0.49);
  conformance::check_material([&] {
    return make_component<Material>("st_venant_kirchhoff", {{"young", 2.6}, {"poisson", poisson}});
  });
}

TEST_CASE("MAT-2 st_venant_kirchhoff in uniaxial stretch: confined, free",
          "[material][st_venant_kirchhoff]") {
  const auto law = mmm();
  CHECK(stress_of(*law, 0.9, 1, 1)(0, 0) == Approx(-115096.1538).epsilon(1e-9));
  CHECK(stress_of(*law, 1.1, 1, 1)(0, 0) == Approx(155480.7692).epsilon(1e-9));
  for (const auto& [s, printed_t, P11] :
       {std::tuple(0.9, 1.0281050530, -85500.0), std::tuple(1.1, 0.9679876032, 115500.0)}) {
    const Real t = std::sqrt(1 - 0.3 * (s * s - 1));
    CHECK(t == Approx(printed_t).epsilon(1e-9));
    const Matrix3 P = stress_of(*law, s, t, t);
    CHECK(P(0, 0) == Approx(P11).epsilon(1e-9));
    CHECK(std::abs(P(1, 1)) <= 1e-9 * 1e6);
    CHECK(std::abs(P(2, 2)) <= 1e-9 * 1e6);
    // Energy per reference volume: the integral of P_11 ds along free stretch, E/8 (s^2 - 1)^2.
    const Matrix3 F = Eigen::Vector3d(s, t, t).asDiagonal();
    CHECK(ask(*law, F).W == Approx(1e6 / 8 * (s * s - 1) * (s * s - 1)).epsilon(1e-12));
  }
}

TEST_CASE("MAT-2 st_venant_kirchhoff softens below a stretch of 1/sqrt(3)",
          "[material][st_venant_kirchhoff]") {
  const auto law = mmm();
  Matrix3 along = Matrix3::Zero();
  along(0, 0) = 1;
  const auto stiffness = [&](Real s) {  // dP_11/ds, the others held
    return tangent_times(*law, Matrix3(Eigen::Vector3d(s, 1, 1).asDiagonal()), along)(0, 0);
  };
  CHECK(std::abs(stiffness(1 / std::sqrt(3.0))) <= 1e-9 * law->p_wave_modulus());
  CHECK(stiffness(0.58) > 0);
  CHECK(stiffness(0.57) < 0);
  CHECK(stiffness(1) == Approx(law->p_wave_modulus()).epsilon(1e-14));
}

TEST_CASE("st_venant_kirchhoff keeps the digits of small strains",
          "[material][st_venant_kirchhoff]") {
  const auto law = make_component<Material>("st_venant_kirchhoff", {{"lambda", 1.5}, {"mu", 1.0}});
  Matrix3 F = Matrix3::Identity();
  F(0, 0) += 0x1p-40;  // E_11 = 2^-40 + 2^-81
  CHECK(ask(*law, F).P(0, 0) == Approx(3.5 * 0x1p-40).epsilon(1e-11));
  CHECK(ask(*law, F).W == Approx(3.5 * 0x1p-80 / 2).epsilon(1e-11));
}

TEST_CASE("st_venant_kirchhoff refuses an inverted element and names J",
          "[material][st_venant_kirchhoff]") {
  const auto law = mmm();
  CHECK_THROWS_WITH(ask(*law, Matrix3(-Matrix3::Identity())), "J = -1 is not positive");
  const Matrix3 flat = Eigen::Vector3d(1, 0, 1).asDiagonal();
  CHECK_THROWS_AS(ask(*law, flat), EvaluationError);
}
