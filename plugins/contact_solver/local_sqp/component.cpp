#include "component.hpp"

#include <algorithm>
#include <cmath>

namespace local_sqp {

/// The unknowns of the rows, which are the same in all iterations of the SQP.
void ComponentProblem::set_pattern(const ContactRows& all) {
  A_.clear();
  A_.value.resize(local_.size());
  std::size_t entry = 0;
  for (const Index row : rows) {
    for (Index k = all.start[row]; k < all.start[row + 1]; ++k) A_.column.push(local_[entry++]);
    A_.column.end_row();
  }
}

/// Linearises the rows: A = G D^-1/2, b = lower - value(u) + G d, both divided by |G_i D^-1/2|.
Outcome ComponentProblem::linearise(const Projection& in, Context& context) {
  const ContactRows& all = in.contact.rows();
  value_.resize(rows.size());
  gradient_.resize(local_.size());
  norm_.resize(rows.size());
  b_.resize(rows.size());
  if (Outcome bad = in.contact.evaluate(
          rows, in.u, {.value = value_.data(), .gradient = gradient_.data(), .held = nullptr},
          context);
      !bad)
    return bad;
  // In the variable z = D^(1/2) d the objective is 1/2 |z|^2, without weights. Dividing each row
  // by its own norm makes the diagonal of A A' equal to 1, so that the regularisation eps means
  // the same for every row.
  std::size_t entry = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Index begin = all.start[rows[i]], end = all.start[rows[i] + 1];
    const std::size_t first = entry;
    Real square = 0, along = 0;
    for (Index k = begin; k < end; ++k, ++entry) {
      const Real a = gradient_[entry] * root_[local_[entry]];
      square += a * a;
      along += gradient_[entry] * in.d[all.dof[k]];
      A_.value[entry] = a;
    }
    norm_[i] = std::sqrt(square);
    // The gradient is taken with respect to free degrees of freedom only. It vanishes if none of
    // them can change the gap.
    if (!(norm_[i] > 0))
      return Outcome::failed(Cause::infeasible,
                             "two bodies are pressed into each other where supports or obstacles "
                             "leave neither free to move",
                             {Item::contact, rows[i]});
    for (std::size_t k = first; k < entry; ++k) A_.value[k] /= norm_[i];
    // The program determines the whole correction d from the predictor, not a change of the
    // current one. The linearisation g(u_k) + G (d - d_k) >= lower is therefore written as G d >=
    // lower - g(u_k) + G d_k, and `along` is G d_k.
    b_[i] = (all.lower[rows[i]] - value_[i] + along) / norm_[i];
  }
  return {};
}

/// The SQP iteration: linearise the rows at the current point, solve the resulting quadratic
/// program in its dual, and move to its solution, until no coordinate changes by more than `stop`.
/// Multipliers refer to scaled rows and are converted back at the end. Forces are those of the
/// correction, D d.
void ComponentProblem::do_solve(const Projection& in, Context& context) {
  root_.clear();
  for (const Index dof : dof_) root_.push_back(1 / std::sqrt(in.diagonal[dof]));
  l_.resize(rows.size());
  z_.resize(dof_.size());
  set_pattern(in.contact.rows());
  Real change = 0;
  do {
    ++result.iterations;
    result.outcome = linearise(in, context);
    if (!result.outcome) return;
    qp_.solve(A_, b_, static_cast<Index>(dof_.size()), settings_.regularisation, l_, z_);
    change = 0;
    for (std::size_t k = 0; k < dof_.size(); ++k) {
      const Index dof = dof_[k];
      // d comes directly from the multipliers, d = D^(-1/2) A'l. Were it formed as a difference
      // of positions, rounding errors of the size eps |x| 2/dt would enter the velocities and
      // violate the balance of momentum.
      const Real next = z_[k] * root_[k];
      change = std::max(change, std::abs(next - in.d[dof]));
      in.d[dof] = next;
      in.u[dof] = in.predictor[dof] + next;
    }
  } while (change > settings_.stop && result.iterations < settings_.iterations);
  result.converged = change <= settings_.report;
  result.outcome = in.contact.evaluate(
      rows, in.u, {.value = value_.data(), .gradient = nullptr, .held = nullptr}, context);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // Undoes the scaling of the row, which makes the multiplier a force in N: D d = G' lambda.
    in.multiplier[rows[i]] = l_[i] / norm_[i];
    if (value_[i] < 0) ++result.inconsistent;
  }
  for (const Index dof : dof_) in.force[dof] = in.diagonal[dof] * in.d[dof];
}

void ComponentProblem::do_clear() { qp_.reset(); }

void ComponentProblem::do_merge(const ProjectionComponent& other) {
  qp_.merge(static_cast<const ComponentProblem&>(other).qp_, static_cast<Index>(rows.size()));
}

}  // namespace local_sqp
