// Elements: ELT-1 to ELT-5 of the verification catalogue. Patch tests as forces: at the exact field
// they vanish at inner nodes.
#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "core/model/fem_system.hpp"
#include "core/support/executor.hpp"
#include "tests/scene.hpp"
#include "tests/support/dense_algebra.hpp"
#include "tests/support/make_component.hpp"
#include "tests/support/patches.hpp"

using namespace tactus;
using tactus::testing::cube_patch;
using tactus::testing::make_component;
using tactus::testing::square_patch;

namespace {

constexpr Real kLambda = 1.75e11, kMu = 0.801e11;  // Pa, KROM

/// A patch under x = F X: force at all nodes, energy, stress table.
struct Patch {
  Patch(core::Mesh mesh, const Eigen::Matrix3d& F, std::unique_ptr<Material> material)
      : dim(mesh.dim), scene(mesh.dim) {
    scene.body("patch", std::move(mesh), scene.material(std::move(material), "law"));
    model = scene.model();
    core::FemSystem system(*model);
    core::Runtime runtime(1);
    const View<Real> X = model->reference();
    std::vector<Real> q(X.size(), 0);
    for (std::size_t i = 0; i < q.size(); ++i)
      for (int j = 0; j < dim; ++j)
        q[i] += F(static_cast<Index>(i) % dim, j) *
                X[i / static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim) +
                  static_cast<std::size_t>(j)];
    force.resize(q.size());
    columns = system.elements().stress_names().size();
    stress.resize(static_cast<std::size_t>(model->element_count()) * columns);
    REQUIRE(system.force({.q = q}, force, runtime.context()));
    energy = system.elements().strain_energy()[0];
    REQUIRE(system.elements().stress(q, stress, runtime.context()));
  }

  /// Largest force at the nodes from `first` on, over the largest of all.
  Real inner(std::size_t first) const {
    Real of_inner = 0, of_all = 0;
    for (std::size_t i = 0; i < force.size(); ++i) {
      of_all = std::max(of_all, std::abs(force[i]));
      if (i >= first * static_cast<std::size_t>(dim))
        of_inner = std::max(of_inner, std::abs(force[i]));
    }
    return of_inner / of_all;
  }
  /// Cauchy stress of every element against P F' / J.
  void check_stress(const Eigen::Matrix3d& F, const Eigen::Matrix3d& P, Real tolerance) const {
    const Eigen::Matrix3d s = P * F.transpose() / F.determinant();
    const std::vector<Real> expected =
        dim == 2 ? std::vector<Real>{s(0, 0), s(1, 1), s(0, 1), s(2, 2)}
                 : std::vector<Real>{s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(0, 2)};
    const Real mises = std::sqrt((std::pow(s(0, 0) - s(1, 1), 2) + std::pow(s(1, 1) - s(2, 2), 2) +
                                  std::pow(s(2, 2) - s(0, 0), 2)) /
                                     2 +
                                 3 * (s(0, 1) * s(0, 1) + s(1, 2) * s(1, 2) + s(0, 2) * s(0, 2)));
    for (std::size_t e = 0; e < stress.size(); e += columns) {
      for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(std::abs(stress[e + k] - expected[k]) <= tolerance * s.norm());
      CHECK(stress[e + columns - 1] == Approx(mises).epsilon(10 * tolerance));
    }
  }

  int dim;
  test::Scene scene;
  std::unique_ptr<core::Model> model;
  std::vector<Real> force, stress;
  std::size_t columns = 0;
  Real energy = 0;
};

std::unique_ptr<Material> krom_material() {
  return make_component<Material>("neo_hookean", {{"lambda", kLambda}, {"mu", kMu}});
}
std::unique_ptr<Material> hooke() {
  return make_component<Material>("linear_elastic", {{"young", 1000.0}, {"poisson", 0.3}});
}

}  // namespace

TEST_CASE("ELT-1 patch of triangles, small strain", "[validation][element]") {
  Eigen::Matrix3d G = Eigen::Matrix3d::Zero(), P = Eigen::Matrix3d::Zero();
  G.topLeftCorner<2, 2>() << 1e-3, 1e-3, 1e-3, 2e-3;
  P.diagonal() << 2.5, 42.5 / 13, 22.5 / 13;  // 2.500000000, 3.269230769, 1.730769231
  P(0, 1) = P(1, 0) = 10.0 / 13;              // 0.769230769
  const Eigen::Matrix3d F = Eigen::Matrix3d::Identity() + G;
  const Patch patch(square_patch(), F, hooke());
  CHECK(patch.inner(4) <= 1e-12);
  patch.check_stress(F, P, 1e-12);
}

TEST_CASE("ELT-2 patch of tetrahedra, small strain", "[validation][element]") {
  Eigen::Matrix3d G, P;
  G << 1, 0.5, 0.25, 0.5, 2, 0.75, 0.25, 0.75, 3;
  G *= 1e-3;
  P.diagonal() << 55.0 / 13, 5.0, 75.0 / 13;  // 4.230769231, 5.0, 5.769230769
  P(0, 1) = P(1, 0) = 5.0 / 13;               // 0.384615385
  P(1, 2) = P(2, 1) = 7.5 / 13;               // 0.576923077
  P(0, 2) = P(2, 0) = 2.5 / 13;               // 0.192307692
  const Eigen::Matrix3d F = Eigen::Matrix3d::Identity() + G;
  const Patch patch(cube_patch(), F, hooke());
  CHECK(patch.inner(8) <= 1e-12);
  patch.check_stress(F, P, 1e-12);
}

TEST_CASE("ELT-3 patch of triangles, finite strain", "[validation][element]") {
  Eigen::Matrix3d F = Eigen::Matrix3d::Identity(), P = Eigen::Matrix3d::Zero();
  F.topLeftCorner<2, 2>() << 1.1, 0.2, -0.05, 0.95;
  P.topLeftCorner<2, 2>() << 2.44191493e10, 1.26678500e10, 9.40360015e9, 2.34769918e9;
  P(2, 2) = kLambda * std::log(1.055);
  const Patch patch(square_patch(), F, krom_material());
  CHECK(patch.inner(4) <= 1e-12);
  CHECK(patch.energy == Approx(2.1699632698e9).epsilon(1e-10));
  patch.check_stress(F, P, 3e-9);  // the digits printed
}

TEST_CASE("ELT-3 patch of tetrahedra, finite strain", "[validation][element]") {
  Eigen::Matrix3d F, P;
  F << 1.1, 0.2, 0.05, -0.05, 0.95, 0.1, 0.02, -0.03, 1.05;
  P << 3.24836435e10, 1.29898786e10, 4.97797475e9, 7.75409484e9, 1.19342650e10, 5.95285338e9,
      3.13096032e9, 3.85183768e9, 2.54485222e10;
  const Patch patch(cube_patch(), F, krom_material());
  CHECK(patch.inner(8) <= 1e-12);
  CHECK(patch.energy == Approx(3.4272904753e9).epsilon(1e-10));
  patch.check_stress(F, P, 3e-9);
}

TEST_CASE("ELT-4 a rotated mesh has no force and no energy", "[validation][element]") {
  const int dim = GENERATE(2, 3);
  Eigen::Matrix3d Q;
  const Real c = std::cos(1.234), s = std::sin(1.234);
  Q << c, -s, 0, s, c, 0, 0, 0, 1;
  const Patch patch(dim == 2 ? test::rectangle(1, 1, 8, 8) : test::cube(8), Q, krom_material());
  const Real h = 0.125, area = dim == 2 ? 1 : h;  // stress times length, or area
  Real largest = 0;
  for (const Real f : patch.force) largest = std::max(largest, std::abs(f));
  CHECK(largest <= 1e-13 * kMu * h * area);
  CHECK(std::abs(patch.energy) <= 1e-13 * kMu);
}

TEST_CASE("ELT-4 the stiffness at rest has the rigid motions as its only zero modes",
          "[validation][element]") {
  const int dim = GENERATE(2, 3);
  core::Runtime runtime(1);
  test::Scene scene(dim);
  scene.body("body", dim == 2 ? test::rectangle(1, 1, 8, 8) : test::cube(2),
             scene.material(krom_material(), "neo_hookean"));
  const auto model = scene.model();
  core::FemSystem system(*model);
  const auto a = system.new_tangent();
  REQUIRE(system.tangent({.q = model->reference()}, Mass::lumped, 0, 1, *a, runtime.context()));
  const SparseView& view = *a->sparse();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(a->size(), a->size());
  for (Index row = 0; row < view.rows; ++row)
    for (Index k = view.start[static_cast<std::size_t>(row)];
         k < view.start[static_cast<std::size_t>(row) + 1]; ++k)
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          K(row * dim + i, view.column[static_cast<std::size_t>(k)] * dim + j) =
              view.value[static_cast<std::size_t>((k * dim + i) * dim + j)];
  CHECK((K - K.transpose()).norm() <= 1e-14 * K.norm());
  const Eigen::VectorXd modes = tactus::testing::eigenvalues(K);
  const Real largest = modes.maxCoeff();
  CHECK((modes.array().abs() <= 1e-12 * largest).count() == (dim == 2 ? 3 : 6));
  CHECK((modes.array() > 1e-4 * largest).count() == modes.size() - (dim == 2 ? 3 : 6));
}

TEST_CASE("ELT-5 lumped and consistent mass are density times volume", "[validation][element]") {
  core::Runtime runtime(1);
  const int which = GENERATE(0, 1, 2);
  test::Scene scene(which == 2 ? 3 : 2);
  core::BodyConfig& body =
      scene.body("body",
                 which == 0   ? test::rectangle(0.3, 1.7, 7, 5)
                 : which == 1 ? testing::generated(R"({"type": "disk", "radius": 0.7})")
                              : test::cube(3),
                 scene.material(krom_material(), "neo_hookean"));
  body.density = 7850;
  const auto model = scene.model();
  const core::FemSystem system(*model);
  // The disk is a polygon of 36 corners.
  const Real polygon = 18 * 0.49 * std::sin(2 * 3.14159265358979323846 / 36);
  const Real volume = which == 0 ? 0.3 * 1.7 : which == 1 ? polygon : 1;
  std::vector<Real> one(model->mass().size(), 1), m(one.size());
  system.apply_mass(Mass::consistent, one, m, runtime.context());
  Real lumped = 0, consistent = 0;
  for (const Real v : model->mass()) {
    CHECK(v > 0);
    lumped += v;
  }
  for (const Real v : m) consistent += v;
  CHECK(lumped == Approx(model->dim() * 7850 * volume).epsilon(1e-14));
  CHECK(consistent == Approx(model->dim() * 7850 * volume).epsilon(1e-14));
}
