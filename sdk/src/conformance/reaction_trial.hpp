/// One contact solver under test, problems in reactions, and the laws with which it solves them.
#pragma once

#include "reaction_case.hpp"
#include "solver_trial.hpp"
#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/coulomb.hpp"

namespace tactus::conformance {

/// Applies a matrix, but does not provide its entries.
class HiddenMatrix final : public LinearOperator {
 public:
  explicit HiddenMatrix(const Eigen::MatrixXd& A) : A_(A) {}
  Index size() const override { return A_.rows(); }
  void apply(View<Real> x, Out<Real> y, Context&) const override { map(y) = A_ * map(x); }

 private:
  const Eigen::MatrixXd& A_;
};

/// Coulomb's law, which also adds the normal impulse of each step to its history.
class CountingCoulomb final : public Coulomb {
 private:
  Index do_solve(const LawBatch& batch, Context& context) const override {
    const Index failures = Coulomb::do_solve(batch, context);
    const ReactionProblem& p = *batch.problem;
    for (const Index i : batch.contacts) {
      const auto at = static_cast<std::size_t>(i * p.history_size);
      p.history_new[at] = p.history_old[at] + batch.R[static_cast<std::size_t>(i * p.dim)];
    }
    return failures;
  }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }
};

/// An explicit law: R_N = dt 1000 (1 - U_old_N), independent of other contacts.
class PlainPush final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }
  static Real push(const ReactionProblem& p, Index i) {
    return p.dt * 1000 * (1 - p.U_old[static_cast<std::size_t>(i * p.dim)]);
  }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    const ReactionProblem& p = *batch.problem;
    for (const Index i : batch.contacts) {
      std::fill_n(batch.R.begin() + i * p.dim, p.dim, 0);
      batch.R[static_cast<std::size_t>(i * p.dim)] = push(p, i);
    }
    return 0;
  }
};

/// An explicit law that feels other contacts: it takes away a third of the approach that they leave, and stops the
/// slip with no more than mu times that.
class Buffer final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }
  /// N s, of a contact that moves with `free` m/s by what the others do.
  template <int D>
  static Vec<D> push(const Mat<D>& W, const Vec<D>& free, Real mu) {
    Vec<D> R = Vec<D>::Zero();
    R[0] = std::max(Real(0), -free[0]) / (3 * W(0, 0));
    const Vec<D - 1> slip = free.template tail<D - 1>() + R[0] * W.col(0).template tail<D - 1>(),
                     stops = -W.template bottomRightCorner<D - 1, D - 1>().inverse() * slip;
    const Real most = mu * R[0], size = stops.norm();
    R.template tail<D - 1>() = (size > most ? most / size : 1) * stops;
    return R;
  }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    const ReactionProblem& p = *batch.problem;
    with_dimension(p.dim, [&]<int D>(Dimension<D>) {
      for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
        const Index i = batch.contacts[k];
        const Mat<D> W = block<D>(p.delassus_diagonal, i);
        Eigen::Map<Vec<D>>(batch.R.data() + i * D) =
            push<D>(W, point<D>(batch.free, static_cast<Index>(k)),
                    p.friction[static_cast<std::size_t>(i)]);
      }
    });
    return 0;
  }
};

/// Holds two points together whatever it takes, U = 0: an implicit law that is not Coulomb's.
class Glue final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    const ReactionProblem& p = *batch.problem;
    with_dimension(p.dim, [&]<int D>(Dimension<D>) {
      for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
        const Index i = batch.contacts[k];
        const Mat<D> W = block<D>(p.delassus_diagonal, i);
        Eigen::Map<Vec<D>>(batch.R.data() + i * D) =
            -W.inverse() * point<D>(batch.free, static_cast<Index>(k));
      }
    });
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      for (std::size_t k = 0; k < at.contacts.size(); ++k)
        at.residual[k] = point<D>(at.U, at.contacts[k]).norm();
    });
  }
};

class ReactionTrial {
 public:
  struct Solved {
    Outcome outcome;
    SolveStatus status = SolveStatus::converged;
    Index iterations = 0;
    Real tolerance = 0;
    std::vector<Real> R, residuals, history, solver_history;
    bool same_bits(const Solved& o) const {
      return R == o.R && history == o.history && solver_history == o.solver_history &&
             status == o.status && iterations == o.iterations;
    }
  };
  struct Ask {
    bool entries = true;    ///< the operator provides its entries
    bool residuals = true;  ///< residuals of iterations are requested
    bool gaps = true;       ///< gaps are known
  };

  /// @param glued  whether the law 2 of problems is Glue; otherwise there is none of that number
  ReactionTrial(const Make<ContactSolver>& make, int dim, bool glued = false) : solver_(make()) {
    if (glued) laws_.push_back(&glue_);
    for (Index i = 0; i <= 1; ++i) block_start_.push_back(i * dim);
    free_.assign(static_cast<std::size_t>(dim), 0);
    layout_.dim = dim, layout_.coordinates = layout_.dofs = dim;
    layout_.block_start = block_start_, layout_.prescribed = free_;
    if (Claims(*solver_).needs_some(capability::explicit_law) &&
        !Claims(*solver_).needs_some(capability::implicit_law))
      laws_ = {&push_, &buffer_};
    context().step.dt = 0.1;
    solver_->setup({.layout = &layout_, .linear = &solvers_, .laws = laws_}, context());
  }
  ContactSolver& solver() { return *solver_; }
  Context& context() { return context_.context(); }

  Solved solve(const ReactionCase& c) { return solve(c, Ask{}); }
  Solved solve(const ReactionCase& c, const Ask& ask) {
    const Scratch::Frame frame(*context().scratch);
    Solved s;
    const std::size_t n = c.contacts();
    s.R = c.start, s.residuals = {7, 7, 7}, s.history = c.history,
    s.solver_history = c.solver_history;
    s.history.resize(n, 0);
    s.solver_history.resize(n * static_cast<std::size_t>(history_width(*solver_)), 0);
    const std::vector<Real> old = s.history, solver_old = s.solver_history;
    const MatrixOperator shown(c.W, c.dim, MatrixOperator::Pattern::sparse);
    const HiddenMatrix hidden(c.W);
    const std::vector<Real> blocks = shown.diagonal_blocks(), gap(n, 0);
    ReactionProblem p{.dim = c.dim, .contacts = static_cast<Index>(n), .dt = context().step.dt};
    p.delassus = ask.entries ? static_cast<const LinearOperator*>(&shown) : &hidden;
    p.delassus_diagonal = blocks, p.free_velocity = c.B, p.U_old = c.U_old;
    if (ask.gaps) p.gap = gap;
    p.friction = c.friction, p.restitution = c.restitution, p.law = c.law, p.key = c.key;
    p.history_old = old, p.history_new = s.history, p.history_size = 1;
    p.solver_history_old = solver_old, p.solver_history_new = s.solver_history;
    ReactionSolution solution{.reactions = s.R};
    if (ask.residuals) solution.report.residuals = &s.residuals;
    s.outcome = solver_->solve(p, laws_, solution, context());
    s.status = solution.report.status, s.iterations = solution.report.iterations;
    s.tolerance = solution.report.tolerance;
    return s;
  }

 private:
  std::unique_ptr<ContactSolver> solver_;
  SerialContext context_;
  DenseSolvers solvers_;
  Coulomb coulomb_;
  CountingCoulomb counting_;
  PlainPush push_;
  Buffer buffer_;
  Glue glue_;
  std::vector<const ContactLaw*> laws_{&coulomb_, &counting_};
  Layout layout_;
  std::vector<std::uint8_t> free_;
  std::vector<Index> block_start_;
};

}  // namespace tactus::conformance
