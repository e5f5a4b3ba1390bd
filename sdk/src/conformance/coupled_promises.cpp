// Tests what contact solvers promise of implicit steps, whose tangent couples degrees of freedom.
//
// A solution is judged by the conditions of equilibrium and contact, which for these problems have one
// solution where rows are linear; no other solver is compared with.
#include "coupled_promises.hpp"

#include "coupled_problem.hpp"
#include "worst.hpp"

namespace tactus::conformance {
namespace {

using Solved = SolverTrial::Solved;
using Judge = std::function<Real(const CoupledCase&, SolverTrial&, const Solved&)>;

constexpr Real kTolerance = 1e-7;  ///< N, and N m; of masses and lengths of order one

Solved solve(SolverTrial& trial, const CoupledCase& c) {
  CoupledProblem problem(c.parts);
  return trial.solve(problem, c.rows);
}

/// A chain of masses between springs whose middle is pressed through a floor and together.
CoupledCase long_chain() {
  constexpr Index kMany = 120;
  ProjectionCase c = beads_case(7, kMany);
  for (Index i = 0; i < kMany; ++i) c.rows.push_back(linear_row({i}, {1}, 0.15, kMargin));
  return coupled(c, CoupledProblem::Spring::stiffening, 1);
}

/// Applies `judge` to each solution and returns the worst number.
Finding in_coupled_cases(const Make<ContactSolver>& make, const std::vector<CoupledCase>& cases,
                         Real limit, const Judge& judge) {
  return worst_of(make, cases, limit, solve, judge);
}

/// The largest of |r(w) - force|, |G' lambda - force|, and what fixed degrees of freedom have moved.
Real imbalance(const CoupledCase& c, SolverTrial& trial, const Solved& s) {
  CoupledProblem problem(c.parts);
  std::vector<Real> r(c.dofs());
  if (!problem.residual(s.w, r, trial.context())) return kUnlimited;
  const Eigen::VectorXd force = pull(c, trial, s);
  Real worst = 0;
  for (std::size_t i = 0; i < c.dofs(); ++i) {
    const Real moved = problem.fixed()[i] ? std::abs(s.w[i] - c.parts.target[i]) : 0;
    for (const Real off :
         {r[i] - s.force[i], force[static_cast<Eigen::Index>(i)] - s.force[i], moved})
      raise_to(worst, std::abs(off));
  }
  return worst;
}

Finding balanced(const Make<ContactSolver>& make) {
  return in_coupled_cases(make, coupled_cases(), kTolerance, imbalance);
}

/// How far from: value >= 0, lambda >= 0, lambda (value - lower) = 0.
Real off_signorini(const CoupledCase& c, SolverTrial& trial, const Solved& s) {
  Real worst = 0;
  const auto see = [&](Real off) { raise_to(worst, off); };
  for (const RowFunction& row : c.rows) see(row.value(s.w) < 0 ? 1 : 0);
  for (std::size_t k = 0; k < s.multiplier.size(); ++k) {
    const RowFunction& row = c.rows[trial.contact().found()[k]];
    see(s.multiplier[k] < 0 ? 1 : 0);
    see(std::abs(s.multiplier[k] * (row.value(s.w) - row.lower)));
  }
  return worst;
}

Finding unilateral(const Make<ContactSolver>& make) {
  return in_coupled_cases(make, coupled_cases(), kTolerance, off_signorini);
}

Finding hundreds(const Make<ContactSolver>& make) {
  return in_coupled_cases(make, {long_chain()}, kTolerance,
                          [](const CoupledCase& c, SolverTrial& t, const Solved& s) {
                            return std::max(imbalance(c, t, s), off_signorini(c, t, s));
                          });
}

/// After other problems, of the same pattern and of others, an answer is that of a new object.
Finding nothing_is_kept(const Make<ContactSolver>& make) {
  const std::vector<CoupledCase> cases = coupled_cases();
  for (std::size_t k = 0; k + 9 < cases.size(); k += 2) {
    SolverTrial fresh(make, cases[k].dofs()), used(make, cases[k].dofs());
    const Solved expected = solve(fresh, cases[k]);
    for (const std::size_t other : {k + 3, k + 9}) {
      if (cases[other].dofs() != cases[k].dofs()) continue;
      (void)solve(used, cases[other]);
      used.solver().reject();
      if (!solve(used, cases[k]).same_bits(expected))
        return broken("after a rejected attempt the solution is not that of a fresh object");
      used.solver().accept();
    }
  }
  return kept("bit for bit");
}

/// Passes a problem on; from its n-th call on, one of two functions has no value.
class FailingProblem final : public StepProblem {
 public:
  FailingProblem(StepProblem& sound, int calls, bool of_tangent)
      : sound_(sound), calls_(calls), of_tangent_(of_tangent) {}
  Structure structure() const override { return sound_.structure(); }
  bool linear() const override { return sound_.linear(); }
  const ContactPoint& contact() const override { return sound_.contact(); }
  View<std::uint8_t> fixed() const override { return sound_.fixed(); }
  View<Real> predictor() const override { return sound_.predictor(); }
  Outcome residual(View<Real> w, Out<Real> r, Context& c) const override {
    if (!of_tangent_ && --calls_ < 0)
      return Outcome::retry(Cause::inverted_element, "an element is turned inside out here");
    return sound_.residual(w, r, c);
  }
  Outcome potential(View<Real> w, Real& value, Context& c) const override {
    return sound_.potential(w, value, c);
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& c) override {
    if (of_tangent_ && --calls_ < 0)
      return Outcome::retry(Cause::inverted_element, "an element is turned inside out here");
    return sound_.tangent(w, result, c);
  }

 private:
  StepProblem& sound_;
  mutable int calls_;
  bool of_tangent_;
};

/// Once a problem has no value any more, there is no solution either; or there was one by then.
Finding problem_without_value_is_said(const Make<ContactSolver>& make) {
  const CoupledCase c = coupled_cases()[3];
  for (const bool of_tangent : {false, true})
    for (int calls = 0; calls < 3; ++calls) {
      SolverTrial trial(make, c.dofs());
      CoupledProblem sound(c.parts);
      FailingProblem problem(sound, calls, of_tangent);
      const Solved s = trial.solve(problem, c.rows);
      if (!s.outcome) continue;
      if (!(imbalance(c, trial, s) <= kTolerance))
        return broken(text_of(of_tangent ? "the tangent" : "the residual",
                              " had no value, and the outcome is ok"));
    }
  return kept();
}

}  // namespace

void coupled_promises(const Make<ContactSolver>& make, const Claims& claims, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const Make<ContactSolver>&)) {
    if (claims.needs_some(capability::assembled))
      check.promise(what, [&] { return test(make); });
    else
      check.skip(what, text_of(capability::assembled, " is not needed"));
  };
  promise("coupled masses: r(w) = contact force = G' lambda", balanced);
  promise("coupled masses: an answer depends on the question alone", nothing_is_kept);
  promise("coupled masses: a problem without a value is no success", problem_without_value_is_said);
  if (!claims.has(capability::feasible)) return;
  promise("coupled masses: rows hold, push and do not pull, and not where they are open",
          unilateral);
  promise("coupled masses: hundreds of rows are solved as a few are", hundreds);
}

}  // namespace tactus::conformance
