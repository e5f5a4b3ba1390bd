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

}  // namespace sqp
