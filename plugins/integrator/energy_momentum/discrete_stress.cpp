#include "discrete_stress.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <tactus/copied.hpp>

namespace energy_momentum {
using namespace tactus;
namespace {

/// Of dC:dC. Where strains change less, what is missing from S(C_m), which falls with the third power, is less than
/// rounding.
constexpr Real kLeastChange = 1e-14;
/// Of dC:dC. Where strains change less, Simpson's rule for the stress on the way says what W_1 - W_0 is with an error
/// of the fifth power, while the difference of two energies is mostly their rounding.
constexpr Real kSmallChange = 1e-7;

/// Of one point; in the plane the components that act there.
template <int D>
using Matrix = Eigen::Matrix<Real, D, D>;

template <int D>
Matrix<D> of_lane(const Tensor& from, int lane) {
  Matrix<D> m;
  for (int j = 0; j < D; ++j)
    for (int i = 0; i < D; ++i) m(i, j) = from(lane, i + 3 * j);
  return m;
}
template <int D>
void to_lane(const Matrix<D>& m, int lane, Tensor& to) {
  for (int j = 0; j < D; ++j)
    for (int i = 0; i < D; ++i) to(lane, i + 3 * j) = m(i, j);
}
template <int D>
Real dot(const Matrix<D>& a, const Matrix<D>& b) {
  return a.cwiseProduct(b).sum();
}

/// What a tile of points has at both ends and in the middle of the step.
struct Tile {
  const Tensor& F_0;
  const Tensor& F_1;
  const Tensor& U;  ///< upper triangular, U'U = C_m
  const Tensor& P_m;
  const Lanes* gain = nullptr;  ///< W_1 - W_0; null: points have a memory
  const Tensor* P_0 = nullptr;  ///< where there is a gain, like the next one
  const Tensor* P_1 = nullptr;
  const Tangent* A_m = nullptr;  ///< likewise
};

/// The stress of one point, and its derivative.
template <int D>
class Point {
 public:
  Point(const Tile& tile, int lane)
      : tile_(tile), lane_(lane), F_1_(of_lane<D>(tile.F_1, lane)), U_(of_lane<D>(tile.U, lane)) {
    const Matrix<D> F_0 = of_lane<D>(tile.F_0, lane);
    F_ = (F_0 + F_1_) / 2;
    // (F_1 - F_0)'F_m + F_m'(F_1 - F_0), where nothing cancels
    const Matrix<D> half = (F_1_ - F_0).transpose() * F_;
    change_ = half + half.transpose();
    inverse_ = U_.inverse();
    middle_ = second_stress(inverse_, tile.P_m, lane);
    size_ = dot<D>(change_, change_);
    corrects_ = tile.gain && size_ > kLeastChange;
    if (corrects_) share_ = missing_work(F_0) / size_;
    S_ = middle_ + share_ * change_;
  }

  Matrix<D> stress() const { return F_ * S_; }

  /// The change of the stress with F_1 along dF.
  Matrix<D> stress_along(const Matrix<D>& dF) const {
    const Matrix<D> half = dF.transpose() * F_1_, dC = half + half.transpose();
    const Matrix<D> dmiddle = middle_along(dC / 2);
    Matrix<D> dS = dmiddle;
    if (corrects_) {
      const Real dshare =
          (2 * dot<D>(of_lane<D>(*tile_.P_1, lane_), dF) - dot<D>(dmiddle, change_) -
           dot<D>(middle_, dC) - 2 * share_ * dot<D>(change_, dC)) /
          size_;
      dS += dshare * change_ + share_ * dC;
    }
    return dF / 2 * S_ + F_ * dS;
  }

 private:
  static Matrix<D> second_stress(const Matrix<D>& inverse, const Tensor& P, int lane) {
    const Matrix<D> S = inverse * of_lane<D>(P, lane);
    return (S + S.transpose()) / 2;
  }

  /// 2 (W_1 - W_0) - S(C_m):dC.
  Real missing_work(const Matrix<D>& F_0) const {
    if (size_ > kSmallChange) return 2 * (*tile_.gain)[lane_] - dot<D>(middle_, change_);
    const Matrix<D> S_0 = second_stress(F_0.inverse(), *tile_.P_0, lane_),
                    S_1 = second_stress(F_1_.inverse(), *tile_.P_1, lane_);
    return dot<D>(S_0 - 2 * middle_ + S_1, change_) / 6;
  }

  /// The change of S(C_m) along dC: dU = U^-T dC/2 changes U'U by dC, and P = U S.
  Matrix<D> middle_along(const Matrix<D>& dC) const {
    const Matrix<D> dU = inverse_.transpose() * dC / 2;
    Matrix<D> dP = Matrix<D>::Zero();
    for (int l = 0; l < D; ++l)
      for (int k = 0; k < D; ++k)
        for (int j = 0; j < D; ++j)
          for (int i = 0; i < D; ++i)
            dP(i, j) += (*tile_.A_m)(lane_, i + 3 * j + 9 * (k + 3 * l)) * dU(k, l);
    const Matrix<D> dS = inverse_ * (dP - dU * middle_);
    return (dS + dS.transpose()) / 2;
  }

  const Tile& tile_;
  int lane_;
  Matrix<D> F_1_, U_, F_, change_, inverse_, middle_, S_;
  Real size_ = 0, share_ = 0;
  bool corrects_ = false;
};

/// U of U'U = C_m, whose other components are those of the identity.
template <int D>
void find_middle(const Tensor& F_0, const Tensor& F_1, Tensor& U) {
  U.setZero();
  for (const int i : {0, 4, 8}) U.col(i) = 1;
  for (int lane = 0; lane < kLanes; ++lane) {
    const Matrix<D> a = of_lane<D>(F_0, lane), b = of_lane<D>(F_1, lane);
    const Matrix<D> C = (a.transpose() * a + b.transpose() * b) / 2;
    to_lane<D>(C.llt().matrixU(), lane, U);
  }
}

/// @param P, A  null where not wanted
template <int D>
void combine(const Tile& tile, bool symmetrised, Tensor* P, Tangent* A) {
  if (P) P->setZero();
  if (A) A->setZero();
  for (int lane = 0; lane < kLanes; ++lane) {
    const Point<D> point(tile, lane);
    if (P) to_lane<D>(point.stress(), lane, *P);
    for (int l = 0; A && l < D; ++l)
      for (int k = 0; k < D; ++k) {
        Matrix<D> unit = Matrix<D>::Zero();
        unit(k, l) = 1;
        const Matrix<D> dP = point.stress_along(unit);
        for (int j = 0; j < D; ++j)
          for (int i = 0; i < D; ++i) (*A)(lane, i + 3 * j + 9 * (k + 3 * l)) = dP(i, j);
      }
  }
  if (!A || !symmetrised) return;
  for (int b = 0; b < 9; ++b)
    for (int a = 0; a < b; ++a) {
      A->col(a + 9 * b) = (A->col(a + 9 * b) + A->col(b + 9 * a)) / 2;
      A->col(b + 9 * a) = A->col(a + 9 * b);
    }
}

}  // namespace

void DiscreteStress::evaluate(const Material& material, const MaterialBatch& next,
                              View<Tensor> F_old, Context& context) const {
  Scratch& scratch = *context.scratch;
  const Scratch::Frame frame(scratch);
  const auto n = static_cast<Index>(F_old.size());
  const bool wants_tangent = !next.A.empty(), is_elastic = next.columns == 0;

  MaterialBatch end = copied(next);
  end.A = {};
  const bool wants_stress = wants_tangent || !next.P.empty();
  end.P = wants_stress && is_elastic ? scratch.take<Tensor>(n) : Out<Tensor>{};
  if (end.W.empty()) end.W = scratch.take<Lanes>(n);
  material.evaluate(end, context);
  if (!wants_stress) return;

  const Out<Lanes> gain = scratch.take<Lanes>(n);
  const Out<Tensor> P_0 = scratch.take<Tensor>(n);
  if (is_elastic) {
    MaterialBatch start = end;
    start.F = F_old;
    start.W = gain;
    start.P = P_0;
    material.evaluate(start, context);
    for (std::size_t t = 0; t < gain.size(); ++t) gain[t] = end.W[t] - gain[t];
  }

  const Out<Tensor> U = scratch.take<Tensor>(n);
  for (std::size_t t = 0; t < U.size(); ++t)
    (next.plane ? find_middle<2> : find_middle<3>)(F_old[t], next.F[t], U[t]);
  MaterialBatch middle = copied(next);
  middle.F = U;
  middle.W = {};
  middle.history_next = {};
  middle.P = scratch.take<Tensor>(n);
  if (wants_tangent) middle.A = scratch.take<Tangent>(n);
  material.evaluate(middle, context);

  for (std::size_t t = 0; t < U.size(); ++t) {
    const Tile tile{.F_0 = F_old[t],
                    .F_1 = next.F[t],
                    .U = U[t],
                    .P_m = middle.P[t],
                    .gain = is_elastic ? &gain[t] : nullptr,
                    .P_0 = is_elastic ? &P_0[t] : nullptr,
                    .P_1 = is_elastic ? &end.P[t] : nullptr,
                    .A_m = wants_tangent ? &middle.A[t] : nullptr};
    (next.plane ? combine<2> : combine<3>)(tile, symmetrised_,
                                           next.P.empty() ? nullptr : &next.P[t],
                                           wants_tangent ? &next.A[t] : nullptr);
  }
}

}  // namespace energy_momentum
