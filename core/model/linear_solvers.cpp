#include "core/model/linear_solvers.hpp"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <cmath>
#include <limits>
#include <vector>

#include "tactus/error.hpp"

namespace tactus::core {
namespace {

/// A pivot below this fraction of the diagonal entry it came from is rounding alone: the matrix is
/// singular.
constexpr Real kLeastPivot = 512 * std::numeric_limits<Real>::epsilon();

using Matrix = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

/// The factorisation of Eigen, which also tells the pivot at which it stopped.
class Factors final : public Eigen::SimplicialLDLT<Matrix, Eigen::Lower> {
 public:
  struct Pivot {
    Index row = kNone;  ///< of the matrix; kNone: all pivots are sound
    Real value = 0;
  };
  /// @param diagonal  of the matrix
  Pivot factor(const Matrix& a, View<Real> diagonal) {
    m_diag.setConstant(a.rows(), std::numeric_limits<Real>::quiet_NaN());
    factorize(a);
    for (Index k = 0; k < a.rows(); ++k) {
      const Index row = m_Pinv.size() ? m_Pinv.indices()[k] : k;
      const Real least = kLeastPivot * std::abs(diagonal[static_cast<std::size_t>(row)]);
      if (!(m_diag[k] > least)) return {row, m_diag[k]};
    }
    return {};
  }
};

class DefiniteSolver final : public LinearSolver {
 public:
  explicit DefiniteSolver(const Model& model) : model_(model) {}

  Outcome prepare(const LinearOperator& a, Context&) override {
    ready_ = false;
    if (Outcome bad = take(a); !bad) return bad;
    const Factors::Pivot bad = factors_.factor(matrix_, diagonal_);
    if (bad.row != kNone) return indefinite(bad);
    ready_ = true;
    return {};
  }

  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context&) override {
    expects(ready_, "a linear solver was asked to solve before a matrix was factored");
    const auto n = static_cast<Index>(diagonal_.size());
    expects(static_cast<Index>(b.size()) == n * columns && b.size() == x.size(),
            "one number a degree of freedom and column");
    for (Index c = 0; c < columns; ++c) {
      const auto at = static_cast<std::size_t>(c * n), size = static_cast<std::size_t>(n);
      map(x.subspan(at, size)) = factors_.solve(map(b.subspan(at, size)));
    }
    if (!map(View<Real>(x)).allFinite())
      return Outcome::retry(Cause::not_finite, "a linear system has a solution that is not finite");
    return {};
  }

 private:
  /// Copies the lower triangle of the operator's matrix.
  Outcome take(const LinearOperator& a) {
    const SparseView* s = a.sparse();
    if (!s || !a.symmetric())
      return Outcome::failed(Cause::unsupported,
                             s ? "the kernel solves linear systems with symmetric matrices only"
                               : "the kernel solves linear systems with assembled matrices only");
    if (factors_.rows() != a.size() || pattern_ != a.pattern() || matrix_.rows() == 0)
      if (Outcome bad = analyse(*s, a.pattern()); !bad) return bad;
    Real* const value = matrix_.valuePtr();
    for (std::size_t k = 0; k < source_.size(); ++k)
      value[k] = s->value[static_cast<std::size_t>(source_[k])];
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      diagonal_[i] = value[matrix_.outerIndexPtr()[i]];  // rows ascend: the first is the diagonal
    return {};
  }

  /// Finds the sparsity of the lower triangle, by columns, and where its entries are in the blocks. A
  /// row of a symmetric matrix is its column.
  Outcome analyse(const SparseView& s, std::uint64_t pattern) {
    const int block = s.block;
    const auto entries = static_cast<Index>(s.value.size());
    if (s.rows != s.columns || entries > std::numeric_limits<int>::max())
      return Outcome::failed(
          Cause::unsupported,
          fmt::format("a matrix with {} entries is too large to be factored", entries));
    matrix_.resize(s.rows * block, s.rows * block);
    source_.clear();
    std::vector<int> row;
    for (Index i = 0; i < s.rows; ++i)
      for (int r = 0; r < block; ++r) {
        const Index column = i * block + r;
        matrix_.outerIndexPtr()[column] = static_cast<int>(row.size());
        for (Index k = s.start[static_cast<std::size_t>(i)];
             k < s.start[static_cast<std::size_t>(i + 1)]; ++k)
          for (int c = 0; c < block; ++c) {
            const Index other = s.column[static_cast<std::size_t>(k)] * block + c;
            if (other < column) continue;
            row.push_back(static_cast<int>(other));
            source_.push_back((k * block + r) * block + c);
          }
      }
    matrix_.outerIndexPtr()[matrix_.cols()] = static_cast<int>(row.size());
    matrix_.resizeNonZeros(static_cast<Index>(row.size()));
    std::copy(row.begin(), row.end(), matrix_.innerIndexPtr());
    diagonal_.assign(static_cast<std::size_t>(matrix_.cols()), 0);
    factors_.analyzePattern(matrix_);
    pattern_ = pattern;
    return {};
  }

  Outcome indefinite(const Factors::Pivot& pivot) const {
    const int dim = model_.dim();
    const Index node = pivot.row / dim;
    const std::string who =
        node < model_.nodes()
            ? fmt::format(" ({} of {})", "xyz"[pivot.row % dim], model_.node_name(node))
            : "";
    return Outcome::retry(
        Cause::indefinite,
        fmt::format("the matrix of the step is {}: pivot {:.3g} at degree of freedom {}{}",
                    pivot.value < 0 ? "not positive definite" : "singular", pivot.value, pivot.row,
                    who),
        {Item::dof, pivot.row});
  }

  const Model& model_;
  Matrix matrix_;               ///< lower triangle
  std::vector<Index> source_;   ///< [entries of matrix_] where they are in SparseView::value
  std::vector<Real> diagonal_;  ///< of matrix_
  Factors factors_;
  std::uint64_t pattern_ = 0;
  bool ready_ = false;
};

}  // namespace

std::unique_ptr<LinearSolver> KernelSolvers::make(LinearMethod method) {
  if (method == LinearMethod::automatic || method == LinearMethod::definite)
    return std::make_unique<DefiniteSolver>(model_);
  throw ConfigError(
      fmt::format("it asks for a linear solver of the method \"{}\", and the kernel has "
                  "\"definite\" alone, for symmetric matrices that are positive definite",
                  method == LinearMethod::general ? "general" : "iterative"));
}

std::unique_ptr<Assembler> KernelSolvers::assembler() {
  throw ConfigError("it asks for an assembler of matrices, and the kernel has none yet");
}

}  // namespace tactus::core
