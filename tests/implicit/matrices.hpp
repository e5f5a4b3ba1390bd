// Matrices for tests of linear solvers: tangents of a beam, and small ones that are written down.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <vector>

#include "core/model/linear_solvers.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tests/implicit/scenes.hpp"

namespace tactus::testing {

inline Vibrating beam_on(const std::string& support) { return Vibrating{.support = support}; }
inline const std::string kClamped = R"({"body": "beam", "group": "left"})";
inline const std::string kSliding = R"({"body": "beam", "group": "left", "fix": ["x"]})";

/// mass * M + stiffness * K of a beam.
struct BeamMatrix {
  BeamMatrix(const Vibrating& beam, Real mass, Real stiffness)
      : simulation(beam.scene()), linear(simulation.model) {
    fill(mass, stiffness);
  }
  void fill(Real mass, Real stiffness) {
    const ForceQuery at{.q = simulation.stepper.state().q, .fixed = fixed};
    if (!tangent) tangent = simulation.system.new_tangent();
    REQUIRE(simulation.system.tangent(at, Mass::lumped, mass, stiffness, *tangent, context()));
  }
  Context& context() { return simulation.context(); }
  std::size_t size() const { return static_cast<std::size_t>(tangent->size()); }
  Eigen::MatrixXd dense() {
    Eigen::MatrixXd A(tangent->size(), tangent->size());
    std::vector<Real> unit(size(), 0), column(size());
    for (std::size_t j = 0; j < size(); ++j) {
      unit[j] = 1;
      tangent->apply(unit, column, context());
      A.col(static_cast<Eigen::Index>(j)) = map(View<Real>(column));
      unit[j] = 0;
    }
    return A;
  }

  Simulation simulation;
  core::KernelSolvers linear;
  std::vector<std::uint8_t> fixed;  ///< empty: as supports say
  std::unique_ptr<LinearOperator> tangent;
};

/// Numbers without a pattern, from -1 to 1.
inline std::vector<Real> numbers(std::size_t count) {
  std::vector<Real> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = std::sin(static_cast<Real>(i * i % 1009) + 0.7 * static_cast<Real>(i));
  return x;
}

inline Real distance(View<Real> a, View<Real> b) {
  return (map(a) - map(b)).lpNorm<Eigen::Infinity>();
}

/// An operator that can only be applied.
class Applied final : public LinearOperator {
 public:
  explicit Applied(const LinearOperator& of) : of_(of) {}
  Index size() const override { return of_.size(); }
  void apply(View<Real> x, Out<Real> y, Context& context) const override {
    of_.apply(x, y, context);
  }

 private:
  const LinearOperator& of_;
};

}  // namespace tactus::testing
