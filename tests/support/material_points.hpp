// Materials asked at single points, and random deformations: for tests against closed forms.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "tactus/conformance/random.hpp"
#include "tactus/material.hpp"

namespace tactus::testing {

using Matrix3 = Eigen::Matrix3d;

struct PointAnswer {
  Real W = 0;
  Matrix3 P = Matrix3::Zero();
};

/// A tile with the same point in every lane.
inline Tensor tile_of(const Matrix3& F) {
  Tensor tile;
  for (int a = 0; a < 9; ++a) tile.col(a) = F(a % 3, a / 3);
  return tile;
}

/// Energy and stress at one point.
inline PointAnswer ask(const Material& material, const Matrix3& F) {
  const Tensor tile = tile_of(F);
  Lanes W;
  Tensor P;
  MaterialBatch batch{.F = View<Tensor>(&tile, 1)};
  batch.W = Out<Lanes>(&W, 1);
  batch.P = Out<Tensor>(&P, 1);
  material.evaluate(batch);
  PointAnswer answer{.W = W[0]};
  for (int a = 0; a < 9; ++a) answer.P(a % 3, a / 3) = P(0, a);
  return answer;
}

/// dP/dF : H.
inline Matrix3 tangent_times(const Material& material, const Matrix3& F, const Matrix3& H) {
  const Tensor tile = tile_of(F);
  std::vector<Tangent> A(1);
  MaterialBatch batch{.F = View<Tensor>(&tile, 1)};
  batch.A = A;
  material.evaluate(batch);
  Matrix3 out = Matrix3::Zero();
  for (int b = 0; b < 9; ++b)
    for (int a = 0; a < 9; ++a) out(a % 3, a / 3) += A[0](0, a + 9 * b) * H(b % 3, b / 3);
  return out;
}

/// Reproducible matrices.
class RandomMatrices {
 public:
  explicit RandomMatrices(std::uint64_t seed) : next_(seed) {}

  /// Entries uniform in [-1, 1).
  Matrix3 uniform() {
    return Matrix3::NullaryExpr([&](Eigen::Index, Eigen::Index) { return next_.between(-1, 1); });
  }
  /// I + spread N(0, 1) with J between the bounds.
  Matrix3 deformation(Real spread, Real least, Real most) {
    for (;;) {
      Matrix3 F = Matrix3::Identity();
      for (Real& entry : F.reshaped())
        entry += spread * std::sqrt(-2 * std::log(1 - next_())) * std::cos(2 * M_PI * next_());
      if (F.determinant() > least && F.determinant() < most) return F;
    }
  }
  Matrix3 rotation() {
    Eigen::Quaterniond q;
    do
      for (Real& entry : q.coeffs()) entry = next_.between(-1, 1);
    while (q.norm() < 0.1 || q.norm() > 1);
    return q.normalized().toRotationMatrix();
  }

 private:
  conformance::Random next_;
};

}  // namespace tactus::testing
