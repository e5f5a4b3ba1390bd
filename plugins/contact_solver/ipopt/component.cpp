#include "component.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace ipopt {

/// The problem in scaled variables of order one, as IPOPT needs it.
class ComponentProblem::Scaled final : public Program, private BlockSink {
 public:
  Scaled(ComponentProblem& owner, const Projection& in, Real length, Context& context)
      : owner_(owner), in_(in), all_(in.contact.rows()), length_(length), context_(context) {
    stiffness_ = kUnlimited;
    for (const Index dof : owner.dof_) stiffness_ = std::min(stiffness_, in.diagonal[dof]);
  }
  /// N, force of a multiplier of 1 for a row with scale 1.
  Real force() const { return stiffness_ * length_; }
  const Outcome& outcome() const { return outcome_; }

  Index unknowns() const override { return static_cast<Index>(owner_.dof_.size()); }
  Index conditions() const override { return static_cast<Index>(owner_.rows.size()); }
  const Pattern& jacobian_pattern() const override { return owner_.jacobian_; }
  const Pattern& hessian_pattern() const override { return owner_.hessian_; }
  bool stopped() const override { return context_.stopped(); }

  void start(Out<Real> s, Out<Real> multiplier) const override {
    for (std::size_t k = 0; k < s.size(); ++k) s[k] = in_.d[owner_.dof_[k]] / length_;
    for (std::size_t i = 0; i < multiplier.size(); ++i)
      multiplier[i] = in_.multiplier[owner_.rows[i]] * scale(i) / force();
  }
  bool objective(View<Real> s, Real& value) override {
    value = 0;
    for (std::size_t k = 0; k < s.size(); ++k) value += weight(k) * s[k] * s[k] / 2;
    return true;
  }
  bool objective_gradient(View<Real> s, Out<Real> gradient) override {
    for (std::size_t k = 0; k < s.size(); ++k) gradient[k] = weight(k) * s[k];
    return true;
  }
  bool evaluate(View<Real> s, Out<Real> c) override {
    set_point(s);
    if (!evaluate({.value = c.data()})) return false;
    for (std::size_t i = 0; i < c.size(); ++i)
      c[i] = (c[i] - all_.lower[owner_.rows[i]]) / (length_ * scale(i));
    return true;
  }
  bool jacobian(View<Real> s, Out<Real> value) override {
    set_point(s);
    if (!evaluate({.gradient = value.data()})) return false;
    std::size_t entry = 0;
    for (std::size_t i = 0; i < owner_.rows.size(); ++i) {
      const Index row = owner_.rows[i];
      for (Index k = all_.start[row]; k < all_.start[row + 1]; ++k) value[entry++] /= scale(i);
    }
    return true;
  }
  bool hessian(View<Real> s, Real factor, View<Real> multiplier, Out<Real> value) override {
    set_point(s);
    std::fill(value.begin(), value.end(), Real{0});
    for (std::size_t k = 0; k < s.size(); ++k)
      value[static_cast<std::size_t>(owner_.hessian_start_[k + 1]) - 1] = factor * weight(k);
    // c is in units of h scale and s in units of h, so that a factor h remains.
    weights_.resize(multiplier.size());
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weights_[i] = -multiplier[i] * length_ / scale(i);
    target_ = value;
    return keep(in_.contact.hessian(owner_.rows, weights_, in_.u, *this, context_));
  }

 private:
  void add(View<Index> rows, View<Index> columns, View<Real> value) override {
    const auto& dof = owner_.dof_;
    const auto local = [&](Index d) {
      const auto at = std::lower_bound(dof.begin(), dof.end(), d);
      return at != dof.end() && *at == d ? static_cast<Index>(at - dof.begin()) : kNone;
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Index r = local(rows[i]);
      if (r == kNone) continue;  // cannot move
      const auto first = owner_.hessian_.column.begin() + owner_.hessian_start_[r],
                 last = owner_.hessian_.column.begin() + owner_.hessian_start_[r + 1];
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const Index c = local(columns[j]);
        if (c == kNone || c > r) continue;
        const auto at = std::lower_bound(first, last, c);
        target_[static_cast<std::size_t>(at - owner_.hessian_.column.begin())] +=
            value[i * columns.size() + j];
      }
    }
  }
  void set_point(View<Real> s) {
    for (std::size_t k = 0; k < s.size(); ++k) {
      const Index dof = owner_.dof_[k];
      in_.u[dof] = in_.predictor[dof] + length_ * s[k];
    }
  }
  bool evaluate(const RowBuffer& out) {
    return keep(in_.contact.evaluate(owner_.rows, in_.u, out, context_));
  }
  bool keep(Outcome outcome) {
    const bool good = static_cast<bool>(outcome);
    if (!good) outcome_ = std::move(outcome);
    return good;
  }
  Real weight(std::size_t k) const { return in_.diagonal[owner_.dof_[k]] / stiffness_; }
  Real scale(std::size_t i) const { return all_.scale[owner_.rows[i]]; }

  ComponentProblem& owner_;
  const Projection& in_;
  const ContactRows& all_;
  Real length_, stiffness_ = 1;
  Context& context_;
  Outcome outcome_;
  std::vector<Real> weights_;
  Out<Real> target_{};
};

void ComponentProblem::do_solve(const Projection& in, Context& context) {
  const ContactRows& all = in.contact.rows();
  for (const Index r : rows) {
    if (all.start[r] < all.start[r + 1]) continue;
    result.outcome = Outcome::failed(Cause::infeasible,
                                     "two bodies are pressed into each other where supports or "
                                     "obstacles leave neither free to move",
                                     {Item::contact, r});
    return;
  }
  find_patterns(all);
  if (attempt(0, in, context) && !result.usable) {
    for (const Index dof : dof_) in.d[dof] = 0;
    for (const Index r : rows) in.multiplier[r] = 0;
    attempt(1, in, context);
  }
}

/// @return false if there is no point from which to continue; result.outcome tells why.
bool ComponentProblem::attempt(int trial, const Projection& in, Context& context) {
  Scaled scaled(*this, in, settings_.length, context);
  const EngineResult& found = settings_.engine->solve(scaled, trial);
  result.iterations += found.iterations;
  result.inconsistent = 0;
  if (found.ending == Ending::interrupted) {
    result.outcome = Outcome::failed(Cause::interrupted, "interrupted");
  } else if (found.ending == Ending::no_value) {
    result.outcome = scaled.outcome() ? Outcome::retry(Cause::not_finite,
                                                       "a contact row has a value or a derivative "
                                                       "that is not finite")
                                      : scaled.outcome();
  } else {
    const View<Real> scale = in.contact.rows().scale;
    for (std::size_t i = 0; i < rows.size(); ++i)
      in.multiplier[rows[i]] = found.multiplier[i] * scaled.force() / scale[rows[i]];
    take(in, found, context);
  }
  return static_cast<bool>(result.outcome);
}

/// Finds the patterns of c', in the order of the rows, and of the lower triangle of the Hessian,
/// row by row.
void ComponentProblem::find_patterns(const ContactRows& all) {
  jacobian_.row.clear();
  jacobian_.column = local_;
  std::vector<std::pair<Index, Index>> pairs;
  for (std::size_t k = 0; k < dof_.size(); ++k)
    pairs.emplace_back(static_cast<Index>(k), static_cast<Index>(k));
  std::size_t entry = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto count = static_cast<std::size_t>(all.start[rows[i] + 1] - all.start[rows[i]]);
    jacobian_.row.insert(jacobian_.row.end(), count, static_cast<Index>(i));
    for (std::size_t a = entry; a < entry + count; ++a)
      for (std::size_t b = entry; b < entry + count; ++b)
        if (local_[b] < local_[a]) pairs.emplace_back(local_[a], local_[b]);
    entry += count;
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  hessian_.row.clear(), hessian_.column.clear();
  hessian_start_.assign(dof_.size() + 1, 0);
  for (const auto& [row, column] : pairs) {
    hessian_.row.push_back(row), hessian_.column.push_back(column);
    hessian_start_[static_cast<std::size_t>(row) + 1] = static_cast<Index>(hessian_.row.size());
  }
}

/// Converts IPOPT's solution. An interior point method leaves every multiplier slightly above zero,
/// so that multipliers smaller than their own gap are set to zero as those of open rows. Then
/// d = D^-1 G'lambda is computed. With it forces add up to zero over the bodies to rounding, which
/// IPOPT's own d satisfies only to its tolerance.
void ComponentProblem::take(const Projection& in, const EngineResult& found, Context& context) {
  const ContactRows& all = in.contact.rows();
  for (std::size_t k = 0; k < dof_.size(); ++k) {
    in.d[dof_[k]] = settings_.length * found.s[k];
    in.u[dof_[k]] = in.predictor[dof_[k]] + in.d[dof_[k]];
  }
  if (Outcome bad = gradients(in, context); !bad) {
    result.outcome = std::move(bad);
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Real gap = (value_[i] - all.lower[rows[i]]) / (settings_.length * all.scale[rows[i]]);
    if (found.multiplier[i] < gap) in.multiplier[rows[i]] = 0;
  }
  force_of_rows(in);
  Real apart = 0, largest = settings_.length;
  for (std::size_t k = 0; k < dof_.size(); ++k) {
    const Real d = in.d[dof_[k]];
    apart = std::max(apart, std::abs(force_[k] / in.diagonal[dof_[k]] - d));
    largest = std::max(largest, std::abs(d));
  }
  result.usable = found.ending != Ending::infeasible && apart <= settings_.near * largest;
  if (!result.usable) least_squares(in);
  apply_force(in);
  result.converged = result.usable;
  result.outcome = in.contact.evaluate(rows, in.u, {.value = value_.data()}, context);
  for (const Real value : value_)
    if (value < 0) ++result.inconsistent;
  result.usable = result.usable && result.inconsistent == 0;
}

Outcome ComponentProblem::gradients(const Projection& in, Context& context) {
  value_.resize(rows.size());
  gradient_.resize(local_.size());
  return in.contact.evaluate(rows, in.u, {.value = value_.data(), .gradient = gradient_.data()},
                             context);
}

void ComponentProblem::force_of_rows(const Projection& in) {
  force_.assign(dof_.size(), 0);
  for (std::size_t k = 0; k < local_.size(); ++k)
    force_[static_cast<std::size_t>(local_[k])] +=
        gradient_[k] * in.multiplier[rows[static_cast<std::size_t>(jacobian_.row[k])]];
}

/// If the rows contradict each other, the point of least violation has no multipliers. This takes
/// those whose D^-1 G'lambda comes closest to it, without negative ones. Such a point is never used
/// as the result of a step; its multipliers tell which row to omit.
void ComponentProblem::least_squares(const Projection& in) {
  const auto n = static_cast<Eigen::Index>(rows.size()),
             columns = static_cast<Eigen::Index>(dof_.size());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, columns);  // G D^-1/2
  Eigen::VectorXd z(columns);
  for (Eigen::Index k = 0; k < columns; ++k) {
    const Index dof = dof_[static_cast<std::size_t>(k)];
    z[k] = std::sqrt(in.diagonal[dof]) * in.d[dof];
  }
  for (std::size_t k = 0; k < local_.size(); ++k)
    A(jacobian_.row[k], local_[k]) +=
        gradient_[k] / std::sqrt(in.diagonal[dof_[static_cast<std::size_t>(local_[k])]]);
  Eigen::MatrixXd K = A * A.transpose();
  K.diagonal().array() += 1e-12 * K.trace();
  const Eigen::VectorXd lambda = K.llt().solve(A * z).cwiseMax(0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    in.multiplier[rows[i]] = lambda[static_cast<Eigen::Index>(i)];
  force_of_rows(in);
}

void ComponentProblem::apply_force(const Projection& in) {
  for (std::size_t k = 0; k < dof_.size(); ++k) {
    const Index dof = dof_[k];
    in.force[dof] = force_[k];
    in.d[dof] = force_[k] / in.diagonal[dof];
    in.u[dof] = in.predictor[dof] + in.d[dof];
  }
}

}  // namespace ipopt
