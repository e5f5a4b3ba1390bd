#include "core/model/general_solver.hpp"

#include <fmt/format.h>
#include <umfpack.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/coupled_unknowns.hpp"
#include "core/model/matrix_faults.hpp"
#include "tactus/component.hpp"

namespace tactus::core {
namespace {

static_assert(sizeof(SuiteSparse_long) == sizeof(Index));

/// The least pivot over the largest one, of a matrix whose rows are scaled: below it the matrix is singular.
constexpr Real kLeastOfPivots = 1e-14;

class GeneralSolver final : public LinearSolver {
 public:
  explicit GeneralSolver(const Model& model) : faults_(model) {
    umfpack_dl_defaults(control_);
    control_[UMFPACK_PRL] = 0;
    // Two degrees of freedom that depend on each other do so both ways, by values that may differ. Asked to
    // choose, UMFPACK takes the unsymmetric strategy, and a step of 3,400 unknowns takes nearly three times as long.
    control_[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
  }
  ~GeneralSolver() override {
    umfpack_dl_free_numeric(&numeric_);
    umfpack_dl_free_symbolic(&symbolic_);
  }
  GeneralSolver(const GeneralSolver&) = delete;
  GeneralSolver& operator=(const GeneralSolver&) = delete;

  Outcome prepare(const LinearOperator& a, Context&) override {
    umfpack_dl_free_numeric(&numeric_);
    const SparseView* s = a.sparse();
    if (!s)
      return Outcome::failed(Cause::unsupported,
                             "a general linear solver was given no assembled matrix");
    expects(s->rows == s->columns, "a matrix to be factored is square");
    const bool is_known = !unknowns_.find(*s) && symbolic_ && pattern_ == a.pattern();
    if (!is_known) find_rows(*s);
    is_factored_ = unknowns_.count() == 0;
    if (is_factored_) return {};
    for (std::size_t k = 0; k < source_.size(); ++k)
      value_[k] = s->value[static_cast<std::size_t>(source_[k])];
    if (!is_known)
      if (Outcome bad = analyse(a.pattern()); !bad) return bad;
    double info[UMFPACK_INFO];
    const auto status = umfpack_dl_numeric(start_.data(), column_.data(), value_.data(), symbolic_,
                                           &numeric_, control_, info);
    if (status < 0) return no_memory();
    if (status == UMFPACK_WARNING_singular_matrix || !(info[UMFPACK_RCOND] > kLeastOfPivots)) {
      Outcome outcome = singular(*s);
      umfpack_dl_free_numeric(&numeric_);
      return outcome;
    }
    is_factored_ = true;
    return {};
  }

  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context&) override {
    expects(is_factored_, "a linear solver was asked to solve before a matrix was factored");
    const std::size_t n = start_.size() - 1;
    expects(static_cast<Index>(b.size()) == unknowns_.size() * columns && b.size() == x.size(),
            "one number a degree of freedom and column");
    whole_work_.resize(n);
    work_.resize(5 * n);
    unknowns_.take(b, columns, right_);
    solution_.resize(right_.size());
    for (std::size_t at = 0; at < right_.size(); at += n) {
      // The rows of A are the columns of the matrix that UMFPACK has been given, which is A'.
      const auto status = umfpack_dl_wsolve(UMFPACK_Aat, start_.data(), column_.data(),
                                            value_.data(), &solution_[at], &right_[at], numeric_,
                                            control_, nullptr, whole_work_.data(), work_.data());
      if (status < 0) return no_memory();
    }
    unknowns_.put(solution_, b, columns, x);
    if (!map(View<Real>(x)).allFinite())
      return Outcome::retry(Cause::not_finite, "a linear system has a solution that is not finite");
    return {};
  }

 private:
  /// The rows of the matrix without blocks, and where its entries are in the blocks.
  void find_rows(const SparseView& s) {
    const Index block = s.block;
    start_.assign(1, 0);
    column_.clear();
    source_.clear();
    for (const Index i : unknowns_.blocks())
      for (Index r = 0; r < block; ++r) {
        for (Index k = s.start[static_cast<std::size_t>(i)];
             k < s.start[static_cast<std::size_t>(i) + 1]; ++k)
          for (Index c = 0; c < block; ++c) {
            column_.push_back(unknowns_.number(s.column[static_cast<std::size_t>(k)] * block + c));
            source_.push_back((k * block + r) * block + c);
          }
        start_.push_back(static_cast<Index>(column_.size()));
      }
    value_.resize(column_.size());
  }

  /// The order of elimination. It must not depend on values, or a resumed run could find another one:
  /// UMFPACK looks at none here but for entries that are 0, which the strategy does not ask about.
  Outcome analyse(std::uint64_t pattern) {
    umfpack_dl_free_symbolic(&symbolic_);
    const auto n = static_cast<Index>(start_.size()) - 1;
    if (umfpack_dl_symbolic(n, n, start_.data(), column_.data(), nullptr, &symbolic_, control_,
                            nullptr) < 0)
      return no_memory();
    pattern_ = pattern;
    return {};
  }

  /// Names the row of A at the smallest pivot, which is a column for UMFPACK.
  Outcome singular(const SparseView& s) const {
    const std::size_t n = start_.size() - 1;
    std::vector<Index> order(n);
    std::vector<Real> pivot(n);
    SuiteSparse_long is_reciprocal = 0;
    umfpack_dl_get_numeric(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                           order.data(), pivot.data(), &is_reciprocal, nullptr, numeric_);
    const auto least =
        std::ranges::min_element(pivot, [](Real a, Real b) { return std::abs(a) < std::abs(b); });
    const Index row = order[static_cast<std::size_t>(least - pivot.begin())];
    return faults_.bad_pivot(s, unknowns_.unknown(row), *least, true);
  }

  Outcome no_memory() const {
    return Outcome::failed(
        Cause::unsupported,
        fmt::format("the memory does not suffice to factor a matrix with {} rows and {} entries",
                    start_.size() - 1, value_.size()));
  }

  MatrixFaults faults_;
  CoupledUnknowns unknowns_;  ///< what is factored
  double control_[UMFPACK_CONTROL];
  void *symbolic_ = nullptr, *numeric_ = nullptr;
  std::vector<Index> start_, column_;  ///< the rows of A
  std::vector<Index> source_;          ///< where its entries are in SparseView::value
  std::vector<Real> value_, work_, right_, solution_;
  std::vector<SuiteSparse_long> whole_work_;
  std::uint64_t pattern_ = 0;
  bool is_factored_ = false;
};

}  // namespace

std::unique_ptr<LinearSolver> make_general_solver(const Model& model) {
  return std::make_unique<GeneralSolver>(model);
}

}  // namespace tactus::core
