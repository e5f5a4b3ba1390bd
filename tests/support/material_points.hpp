// Materials asked at single points, and random deformations: for tests against closed forms.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "tactus/conformance/history_start.hpp"
#include "tactus/conformance/random.hpp"
#include "tactus/conformance/serial_context.hpp"
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

/// One point that is led through time, with the history that the kernel would keep for it.
class PointInTime {
 public:
  explicit PointInTime(const Material& law)
      : law_(law), start_(law), history_(start_.tiles()), next_(history_) {}

  /// The answer at the end of a step that is accepted.
  PointAnswer to(const Matrix3& F, Real dt) {
    const PointAnswer answer = evaluate(F, dt, next_, {});
    history_.swap(next_);
    return answer;
  }
  /// The answer to a trial, which leaves nothing behind.
  PointAnswer tried(const Matrix3& F, Real dt) const { return evaluate(F, dt, {}, {}); }
  /// dP/dF : H of a trial.
  Matrix3 tangent_times(const Matrix3& F, const Matrix3& H, Real dt) const {
    std::vector<Tangent> A(1);
    evaluate(F, dt, {}, A);
    Matrix3 out = Matrix3::Zero();
    for (int b = 0; b < 9; ++b)
      for (int a = 0; a < 9; ++a) out(a % 3, a / 3) += A[0](0, a + 9 * b) * H(b % 3, b / 3);
    return out;
  }
  /// A number of the history that was accepted last.
  Real remembered(std::string_view column, Index number = 0) const {
    return history_.at(static_cast<std::size_t>((start_.place(column) + number) * kLanes));
  }

 private:
  PointAnswer evaluate(const Matrix3& F, Real dt, Out<Real> next, Out<Tangent> A) const {
    const Tensor tile = tile_of(F);
    Lanes W = Lanes::Zero();
    Tensor P;
    conformance::SerialContext context;
    law_.evaluate({.F = View<Tensor>(&tile, 1),
                   .columns = start_.width(),
                   .history = history_,
                   .history_next = next,
                   .W = Out<Lanes>(&W, 1),
                   .P = Out<Tensor>(&P, 1),
                   .A = A,
                   .dt = dt},
                  context.context());
    PointAnswer answer{.W = W[0]};
    for (int a = 0; a < 9; ++a) answer.P(a % 3, a / 3) = P(0, a);
    return answer;
  }
  const Material& law_;
  conformance::HistoryStart start_;
  std::vector<Real> history_, next_;
};

/// Energy and stress at one point to which nothing has happened.
inline PointAnswer ask(const Material& material, const Matrix3& F) {
  return PointInTime(material).tried(F, 0);
}

/// dP/dF : H there.
inline Matrix3 tangent_times(const Material& material, const Matrix3& F, const Matrix3& H) {
  return PointInTime(material).tangent_times(F, H, 0);
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
