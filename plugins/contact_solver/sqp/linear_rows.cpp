#include "linear_rows.hpp"

namespace sqp {

Outcome LinearRows::evaluate(const ContactModel& contact, View<Real> w, Context& context) {
  rows_ = &contact.rows();
  list_.resize(at(rows_->count));
  std::iota(list_.begin(), list_.end(), Index{0});
  value_.resize(list_.size());
  gradient_.resize(rows_->dof.size());
  if (list_.empty()) return {};
  return contact.evaluate(
      list_, w, {.value = value_.data(), .gradient = gradient_.data(), .held = nullptr}, context);
}

Real LinearRows::along(Index row, View<Real> x) const {
  Real sum = 0;
  for (Index k = rows_->start[at(row)]; k < rows_->start[at(row + 1)]; ++k)
    sum += gradient_[at(k)] * x[at(rows_->dof[at(k)])];
  return sum;
}

void LinearRows::add(Index row, Real factor, Out<Real> out) const {
  for (Index k = rows_->start[at(row)]; k < rows_->start[at(row + 1)]; ++k)
    out[at(rows_->dof[at(k)])] += factor * gradient_[at(k)];
}

Outcome LinearRows::held_work(const ContactModel& contact, View<Real> w, View<Real> force,
                              Real& work, Context& context) {
  held_.clear();
  for (Index row = 0; row < count(); ++row)
    if (rows_->held[at(row)] && force[at(row)] > 0) held_.push_back(row);
  change_.resize(held_.size());
  work = 0;
  if (held_.empty()) return {};
  Outcome outcome = contact.evaluate(held_, w, {.held = change_.data()}, context);
  for (std::size_t k = 0; outcome && k < held_.size(); ++k)
    work += force[at(held_[k])] * change_[k];
  return outcome;
}

Real LinearRows::violation() const {
  Real sum = 0;
  for (Index row = 0; row < count(); ++row) sum += std::max<Real>(0, -above(row));
  return sum;
}

Real LinearRows::depth() const {
  Real deepest = 0;
  for (Index row = 0; row < count(); ++row)
    deepest = std::max(deepest, -above(row) / rows_->scale[at(row)]);
  return deepest;
}

Real LinearRows::depth_after(View<Real> s, Index& row) const {
  Real deepest = 0;
  row = kNone;
  for (Index k = 0; k < count(); ++k) {
    const Real depth = -(above(k) + along(k, s)) / rows_->scale[at(k)];
    if (depth > deepest) deepest = depth, row = k;
  }
  return deepest;
}

}  // namespace sqp
