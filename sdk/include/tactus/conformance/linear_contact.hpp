/// \file conformance/linear_contact.hpp  A small problem with linear contact rows, whose solution is
/// known by trying all active sets: for tests of contact solvers.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <vector>

#include "../contact_model.hpp"
#include "../step_problem.hpp"
#include "plain_rows.hpp"

namespace tactus::conformance {

/// A diagonal matrix that is assembled too: for solvers that want either.
class AssembledDiagonal final : public LinearOperator {
 public:
  explicit AssembledDiagonal(View<Real> diagonal) : diagonal_(diagonal) {
    for (Index i = 0; i <= size(); ++i) start_.push_back(i);
    view_ = {size(), size(), 1, start_, View<Index>(start_).first(diagonal.size()), diagonal};
  }
  AssembledDiagonal(const AssembledDiagonal&) = delete;
  AssembledDiagonal& operator=(const AssembledDiagonal&) = delete;
  Index size() const override { return static_cast<Index>(diagonal_.size()); }
  void apply(View<Real> x, Out<Real> y, Context&) const override {
    map(y) = map(diagonal_).cwiseProduct(map(x));
  }
  View<Real> diagonal() const override { return diagonal_; }
  const SparseView* sparse() const override { return &view_; }

 private:
  View<Real> diagonal_;
  std::vector<Index> start_;
  SparseView view_;
};

/// r(w) = M (w - predictor), M diagonal; fixed degrees of freedom stay at their predictor.
class DiagonalProblem final : public StepProblem {
 public:
  DiagonalProblem(std::vector<Real> mass, std::vector<Real> predictor,
                  std::vector<std::uint8_t> fixed = {})
      : mass_(std::move(mass)), predictor_(std::move(predictor)), fixed_(std::move(fixed)) {
    fixed_.resize(mass_.size(), 0);
    for (std::size_t i = 0; i < mass_.size(); ++i)
      if (fixed_[i]) mass_[i] = 1;
  }
  Structure structure() const override { return Structure::diagonal; }
  const ContactPoint& contact() const override { return point_; }
  View<std::uint8_t> fixed() const override { return fixed_; }
  View<Real> predictor() const override { return predictor_; }
  View<Real> mass() const { return mass_; }
  Outcome residual(View<Real> w, Out<Real> r, Context&) const override {
    for (std::size_t i = 0; i < r.size(); ++i)
      r[i] = fixed_[i] ? 0 : mass_[i] * (w[i] - predictor_[i]);
    return {};
  }
  Outcome potential(View<Real> w, Real& value, Context&) const override {
    value = 0;
    for (std::size_t i = 0; i < w.size(); ++i)
      value += mass_[i] / 2 * (w[i] - predictor_[i]) * (w[i] - predictor_[i]);
    return {};
  }
  Outcome tangent(View<Real>, const LinearOperator*& result, Context&) override {
    result = &operator_;
    return {};
  }

 private:
  std::vector<Real> mass_, predictor_;
  std::vector<std::uint8_t> fixed_;
  ContactPoint point_{.time = 1};
  AssembledDiagonal operator_{mass_};
};

/// Rows G w + offset >= kMargin over all degrees of freedom. A row is found when its value is
/// negative; what is solved to the margin therefore needs nothing more.
class LinearContact final : public ContactModel {
 public:
  static constexpr Real kMargin = 1e-9;

  LinearContact(Eigen::MatrixXd gradient, Eigen::VectorXd offset, Index history_size)
      : gradient_(std::move(gradient)), offset_(std::move(offset)), history_(history_size) {
    vertices_.begin(std::vector<Real>(static_cast<std::size_t>(gradient_.cols()), 0));
    update();
  }
  const Eigen::MatrixXd& gradient() const { return gradient_; }
  const Eigen::VectorXd& offset() const { return offset_; }
  /// Which of all rows the rows found are.
  View<Index> found() const { return found_; }

  const ContactRows& rows() const override { return rows_.rows(); }
  const ContactVertices& vertices() const override { return vertices_.vertices(); }
  const Violations& violations() const override { return vertices_.violations(); }
  void allow(View<Remedy> remedy) override { vertices_.allow(remedy); }
  void lift_bans() override { banned_.clear(); }
  Outcome detect(View<Real> w, DetectResult& result, Context&) override {
    result = {};
    vertices_.violations().clear();
    for (Index k = 0; k < offset_.size(); ++k) {
      if (gradient_.row(k).dot(map(w)) + offset_[k] >= 0) continue;
      if (std::find(banned_.begin(), banned_.end(), k) != banned_.end()) continue;
      const bool known = std::find(found_.begin(), found_.end(), k) != found_.end();
      ++result.needs;
      vertices_.violations().add({});
      if (!known) found_.push_back(k), ++result.added;
    }
    update();
    return {};
  }
  Outcome restart(View<Index> bans, Context&) override {
    for (const Index ban : bans) banned_.push_back(found_[static_cast<std::size_t>(ban)]);
    found_.clear();
    update();
    return {};
  }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out, Context&) const override {
    const Index n = gradient_.cols();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index row = found_[static_cast<std::size_t>(rows[k])];
      if (out.value) out.value[k] = gradient_.row(row).dot(map(w)) + offset_[row];
      for (Index i = 0; out.gradient && i < n; ++i)
        out.gradient[static_cast<Index>(k) * n + i] = gradient_(row, i);
    }
    return {};
  }
  Outcome hessian(View<Index>, View<Real>, View<Real>, BlockSink&, Context&) const override {
    return {};  // linear rows
  }
  Outcome safe_fraction(View<Real>, View<Real>, Real& fraction, Context&) override {
    fraction = 1;
    return {};
  }

 private:
  void update() {
    rows_.clear();
    for (const Index row : found_) {
      rows_.key.push_back({1, static_cast<std::uint64_t>(row)});
      for (Index i = 0; i < gradient_.cols(); ++i) rows_.dof.push_back(i);
      rows_.start.push_back(static_cast<Index>(rows_.dof.size()));
      rows_.lower.push_back(kMargin);
      rows_.event.push_back(row);
    }
    rows_.publish(history_);
  }

  Eigen::MatrixXd gradient_;
  Eigen::VectorXd offset_;
  Index history_;
  std::vector<Index> found_, banned_;
  PlainVertices vertices_;
  PlainRows rows_;
};

/// argmin 1/2 |w - predictor|_M^2 with G w + offset >= margin: the one active set among all of them that
/// is feasible with multipliers that are not negative.
inline Eigen::VectorXd solution_by_active_sets(const DiagonalProblem& problem,
                                               const LinearContact& contact) {
  const Eigen::VectorXd u = map(problem.predictor());
  const Eigen::VectorXd inverse = map(problem.mass()).cwiseInverse();
  const Index rows = contact.offset().size();
  for (unsigned set = 0; set < 1U << rows; ++set) {
    std::vector<Index> active;
    for (Index k = 0; k < rows; ++k)
      if (set >> k & 1) active.push_back(k);
    const Eigen::MatrixXd G = contact.gradient()(active, Eigen::all);
    const Eigen::VectorXd missing =
        (LinearContact::kMargin - (G * u + contact.offset()(active)).array()).matrix();
    Eigen::VectorXd lambda(0);
    if (!active.empty())
      lambda = (G * inverse.asDiagonal() * G.transpose()).fullPivLu().solve(missing);
    const Eigen::VectorXd w = u + inverse.asDiagonal() * G.transpose() * lambda;
    const bool feasible =
        ((contact.gradient() * w + contact.offset()).array() >= LinearContact::kMargin - 1e-12)
            .all();
    if (feasible && (lambda.array() >= 0).all()) return w;
  }
  return u;
}

}  // namespace tactus::conformance
