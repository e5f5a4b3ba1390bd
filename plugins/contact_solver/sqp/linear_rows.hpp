// The rows of contact at one place: their values, and their gradients with respect to degrees of freedom.
#pragma once

#include <algorithm>
#include <numeric>
#include <tactus/contact_model.hpp>
#include <vector>

namespace sqp {
using namespace tactus;

class LinearRows {
 public:
  /// Evaluates all rows that the model has at w.
  Outcome evaluate(const ContactModel& contact, View<Real> w, Context& context);

  Index count() const { return static_cast<Index>(list_.size()); }
  /// Of a row: what its value is above its bound, in the unit of the row.
  Real above(Index row) const { return value_[at(row)] - rows_->lower[at(row)]; }
  /// Of a row: its degrees of freedom, and the derivatives of its value with respect to them.
  View<Index> pattern(Index row) const { return rows_->dof.subspan(begin(row), size(row)); }
  View<Real> gradient(Index row) const {
    return View<Real>(gradient_).subspan(begin(row), size(row));
  }
  /// Change of the value of a row along x [dofs], to first order.
  Real along(Index row, View<Real> x) const;
  /// Adds factor times the gradient of a row to `out` [dofs].
  void add(Index row, Real factor, Out<Real> out) const;

  /// J, what contact with these forces takes from what is moved from outside, such as driven supports.
  Outcome held_work(const ContactModel& contact, View<Real> w, View<Real> force, Real& work,
                    Context& context);

  /// Sum of what rows are below their bounds.
  Real violation() const;
  /// m, the deepest row below its bound.
  Real depth() const;
  /// m, the same to first order after a correction s [dofs]; `row` is the deepest one.
  Real depth_after(View<Real> s, Index& row) const;

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  std::size_t begin(Index row) const { return at(rows_->start[at(row)]); }
  std::size_t size(Index row) const { return at(rows_->start[at(row + 1)]) - begin(row); }

  const ContactRows* rows_ = nullptr;
  std::vector<Index> list_;  ///< 0, 1, 2, ...
  std::vector<Real> value_, gradient_;
  std::vector<Index> held_;  ///< rows that push against what is moved from outside
  std::vector<Real> change_;
};

}  // namespace sqp
