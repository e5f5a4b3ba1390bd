// A chain of stiffening springs with a mass that couples neighbours, as an integrator sees it, and the
// steps of one that meets a wall.
#pragma once

#include <Eigen/Dense>
#include <random>

#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/serial_context.hpp"

namespace tactus::testing {

/// Springs of the length h and the force k s + 300 k s^3, s the elongation; density 1.
class Chain final : public System {
 public:
  static constexpr int kNodes = 9;
  static constexpr Real kSpring = 7200, kLength = 1. / 8;
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  explicit Chain(bool is_driven) : driven_(is_driven), held_(kNodes, 0), M_(kNodes, kNodes) {
    M_.setZero();
    for (int s = 0; s + 1 < kNodes; ++s)
      M_.block<2, 2>(s, s) += kLength / 6 * (Matrix(2, 2) << 2, 1, 1, 2).finished();
    held_[0] = is_driven;
    for (int i = 0; i < kNodes; ++i) {
      mass_.push_back(M_.row(i).sum());
      inverse_.push_back(held_[static_cast<std::size_t>(i)] ? 0 : 1 / mass_.back());
      block_.push_back(i);
    }
    block_.push_back(kNodes);
    layout_.dim = 2, layout_.coordinates = layout_.dofs = kNodes;
    layout_.prescribed = held_, layout_.block_start = block_;
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  Matrix mass_matrix(Mass kind) const {
    return kind == Mass::consistent ? M_ : Matrix(map(View<Real>(mass_)).asDiagonal());
  }
  /// J, of free nodes.
  Real kinetic(Mass kind, View<Real> v) const {
    Vector x = map(v);
    if (driven_) x[0] = 0;
    return x.dot(mass_matrix(kind) * x) / 2;
  }
  static Real driven_place(Real t) { return 0.02 + 0.01 * (1 - std::cos(40 * t)); }

  const Layout& layout() const override { return layout_; }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override {
    map(out) = map(q) + map(u);
  }
  View<Real> mass() const override { return mass_; }
  View<Real> inverse_mass() const override { return inverse_; }
  void apply_mass(Mass kind, View<Real> x, Out<Real> y, Context&) const override {
    map(y) = mass_matrix(kind) * map(x);
  }
  Outcome force(const ForceQuery& query, Out<Real> force, Context&) override {
    const Vector x = place(query);
    map(force).setZero();
    for (int i = 0; i + 1 < kNodes; ++i) {
      const Real s = x[i + 1] - x[i] - kLength, pull = kSpring * (s + 300 * s * s * s);
      force[static_cast<std::size_t>(i)] += pull;
      force[static_cast<std::size_t>(i + 1)] -= pull;
    }
    return {};
  }
  Outcome potential(const ForceQuery&, Real&, Context&) override { throw Error("not asked for"); }
  std::unique_ptr<LinearOperator> new_tangent() override { return std::make_unique<Tangent>(); }
  Outcome tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                  LinearOperator& into, Context&) override {
    Matrix K = mass_weight * mass_matrix(kind) + force_weight * query.fraction * slope(query);
    if (driven_) K.row(0).setZero(), K.col(0).setZero(), K(0, 0) = 1;
    static_cast<Tangent&>(into).matrix = K;
    return {};
  }
  Outcome force_change(const ForceQuery&, View<Real>, Out<Real>, Context&) override {
    throw Error("not asked for");
  }
  Outcome solve_mass(Mass kind, View<Real> b, Out<Real> x, Context&) override {
    const int first = driven_ ? 1 : 0, n = kNodes - first;
    map(x).setZero();
    map(x).tail(n) = mass_matrix(kind).bottomRightCorner(n, n).llt().solve(map(b).tail(n));
    return {};
  }
  void prescribe(View<Real> q, Real time, Out<Real> u) const override {
    if (driven_) u[0] = driven_place(time) - q[0];
  }
  void prescribe_velocity(Real time, Out<Real> v) const override {
    if (driven_) v[0] = 0.4 * std::sin(40 * time);
  }
  Real critical_step() const override { return kLength / std::sqrt(kSpring * kLength); }

 private:
  struct Tangent final : LinearOperator {
    Matrix matrix = Matrix::Identity(kNodes, kNodes);
    Index size() const override { return kNodes; }
    void apply(View<Real> x, Out<Real> y, Context&) const override { map(y) = matrix * map(x); }
  };
  static Vector place(const ForceQuery& query) {
    Vector x = map(query.q);
    if (!query.u.empty()) x += query.fraction * map(query.u);
    return x;
  }
  /// d f_int / d x
  static Matrix slope(const ForceQuery& query) {
    const Vector x = place(query);
    Matrix K = Matrix::Zero(kNodes, kNodes);
    for (int i = 0; i + 1 < kNodes; ++i) {
      const Real s = x[i + 1] - x[i] - kLength;
      K.block<2, 2>(i, i) +=
          kSpring * (1 + 900 * s * s) * (Matrix(2, 2) << 1, -1, -1, 1).finished();
    }
    return K;
  }

  bool driven_;
  std::vector<std::uint8_t> held_;
  Matrix M_;
  std::vector<Real> mass_, inverse_;
  std::vector<Index> block_;
  Layout layout_;
};

/// Steps of the chain; the first node meets a wall at 0 unless it is driven.
class ChainRun {
 public:
  ChainRun(std::unique_ptr<Integrator> integrator, bool is_driven)
      : chain_(is_driven), driven_(is_driven), integrator_(std::move(integrator)) {
    for (auto* a : {&q_, &v_, &a_}) a->assign(Chain::kNodes, 0);
    std::mt19937 random(7);
    std::normal_distribution<Real> normal;
    for (std::size_t i = 0; i < q_.size(); ++i) {
      q_[i] = 0.02 + static_cast<Real>(i) * Chain::kLength;
      v_[i] = -3 + 0.5 * normal(random);
    }
    chain_.prescribe_velocity(0, v_);
    extra_.assign(static_cast<std::size_t>(Chain::kNodes * integrator_->extra_columns()), 0);
    next_q_ = next_v_ = next_a_ = q_;
    next_extra_ = extra_;
    if (!integrator_->start(chain_, old(), context())) throw Error("it does not start");
  }
  Real kinetic() const { return chain_.kinetic(integrator_->mass(), v_); }
  Real impulse() const { return impulse_; }  ///< N s, of the wall in the last step

  /// Makes a step. @returns J, by which its account misses the change of T plus shift
  Real step(Real dt) {
    context().step.dt = dt;
    StepProblem* problem = nullptr;
    if (!integrator_->begin(0, old(), next(dt), chain_, problem, context()))
      throw Error("no problem");
    std::vector<Real> force(q_.size(), 0), w = solve(*problem, false);
    const Real fraction = problem->contact().fraction;
    if (!driven_ && q_[0] + fraction * w[0] < 0) {
      w = solve(*problem, true);
      if (!problem->residual(w, force, context())) throw Error("no residual");
      std::fill(force.begin() + 1, force.end(), 0);
    }
    for (Real& f : force) f *= dt;
    impulse_ = force[0];
    StepReport report;
    const Real before = kinetic();
    const StateOut end = next(dt);
    if (!integrator_->finish(0, old(), chain_, {.w = w, .contact_impulse = force}, end, report,
                             context()))
      throw Error("it does not finish");
    std::swap(q_, next_q_), std::swap(v_, next_v_), std::swap(a_, next_a_);
    std::swap(extra_, next_extra_);
    time_ += dt;
    const EnergyAccount& account = report.account;
    return kinetic() - before + account.shift_new - account.shift_old - account.contact -
           account.force_work - account.path_work;
  }

 private:
  Context& context() { return context_.context(); }
  StateOut old() { return {time_, q_, v_, a_, extra_}; }
  StateOut next(Real dt) { return {time_ + dt, next_q_, next_v_, next_a_, next_extra_}; }

  Chain::Matrix tangent(StepProblem& problem, View<Real> w, bool at_wall) {
    const LinearOperator* K = nullptr;
    if (!problem.tangent(w, K, context())) throw Error("no tangent");
    Chain::Matrix dense(Chain::kNodes, Chain::kNodes);
    for (int j = 0; j < Chain::kNodes; ++j) {
      std::vector<Real> unit(w.size(), 0), column(w.size());
      unit[static_cast<std::size_t>(j)] = 1;
      K->apply(unit, column, context());
      dense.col(j) = map(View<Real>(column));
    }
    if (at_wall) dense.row(0).setZero(), dense.col(0).setZero(), dense(0, 0) = 1;
    return dense;
  }

  /// r(w) = 0, or with the first node brought to the wall. The way along a correction is halved while the
  /// residual grows.
  std::vector<Real> solve(StepProblem& problem, bool at_wall) {
    std::vector<Real> w(problem.predictor().begin(), problem.predictor().end()), r(w.size());
    if (at_wall) w[0] = -q_[0] / problem.contact().fraction;
    const auto residual = [&] {
      if (!problem.residual(w, r, context())) throw Error("no residual");
      if (at_wall) r[0] = 0;
      return map(View<Real>(r)).norm();
    };
    Real size = residual();
    for (int k = 0; k < 60; ++k) {
      const Chain::Vector d = tangent(problem, w, at_wall).partialPivLu().solve(map(View<Real>(r)));
      const Chain::Vector start = map(View<Real>(w));
      Real way = 1, now = 0;
      for (; way > 1e-3; way /= 2) {
        map(Out<Real>(w)) = start - way * d;
        if ((now = residual()) < size) break;
      }
      if (way == 1 && d.lpNorm<Eigen::Infinity>() <= 1e-15) break;
      size = now;
    }
    return w;
  }

  Chain chain_;
  bool driven_;
  std::unique_ptr<Integrator> integrator_;
  conformance::SerialContext context_;
  std::vector<Real> q_, v_, a_, extra_, next_q_, next_v_, next_a_, next_extra_;
  Real time_ = 0, impulse_ = 0;
};

}  // namespace tactus::testing
