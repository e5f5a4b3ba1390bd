// Test doubles of the kernel's side of the SDK: masses and springs on a line, and contact rows given
// as functions. With them a real integrator and a real solver make steps whose outcome is known in
// closed form.
#pragma once

#include <functional>
#include <vector>

#include "core/support/executor.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/integrator.hpp"

namespace tactus::testing {

/// Masses (any number of degrees of freedom, no bodies) with a force given as a function of q.
class MassSystem final : public System {
 public:
  using Force = std::function<void(View<Real> q, Out<Real> force)>;
  MassSystem(std::vector<Real> mass, Force force = {}, Real critical_step = kUnlimited)
      : mass_(std::move(mass)), force_(std::move(force)), critical_(critical_step) {
    for (const Real m : mass_) inverse_.push_back(1 / m);
    prescribed_.assign(mass_.size(), 0);
    layout_.coordinates = layout_.dofs = static_cast<Index>(mass_.size());
    layout_.prescribed = prescribed_;
  }
  const Layout& layout() const override { return layout_; }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override {
    map(out) = map(q) + map(u);
  }
  View<Real> mass() const override { return mass_; }
  View<Real> inverse_mass() const override { return inverse_; }
  bool has_massless() const override { return false; }
  void apply_mass(Mass, View<Real> x, Out<Real> y, Context&) const override {
    map(y) = map(View<Real>(mass_)).cwiseProduct(map(x));
  }
  Outcome force(const ForceQuery& query, Out<Real> force, Context&) override {
    std::fill(force.begin(), force.end(), Real{0});
    if (force_) force_(query.q, force);
    return {};
  }
  Outcome potential(const ForceQuery&, Real& energy, Context&) override {
    energy = 0;
    return {};
  }
  Outcome tangent(const ForceQuery&, Mass, Real, Real, int, const LinearOperator*&,
                  Context&) override {
    return Outcome::failed(Cause::unsupported, "this double has no tangent");
  }
  void prescribe(View<Real>, Real, Out<Real>) const override {}
  void prescribe_velocity(Real, Out<Real>) const override {}
  Real critical_step() const override { return critical_; }

 private:
  std::vector<Real> mass_, inverse_;
  std::vector<std::uint8_t> prescribed_;
  Force force_;
  Real critical_;
  Layout layout_;
};

/// One condition value(q) >= lower with its gradient, on a few degrees of freedom.
struct RowFunction {
  std::vector<Index> dof;  ///< ascending
  std::function<Real(View<Real> q)> value;
  std::function<void(View<Real> q, Out<Real> gradient)> gradient;  ///< in the order of dof
  Real lower = 0;
  /// Row-major [dofs of the row]^2; may be left out where no solver asks for it.
  std::function<void(View<Real> q, Out<Real> hessian)> hessian{};
};

/// A contact model that finds those of its rows that are violated.
class RowContact final : public ContactModel {
 public:
  explicit RowContact(std::vector<RowFunction> functions) : functions_(std::move(functions)) {}

  void begin(View<Real> q_old) {
    q_old_.assign(q_old.begin(), q_old.end());
    clear();
  }
  const ContactRows& rows() const override { return rows_; }
  Outcome detect(View<Real> w, DetectResult& result, Context&) override {
    result = {};
    const std::vector<Real> q = at(w);
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (functions_[f].value(q) >= 0) continue;
      ++result.needs;
      const bool known = std::find(found_.begin(), found_.end(), f) != found_.end();
      if (known || std::find(banned_.begin(), banned_.end(), f) != banned_.end()) continue;
      found_.push_back(f);
      ++result.added;
    }
    publish();
    return {};
  }
  Outcome restart(Index ban, Context&) override {
    if (ban != kNone) banned_.push_back(found_[ban]);
    found_.clear();
    publish();
    return {};
  }
  void keep() override { kept_ = found_; }
  void recall() override {
    found_ = kept_;
    publish();
  }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out, Context&) const override {
    const std::vector<Real> q = at(w);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowFunction& f = functions_[found_[rows[i]]];
      if (out.value) out.value[i] = f.value(q);
      if (out.gradient) f.gradient(q, {out.gradient + entry, f.dof.size()});
      entry += f.dof.size();
    }
    return {};
  }
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context&) const override {
    const std::vector<Real> q = at(w);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowFunction& f = functions_[found_[rows[i]]];
      if (!f.hessian) return Outcome::failed(Cause::unsupported, "this row has no Hessian");
      std::vector<Real> h(f.dof.size() * f.dof.size());
      f.hessian(q, h);
      for (Real& x : h) x *= weights[i];
      sink.add(f.dof, f.dof, h);
    }
    return {};
  }
  Outcome hessian_product(View<Index>, View<Real>, View<Real>, View<Real>, Out<Real>,
                          Context&) const override {
    return Outcome::failed(Cause::unsupported, "this double has no Hessian");
  }
  Outcome safe_fraction(View<Real>, View<Real>, Real& fraction, Context&) override {
    fraction = 1;
    return {};
  }

 private:
  std::vector<Real> at(View<Real> w) const {
    std::vector<Real> q = q_old_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += w[i];
    return q;
  }
  void clear() {
    found_.clear();
    banned_.clear();
    publish();
  }
  void publish() {
    start_.assign(1, 0);
    dof_.clear(), lower_.clear(), key_.clear(), held_.clear();
    scale_.assign(found_.size(), 1);
    for (const std::size_t f : found_) {
      dof_.insert(dof_.end(), functions_[f].dof.begin(), functions_[f].dof.end());
      start_.push_back(static_cast<Index>(dof_.size()));
      lower_.push_back(functions_[f].lower);
      key_.push_back({f, 0});
      held_.push_back(0);
    }
    rows_.count = static_cast<Index>(found_.size());
    rows_.start = start_, rows_.dof = dof_, rows_.lower = lower_, rows_.key = key_;
    rows_.held = held_, rows_.scale = scale_;
  }
  std::vector<RowFunction> functions_;
  std::vector<std::size_t> found_, kept_, banned_;
  std::vector<Real> q_old_;
  std::vector<Index> start_, dof_;
  std::vector<Real> lower_, scale_;
  std::vector<ContactKey> key_;
  std::vector<std::uint8_t> held_;
  ContactRows rows_;
};

/// The kernel's loop in miniature: a fixed step, no cuts, no retries.
class MiniRun {
 public:
  MiniRun(MassSystem& system, RowContact& contact, Integrator& integrator, ContactSolver& solver,
          std::vector<Real> q_start, std::vector<Real> v_start)
      : q(std::move(q_start)), v(std::move(v_start)), a(q.size(), 0), system_(system),
        contact_(contact), integrator_(integrator), solver_(solver) {
    Context& c = runtime_.context();
    solver_.setup({.layout = &system.layout(), .linear = {}, .laws = {}}, c);
    ok_ = static_cast<bool>(integrator_.start(system_, {0, q, v, a, {}}, c));
  }
  Context& context() { return runtime_.context(); }

  /// One step; returns the contact impulse [dofs] of the solver.
  std::vector<Real> step(Real dt) {
    Context& c = runtime_.context();
    c.step.dt = dt;
    c.step.time = time;
    std::vector<Real> q1 = q, v1 = v, a1 = a, force(q.size(), 0), multiplier;
    std::vector<Index> group;
    const StateView old{time, q, v, a, {}};
    const StateOut next{time + dt, q1, v1, a1, {}};
    StepProblem* problem = nullptr;
    ok_ = ok_ && integrator_.begin(0, old, next, system_, problem, c);
    if (!ok_) throw std::runtime_error("an earlier step of this run failed");
    std::vector<Real> w(problem->predictor().begin(), problem->predictor().end());
    contact_.begin(q);
    StepSolution solution{
        .w = w, .contact_force = force, .multiplier = &multiplier, .group = &group};
    ok_ = ok_ && solver_.solve(*problem, contact_, solution, c);
    for (Real& f : force) f *= dt;
    StepResult result{.w = w,
                      .contact_impulse = force,
                      .group = group,
                      .groups = group.empty() ? 0 : static_cast<Index>(group.size())};
    report = {};
    ok_ = ok_ && integrator_.finish(0, old, system_, result, next, report, c);
    q = q1, v = v1, a = a1;
    time += dt;
    ++c.step.step;
    return force;
  }
  bool ok() const { return ok_; }
  Real time = 0;
  StepReport report;
  std::vector<Real> q, v, a;

 private:
  core::Runtime runtime_;
  MassSystem& system_;
  RowContact& contact_;
  Integrator& integrator_;
  ContactSolver& solver_;
  bool ok_ = true;
};

}  // namespace tactus::testing
