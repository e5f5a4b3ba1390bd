// Coulomb's law by cases. Compiled here alone, as its matrices take seconds to compile.
#include "tactus/conformance/coulomb.hpp"

#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace tactus::conformance {
namespace {

template <int D>
Vec<D - 1> along(Real angle) {
  Vec<D - 1> t;
  t[0] = std::cos(angle);
  if constexpr (D == 3) t[1] = std::sin(angle);
  return t;
}

/// Of a function that changes sign: false position, halving the end that stands still (Illinois).
template <class F>
Real root(const F& f, Real low, Real high) {
  Real at_low = f(low), at_high = f(high), middle = low;
  int side = 0;
  for (int n = 0; n < 100 && high - low > 1e-16 * high && at_low != at_high; ++n) {
    const Real next = (low * at_high - high * at_low) / (at_high - at_low);
    if (next == middle) break;
    const Real here = f(middle = next);
    if ((here <= 0) == (at_low <= 0)) {
      low = middle, at_low = here;
      if (side == -1) at_high /= 2;
      side = -1;
    } else {
      high = middle, at_high = here;
      if (side == 1) at_low /= 2;
      side = 1;
    }
  }
  return middle;
}

Real mu(const ReactionProblem& p, Index i) { return p.friction[static_cast<std::size_t>(i)]; }
Real U_old(const ReactionProblem& p, Index i) {
  return p.U_old.empty() ? 0 : p.U_old[static_cast<std::size_t>(i * p.dim)];
}

}  // namespace

template <int D>
Real CoulombPoint<D>::residual(const Vec<D>& R) const {
  return natural_residual<D>(b + W * R, 0, R, mu, 0, D / W.trace());
}

template <int D>
Vec<D> CoulombPoint<D>::reaction() const {
  if (b[0] >= 0 || !(W.trace() > 0)) return Vec<D>::Zero();
  if (mu == 0) return slide(Tangent::Zero());
  const Vec<D> stick = -W.fullPivLu().solve(b);
  if (stick[0] >= 0 && stick.template tail<D - 1>().norm() <= mu * stick[0]) return stick;
  Vec<D> best = Vec<D>::Zero();
  for (const int parts :
       {72, 9000}) {  // blocks that are nearly singular have solutions side by side
    for (const Tangent& direction : slopes(parts)) {
      const Vec<D> candidate = slide(direction);
      if (candidate[0] > 0 && residual(candidate) < residual(best)) best = candidate;
    }
    if (residual(best) <= 1e-12 * (b.norm() + (W * best).norm())) break;
  }
  return best;
}

template <int D>
Vec<D> CoulombPoint<D>::slide(const Tangent& direction) const {
  Vec<D> ray;
  ray[0] = 1, ray.template tail<D - 1>() = mu * direction;
  return ray * (-b[0] / W.row(0).dot(ray));
}

template <int D>
std::vector<Vec<D - 1>> CoulombPoint<D>::slopes([[maybe_unused]] int parts) const {
  if constexpr (D == 2) {
    return {Tangent(1), Tangent(-1)};
  } else {
    const auto twist = [&](Real angle) {
      const Vec<3> U = b + W * slide(along<3>(angle));
      return std::cos(angle) * U[2] - std::sin(angle) * U[1];
    };
    std::vector<Tangent> found;
    Real before = twist(0);
    for (int k = 0; k < parts; ++k) {
      const Real low = 2 * std::numbers::pi * k / parts,
                 high = 2 * std::numbers::pi * (k + 1) / parts, after = twist(high);
      if ((before <= 0) != (after <= 0)) found.push_back(along<3>(root(twist, low, high)));
      before = after;
    }
    return found;
  }
}

template <int D>
NaturalMap<D>::NaturalMap(const Vec<D>& U, Real U_old_n, const Vec<D>& R, Real mu, Real e, Real rho)
    : mu_(mu), rho_(rho) {
  slip_ = U.template tail<D - 1>();
  Vec<D> s = R - rho * U;
  s[0] -= rho * (e * std::min(Real(0), U_old_n) + mu * slip_.norm());
  project(s);
  C = (R - projected) / rho;
}

template <int D>
Mat<D> NaturalMap<D>::dC_dU() const {
  Mat<D> slope = Mat<D>::Identity();
  if (slip_.norm() > 0)
    slope.template block<1, D - 1>(0, 1) += mu_ * slip_.normalized().transpose();
  return dp_ * slope;
}

template <int D>
Mat<D> NaturalMap<D>::dC_dR() const {
  return (Mat<D>::Identity() - dp_) / rho_;
}

template <int D>
void NaturalMap<D>::project(const Vec<D>& s) {
  const Tangent t = s.template tail<D - 1>();
  const Real size = t.norm(), shrink = 1 / (1 + mu_ * mu_);
  if (mu_ * size + s[0] <= 0) return;
  if (size <= mu_ * s[0]) {
    projected = s, dp_ = Mat<D>::Identity();
    return;
  }
  const Tangent d = size > 0 ? Tangent(t / size) : Tangent(Tangent::Zero());
  projected[0] = (mu_ * size + s[0]) * shrink;
  projected.template tail<D - 1>() = mu_ * projected[0] * d;
  dp_(0, 0) = shrink;
  dp_.template block<1, D - 1>(0, 1) = mu_ * shrink * d.transpose();
  dp_.template block<D - 1, 1>(1, 0) = mu_ * shrink * d;
  dp_.template block<D - 1, D - 1>(1, 1) = mu_ * mu_ * shrink * d * d.transpose();
  if (size > 0)
    dp_.template block<D - 1, D - 1>(1, 1) +=
        mu_ * projected[0] / size * (Mat<D - 1>::Identity() - d * d.transpose());
}

template struct CoulombPoint<2>;
template struct CoulombPoint<3>;
template class NaturalMap<2>;
template class NaturalMap<3>;

void Coulomb::capabilities(Capabilities& c) const {
  for (auto name : {capability::implicit_law, capability::coulomb, capability::linearised,
                    capability::projection})
    c.provides(name);
}

Index Coulomb::do_solve(const LawBatch& batch, Context&) const {
  return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
    Index failures = 0;
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const Index i = batch.contacts[k];
      CoulombPoint<D> one{block<D>(batch.problem->delassus_diagonal, i),
                          point<D>(batch.free, static_cast<Index>(k)), mu(*batch.problem, i)};
      const Real size = one.b.norm();
      one.b[0] += batch.problem->restitution[static_cast<std::size_t>(i)] *
                  std::min(Real(0), U_old(*batch.problem, i));
      const Vec<D> R = one.reaction();
      if (!(one.residual(R) <= batch.tolerance * size + 1e-15 * size)) ++failures;
      Eigen::Map<Vec<D>>(batch.R.data() + i * D) = R;
    }
    return failures;
  });
}

void Coulomb::do_linearise(const LawLinearisation& at, Context&) const {
  with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
    for (std::size_t k = 0; k < at.contacts.size(); ++k) {
      const Index i = at.contacts[k];
      const Real rho = D / Mat<D>(block<D>(at.problem->delassus_diagonal, i)).trace();
      const NaturalMap<D> map(point<D>(at.U, i), U_old(*at.problem, i), point<D>(at.R, i),
                              mu(*at.problem, i),
                              at.problem->restitution[static_cast<std::size_t>(i)], rho);
      Eigen::Map<Vec<D>>(at.C + k * D) = map.C;
      if (at.dC_dU) Eigen::Map<Mat<D>>(at.dC_dU + k * D * D) = map.dC_dU();
      if (at.dC_dR) Eigen::Map<Mat<D>>(at.dC_dR + k * D * D) = map.dC_dR();
    }
  });
}

void Coulomb::do_project(const LawProjection& at, Context&) const {
  with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
    for (std::size_t k = 0; k < at.contacts.size(); ++k) {
      const Index i = at.contacts[k];
      Eigen::Map<Vec<D>> R(at.R.data() + i * D);
      R = NaturalMap<D>(point<D>(at.U, i), U_old(*at.problem, i), R, mu(*at.problem, i),
                        at.problem->restitution[static_cast<std::size_t>(i)], at.rho[k])
              .projected;
    }
  });
}

}  // namespace tactus::conformance
