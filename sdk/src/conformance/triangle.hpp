/// A triangle of an elastic material in the plane, for integrators that form the stress of a step by a rule
/// of their own.
#pragma once

#include <Eigen/LU>
#include <cmath>

#include "tactus/conformance/doubles.hpp"
#include "tactus/material.hpp"

namespace tactus::conformance {

/// W = (exp(2 E:E) - 1)/2 of Green's strain E: no rule that is exact for polynomials gives its work.
class StiffeningMaterial final : public Material {
 private:
  void do_evaluate(const MaterialBatch& batch, Context&) const override {
    for (std::size_t t = 0; t < batch.F.size(); ++t)
      for (int lane = 0; lane < kLanes; ++lane) {
        const Eigen::Matrix3d F = Eigen::Map<const Eigen::Matrix3d, 0, Eigen::InnerStride<kLanes>>(
            batch.F[t].data() + lane);
        const Eigen::Matrix3d E = (F.transpose() * F - Eigen::Matrix3d::Identity()) / 2;
        const Real square = E.squaredNorm(), grown = std::exp(2 * square);
        if (!batch.W.empty()) batch.W[t][lane] = std::expm1(2 * square) / 2;
        if (!batch.P.empty())
          Eigen::Map<Eigen::Matrix3d, 0, Eigen::InnerStride<kLanes>>(batch.P[t].data() + lane) =
              2 * grown * F * E;
        for (Index b = 0; b < (batch.A.empty() ? 0 : 9); ++b) {
          Eigen::Matrix3d dF = Eigen::Matrix3d::Zero();
          dF(b % 3, b / 3) = 1;
          const Eigen::Matrix3d half = dF.transpose() * F / 2, dE = half + half.transpose();
          const Eigen::Matrix3d dP =
              2 * grown * (dF * E + F * dE + 4 * E.cwiseProduct(dE).sum() * F * E);
          for (Index a = 0; a < 9; ++a) batch.A[t](lane, a + 9 * b) = dP(a % 3, a / 3);
        }
      }
  }
  Real do_p_wave_modulus() const override { return 2; }
};

/// Its corners are three masses whose coordinates are places.
class Triangle {
 public:
  Triangle() {
    system.make_nodes();
    system.set_ruled_force([this](const StressRule& rule, View<Real> q_0, View<Real> q_1,
                                  Out<Real> force, Out<Real> slope, Context& context) {
      const Tensor F_0 = gradient(q_0), F_1 = gradient(q_1);
      Tensor P;
      Tangent A;
      MaterialBatch batch{.F = {&F_1, 1}, .P = {&P, 1}, .plane = true};
      if (!slope.empty()) batch.A = {&A, 1};
      rule.evaluate(material_, batch, {&F_0, 1}, context);
      pull(P, force);
      if (!slope.empty()) stiffen(A, slope);
    });
  }
  Triangle(const Triangle&) = delete;
  Triangle& operator=(const Triangle&) = delete;

  Real energy(View<Real> q) const {
    const Tensor F = gradient(q);
    Lanes W;
    SerialContext context;
    material_.evaluate({.F = {&F, 1}, .W = {&W, 1}, .plane = true}, context.context());
    return kArea * W[0];
  }

  MassSystem system{
      {2, 2, 3, 3, 1, 1},
      [this](View<Real> q, Out<Real> force) {
        const Tensor F = gradient(q);
        Tensor P;
        SerialContext context;
        material_.evaluate({.F = {&F, 1}, .P = {&P, 1}, .plane = true}, context.context());
        pull(P, force);
      },
      1,
      [this](View<Real> q) { return energy(q); }};
  inline static const std::vector<Real> kPlace{0, 0, 1, 0, 0, 1},
      kVelocity{0.5, -0.5, 0.2, 1.5, -1.5, 0.3};

 private:
  static constexpr Real kArea = 0.5;
  static constexpr Real kShape[3][2] = {
      {-1, -1}, {1, 0}, {0, 1}};  ///< gradients of shape functions

  static Tensor gradient(View<Real> q) {
    Tensor F = Tensor::Zero();
    F.col(8) = 1;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
          F.col(static_cast<Index>(i + 3 * j)) += q[2 * a + i] * kShape[a][j];
    return F;
  }
  static void pull(const Tensor& P, Out<Real> force) {
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t i = 0; i < 2; ++i)
        force[2 * a + i] = -kArea * (P(0, static_cast<Index>(i)) * kShape[a][0] +
                                     P(0, static_cast<Index>(i + 3)) * kShape[a][1]);
  }
  static void stiffen(const Tangent& A, Out<Real> slope) {
    for (std::size_t at = 0; at < 36; ++at) {
      const std::size_t row = at / 6, column = at % 6;
      slope[at] = 0;
      for (std::size_t j = 0; j < 2; ++j)
        for (std::size_t l = 0; l < 2; ++l) {
          const auto a = static_cast<Index>(row % 2 + 3 * j),
                     b = static_cast<Index>(column % 2 + 3 * l);
          slope[at] -= kArea * kShape[row / 2][j] * A(0, a + 9 * b) * kShape[column / 2][l];
        }
    }
  }
  StiffeningMaterial material_;
};

}  // namespace tactus::conformance
