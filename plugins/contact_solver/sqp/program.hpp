// The quadratic program of one iteration: with the tangent K and the residual r of the step at w, find the
// correction s with
//   min 1/2 s'K s + r's   subject to   g(w) + G s >= lower.
//
// Its solution is s = s_0 + K^-1 G'l, where s_0 = -K^-1 r is the correction without contact and the
// multipliers l solve a complementarity problem with W = G K^-1 G' (complementarity.hpp). A row takes part
// when it pushed in the iteration before, or where the correction found so far violates it. Of most
// rows a column K^-1 G_i' is therefore never computed.
#pragma once

#include <tactus/newton/shifted_solver.hpp>
#include <vector>

#include "complementarity.hpp"
#include "linear_rows.hpp"

namespace sqp {

class Program {
 public:
  /// @param K  has solved for s_0
  /// @param l  [rows] in: multipliers of the iteration before, 0 for new rows; out: those of this one
  /// @param s  [dofs] in: s_0; out: the correction
  Outcome solve(const LinearRows& rows, ShiftedSolver& K, Out<Real> l, Out<Real> s,
                Context& context);

  Index columns() const {
    return static_cast<Index>(taken_.size());
  }  ///< computed in the last solve()

 private:
  void begin(const LinearRows& rows, View<Real> l, View<Real> s);
  bool take_violated(const LinearRows& rows, View<Real> s);
  Outcome add_columns(const LinearRows& rows, ShiftedSolver& K, Context& context);
  void correct(Out<Real> l, Out<Real> s);
  View<Real> column(std::size_t k) const { return View<Real>(columns_).subspan(k * dofs_, dofs_); }

  std::size_t dofs_ = 0;
  Index pushed_ = 0;  ///< the first rows of taken_: those that pushed in the iteration before
  std::vector<Index> taken_;            ///< rows that take part, in the order in which they came
  std::vector<std::uint8_t> is_taken_;  ///< [rows]
  std::vector<Real> start_;             ///< [dofs] s_0
  std::vector<Real> right_, columns_;   ///< [taken * dofs] G_i', K^-1 G_i'
  std::vector<Real> W_, grown_;         ///< [taken * taken]
  std::vector<Real> q_, force_;         ///< [taken] above the bound after s_0; multipliers
  Complementarity complementarity_;
};

}  // namespace sqp
