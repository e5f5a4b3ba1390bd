#include <fmt/format.h>

#include <algorithm>

#include "core/plugin/smoke.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/linear_contact.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {
namespace {

using conformance::DiagonalProblem;
using conformance::LinearContact;

/// Signorini's law without friction, in closed form: R_N = max(0, -(free_N + e min(0, U_old_N)) /
/// W_NN), R_T = 0.
class Frictionless final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override { c.provides(capability::implicit_law); }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    const ReactionProblem& p = *batch.problem;
    const auto dim = static_cast<std::size_t>(p.dim);
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const auto i = static_cast<std::size_t>(batch.contacts[k]);
      const Real W_NN = p.delassus_diagonal[i * dim * dim], U_old = p.U_old[i * dim];
      const Real wanted = batch.free[k * dim] + p.restitution[i] * std::min(Real(0), U_old);
      std::fill_n(batch.R.begin() + static_cast<std::ptrdiff_t>(i * dim), dim, 0);
      batch.R[i * dim] = std::max(Real(0), -wanted / W_NN);
    }
    return 0;
  }
};

class NoLinearSolvers final : public LinearSolvers {
 public:
  std::unique_ptr<LinearSolver> make(LinearMethod) override { refuse(); }
  std::unique_ptr<Assembler> assembler() override { refuse(); }

 private:
  [[noreturn]] static void refuse() { throw Error("this check offers no linear solver"); }
};

/// A solver that has been set up for some degrees of freedom in the plane.
class Trial {
 public:
  Trial(const MakeComponent& make, Index dofs)
      : component_(make()), solver_(dynamic_cast<ContactSolver&>(*component_)),
        claims_(claims_of(solver_)) {
    const auto n = static_cast<std::size_t>(dofs);
    free_.assign(n, 0);
    for (Index i = 0; i <= dofs; i += 2) block_start_.push_back(i);
    layout_.dim = 2, layout_.coordinates = layout_.dofs = dofs;
    layout_.block_start = block_start_, layout_.prescribed = free_;
    Context& context = runtime_.context();
    context.step.dt = 0.1, context.step.energy = 100;  // J: far more than contact takes out here
    solver_.setup({.layout = &layout_, .linear = {.solvers = &solvers_}, .laws = laws_}, context);
  }
  ContactSolver& solver() { return solver_; }
  const Claims& claims() const { return claims_; }
  View<const ContactLaw*> laws() const { return laws_; }
  Context& context() { return runtime_.context(); }

  struct Solved {
    std::vector<Real> w, force, multiplier;
    std::vector<Index> group;
    Outcome outcome;
  };
  Solved solve(DiagonalProblem& problem, LinearContact& contact) {
    Solved s;
    s.w.assign(problem.predictor().begin(), problem.predictor().end());
    s.force.assign(s.w.size(), 0);
    StepSolution solution{
        .w = s.w, .contact_force = s.force, .multiplier = &s.multiplier, .group = &s.group};
    s.outcome = solver_.solve(problem, contact, solution, context());
    return s;
  }

 private:
  std::unique_ptr<Component> component_;
  ContactSolver& solver_;
  Claims claims_;
  Runtime runtime_;
  NoLinearSolvers solvers_;
  Frictionless law_;
  std::vector<const ContactLaw*> laws_{&law_};
  Layout layout_;
  std::vector<std::uint8_t> free_;
  std::vector<Index> block_start_;
};

const std::vector<Real> kMass{2, 2, 3, 3, 1, 1};
const std::vector<Real> kPredictor{0.5, -1, 0.25, -2, -0.125, -0.5};

Finding without_contact_nothing_happens(const MakeComponent& make) {
  Trial trial(make, 6);
  DiagonalProblem problem(kMass, kPredictor);
  LinearContact none(Eigen::MatrixXd(0, 6), Eigen::VectorXd(0), trial.solver().history_size());
  const auto solved = trial.solve(problem, none);
  if (!solved.outcome) return broken(solved.outcome.message);
  Real worst = 0;
  for (std::size_t i = 0; i < kPredictor.size(); ++i)
    worst = std::max({worst, std::abs(solved.w[i] - kPredictor[i]), std::abs(solved.force[i])});
  return within(worst, 1e-12);
}

/// Two floors, one on the other, and a wall that is not reached: rows that share degrees of freedom.
LinearContact floors(Index history_size) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(4, 6);
  G(0, 1) = 1;                // node 0 above the ground
  G(1, 3) = 1, G(1, 1) = -1;  // node 1 above node 0
  G(2, 5) = 1, G(2, 3) = 0.5, G(2, 2) = 0.25;
  G(3, 0) = -1;  // node 0 before the wall
  return {G, Eigen::Vector4d(0.25, 0.5, 1, 2), history_size};
}

Finding solution_of_linear_rows(const MakeComponent& make) {
  Trial trial(make, 6);
  DiagonalProblem problem(kMass, kPredictor);
  LinearContact contact = floors(trial.solver().history_size());
  const Eigen::VectorXd exact = solution_by_active_sets(problem, contact);
  const auto solved = trial.solve(problem, contact);
  if (!solved.outcome) return broken(solved.outcome.message);
  return within((map(View<Real>(solved.w)) - exact).lpNorm<Eigen::Infinity>(), 1e-6);
}

/// contact_force = M (w - predictor) = G' lambda with lambda >= 0.
Finding force_is_that_of_the_multipliers(const MakeComponent& make) {
  Trial trial(make, 6);
  DiagonalProblem problem(kMass, kPredictor);
  LinearContact contact = floors(trial.solver().history_size());
  const auto solved = trial.solve(problem, contact);
  if (!solved.outcome) return broken(solved.outcome.message);
  if (solved.multiplier.size() != contact.found().size())
    return broken(fmt::format("{} multipliers for {} rows", solved.multiplier.size(),
                              contact.found().size()));
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6);
  for (std::size_t k = 0; k < solved.multiplier.size(); ++k) {
    if (!(solved.multiplier[k] >= 0)) return broken("a negative multiplier");
    force += solved.multiplier[k] * contact.gradient().row(contact.found()[k]).transpose();
  }
  Real worst = (map(View<Real>(solved.force)) - force).lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < kMass.size(); ++i)
    worst = std::max(worst, std::abs(kMass[i] * (solved.w[i] - kPredictor[i]) - solved.force[i]));
  return within(worst, 1e-6);
}

/// W with blocks of 2, stored.
class StoredDelassus final : public LinearOperator {
 public:
  explicit StoredDelassus(Eigen::Matrix4d W) : W_(std::move(W)) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int r = 0; r < 2; ++r)
          for (int c = 0; c < 2; ++c) {
            value_.push_back(W_(2 * i + r, 2 * j + c));
            if (i == j) diagonal_blocks_.push_back(value_.back());
          }
    view_ = {
        .rows = 2, .columns = 2, .block = 2, .start = start_, .column = column_, .value = value_};
  }
  Index size() const override { return 4; }
  void apply(View<Real> x, Out<Real> y, Context&) const override { map(y) = W_ * map(x); }
  const SparseView* sparse() const override { return &view_; }
  View<Real> diagonal_blocks() const { return diagonal_blocks_; }
  const Eigen::Matrix4d& matrix() const { return W_; }

 private:
  Eigen::Matrix4d W_;
  std::vector<Index> start_{0, 2, 4}, column_{0, 1, 0, 1};
  std::vector<Real> value_, diagonal_blocks_;
  SparseView view_;
};

Finding solution_of_two_contacts(const MakeComponent& make) {
  Trial trial(make, 6);
  Eigen::Matrix4d W;
  W << 2, 0.25, 0.5, 0, 0.25, 2, 0, 0.5, 0.5, 0, 1, 0.125, 0, 0.5, 0.125, 1;
  const StoredDelassus delassus(W);
  const std::vector<Real> B{-1, 0.5, -0.25, 0.75}, zero(4, 0), none{0, 0};
  const std::vector<std::int32_t> law{0, 0};
  const std::vector<ContactKey> key{{1, 0}, {1, 1}};
  const auto history = static_cast<std::size_t>(2 * trial.laws()[0]->history_size());
  std::vector<Real> R(4, 0), old(history, 0), now(history, 0);
  ReactionProblem p{.dim = 2, .contacts = 2, .dt = 0.1, .delassus = &delassus};
  p.delassus_diagonal = delassus.diagonal_blocks(), p.free_velocity = B, p.U_old = zero;
  p.gap = none, p.friction = none, p.restitution = none, p.law = law, p.key = key;
  p.history_old = old, p.history_new = now;
  const Outcome outcome = trial.solver().solve(p, trial.laws(), R, trial.context());
  if (!outcome) return broken(outcome.message);
  const Eigen::Vector4d U = W * map(View<Real>(R)) + map(View<Real>(B));
  Real worst = 0;
  for (Index i = 0; i < 2; ++i)
    worst = std::max(worst, natural_residual<2>(U.segment<2>(2 * i), 0, point<2>(R, i), 0, 0,
                                                2 / W.block<2, 2>(2 * i, 2 * i).trace()));
  return within(worst, 1e-6);
}

}  // namespace

void smoke_contact_solver(const MakeComponent& make, conformance::Check& verdicts) {
  const auto component = make();
  const Claims claims = claims_of(*component);
  const bool increments = needs(claims, capability::increment);
  const bool reactions = needs(claims, capability::impulse);
  if (!increments && !reactions)
    verdicts.promise("says which kind of problem it solves", [] {
      return broken("it needs neither problem.increment nor problem.impulse");
    });
  const std::string rows = "linear rows are solved as by trying all active sets";
  if (increments) {
    verdicts.promise("without contact the predictor is the solution",
                     [&] { return without_contact_nothing_happens(make); });
    if (claims.has(capability::feasible)) {
      verdicts.promise(rows, [&] { return solution_of_linear_rows(make); });
      verdicts.promise("the contact force is G' lambda, lambda >= 0",
                       [&] { return force_is_that_of_the_multipliers(make); });
    } else {
      verdicts.skip(rows, std::string(capability::feasible) + " is not claimed");
    }
  }
  if (reactions && needs(claims, capability::explicit_law))
    verdicts.skip("two contacts without friction", "it needs an explicit law");
  else if (reactions)
    verdicts.promise("two contacts without friction: natural residual [m/s]",
                     [&] { return solution_of_two_contacts(make); });
}

}  // namespace tactus::core
