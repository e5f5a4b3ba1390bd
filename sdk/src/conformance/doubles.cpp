// Matrices of the test doubles: small, dense, and compiled here alone, as factorisations take seconds to compile.
#include "tactus/conformance/doubles.hpp"

#include <Eigen/Dense>

namespace tactus::conformance {
namespace {

class Sum final : public Assembler {
 public:
  void reset(const LinearOperator* base, Index size) override {
    A_ = Eigen::MatrixXd::Zero(size, size);
    if (!base) return;
    expects(base->sparse() != nullptr, "an assembler starts from an assembled matrix");
    const SparseView& s = *base->sparse();
    std::size_t entry = 0;
    for (Index i = 0; i < s.rows; ++i)
      for (Index k = s.start[static_cast<std::size_t>(i)];
           k < s.start[static_cast<std::size_t>(i) + 1]; ++k)
        for (Index r = 0; r < s.block; ++r)
          for (Index c = 0; c < s.block; ++c)
            A_(i * s.block + r, s.column[static_cast<std::size_t>(k)] * s.block + c) =
                s.value[entry++];
  }
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    std::size_t entry = 0;
    for (const Index row : rows)
      for (const Index column : columns) A_(row, column) += value[entry++];
  }
  const LinearOperator& finish() override {
    sum_ = std::make_unique<MatrixOperator>(A_);
    return *sum_;
  }

 private:
  Eigen::MatrixXd A_;
  std::unique_ptr<MatrixOperator> sum_;
};

class Solver final : public LinearSolver {
 public:
  explicit Solver(bool definite) : definite_(definite) {}
  Outcome prepare(const LinearOperator& a, Context& context) override {
    const Index n = a.size();
    Eigen::MatrixXd A(n, n);
    std::vector<Real> unit(static_cast<std::size_t>(n), 0), column(unit.size());
    for (std::size_t j = 0; j < unit.size(); ++j) {
      unit[j] = 1;
      a.apply(unit, column, context);
      A.col(static_cast<Eigen::Index>(j)) = map(View<Real>(column));
      unit[j] = 0;
    }
    if (definite_ && (!A.isApprox(A.transpose(), 1e-9) ||
                      Eigen::LLT<Eigen::MatrixXd>(A).info() != Eigen::Success))
      return Outcome::retry(Cause::indefinite, "a matrix is not symmetric and positive definite",
                            {Item::dof, 0});
    factors_.compute(A);
    return {};
  }
  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context&) override {
    const std::size_t n = b.size() / static_cast<std::size_t>(std::max<Index>(columns, 1));
    for (std::size_t at = 0; at < b.size(); at += n)
      map(x.subspan(at, n)) = factors_.solve(map(b.subspan(at, n)));
    return {};
  }

 private:
  bool definite_;
  Eigen::FullPivLU<Eigen::MatrixXd> factors_;
};

/// A tangent that is filled again and again.
class Tangent final : public LinearOperator {
 public:
  explicit Tangent(Index size) { fill(Eigen::MatrixXd::Zero(size, size)); }
  void fill(Eigen::MatrixXd A) { now_ = std::make_unique<MatrixOperator>(std::move(A)); }
  Index size() const override { return now_->size(); }
  void apply(View<Real> x, Out<Real> y, Context& c) const override { now_->apply(x, y, c); }
  bool symmetric() const override { return now_->symmetric(); }
  View<Real> diagonal() const override { return now_->diagonal(); }
  const SparseView* sparse() const override { return now_->sparse(); }

 private:
  std::unique_ptr<MatrixOperator> now_;
};

}  // namespace

MatrixOperator::MatrixOperator(Eigen::MatrixXd A, int block, Pattern pattern)
    : A_(std::move(A)), block_(block) {
  const Index n = A_.rows() / block;
  for (Index i = 0; i < n; ++i) {
    start_.push_back(static_cast<Index>(column_.size()));
    for (Index j = 0; j < n; ++j) {
      const auto entries = A_.block(i * block, j * block, block, block);
      if (pattern == Pattern::sparse && i != j && entries.isZero(0)) continue;
      column_.push_back(j);
      for (Index r = 0; r < block; ++r)
        for (Index c = 0; c < block; ++c) value_.push_back(entries(r, c));
    }
  }
  start_.push_back(static_cast<Index>(column_.size()));
  for (Index i = 0; i < A_.rows(); ++i) diagonal_.push_back(A_(i, i));
  view_ = {n, n, block, start_, column_, value_};
}
void MatrixOperator::apply(View<Real> x, Out<Real> y, Context&) const { map(y) = A_ * map(x); }
bool MatrixOperator::symmetric() const { return A_.isApprox(A_.transpose(), 1e-12); }

std::unique_ptr<LinearSolver> DenseSolvers::make(LinearMethod method) {
  return std::make_unique<Solver>(method == LinearMethod::definite);
}
std::unique_ptr<Assembler> DenseSolvers::assembler() { return std::make_unique<Sum>(); }

Real MassSystem::square(Mass kind, View<Real> x, View<Real> y) const {
  return map(x).dot(matrix(kind) * map(y)) / 2;
}
void MassSystem::move(View<Real> q, View<Real> u, Out<Real> out) const {
  map(out) = map(q) + map(u);
}
void MassSystem::apply_mass(Mass kind, View<Real> x, Out<Real> y, Context&) const {
  map(y) = matrix(kind) * map(x);
}
std::unique_ptr<LinearOperator> MassSystem::new_tangent() {
  return std::make_unique<Tangent>(layout_.dofs);
}
Outcome MassSystem::tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                            LinearOperator& into, Context& context) {
  dynamic_cast<Tangent&>(into).fill(
      held(mass_weight * matrix(kind) - force_weight * slope_by_increment(query, context)));
  return {};
}
Outcome MassSystem::force_change(const ForceQuery& query, View<Real> x, Out<Real> change,
                                 Context&) {
  map(change) = slope(query) * map(x);
  return {};
}
Outcome MassSystem::solve_mass(Mass kind, View<Real> b, Out<Real> x, Context&) {
  std::vector<Real> free(b.begin(), b.end());
  for (std::size_t i = 0; i < free.size(); ++i)
    if (prescribed_[i]) free[i] = 0;
  map(x) = held(matrix(kind)).partialPivLu().solve(map(View<Real>(free)));
  return {};
}

Eigen::MatrixXd MassSystem::matrix(Mass kind) const {
  Eigen::MatrixXd M = map(View<Real>(mass_)).asDiagonal();
  for (Eigen::Index i = 1; kind == Mass::consistent && i < M.rows(); ++i) {
    const Real m = share_ * mass_[static_cast<std::size_t>(i)];
    M(i, i) -= m, M(i - 1, i - 1) -= m;
    M(i, i - 1) = M(i - 1, i) = m;
  }
  return M;
}
Eigen::MatrixXd MassSystem::held(Eigen::MatrixXd A) const {
  for (const Drive& d : drives_) {
    A.row(d.dof).setZero(), A.col(d.dof).setZero();
    A(d.dof, d.dof) = 1;
  }
  return A;
}
Eigen::MatrixXd MassSystem::slope(const ForceQuery& query) const {
  constexpr Real h = 1e-2;
  const std::size_t n = mass_.size();
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(size, size);
  std::vector<Real> q = at(query), f(n);
  for (std::size_t j = 0; j < n; ++j) {
    Eigen::VectorXd column = Eigen::VectorXd::Zero(size);
    const Real here = q[j];
    for (const int k : {-2, -1, 1, 2}) {
      q[j] = here + k * h;
      force_at(q, f);
      column += (k % 2 ? 8. * k : -k / 2.) / (12 * h) * map(View<Real>(f));
    }
    q[j] = here;
    K.col(static_cast<Eigen::Index>(j)) = column;
  }
  return K;
}
Eigen::MatrixXd MassSystem::slope_by_increment(const ForceQuery& query, Context& context) const {
  if (!query.rule || !ruled_) return fraction_of(query) * slope(query);
  std::vector<Real> force(mass_.size());
  Eigen::MatrixXd K(layout_.dofs, layout_.dofs);
  evaluate(query, force, {K.data(), static_cast<std::size_t>(K.size())}, context);
  return K.transpose();
}

}  // namespace tactus::conformance
