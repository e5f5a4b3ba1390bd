// What prescribed motion has to do with contact: the work that contact forces do along it.
#include "core/contact/contact_model.hpp"

namespace tactus::core {

/// Sets the means of the increments that prescribed motion makes in the step and in one of the same
/// length before it.
void KernelContact::find_mean_held() {
  const Supports* supports = geometry_.supports;
  if (!supports || supports->dofs().empty() || !point_.frozen.empty()) return;
  const std::size_t dofs = geometry_.layout->prescribed.size();
  mean_held_.resize(dofs, 0);
  before_.resize(dofs, 0);
  supports->prescribe(old_.q, point_.time, mean_held_);
  supports->prescribe(old_.q, 2 * old_.time - point_.time, before_);
  for (const Index dof : supports->dofs()) mean_held_[dof] = (mean_held_[dof] - before_[dof]) / 2;
}

Outcome KernelContact::add_held_work(View<Real> w, View<Real> multiplier, View<Index> component,
                                     Out<Real> out, Context& context) const {
  for (const Index r : pressed_) {
    if (!memory_.held[r] || rows_.start[r] == rows_.start[r + 1]) continue;
    Real change = 0;
    RowBuffer row;
    row.held = &change;
    if (Outcome bad = evaluate(View<Index>(&r, 1), w, row, context); !bad) return bad;
    out[component[rows_.dof[rows_.start[r]]]] += multiplier[r] * change;
  }
  return {};
}

}  // namespace tactus::core
