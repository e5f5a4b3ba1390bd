// Time integrators that the kernel has never seen: seven schemes, each in the lines of its textbook. Where
// one is implicit it solves its equations itself. All of them say which forces changed the velocity
// (StepReport::weigh), and keep the account of energy that follows from it.
#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <memory>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <vector>

namespace tactus::testing {

/// What the schemes have in common: steps of varying length, momentum by m (v' - v) = dt F, energy by the
/// work of F along the mean of the velocities.
class Scheme : public Integrator {
 public:
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::separable}) c.provides(name);
  }

 protected:
  using Vector = Eigen::VectorXd;
  struct Step {
    const StateView& old;
    System& system;
    Context& context;
    Real dt() const { return context.step.dt; }
    Real time(Real fraction) const { return old.time + fraction * dt(); }
  };
  /// Finds the increment of the step in u; what is prescribed is put in afterwards.
  virtual void do_move(const Step& step, Vector& u) = 0;
  /// Finds F at the end of the step, where q' is known; the weights go to `report`.
  virtual void do_force(const Step& step, const StateOut& next, Vector& F, StepReport& report) = 0;

  /// N, f_ext - f_int at q_n (+) x and a time of the step.
  static Vector force(const Step& s, ForceLabel label, Vector x, Real fraction) {
    s.system.prescribe(s.old.q, s.time(fraction), span(x));
    Vector f(x.size());
    require(s.system.force({.label = label, .q = s.old.q, .u = span(x), .time = s.time(fraction)},
                           span(f), s.context));
    return f;
  }
  static Vector force_here(const Step& s, ForceLabel label, View<Real> q, Real time) {
    Vector f(static_cast<Eigen::Index>(s.old.v.size()));
    require(s.system.force({.label = label, .q = q, .time = time}, span(f), s.context));
    return f;
  }
  /// M^-1 f, 0 on supports.
  static Vector rate(const Step& s, const Vector& f) {
    return map(s.system.inverse_mass()).cwiseProduct(f);
  }
  static Out<Real> span(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
  static View<Real> span(const Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }
  static void require(const Outcome& outcome) {
    if (!outcome) throw Error("a force has no value: " + outcome.message);
  }

 private:
  Real do_time_step_limit(const System& system, const StateView& old) const override {
    return (0.15 + 0.05 * std::sin(1e4 * old.time)) * system.critical_step();
  }
  View<Stage> do_stages() const override { return kIncrementStage; }
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Step step{old, system, context};
    IncrementProblem::Weights weights;
    weights.mass = 2 / (step.dt() * step.dt());
    weights.at.q = old.q;
    weights.contact.time = step.time(1);
    Vector u = Vector::Zero(static_cast<Eigen::Index>(old.v.size()));
    do_move(step, u);
    map(problem_.pose(system, weights)) = u;
    problem_.prescribe();
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Step step{old, system, context};
    system.move(old.q, result.w, next.q);
    Vector F = Vector::Zero(static_cast<Eigen::Index>(old.v.size()));
    do_force(step, next, F, report);
    map(next.v) = map(old.v) + step.dt() * rate(step, F);
    report.account.kept = true;
    for (std::size_t i = 0; i < next.v.size(); ++i)
      if (!system.layout().prescribed[i])
        report.account.force_work +=
            step.dt() * F[static_cast<Eigen::Index>(i)] * (old.v[i] + next.v[i]) / 2;
    system.prescribe_velocity(next.time, next.v);
    return {};
  }
  IncrementProblem problem_;
};

/// v' = v + dt M^-1 F(q, t),  q' = q + dt v'
class SymplecticEuler final : public Scheme {
  void do_move(const Step& s, Vector& u) override {
    F_ = force_here(s, ForceLabel::start, s.old.q, s.old.time);
    u = s.dt() * (map(s.old.v) + s.dt() * rate(s, F_));
  }
  void do_force(const Step&, const StateOut&, Vector& F, StepReport& report) override {
    F = F_;
    report.weigh(ForceLabel::start, 1);
  }
  Vector F_;
};

/// q' = q + dt v + dt^2/2 M^-1 F,  v' = v + dt M^-1 ((1 - gamma) F + gamma F'): for gamma = 1/2 velocity
/// Verlet, else Newmark's scheme with numerical damping.
class ExplicitNewmark final : public Scheme {
 public:
  explicit ExplicitNewmark(Real gamma) : gamma_(gamma) {}

 private:
  void do_move(const Step& s, Vector& u) override {
    F_ = force_here(s, ForceLabel::start, s.old.q, s.old.time);
    u = s.dt() * (map(s.old.v) + s.dt() / 2 * rate(s, F_));
  }
  void do_force(const Step& s, const StateOut& next, Vector& F, StepReport& report) override {
    F = (1 - gamma_) * F_ + gamma_ * force_here(s, ForceLabel::end, next.q, next.time);
    report.weigh(ForceLabel::start, 1 - gamma_);
    report.weigh(ForceLabel::end, gamma_);
  }
  Real gamma_;
  Vector F_;
};

/// Explicit midpoint rule: the step is that of the rates in its middle, which half a step of Euler's
/// method reaches.
class ExplicitMidpoint final : public Scheme {
  void do_move(const Step& s, Vector& u) override {
    const Vector k = rate(s, force_here(s, ForceLabel::start, s.old.q, s.old.time));
    F_ = force(s, ForceLabel::a, s.dt() / 2 * map(s.old.v), 0.5);
    u = s.dt() * (map(s.old.v) + s.dt() / 2 * k);
  }
  void do_force(const Step&, const StateOut&, Vector& F, StepReport& report) override {
    F = F_;
    report.weigh(ForceLabel::a, 1);
  }
  Vector F_;
};

class RungeKutta4 final : public Scheme {
  void do_move(const Step& s, Vector& u) override {
    const Real h = s.dt();
    const Vector v = map(s.old.v);
    const Vector F1 = force_here(s, ForceLabel::start, s.old.q, s.old.time);
    const Vector v2 = v + h / 2 * rate(s, F1);
    const Vector F2 = force(s, ForceLabel::a, h / 2 * v, 0.5);
    const Vector v3 = v + h / 2 * rate(s, F2);
    const Vector F3 = force(s, ForceLabel::b, h / 2 * v2, 0.5);
    const Vector v4 = v + h * rate(s, F3);
    const Vector F4 = force(s, ForceLabel::c, h * v3, 1);
    F_ = (F1 + 2 * F2 + 2 * F3 + F4) / 6;
    u = h / 6 * (v + 2 * v2 + 2 * v3 + v4);
  }
  void do_force(const Step&, const StateOut&, Vector& F, StepReport& report) override {
    F = F_;
    for (const ForceLabel label : {ForceLabel::start, ForceLabel::c}) report.weigh(label, 1.0 / 6);
    for (const ForceLabel label : {ForceLabel::a, ForceLabel::b}) report.weigh(label, 1.0 / 3);
  }
  Vector F_;
};

/// Solves A x = b for what is free, by a dense factorisation.
class DenseSolve {
 public:
  static Eigen::MatrixXd matrix(const LinearOperator& A, Context& context) {
    const auto n = static_cast<Eigen::Index>(A.size());
    Eigen::MatrixXd dense(n, n);
    std::vector<Real> unit(static_cast<std::size_t>(n), 0), column(unit.size());
    for (std::size_t j = 0; j < unit.size(); ++j) {
      unit[j] = 1;
      A.apply(unit, column, context);
      dense.col(static_cast<Eigen::Index>(j)) = map(View<Real>(column));
      unit[j] = 0;
    }
    return dense;
  }
};

/// The midpoint rule in the increment u of the step, solved by Newton's method:
///   2/dt^2 M (u - dt v) = F(q + u/2, t + dt/2),  v' = v + dt M^-1 F
class MidpointInIncrements final : public Scheme {
  void do_move(const Step& s, Vector& u) override {
    const Real dt = s.dt();
    const auto tangent = s.system.new_tangent();
    u = dt * map(s.old.v);
    s.system.prescribe(s.old.q, s.time(1), span(u));
    for (int k = 0; k < 30; ++k) {
      // Half of what is prescribed is not where supports are in the middle, if they speed up.
      const ForceQuery at{
          .label = ForceLabel::a, .q = s.old.q, .u = span(u), .fraction = 0.5, .time = s.time(0.5)};
      F_.resize(u.size());
      require(s.system.force(at, span(F_), s.context));
      const Vector r =
          2 / (dt * dt) * map(s.system.mass()).cwiseProduct(u - dt * map(s.old.v)) - F_;
      Vector d = -r;
      for (Eigen::Index i = 0; i < d.size(); ++i)
        if (s.system.layout().prescribed[static_cast<std::size_t>(i)]) d[i] = 0;
      require(s.system.tangent(at, Mass::lumped, 2 / (dt * dt), 1, *tangent, s.context));
      d = DenseSolve::matrix(*tangent, s.context).partialPivLu().solve(d);
      if (!(d.norm() > 1e-12 * u.norm())) break;
      u += d;
    }
    // F of the last evaluation also makes the increment, so that momentum is exact.
    u = dt * (map(s.old.v) + dt / 2 * rate(s, F_));
  }
  void do_force(const Step&, const StateOut&, Vector& F, StepReport& report) override {
    F = F_;
    report.weigh(ForceLabel::a, 1);
  }
  Vector F_;
};

/// Forces at both ends of the step, the later ones linearised about q_fr = q + (1 - theta) dt v:
///   M (v' - v)/dt = (1 - theta) F(q, t) + theta F(q_fr, t') + theta^2 dt dF/dq v'
///   q' = q_fr + theta dt v'
class LinearisedTheta final : public Scheme {
 public:
  explicit LinearisedTheta(Real theta) : theta_(theta) {}

 private:
  void do_move(const Step& s, Vector& u) override {
    const Real dt = s.dt(), weight = theta_ * theta_ * dt;
    const Vector v = map(s.old.v);
    const Vector F_old = force_here(s, ForceLabel::start, s.old.q, s.old.time);
    const Vector x = (1 - theta_) * dt * v;
    const ForceQuery at{.label = ForceLabel::a, .q = s.old.q, .u = span(x), .time = s.time(1)};
    Vector F_free(v.size());
    require(s.system.force(at, span(F_free), s.context));
    // Driven degrees of freedom get where they have to be with this velocity.
    Vector w = v, end = Vector::Zero(v.size());
    s.system.prescribe(s.old.q, s.time(1), span(end));
    const View<std::uint8_t> prescribed = s.system.layout().prescribed;
    Vector driven = Vector::Zero(v.size());
    for (Eigen::Index i = 0; i < w.size(); ++i)
      if (prescribed[static_cast<std::size_t>(i)]) driven[i] = (end[i] - x[i]) / (theta_ * dt);
    Vector by_driven(v.size());
    require(s.system.force_change(at, span(driven), span(by_driven), s.context));
    Vector b = map(s.system.mass()).cwiseProduct(v) +
               dt * ((1 - theta_) * F_old + theta_ * F_free + weight * by_driven);
    for (Eigen::Index i = 0; i < b.size(); ++i)
      if (prescribed[static_cast<std::size_t>(i)]) b[i] = 0;
    const auto tangent = s.system.new_tangent();
    require(s.system.tangent(at, Mass::lumped, 1, dt * weight, *tangent, s.context));
    w = DenseSolve::matrix(*tangent, s.context).partialPivLu().solve(b);
    w += driven;
    more_.resize(v.size());
    require(s.system.force_change(at, span(w), span(more_), s.context));
    more_ *= weight;
    F_ = (1 - theta_) * F_old + theta_ * F_free + more_;
    u = x + theta_ * dt * (v + dt * rate(s, F_));
  }
  void do_force(const Step&, const StateOut&, Vector& F, StepReport& report) override {
    F = F_;
    report.weigh(ForceLabel::start, 1 - theta_);
    report.weigh(ForceLabel::a, theta_);
    map(report.more_force) += more_;
  }
  Real theta_;
  Vector F_, more_;
};

/// A scheme by its name, to run through all of them.
struct NamedScheme {
  const char* name;
  std::unique_ptr<Integrator> (*make)();
};
inline constexpr std::array<NamedScheme, 9> kTimeSchemes{{
    {"symplectic Euler",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<SymplecticEuler>(); }},
    {"velocity Verlet",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<ExplicitNewmark>(0.5); }},
    {"explicit midpoint",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<ExplicitMidpoint>(); }},
    {"Runge-Kutta 4",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<RungeKutta4>(); }},
    {"Newmark, gamma = 0.6",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<ExplicitNewmark>(0.6); }},
    {"midpoint rule in increments",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<MidpointInIncrements>(); }},
    {"linearised, theta = 0.5",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<LinearisedTheta>(0.5); }},
    {"linearised, theta = 0.7",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<LinearisedTheta>(0.7); }},
    {"linearised, theta = 1",
     []() -> std::unique_ptr<Integrator> { return std::make_unique<LinearisedTheta>(1); }},
}};

}  // namespace tactus::testing
