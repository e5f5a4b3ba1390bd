#include "springs.hpp"

#include <algorithm>
#include <numeric>

namespace penalty {
namespace {

/// Second derivatives of one row over its own degrees of freedom.
class RowHessian final : public BlockSink {
 public:
  explicit RowHessian(View<Index> dofs) : dofs_(dofs), value_(dofs.size() * dofs.size(), 0) {}
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    std::size_t k = 0;
    for (const Index row : rows)
      for (const Index column : columns)
        value_[place(row) * dofs_.size() + place(column)] += value[k++];
  }
  std::vector<Real>& value() { return value_; }

 private:
  std::size_t place(Index dof) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(dofs_, dof) - dofs_.begin());
  }
  View<Index> dofs_;
  std::vector<Real> value_;
};

}  // namespace

void Springs::begin(const ContactModel& contact, Real fraction) {
  contact_ = &contact;
  rows_ = &contact.rows();
  fraction_ = fraction;
  list_.clear(), gap_0_.clear();
}

/// A contact that was pressed at t_n goes on from its own gap. Any other one starts from the geometric
/// gap, or from 0 where bodies overlap already: a spring that starts compressed would bring in its energy.
Outcome Springs::take_in(Index dofs, Context& context) {
  zero_.assign(at(dofs), 0);
  rows_ = &contact_->rows();
  const auto before = count(), now = rows_->count;
  list_.resize(at(now));
  std::iota(list_.begin(), list_.end(), Index{0});
  const View<Index> fresh = View<Index>(list_).subspan(at(before));
  if (fresh.empty()) return {};
  value_.resize(fresh.size());
  if (Outcome bad = contact_->evaluate(fresh, zero_, {.value = value_.data()}, context); !bad)
    return bad;
  // What is outside of the model, such as a floor, is in these values where it will be in the middle.
  if (Outcome bad = find_held(fresh, zero_, context); !bad) return bad;
  for (const Index row : fresh) {
    const Real own = rows_->history_old[at(row)];
    const Real geometric = (value_[at(row - before)] - change_[at(row)]) / rows_->scale[at(row)];
    const Real least = start_ == Start::open ? 0 : -kUnlimited;
    gap_0_.push_back(own < 0 ? own : std::max(least, geometric));
  }
  return {};
}

View<Index> Springs::dofs_of(Index row) const {
  return rows_->dof.subspan(at(rows_->start[at(row)]),
                            at(rows_->start[at(row + 1)] - rows_->start[at(row)]));
}

View<Real> Springs::gradient_of(Index row) const {
  return View<Real>(gradient_).subspan(at(rows_->start[at(row)]), dofs_of(row).size());
}

Outcome Springs::evaluate(View<Real> w, Context& context) {
  force_.resize(list_.size());
  gap_1_.resize(list_.size());
  gradient_.resize(rows_->dof.size());
  if (list_.empty()) return {};
  if (Outcome bad = contact_->evaluate(list_, w, {.gradient = gradient_.data()}, context); !bad)
    return bad;
  if (Outcome bad = find_held(list_, w, context); !bad) return bad;
  for (Index row = 0; row < count(); ++row) {
    const View<Index> dofs = dofs_of(row);
    const View<Real> G = gradient_of(row);
    Real change = change_[at(row)];
    for (std::size_t k = 0; k < dofs.size(); ++k) change += G[k] * w[at(dofs[k])];
    gap_1_[at(row)] = gap_0_[at(row)] + change / lever(row);
    force_[at(row)] = spring_force(kappa_, gap_0_[at(row)], gap_1_[at(row)]);
  }
  return {};
}

/// What prescribed motion adds to the change of each of these rows.
Outcome Springs::find_held(View<Index> rows, View<Real> w, Context& context) {
  change_.assign(list_.size(), 0);
  held_rows_.clear();
  for (const Index row : rows)
    if (rows_->held[at(row)]) held_rows_.push_back(row);
  if (held_rows_.empty()) return {};
  held_.resize(held_rows_.size());
  if (Outcome bad = contact_->evaluate(held_rows_, w, {.held = held_.data()}, context); !bad)
    return bad;
  for (std::size_t k = 0; k < held_rows_.size(); ++k) change_[at(held_rows_[k])] = held_[k];
  return {};
}

void Springs::subtract_forces(Out<Real> residual) const {
  for (Index row = 0; row < count(); ++row) {
    const Real l = multiplier(row);
    if (l == 0) continue;
    const View<Index> dofs = dofs_of(row);
    const View<Real> G = gradient_of(row);
    for (std::size_t k = 0; k < dofs.size(); ++k) residual[at(dofs[k])] -= l * G[k];
  }
}

/// Of -G'l with l = p/theta along du: -(l H + G' dp/dg_1 (G + u'H)/theta^2).
Outcome Springs::add_stiffness(View<Real> w, bool symmetric, BlockSink& sink,
                               Context& context) const {
  for (Index row = 0; row < count(); ++row) {
    const auto [force, slope] = force_[at(row)];
    if (force == 0 && slope == 0) continue;
    const View<Index> dofs = dofs_of(row);
    const View<Real> G = gradient_of(row);
    RowHessian hessian(dofs);
    const Real one = 1;
    if (Outcome bad =
            contact_->hessian(View<Index>(&row, 1), View<Real>(&one, 1), w, hessian, context);
        !bad)
      return bad;
    std::vector<Real>& block = hessian.value();
    const std::size_t n = dofs.size();
    const Real l = multiplier(row), steep = slope / (lever(row) * lever(row));
    std::vector<Real> along(G.begin(), G.end());
    for (std::size_t i = 0; i < n && !symmetric; ++i)
      for (std::size_t j = 0; j < n; ++j) along[j] += w[at(dofs[i])] * block[i * n + j];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        block[i * n + j] = -(l * block[i * n + j] + steep * G[i] * along[j]);
    sink.add(dofs, dofs, block);
  }
  return {};
}

Real Springs::energy() const {
  Real sum = 0;
  for (const Real gap : gap_1_) sum += spring_energy(kappa_, gap);
  return sum;
}

}  // namespace penalty
