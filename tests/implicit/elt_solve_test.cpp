// Patch tests as solves: inner nodes find the homogeneous deformation that the boundary of the patch
// follows.
#include <catch2/catch.hpp>

#include "core/model/fem_system.hpp"
#include "core/model/linear_solvers.hpp"
#include "core/support/executor.hpp"
#include "tactus/increment_problem.hpp"
#include "tactus/newton/newton.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"
#include "tests/support/patches.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

std::unique_ptr<Material> hooke() {
  return make_component<Material>("linear_elastic", {{"young", 1000.0}, {"poisson", 0.3}});
}
std::unique_ptr<Material> krom() {
  return make_component<Material>("neo_hookean", {{"lambda", 1.75e11}, {"mu", 0.801e11}});
}

struct Solved {
  Real off = 0;  ///< m, the largest distance of an inner coordinate from F X
  Index iterations = 0;
};

/// Equilibrium without inertia. Nodes from `first` on are inner ones and start undeformed.
Solved solve(core::Mesh mesh, Index first, const Eigen::Matrix3d& F,
             std::unique_ptr<Material> material, LinearMethod method) {
  const int dim = mesh.dim;
  test::Scene scene(dim);
  scene.body("patch", std::move(mesh), scene.material(std::move(material), "law"));
  const auto model = scene.model();
  core::FemSystem system(*model);
  core::Runtime runtime(1);
  core::KernelSolvers linear(*model);
  const View<Real> X = model->reference();
  std::vector<Real> moved(X.size(), 0), w(X.size());
  std::vector<std::uint8_t> fixed(X.size(), 0);
  for (std::size_t i = 0; i < X.size(); ++i) {
    const auto d = static_cast<Index>(i) % dim;
    for (int j = 0; j < dim; ++j)
      moved[i] += F(d, j) * X[i - static_cast<std::size_t>(d) + static_cast<std::size_t>(j)];
    moved[i] -= X[i];
    fixed[i] = static_cast<Index>(i) < first * dim;
  }
  IncrementProblem problem;
  const Out<Real> u = problem.pose(system, {.force = 1, .at = {.q = X, .fixed = fixed}});
  for (std::size_t i = 0; i < u.size(); ++i) w[i] = u[i] = fixed[i] ? moved[i] : 0;
  Newton newton;
  newton.setup(linear, method);
  REQUIRE(newton.solve(problem, true, w, runtime.context()));
  return {(map(View<Real>(w)) - map(View<Real>(moved))).lpNorm<Eigen::Infinity>(),
          newton.report().iterations};
}

Eigen::Matrix3d small_strain(int dim) {
  Eigen::Matrix3d G = Eigen::Matrix3d::Zero();
  if (dim == 2)
    G.topLeftCorner<2, 2>() << 1e-3, 1e-3, 1e-3, 2e-3;
  else
    G << 1e-3, 0.5e-3, 0.25e-3, 0.5e-3, 2e-3, 0.75e-3, 0.25e-3, 0.75e-3, 3e-3;
  return Eigen::Matrix3d::Identity() + G;
}

Eigen::Matrix3d finite_strain(int dim) {
  Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
  if (dim == 2)
    F.topLeftCorner<2, 2>() << 1.1, 0.2, -0.05, 0.95;
  else
    F << 1.1, 0.2, 0.05, -0.05, 0.95, 0.1, 0.02, -0.03, 1.05;
  return F;
}

}  // namespace

TEST_CASE("ELT-1 and ELT-2: inner nodes of small-strain patches are found by one solve",
          "[implicit][element]") {
  const LinearMethod method = GENERATE(LinearMethod::definite, LinearMethod::iterative);
  for (const Solved& solved : {solve(square_patch(), 4, small_strain(2), hooke(), method),
                               solve(cube_patch(), 8, small_strain(3), hooke(), method)}) {
    CHECK(solved.off <= 1e-15);
    CHECK(solved.iterations <= 3);
  }
}

TEST_CASE("ELT-3 inner nodes of finite-strain patches are found from the undeformed ones",
          "[implicit][element]") {
  const LinearMethod method = GENERATE(LinearMethod::definite, LinearMethod::iterative);
  for (const Solved& solved : {solve(square_patch(), 4, finite_strain(2), krom(), method),
                               solve(cube_patch(), 8, finite_strain(3), krom(), method)}) {
    CHECK(solved.off <= 1e-12);
    CHECK(solved.iterations <= 10);
  }
}
