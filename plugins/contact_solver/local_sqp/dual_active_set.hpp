// The dual of a projection on linear inequalities, solved by an active set.
#pragma once

#include <vector>

#include "envelope_factor.hpp"
#include "row_order.hpp"
#include "sparse_rows.hpp"

namespace local_sqp {

/// min 1/2 l'(A A' + regularisation I) l - b'l over l >= 0, the dual of min 1/2 |z|^2, A z >= b.
/// The regularisation makes every problem consistent: a contradiction shows as large multipliers and
/// A z < b, for the caller to see.
///
/// A guess of the working set is made better by exchanging all rows that are wrong at once (block
/// principal pivoting, Judice and Pires 1994), which ends with the solution nearly always; where it
/// does not, Goldfarb and Idnani's dual active set method (1983) goes on from there, row by row.
///
/// Keeps its working set: the next call starts from the rows that were active in the last one, and
/// those new ones that do not hold at z = 0.
class DualActiveSet {
 public:
  /// @param A, b    rows and right sides; the first rows are those of the last call
  /// @param l       [rows] out, multipliers >= 0
  /// @param z       [columns] out, A'l
  /// @return        changes of the working set it started from
  Index solve(const SparseRows& A, View<Real> b, Index columns, Real regularisation, Out<Real> l,
              Out<Real> z);

  /// Forgets the working set.
  void reset() { last_.clear(); }
  /// Takes over the working set of `other`, whose rows now begin at row `offset` of this one.
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
  void gather(const Data& data) const;
  Real slack_of(const Data& data, Index k) const;

  std::vector<Last> last_;  ///< [rows] of the last call
  RowOrder order_;
  EnvelopeFactor factor_;
  // By position in the order:
  std::vector<std::uint8_t> picked_;  ///< the working set
  std::vector<Real> l_;
  std::vector<Real> direction_, column_;
  std::vector<Index> wrong_;
  Index changes_ = 0;
};

}  // namespace local_sqp
