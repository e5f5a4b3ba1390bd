#include "core/model/definite_solver.hpp"

#include <cholmod.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/coupled_unknowns.hpp"
#include "core/model/matrix_faults.hpp"
#include "tactus/component.hpp"

// Of GCC's OpenMP library, which Debian's CHOLMOD is linked with.
extern "C" int omp_get_max_active_levels();
extern "C" void omp_set_max_active_levels(int levels);

namespace tactus::core {
namespace {

/// While one exists CHOLMOD starts no threads of its own, of which it would take four.
class OneThread {
 public:
  OneThread() : levels_(omp_get_max_active_levels()) { omp_set_max_active_levels(0); }
  ~OneThread() { omp_set_max_active_levels(levels_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int levels_;
};

static_assert(sizeof(SuiteSparse_long) == sizeof(Index));

/// CHOLMOD's settings and memory, and what it has made with them.
class Cholmod {
 public:
  Cholmod() {
    cholmod_l_start(&common_);
    common_.print = 0;
    common_.useGPU = 0;
    common_.supernodal = CHOLMOD_SUPERNODAL;
    common_.final_ll = 1;
    common_.nmethods = 1;
  }
  ~Cholmod() {
    forget();
    for (auto** dense : {&x_, &y_, &e_}) cholmod_l_free_dense(dense, &common_);
    cholmod_l_finish(&common_);
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;

  bool analyse(cholmod_sparse& a, bool in_space) {
    const OneThread one;
    forget();
    common_.method[0].ordering = in_space ? CHOLMOD_METIS : CHOLMOD_AMD;
    factor_ = cholmod_l_analyze(&a, &common_);
    return factor_ != nullptr;
  }
  /// Whether the memory sufficed. A pivot <= 0 is no failure here: see stopped_at().
  bool factor(cholmod_sparse& a) {
    const OneThread one;
    return cholmod_l_factorize(&a, factor_, &common_) && common_.status >= CHOLMOD_OK;
  }
  bool solve(cholmod_dense& b) {
    const OneThread one;
    return cholmod_l_solve2(CHOLMOD_A, factor_, &b, nullptr, &x_, nullptr, &y_, &e_, &common_);
  }
  View<Real> solution() const { return {static_cast<const Real*>(x_->x), x_->nzmax}; }

  /// Pivots are numbered in the order of elimination. The number of those that are sound.
  Index sound_pivots() const { return static_cast<Index>(factor_->minor); }
  /// The row of the matrix that is eliminated k-th.
  Index row_of(Index k) const { return static_cast<const Index*>(factor_->Perm)[k]; }
  /// Calls use(k, L_kk) for the first `count` columns of L.
  template <class Use>
  void for_diagonal(Index count, const Use& use) const {
    for_supernodes([&](Index first, Index columns, View<Index> rows, const Real* values) {
      for (Index j = 0; j < columns && first + j < count; ++j)
        use(first + j, values[j * static_cast<Index>(rows.size()) + j]);
    });
  }
  /// Sum of L_kj^2 over j < k: what elimination has taken away from the k-th diagonal entry.
  Real taken_away(Index k) const {
    Real sum = 0;
    for_supernodes([&](Index first, Index columns, View<Index> rows, const Real* values) {
      if (first >= k) return;
      const auto at = std::lower_bound(rows.begin(), rows.end(), k);
      if (at == rows.end() || *at != k) return;
      const Index r = at - rows.begin(), stride = static_cast<Index>(rows.size());
      for (Index j = 0; j < columns && first + j < k; ++j) {
        const Real l = values[j * stride + r];
        sum += l * l;
      }
    });
    return sum;
  }

 private:
  void forget() {
    if (factor_) cholmod_l_free_factor(&factor_, &common_);
  }
  /// use(first column, columns, rows, values by columns)
  template <class Use>
  void for_supernodes(const Use& use) const {
    const auto* super = static_cast<const Index*>(factor_->super);
    const auto* pi = static_cast<const Index*>(factor_->pi);
    const auto* px = static_cast<const Index*>(factor_->px);
    const auto* rows = static_cast<const Index*>(factor_->s);
    const auto* values = static_cast<const Real*>(factor_->x);
    for (std::size_t s = 0; s < factor_->nsuper; ++s)
      use(super[s], super[s + 1] - super[s],
          View<Index>(rows + pi[s], static_cast<std::size_t>(pi[s + 1] - pi[s])), values + px[s]);
  }

  cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;  ///< reused by each solution
};

class DefiniteSolver final : public LinearSolver {
 public:
  explicit DefiniteSolver(const Model& model) : faults_(model), in_space_(model.dim() == 3) {}

  Outcome prepare(const LinearOperator& a, Context&) override {
    ready_ = false;
    const SparseView* s = a.sparse();
    if (!s || !a.symmetric())
      return Outcome::failed(Cause::unsupported,
                             s ? "a definite linear solver was given a matrix that is not symmetric"
                               : "a definite linear solver was given no assembled matrix");
    expects(s->rows == s->columns, "a matrix to be factored is square");
    const bool is_other = unknowns_.find(*s);
    if (!analysed_ || is_other || pattern_ != a.pattern())
      if (Outcome bad = analyse(*s, a.pattern()); !bad) return bad;
    for (std::size_t k = 0; k < source_.size(); ++k)
      value_[k] = s->value[static_cast<std::size_t>(source_[k])];
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      diagonal_[i] = value_[static_cast<std::size_t>(start_[i])];  // rows ascend
    ready_ = true;
    if (diagonal_.empty()) return {};
    cholmod_sparse lower = matrix();
    ready_ = cholmod_.factor(lower);
    if (!ready_) return no_memory();
    Outcome outcome = look_at_pivots(*s);
    ready_ = bool(outcome);
    return outcome;
  }

  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context&) override {
    expects(ready_, "a linear solver was asked to solve before a matrix was factored");
    expects(static_cast<Index>(b.size()) == unknowns_.size() * columns && b.size() == x.size(),
            "one number a degree of freedom and column");
    unknowns_.take(b, columns, right_);
    cholmod_dense right{};
    right.nrow = right.d = diagonal_.size();
    right.ncol = static_cast<std::size_t>(columns);
    right.nzmax = right_.size();
    right.x = right_.data();
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    View<Real> solution;
    if (!right_.empty()) {
      if (!cholmod_.solve(right)) return no_memory();
      solution = cholmod_.solution();
    }
    unknowns_.put(solution, b, columns, x);
    if (!map(View<Real>(x)).allFinite())
      return Outcome::retry(Cause::not_finite, "a linear system has a solution that is not finite");
    return {};
  }

 private:
  /// Finds the sparsity of the lower triangle, by columns, and where its entries are in the blocks. A
  /// row of a symmetric matrix is its column.
  Outcome analyse(const SparseView& s, std::uint64_t pattern) {
    analysed_ = false;
    const Index block = s.block;
    start_.assign(1, 0);
    row_.clear();
    source_.clear();
    for (const Index i : unknowns_.blocks())
      for (Index r = 0; r < block; ++r) {
        const Index column = unknowns_.number(i * block + r);
        for (Index k = s.start[static_cast<std::size_t>(i)];
             k < s.start[static_cast<std::size_t>(i) + 1]; ++k)
          for (Index c = 0; c < block; ++c) {
            const Index other = unknowns_.number(s.column[static_cast<std::size_t>(k)] * block + c);
            if (other < column) continue;
            row_.push_back(other);
            source_.push_back((k * block + r) * block + c);
          }
        expects(start_.back() < static_cast<Index>(row_.size()) &&
                    row_[static_cast<std::size_t>(start_.back())] == column,
                "a matrix to be factored has all entries of its diagonal");
        start_.push_back(static_cast<Index>(row_.size()));
      }
    value_.resize(row_.size());
    diagonal_.assign(start_.size() - 1, 0);
    cholmod_sparse lower = matrix();
    if (!diagonal_.empty() && !cholmod_.analyse(lower, in_space_)) return no_memory();
    pattern_ = pattern;
    analysed_ = true;
    return {};
  }

  cholmod_sparse matrix() {
    cholmod_sparse a{};
    a.nrow = a.ncol = diagonal_.size();
    a.nzmax = value_.size();
    a.p = start_.data();
    a.i = row_.data();
    a.x = value_.data();
    a.stype = -1;  // the lower triangle of a symmetric matrix
    a.itype = CHOLMOD_LONG;
    a.xtype = CHOLMOD_REAL;
    a.dtype = CHOLMOD_DOUBLE;
    a.sorted = a.packed = 1;
    return a;
  }

  /// CHOLMOD stops at a pivot <= 0. One that is positive may still be rounding alone.
  Outcome look_at_pivots(const SparseView& s) const {
    const auto n = static_cast<Index>(diagonal_.size());
    const Index sound = cholmod_.sound_pivots();
    Index bad = kNone;
    Real pivot = 0;
    cholmod_.for_diagonal(sound, [&](Index k, Real l) {
      if (bad == kNone && !(l * l > MatrixFaults::kLeastPivot * diagonal_of(k)))
        bad = k, pivot = l * l;
    });
    if (bad == kNone && sound < n) {
      bad = sound;
      pivot = diagonal_[static_cast<std::size_t>(cholmod_.row_of(bad))] - cholmod_.taken_away(bad);
    }
    if (bad == kNone) return {};
    const bool is_singular = !(pivot < -MatrixFaults::kLeastPivot * diagonal_of(bad));
    return faults_.bad_pivot(s, unknowns_.unknown(cholmod_.row_of(bad)), pivot, is_singular);
  }
  Real diagonal_of(Index k) const {
    return std::abs(diagonal_[static_cast<std::size_t>(cholmod_.row_of(k))]);
  }

  Outcome no_memory() const {
    return Outcome::failed(
        Cause::unsupported,
        fmt::format("the memory does not suffice to factor a matrix with {} rows and {} entries",
                    diagonal_.size(), value_.size()));
  }

  MatrixFaults faults_;
  bool in_space_ = false;
  CoupledUnknowns unknowns_;  ///< what is factored
  Cholmod cholmod_;
  std::vector<Index> start_, row_;  ///< of the lower triangle, by columns
  std::vector<Index> source_;       ///< where its entries are in SparseView::value
  std::vector<Real> value_, diagonal_, right_;
  std::uint64_t pattern_ = 0;
  bool analysed_ = false, ready_ = false;
};

}  // namespace

std::unique_ptr<LinearSolver> make_definite_solver(const Model& model) {
  return std::make_unique<DefiniteSolver>(model);
}

}  // namespace tactus::core
