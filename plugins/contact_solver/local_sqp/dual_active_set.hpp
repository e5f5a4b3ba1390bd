// Solves the dual of a projection on linear inequalities by an active set method.
#pragma once

#include <vector>

#include "envelope_factor.hpp"
#include "row_order.hpp"
#include "sparse_factor.hpp"
#include "sparse_rows.hpp"

namespace local_sqp {

/// min 1/2 l'(A A' + regularisation I) l - b'l over l >= 0, which is the dual of min 1/2 |z|^2
/// subject to A z >= b. The regularisation makes every problem consistent. If the rows contradict
/// each other, multipliers become large and A z < b, which the caller can detect.
///
/// A guess of the working set is improved by exchanging all wrong rows at once (block principal
/// pivoting, Judice and Pires 1994), which nearly always ends with the solution. If it does not,
/// the dual active set method of Goldfarb and Idnani (1983) continues from there, row by row.
/// Above kSparse rows it does so with a sparse factor, which rows enter and leave.
///
/// The working set is kept: the next call starts from the rows that were active in the last one and
/// from those new rows that are violated at z = 0.
class DualActiveSet {
 public:
  static constexpr Index kSparse = 200;

  /// @param A, b    rows and right sides; the first rows are those of the last call
  /// @param l       [rows] out, multipliers >= 0
  /// @param z       [columns] out, A'l
  /// @return        changes of the working set it started from
  Index solve(const SparseRows& A, View<Real> b, Index columns, Real regularisation, Out<Real> l,
              Out<Real> z);

  /// Forgets the working set.
  void reset() { last_.clear(); }
  /// Adds the working set of `other`, whose rows now begin at row `offset` of this one.
  void merge(const DualActiveSet& other, Index offset);

 private:
  enum class Last : std::uint8_t { unknown, inactive, active };
  struct Data {
    const SparseRows& A;
    View<Real> b;
    Real tolerance;
    Out<Real> z;
  };
  void guess(const Data& data);
  bool exchange(const Data& data);
  void drop_pulling(const Data& data);
  void enter(Index p, Real slack);
  Index most_violated(const Data& data, Real& slack) const;
  void solve_block(const Data& data, Index from);
  void factor_enters(Index k);
  void factor_leaves(Index k);
  void factor_solve(std::vector<Real>& x) const;
  void repair(const Data& data);
  void change_order(const Data& data);
  void find_violated(const Data& data);
  void keep_worst(const Data& data);
  void gather(const Data& data) const;
  Real slack_of(const Data& data, Index k) const;

  std::vector<Last> last_;  ///< [rows] of the last call
  RowOrder order_;
  EnvelopeFactor factor_;
  SparseFactor sparse_;
  RowOrder sparse_order_{RowOrder::For::sparse};
  bool large_ = false;  ///< sparse_ is the factor, and order_ and sparse_order_ have changed places
  // By position in the order of rows:
  std::vector<std::uint8_t> picked_;  ///< the working set
  std::vector<Real> l_;
  std::vector<Real> direction_, column_;
  std::vector<Real> violation_;  ///< of rows that would enter, else 0
  std::vector<Index> wrong_;
  std::vector<std::uint8_t> picked_of_row_;
  Index changes_ = 0;
};

}  // namespace local_sqp
