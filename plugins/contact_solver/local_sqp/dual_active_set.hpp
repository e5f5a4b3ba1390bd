// The dual of a projection on linear inequalities, solved by an active set.
#pragma once

#include <tactus/types.hpp>
#include <vector>

namespace local_sqp {
using namespace tactus;

/// Rows of A, each scaled to unit length, as sparse lists of local unknowns.
struct SparseRows {
  std::vector<Index> start{0};
  std::vector<Index> column;
  std::vector<Real> value;

  Index count() const { return static_cast<Index>(start.size()) - 1; }
  void clear() { start.assign(1, 0), column.clear(), value.clear(); }
};

/// min 1/2 l'(A A' + regularisation I) l - b'l over l >= 0, the dual of min 1/2 |z|^2, A z >= b
/// (Goldfarb and Idnani's dual active set method). The regularisation makes every problem
/// consistent: a contradiction shows as large multipliers and A z < b, for the caller to see.
///
/// Keeps its working set: the next call starts from the rows that were active in the last one.
class DualActiveSet {
 public:
  /// @param A, b    rows and right sides; the first rows are those of the last call
  /// @param l       [rows] out, multipliers >= 0
  /// @param z       [columns] out, A'l
  /// @return        changes of the working set
  Index solve(const SparseRows& A, View<Real> b, Index columns, Real regularisation, Out<Real> l,
              Out<Real> z);

  /// Forgets the working set.
  void reset() { active_.clear(); }
  /// Takes over the working set of `other`, whose rows now begin at row `offset` of this one.
  void merge(const DualActiveSet& other, Index offset) {
    for (const Index row : other.active_) active_.push_back(row + offset);
  }

 private:
  struct Data {
    const SparseRows& A;
    View<Real> b;
    Real regularisation;
  };
  void warm_start(const Data& data, Out<Real> l);
  void enter(const Data& data, Index p, Real slack, Out<Real> l, Index& changes);
  Index most_violated(const Data& data, View<Real> l, View<Real> z, Real tolerance,
                      Real& slack) const;
  void factorise(const Data& data);
  void append(const Data& data, Index row);
  void remove(std::size_t position);
  void solve_factored(std::vector<Real>& x) const;
  void load_row(const Data& data, Index row);
  void unload_row(const Data& data, Index row);
  Real dot_loaded(const Data& data, Index row) const;
  void gather(const Data& data, View<Real> l, Out<Real> z) const;

  Real& at(std::size_t i, std::size_t j) { return factor_[i * stride_ + j]; }
  Real at(std::size_t i, std::size_t j) const { return factor_[i * stride_ + j]; }

  std::vector<Index> active_;         ///< the working set, in the order of the factor
  std::vector<std::uint8_t> in_set_;  ///< [rows]
  std::vector<Real> factor_;          ///< lower Cholesky factor of K over the working set
  std::size_t stride_ = 0;
  std::vector<Real> dense_;  ///< [columns] one row of A, for sparse products
  std::vector<Real> direction_, column_;
};

}  // namespace local_sqp
