/// Masses connected by springs that an integrator under test moves; most of its promises are tested
/// with them.
#pragma once

#include <Eigen/LU>
#include <cmath>

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/doubles.hpp"

namespace tactus::conformance {

/// Moves masses step by step with an integrator; problems are solved by Newton's method.
class Flight {
 public:
  struct State {
    Real time = 0;
    std::vector<Real> q, v, a, extra;
    StateOut out() { return {time, q, v, a, extra}; }
    bool operator==(const State&) const = default;
  };

  Flight(const Make<Integrator>& make, MassSystem& system, std::vector<Real> q, std::vector<Real> v,
         Real time = 0)
      : integrator_(make()), system_(system) {
    const std::size_t n = q.size();
    old_ = {time, std::move(q), std::move(v), std::vector<Real>(n, 0), {}};
    context().step.time = time;
    old_.extra.assign(n * static_cast<std::size_t>(integrator_->extra_columns()), 0);
    integrator_->setup({.layout = &system_.layout(), .linear = &linear_}, context());
    expect(integrator_->start(system_, old_.out(), context()));
    next_ = old_;
  }
  Integrator& integrator() { return *integrator_; }
  State& state() { return old_; }
  Context& context() { return context_.context(); }
  StepReport report;
  std::vector<Real> impulse;  ///< of contact, what the stages of the last step have put in of it

  /// kg m/s [dofs], by the mass matrix that the integrator names.
  std::vector<Real> momentum() {
    std::vector<Real> p(old_.v.size());
    system_.apply_mass(integrator_->mass(), old_.v, p, context());
    return p;
  }
  /// J, of what is free, by the same matrix.
  Real kinetic_energy() const {
    std::vector<Real> v = old_.v;
    for (std::size_t i = 0; i < v.size(); ++i)
      if (system_.layout().prescribed[i]) v[i] = 0;
    return system_.square(integrator_->mass(), v, v);
  }

  /// N, the force on a degree of freedom by which the last step changed momentum, from what the
  /// integrator has labelled and weighed. Fails where it weighs what it has not asked for.
  Real weighed_force(std::size_t dof) {
    std::vector<Real> force(old_.v.size());
    const auto ask = [&](const State& s, ForceLabel label) {
      expect(system_.force({.label = label, .q = s.q, .v = s.v, .time = s.time}, force, context()));
    };
    ask(next_, ForceLabel::start), ask(old_, ForceLabel::end);  // accept() has exchanged the two
    Real sum = report.more_force[dof];
    for (std::size_t l = 0; l < std::size(report.weight); ++l) {
      if (report.weight[l] == 0) continue;
      const std::vector<Real>& of_label = system_.labelled(static_cast<ForceLabel>(l));
      if (l == 0 || of_label.empty()) throw Error("it weighs a force that it has not asked for");
      sum += report.weight[l] * of_label[dof];
    }
    return sum;
  }

  void accept() {
    integrator_->accept();
    std::swap(old_, next_);
    context().step.step += 1, context().step.attempt = 0, context().step.time = old_.time;
  }
  void step(Real dt, Real contact_force = 0) {
    attempt(dt, contact_force);
    accept();
  }
  /// Contact exerts a different force on each degree of freedom; all of them form one contact
  /// problem.
  void step(Real dt, View<Real> contact_force) {
    attempt(dt, contact_force);
    accept();
  }
  /// Makes a step that is then rejected.
  void step_in_vain(Real dt, Real contact_force) {
    attempt(dt, contact_force);
    integrator_->reject();
    context().step.attempt += 1;
  }
  StepProblem& begin(Index stage, Real dt) {
    context().step.dt = dt;
    next_.time = old_.time + dt;
    const State before = old_;
    StepProblem* problem = nullptr;
    expect(integrator_->begin(stage, old_.out(), next_.out(), system_, problem, context()));
    if (!(old_ == before)) throw Error("begin() wrote the old state");
    if (problem->predictor().size() != old_.v.size() || problem->fixed().size() != old_.v.size())
      throw Error("the problem has not one number a degree of freedom");
    return *problem;
  }
  Eigen::MatrixXd tangent(StepProblem& problem, View<Real> w) {
    const LinearOperator* A = nullptr;
    expect(problem.tangent(w, A, context()));
    const auto n = static_cast<Eigen::Index>(w.size());
    Eigen::MatrixXd dense(n, n);
    std::vector<Real> unit(w.size(), 0), column(w.size());
    for (std::size_t j = 0; j < w.size(); ++j) {
      unit[j] = 1;
      A->apply(unit, column, context());
      dense.col(static_cast<Eigen::Index>(j)) = map(View<Real>(column));
      unit[j] = 0;
    }
    return dense;
  }
  std::vector<Real> residual(const StepProblem& problem, View<Real> w) {
    std::vector<Real> r(w.size());
    expect(problem.residual(w, r, context()));
    return r;
  }
  Real potential(const StepProblem& problem, View<Real> w) {
    Real value = 0;
    expect(problem.potential(w, value, context()));
    return value;
  }

 private:
  static void expect(const Outcome& outcome) {
    if (!outcome) throw Error("it failed: " + outcome.message);
  }
  void attempt(Real dt, Real contact_force) {
    attempt(dt, std::vector<Real>(old_.v.size(), contact_force));
  }
  void attempt(Real dt, View<Real> contact_force) {
    const Scratch::Frame frame(*context().scratch);
    const bool touches = !map(contact_force).isZero(0);
    for (const ForceLabel label : {ForceLabel::a, ForceLabel::b, ForceLabel::c})
      system_.labelled(label).clear();
    report = {};
    more_force_.assign(old_.v.size(), 0);
    report.more_force = more_force_;
    impulse.assign(old_.v.size(), 0);
    const auto stages = static_cast<Index>(integrator_->stages().size());
    for (Index stage = 0; stage < stages; ++stage) {
      StepProblem& problem = begin(stage, dt);
      std::vector<Real> force(contact_force.begin(), contact_force.end());
      for (std::size_t i = 0; i < force.size(); ++i)
        if (stage > 0 || problem.fixed()[i]) force[i] = 0;
      const std::vector<Real> w = solve(problem, force);
      const bool velocities = problem.unknown() == Unknown::velocity;
      std::vector<Real> pushed = force;
      for (Real& p : pushed) p *= velocities ? 1 : dt;
      const std::vector<Index> group(w.size(), touches ? 0 : kNone);
      StepResult result{
          .w = w, .contact_impulse = pushed, .group = group, .groups = touches ? 1 : 0};
      // What pushes rigid bodies is at rest: something outside.
      const std::vector<Index> component = group, none(w.size(), kNone);
      const Real handed_on = 0;
      Real fraction = -1;
      if (is_rigid() && touches && !velocities) {
        result.group = none, result.groups = 0;
        result.component = component;
        result.handed_on = {&handed_on, 1}, result.component_fraction = {&fraction, 1};
      }
      const State before = old_;
      report.impulse_fraction = 1;
      expect(
          integrator_->finish(stage, old_.out(), system_, result, next_.out(), report, context()));
      if (!(old_ == before)) throw Error("finish() wrote the old state");
      const Real put_in = fraction < 0 ? report.impulse_fraction : fraction;
      map(Out<Real>(impulse)) += put_in * map(View<Real>(pushed));
    }
  }
  bool is_rigid() const {
    const View<Body> bodies = system_.layout().bodies;
    return !bodies.empty() && !bodies[0].rotation.empty();
  }
  /// Solves r(w) = force for all free degrees of freedom.
  std::vector<Real> solve(StepProblem& problem, View<Real> force) {
    std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
    for (int k = 0; k < 60; ++k) {
      std::vector<Real> r = residual(problem, w);
      for (std::size_t i = 0; i < w.size(); ++i) r[i] = problem.fixed()[i] ? 0 : force[i] - r[i];
      if (map(View<Real>(r)).isZero(0)) break;
      const Eigen::VectorXd d = tangent(problem, w).fullPivLu().solve(map(View<Real>(r)));
      map(Out<Real>(w)) += d;
      if (d.norm() <= 1e-15 * map(View<Real>(w)).norm()) break;
    }
    return w;
  }

  std::unique_ptr<Integrator> integrator_;
  MassSystem& system_;
  SerialContext context_;
  DenseSolvers linear_;
  State old_, next_;
  std::vector<Real> more_force_;
};

inline constexpr Real kStep = 0.0625;
/// Of each mass, what the consistent mass matrix shares with the mass before: motion by the lumped one is
/// another.
inline constexpr Real kShare = 0.125;
inline const std::vector<Real> kMass{2, 3, 1}, kPlace{0, 1, 2.5}, kVelocity{1, 0.5, -2};

/// Three masses on a line with two stiffening springs of length 1: f = s + s^3/2 for the elongation
/// s.
struct Springs {
  Springs() { system.couple(kShare); }
  MassSystem system{kMass,
                    [](View<Real> q, Out<Real> f) {
                      for (std::size_t i = 0; i < 2; ++i) {
                        const Real s = q[i + 1] - q[i] - 1, pull = s + s * s * s / 2;
                        f[i] += pull, f[i + 1] -= pull;
                      }
                    },
                    1,
                    [](View<Real> q) {
                      Real energy = 0;
                      for (std::size_t i = 0; i < 2; ++i) {
                        const Real s = q[i + 1] - q[i] - 1;
                        energy += s * s / 2 + s * s * s * s / 8;
                      }
                      return energy;
                    }};
};

}  // namespace tactus::conformance
