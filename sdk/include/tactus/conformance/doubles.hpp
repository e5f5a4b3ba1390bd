/// \file conformance/doubles.hpp  Test doubles of the kernel's side of the SDK: masses with any force,
/// and contact rows given as functions. With them an integrator and a solver make steps whose outcome
/// is known in closed form.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "../contact_solver.hpp"
#include "../integrator.hpp"
#include "plain_rows.hpp"
#include "serial_context.hpp"

namespace tactus::conformance {

/// A matrix as an operator that is assembled.
class MatrixOperator final : public LinearOperator {
 public:
  enum class Pattern { full, sparse };  ///< sparse: without the blocks of zeros off the diagonal
  explicit MatrixOperator(Eigen::MatrixXd A, int block = 1, Pattern pattern = Pattern::full);
  MatrixOperator(const MatrixOperator&) = delete;
  MatrixOperator& operator=(const MatrixOperator&) = delete;

  Index size() const override { return A_.rows(); }
  void apply(View<Real> x, Out<Real> y, Context& context) const override;
  bool symmetric() const override;
  View<Real> diagonal() const override { return diagonal_; }
  const SparseView* sparse() const override { return &view_; }
  const Eigen::MatrixXd& matrix() const { return A_; }
  /// [blocks * block * block] the blocks on the diagonal, row-major.
  std::vector<Real> diagonal_blocks() const {
    std::vector<Real> blocks;
    for (Index i = 0; i < A_.rows(); i += block_)
      for (Index r = 0; r < block_; ++r)
        for (Index c = 0; c < block_; ++c) blocks.push_back(A_(i + r, i + c));
    return blocks;
  }

 private:
  Eigen::MatrixXd A_;
  int block_;
  std::vector<Index> start_, column_;
  std::vector<Real> value_, diagonal_;
  SparseView view_;
};

/// Linear solvers for small systems: whatever the method is called, the matrix is formed column by
/// column and factored with all its pivots. A definite method refuses what is not, as the kernel's does.
class DenseSolvers final : public LinearSolvers {
 public:
  std::unique_ptr<LinearSolver> make(LinearMethod method) override;
  std::unique_ptr<Assembler> assembler() override;
};

/// Masses (any number of degrees of freedom, no bodies) with a force given as a function of q.
class MassSystem final : public System {
 public:
  using Force = std::function<void(View<Real> q, Out<Real> force)>;
  using Potential = std::function<Real(View<Real> q)>;  ///< its negative gradient is the force
  MassSystem(std::vector<Real> mass, Force force = {}, Real critical_step = kUnlimited,
             Potential potential = {})
      : mass_(std::move(mass)), force_(std::move(force)), potential_(std::move(potential)),
        critical_(critical_step) {
    for (const Real m : mass_) inverse_.push_back(1 / m);
    prescribed_.assign(mass_.size(), 0);
    for (std::size_t i = 0; i <= mass_.size(); ++i) block_start_.push_back(static_cast<Index>(i));
    layout_.dim = 2, layout_.coordinates = layout_.dofs = static_cast<Index>(mass_.size());
    layout_.prescribed = prescribed_;
    layout_.block_start = block_start_;
  }
  MassSystem(const MassSystem&) = delete;
  MassSystem& operator=(const MassSystem&) = delete;

  /// From now on q[dof] = start + velocity * time + acceleration/2 * time^2, whatever the forces.
  void drive(Index dof, Real start, Real velocity, Real acceleration = 0) {
    prescribed_[static_cast<std::size_t>(dof)] = 1;
    inverse_[static_cast<std::size_t>(dof)] = 0;
    drives_.push_back({dof, start, velocity, acceleration});
  }

  /// From now on the consistent mass takes this share of each mass, but for the first, to its
  /// coupling with the one before. Its rows add up to the lumped mass.
  void couple(Real share) { share_ = share; }
  /// Forces where the stress follows by a rule from both ends of a step, q_0 and q_1; without this a rule
  /// is taken for the stress of the middle. `slope`: d force / dq_1, row-major; empty: not wanted.
  using RuledForce = std::function<void(const StressRule& rule, View<Real> q_0, View<Real> q_1,
                                        Out<Real> force, Out<Real> slope, Context& context)>;
  void set_ruled_force(RuledForce ruled) { ruled_ = std::move(ruled); }
  /// x'M y/2
  Real square(Mass kind, View<Real> x, View<Real> y) const;

  /// From now on the degrees of freedom are those of nodes in the plane, all of one body.
  void make_nodes() {
    expects(mass_.size() % 2 == 0, "nodes of the plane have two degrees of freedom");
    body_.coordinates = body_.dofs = {0, layout_.dofs};
    layout_.bodies = View<Body>(&body_, 1);
  }

  /// From now on they are those of rigid bodies in the plane, two of the place and one of the angle each.
  void make_rigid() {
    expects(mass_.size() % 3 == 0, "a rigid body in the plane has three degrees of freedom");
    for (Index first = 0; first < layout_.dofs; first += 3)
      rigid_.push_back({.coordinates = {first, first + 3},
                        .dofs = {first, first + 3},
                        .vertices = {},
                        .rotation = {first + 2, first + 3}});
    layout_.bodies = rigid_;
  }

  const Layout& layout() const override { return layout_; }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override;
  View<Real> mass() const override { return mass_; }
  View<Real> inverse_mass() const override { return inverse_; }
  void apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& context) const override;
  Outcome force(const ForceQuery& query, Out<Real> force, Context& context) override {
    evaluate(query, force, {}, context);
    labelled_[static_cast<std::size_t>(query.label)].assign(force.begin(), force.end());
    return {};
  }
  /// [dofs] N, the force with this label that was asked for last; empty: none was.
  std::vector<Real>& labelled(ForceLabel label) {
    return labelled_[static_cast<std::size_t>(label)];
  }
  Outcome potential(const ForceQuery& query, Real& energy, Context&) override {
    energy = potential_ ? potential_(at(query)) : 0;
    return {};
  }
  std::unique_ptr<LinearOperator> new_tangent() override;
  Outcome tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                  LinearOperator& into, Context& context) override;
  Outcome force_change(const ForceQuery& query, View<Real> x, Out<Real> change,
                       Context& context) override;
  Outcome solve_mass(Mass kind, View<Real> b, Out<Real> x, Context& context) override;
  void prescribe(View<Real> q, Real time, Out<Real> u) const override {
    for (const Drive& d : drives_)
      u[at(d.dof)] = d.start + (d.velocity + d.acceleration / 2 * time) * time - q[at(d.dof)];
  }
  void prescribe_velocity(Real time, Out<Real> v) const override {
    for (const Drive& d : drives_) v[at(d.dof)] = d.velocity + d.acceleration * time;
  }
  Real critical_step() const override { return critical_; }

 private:
  struct Drive {
    Index dof;
    Real start, velocity, acceleration;
  };
  Eigen::MatrixXd matrix(Mass kind) const;
  /// With unit rows and columns where things are driven.
  Eigen::MatrixXd held(Eigen::MatrixXd A) const;
  /// d force / dq by central differences of fourth order: exact for forces of third degree.
  Eigen::MatrixXd slope(const ForceQuery& query) const;
  /// d force / du.
  Eigen::MatrixXd slope_by_increment(const ForceQuery& query, Context& context) const;
  void evaluate(const ForceQuery& query, Out<Real> force, Out<Real> slope, Context& context) const {
    if (!query.rule || !ruled_) return force_at(at(query), force);
    std::vector<Real> end(query.q.begin(), query.q.end());
    for (std::size_t i = 0; i < query.u.size(); ++i) end[i] += query.u[i];
    ruled_(*query.rule, query.q, end, force, slope, context);
  }
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  static std::vector<Real> at(const ForceQuery& query) {
    std::vector<Real> q(query.q.begin(), query.q.end());
    for (std::size_t i = 0; i < query.u.size(); ++i) q[i] += fraction_of(query) * query.u[i];
    return q;
  }
  /// A rule combines stresses of both ends. There are none here: forces are those of the middle.
  static Real fraction_of(const ForceQuery& query) {
    return query.rule ? query.fraction / 2 : query.fraction;
  }
  void force_at(View<Real> q, Out<Real> force) const {
    std::fill(force.begin(), force.end(), Real{0});
    if (force_) force_(q, force);
  }

  std::vector<Real> mass_, inverse_;
  std::vector<std::uint8_t> prescribed_;
  std::vector<Index> block_start_;
  std::vector<Drive> drives_;
  Real share_ = 0;  ///< see couple()
  Force force_;
  Potential potential_;
  RuledForce ruled_;
  Real critical_;
  Body body_;
  std::vector<Body> rigid_;
  Layout layout_;
  std::vector<Real> labelled_[6];
};

/// One condition value(q) >= lower with its gradient, on a few degrees of freedom.
struct RowFunction {
  std::vector<Index> dof;  ///< ascending
  std::function<Real(View<Real> q)> value;
  std::function<void(View<Real> q, Out<Real> gradient)> gradient;  ///< in the order of dof
  Real lower = 0;
  /// Row-major, in the order of dof; none: zero.
  std::function<void(View<Real> q, Out<Real> hessian)> hessian{};
  /// RowBuffer::held at the step w; none: the row has no prescribed degree of freedom.
  std::function<Real(View<Real> w)> held{};
};

/// sum_k coefficient[k] q[dof[k]] + offset >= lower
inline RowFunction linear_row(std::vector<Index> dof, const std::vector<Real>& coefficient,
                              Real offset, Real lower = 0) {
  const auto value = [dof, coefficient, offset](View<Real> q) {
    Real sum = offset;
    for (std::size_t k = 0; k < dof.size(); ++k)
      sum += coefficient[k] * q[static_cast<std::size_t>(dof[k])];
    return sum;
  };
  const auto gradient = [coefficient](View<Real>, Out<Real> g) {
    std::copy(coefficient.begin(), coefficient.end(), g.begin());
  };
  return {.dof = std::move(dof), .value = value, .gradient = gradient, .lower = lower};
}

/// A contact model that finds those of its rows that are violated: value < 0, be the margin what it
/// may. In the plane.
class RowContact final : public ContactModel {
 public:
  /// `history_size`: doubles a contact of the solver that is handed this.
  explicit RowContact(std::vector<RowFunction> functions, Index history_size = 0)
      : functions_(std::move(functions)), history_size_(history_size) {}

  /// A new step from q_old.
  void begin(View<Real> q_old) {
    q_old_.assign(q_old.begin(), q_old.end());
    found_.clear(), banned_.clear();
    first_ = true;
    vertices_.begin(q_old);
    publish();
  }
  /// The step is accepted: the histories of its rows are those of the next one, which begins with the rows
  /// that have one.
  void accept() {
    kept_.clear();
    const auto n = static_cast<std::size_t>(history_size_);
    for (std::size_t k = 0; k < found_.size(); ++k) {
      const Out<Real> own = rows_.rows().history_new.subspan(k * n, n);
      if (std::any_of(own.begin(), own.end(), [](Real x) { return x != 0; }))
        kept_[found_[k]].assign(own.begin(), own.end());
    }
  }
  const std::vector<RowFunction>& functions() const { return functions_; }
  /// Which of the functions the rows are.
  const std::vector<std::size_t>& found() const { return found_; }
  std::vector<Real> at(View<Real> w) const {
    std::vector<Real> q = q_old_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += w[i];
    return q;
  }

  const ContactRows& rows() const override { return rows_.rows(); }
  const ContactVertices& vertices() const override { return vertices_.vertices(); }
  const Violations& violations() const override { return vertices_.violations(); }
  void allow(View<Remedy> remedy) override { vertices_.allow(remedy); }
  void lift_bans() override { banned_.clear(); }
  Outcome detect(View<Real> w, DetectResult& result, Context&) override {
    result = {};
    vertices_.violations().clear();
    if (std::exchange(first_, false))
      for (const auto& [f, history] : kept_) found_.push_back(f), ++result.added;
    const std::vector<Real> q = at(w);
    for (std::size_t f = 0; f < functions_.size(); ++f) {
      if (functions_[f].value(q) >= 0) continue;
      ++result.needs;
      vertices_.violations().add(vertices_.of(functions_[f].dof));
      const bool known = std::find(found_.begin(), found_.end(), f) != found_.end();
      if (vertices_.remedy_of(functions_[f].dof) == Remedy::no_row) continue;
      if (known || std::find(banned_.begin(), banned_.end(), f) != banned_.end()) continue;
      found_.push_back(f);
      ++result.added;
    }
    publish();
    return {};
  }
  Outcome restart(View<Index> bans, Context&) override {
    for (const Index ban : bans) banned_.push_back(found_[static_cast<std::size_t>(ban)]);
    found_.clear();
    first_ = true;
    publish();
    return {};
  }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out, Context&) const override {
    const std::vector<Real> q = at(w);
    std::vector<Real> gradient;
    std::size_t entry = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowFunction& f = function(rows[i]);
      if (out.value) out.value[i] = f.value(q);
      if (out.held) out.held[i] = f.held ? f.held(w) : 0;
      gradient.resize(f.dof.size());
      f.gradient(q, gradient);
      for (std::size_t k = 0; k < gradient.size(); ++k, ++entry) {
        if (out.gradient) out.gradient[entry] = gradient[k];
      }
    }
    return {};
  }
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context&) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowFunction& f = function(rows[i]);
      if (!f.hessian) continue;
      std::vector<Real> H(f.dof.size() * f.dof.size());
      f.hessian(at(w), H);
      for (Real& h : H) h *= weights[i];
      sink.add(f.dof, f.dof, H);
    }
    return {};
  }
  Outcome safe_fraction(View<Real>, View<Real>, Real& fraction, Context&) override {
    fraction = 1;
    return {};
  }

 private:
  const RowFunction& function(Index row) const {
    return functions_[found_[static_cast<std::size_t>(row)]];
  }
  void publish() {
    rows_.clear();
    for (const std::size_t f : found_) {
      rows_.dof.insert(rows_.dof.end(), functions_[f].dof.begin(), functions_[f].dof.end());
      rows_.start.push_back(static_cast<Index>(rows_.dof.size()));
      const std::vector<Index> stencil = vertices_.of(functions_[f].dof);
      rows_.stencil.insert(rows_.stencil.end(), stencil.begin(), stencil.end());
      rows_.stencil_start.push_back(static_cast<Index>(rows_.stencil.size()));
      rows_.lower.push_back(functions_[f].lower);
      rows_.key.push_back({f, 0});
      rows_.event.push_back(static_cast<Index>(f));
      rows_.held.push_back(functions_[f].held ? 1 : 0);
    }
    std::vector<Real> history(found_.size() * static_cast<std::size_t>(history_size_), 0);
    for (std::size_t k = 0; k < found_.size(); ++k)
      if (const auto own = kept_.find(found_[k]); own != kept_.end())
        std::copy(own->second.begin(), own->second.end(),
                  history.begin() + static_cast<std::ptrdiff_t>(k) * history_size_);
    rows_.publish(std::move(history));
  }
  std::vector<RowFunction> functions_;
  Index history_size_;
  std::vector<std::size_t> found_, banned_;
  std::map<std::size_t, std::vector<Real>>
      kept_;           ///< histories at the start of the step, by function
  bool first_ = true;  ///< no detection yet in this step
  std::vector<Real> q_old_;
  PlainVertices vertices_;
  PlainRows rows_;
};

/// The kernel's loop in miniature: a fixed step, no cuts, no retries.
class MiniRun {
 public:
  MiniRun(MassSystem& system, RowContact& contact, Integrator& integrator, ContactSolver& solver,
          std::vector<Real> q_start, std::vector<Real> v_start)
      : q(std::move(q_start)), v(std::move(v_start)), a(q.size(), 0), system_(system),
        contact_(contact), integrator_(integrator), solver_(solver) {
    Context& c = context_.context();
    const Setup setup{.layout = &system.layout(), .linear = &linear_};
    solver_.setup(setup, c);
    integrator_.setup(setup, c);
    ok_ = static_cast<bool>(integrator_.start(system_, {0, q, v, a, {}}, c));
  }
  Context& context() { return context_.context(); }

  /// One step; returns the contact impulse [dofs] of the solver.
  std::vector<Real> step(Real dt) {
    Context& c = context_.context();
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
    more_force_.assign(q.size(), 0);
    report = {};
    report.more_force = more_force_;
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
  SerialContext context_;
  DenseSolvers linear_;
  MassSystem& system_;
  RowContact& contact_;
  Integrator& integrator_;
  ContactSolver& solver_;
  std::vector<Real> more_force_;
  bool ok_ = true;
};

}  // namespace tactus::conformance
