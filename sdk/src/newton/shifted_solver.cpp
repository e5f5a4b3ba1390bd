#include "tactus/newton/shifted_solver.hpp"

#include <algorithm>
#include <vector>

#include "tactus/component.hpp"

namespace tactus {
namespace {

constexpr Real kFirstShift = 1e-3;  ///< of the mean of the diagonal
constexpr Real kNextShift = 4;
constexpr Index kShifts = 20;

}  // namespace

/// The tangent plus a multiple of the unit matrix, in memory of its own.
class ShiftedSolver::Shifted final : public LinearOperator {
 public:
  void set(const LinearOperator& of, Real shift) {
    const SparseView& s = *of.sparse();
    view_ = s;
    value_.assign(s.value.begin(), s.value.end());
    view_.value = value_;
    pattern_ = of.pattern();
    of_ = &of;
    shift_ = shift;
    diagonal_.assign(of.diagonal().begin(), of.diagonal().end());
    for (Real& d : diagonal_) d += shift;
    const auto block = static_cast<Index>(s.block);
    for (Index i = 0; i < s.rows; ++i)
      for (Index k = s.start[static_cast<std::size_t>(i)];
           k < s.start[static_cast<std::size_t>(i + 1)]; ++k)
        for (Index r = 0; r < block && s.column[static_cast<std::size_t>(k)] == i; ++r)
          value_[static_cast<std::size_t>((k * block + r) * block + r)] += shift;
  }
  Index size() const override { return view_.rows * view_.block; }
  void apply(View<Real> x, Out<Real> y, Context& context) const override {
    of_->apply(x, y, context);
    map(y) += shift_ * map(x);
  }
  bool symmetric() const override { return of_->symmetric(); }
  View<Real> diagonal() const override { return diagonal_; }
  const SparseView* sparse() const override { return &view_; }
  std::uint64_t pattern() const override { return pattern_; }

 private:
  const LinearOperator* of_ = nullptr;
  Real shift_ = 0;
  SparseView view_;
  std::vector<Real> value_, diagonal_;
  std::uint64_t pattern_ = 0;
};

ShiftedSolver::ShiftedSolver() : shifted_(std::make_unique<Shifted>()) {}
ShiftedSolver::~ShiftedSolver() = default;

void ShiftedSolver::setup(LinearSolvers& linear, LinearMethod method) {
  solver_ = linear.make(method);
}

Outcome ShiftedSolver::begin(const LinearOperator& K, View<Real> b, Out<Real> x, Context& context) {
  expects(solver_ != nullptr, "a linear solver was asked to solve before it was set up");
  shifts_ = 0;
  Outcome outcome = attempt(K, b, x, context);
  const View<Real> diagonal = K.diagonal();
  if (outcome || outcome.cause != Cause::indefinite || !K.sparse() || diagonal.empty())
    return outcome;
  refusal_ = outcome.message;
  Real shift = kFirstShift * map(diagonal).lpNorm<1>() / static_cast<Real>(diagonal.size());
  while (shifts_ < kShifts && !outcome && outcome.cause == Cause::indefinite) {
    shifted_->set(K, shift);
    outcome = attempt(*shifted_, b, x, context);
    ++shifts_;
    shift *= kNextShift;
  }
  return outcome;
}

Outcome ShiftedSolver::attempt(const LinearOperator& K, View<Real> b, Out<Real> x,
                               Context& context) {
  if (Outcome bad = solver_->prepare(K, context); !bad) return bad;
  std::fill(x.begin(), x.end(), Real{0});
  return solver_->solve(b, x, 1, context);
}

Outcome ShiftedSolver::solve(View<Real> b, Out<Real> x, Index columns, Context& context) {
  std::fill(x.begin(), x.end(), Real{0});
  return solver_->solve(b, x, columns, context);
}

}  // namespace tactus
