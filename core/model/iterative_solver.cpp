#include "core/model/iterative_solver.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "tactus/component.hpp"

namespace tactus::core {
namespace {

constexpr Index kGrain = 2048;  ///< blocks that are preconditioned together

using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Outcome IterativeSolver::prepare(const LinearOperator& a, Context&) {
  a_ = nullptr;
  if (!a.symmetric())
    return Outcome::failed(Cause::unsupported,
                           "conjugate gradients were given a matrix that is not symmetric");
  const auto n = static_cast<std::size_t>(a.size());
  for (auto* v : {&r_, &z_, &p_, &q_}) v->resize(n);
  const SparseView* s = a.sparse();
  if (s) {
    if (Outcome bad = invert_blocks(*s); !bad) return bad;
  } else {
    const View<Real> diagonal = a.diagonal();
    block_ = 1;
    diagonal_.assign(n, 1);
    if (!diagonal.empty()) std::ranges::copy(diagonal, diagonal_.begin());
    inverse_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (!(diagonal_[i] > 0))
        return faults_.bad_direction(nullptr, static_cast<Index>(i), diagonal_[i] == 0);
      inverse_[i] = 1 / diagonal_[i];
    }
  }
  a_ = &a;
  return {};
}

Outcome IterativeSolver::invert_blocks(const SparseView& s) {
  block_ = s.block;
  inverse_.assign(static_cast<std::size_t>(s.rows * s.block * s.block), 0);
  diagonal_.assign(static_cast<std::size_t>(s.rows * s.block), 0);
  if (s.block == 2) return invert_blocks_of<2>(s);
  if (s.block == 3) return invert_blocks_of<3>(s);
  return invert_blocks_of<Eigen::Dynamic>(s);
}

template <int B>
Outcome IterativeSolver::invert_blocks_of(const SparseView& s) {
  using Block = Eigen::Matrix<Real, B, B, Eigen::RowMajor>;
  const Index b = s.block;
  Block value(b, b);
  for (Index i = 0; i < s.rows; ++i) {
    value.setZero();
    for (Index k = s.start[static_cast<std::size_t>(i)];
         k < s.start[static_cast<std::size_t>(i) + 1]; ++k)
      if (s.column[static_cast<std::size_t>(k)] == i)
        value += Eigen::Map<const Block>(s.value.data() + k * b * b, b, b);
    for (Index d = 0; d < b; ++d) diagonal_[static_cast<std::size_t>(i * b + d)] = value(d, d);
    if (const Eigen::LLT<Block> factors(value); factors.info() != Eigen::Success) {
      Index least = 0;
      value.diagonal().minCoeff(&least);
      return faults_.bad_direction(&s, i * b + least, !(value(least, least) < 0));
    }
    Eigen::Map<Block>(inverse_.data() + i * b * b, b, b) = value.inverse();
  }
  return {};
}

void IterativeSolver::precondition(View<Real> r, Out<Real> z, Context& context) const {
  const Index blocks = static_cast<Index>(r.size()) / block_;
  if (block_ != 2 && block_ != 3) {
    for (Index i = 0; i < blocks; ++i) {
      const Eigen::Map<const Matrix> inverse(inverse_.data() + i * block_ * block_, block_, block_);
      Map(z.data() + i * block_, block_) = inverse * ConstMap(r.data() + i * block_, block_);
    }
    return;
  }
  context.executor->for_each(blocks, kGrain, [&](Range range, Context&) {
    with_dimension(block_, [&](auto dimension) {
      constexpr int B = dimension.value;
      for (Index i = range.begin; i < range.end; ++i)
        Eigen::Map<Vec<B>>(z.data() + i * B) = block<B>(inverse_, i) * point<B>(r, i);
    });
  });
}

Outcome IterativeSolver::solve(View<Real> b, Out<Real> x, Index columns, Context& context) {
  expects(a_ != nullptr, "a linear solver was asked to solve before it was given a matrix");
  const std::size_t n = r_.size();
  expects(b.size() == n * static_cast<std::size_t>(columns) && b.size() == x.size(),
          "one number a degree of freedom and column");
  iterations_ = 0;
  for (std::size_t at = 0; at < b.size(); at += n)
    if (Outcome bad = solve_one(b.subspan(at, n), x.subspan(at, n), context); !bad) return bad;
  return {};
}

Outcome IterativeSolver::solve_one(View<Real> b, Out<Real> x, Context& context) {
  auto r = map(Out<Real>(r_)), z = map(Out<Real>(z_)), p = map(Out<Real>(p_)),
       q = map(Out<Real>(q_));
  Executor& executor = *context.executor;
  precondition(b, z_, context);
  const Real enough = kAccuracy * kAccuracy * executor.dot(b, z_);
  a_->apply(x, q_, context);
  r = map(b) - q;
  precondition(r_, z_, context);
  p = z;
  Real rz = executor.dot(r_, z_);
  if (!std::isfinite(enough) || !std::isfinite(rz))
    return Outcome::retry(Cause::not_finite, "a linear system has numbers that are not finite");
  for (Index k = 0; rz > enough; ++k, ++iterations_) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    if (k == most_iterations_)
      return Outcome::retry(
          Cause::not_converged,
          fmt::format("conjugate gradients did not solve the step's linear system within {} "
                      "iterations; a factorisation (the linear solver \"definite\") may",
                      k));
    a_->apply(p_, q_, context);
    const Real curvature = executor.dot(p_, q_);
    const Real diagonal = p.cwiseAbs2().dot(map(View<Real>(diagonal_)));
    if (!(curvature > MatrixFaults::kLeastPivot * diagonal))
      return bad_direction(curvature, diagonal);
    const Real step = rz / curvature, before = rz;
    map(x) += step * p;
    r -= step * q;
    precondition(r_, z_, context);
    rz = executor.dot(r_, z_);
    p = z + rz / before * p;
  }
  return {};
}

Outcome IterativeSolver::bad_direction(Real curvature, Real diagonal) const {
  Index row = 0;
  map(View<Real>(p_)).cwiseAbs().maxCoeff(&row);
  return faults_.bad_direction(a_->sparse(), row,
                               !(curvature < -MatrixFaults::kLeastPivot * diagonal));
}

}  // namespace tactus::core
