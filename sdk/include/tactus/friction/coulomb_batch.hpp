/// \file friction/coulomb_batch.hpp  What implicit laws of Signorini's and Coulomb's kind have in common:
/// their limits and counters, and the loops over the contacts of a batch. A law adds its own iteration
/// and its own equation.
#pragma once

#include <array>
#include <atomic>

#include "local_search.hpp"
#include "steps.hpp"
#include "touching.hpp"

namespace tactus::friction {

/// Limits of one contact and call: steps.
struct LocalLimits {
  Index projections = 20, newton = 20;
};

/// What was done for one contact.
struct LocalWork {
  Index projections = 0, newton = 0;  ///< steps
  bool finished = false;              ///< the law's own iteration did not suffice
  bool by_cases = false;              ///< nor did Newton's method from where it ended
};

/// Counters of a law, for the history. They are added to by several threads at once, and do not depend
/// on which thread came first.
class LocalCounters {
 public:
  void measure(MetricVisitor& m) const {
    m.integer("law_solves", solves_, Reduce::sum,
              "contacts solved, with every sweep of the solver");
    m.integer("law_projections", projections_, Reduce::sum, "projection steps of single contacts");
    m.integer("law_newton", newton_, Reduce::sum, "steps of Newton's method of single contacts");
    m.integer("law_fallbacks", finished_, Reduce::sum,
              "solves in which the law's own iteration did not suffice");
    m.integer("law_direction_searches", by_cases_, Reduce::sum,
              "solves for which all directions of sliding had to be searched");
    m.integer("law_failures", failures_, Reduce::sum,
              "solves that missed the tolerance of the solver");
  }
  /// Sums of one batch.
  struct Sums {
    Index solves = 0, projections = 0, newton = 0, finished = 0, by_cases = 0, failures = 0;
    void add(const LocalWork& w) {
      projections += w.projections, newton += w.newton;
      finished += w.finished, by_cases += w.by_cases;
    }
  };
  void add(const Sums& s) {
    const std::array<std::pair<Index*, Index>, 6> sums{{{&solves_, s.solves},
                                                        {&projections_, s.projections},
                                                        {&newton_, s.newton},
                                                        {&finished_, s.finished},
                                                        {&by_cases_, s.by_cases},
                                                        {&failures_, s.failures}}};
    for (const auto& [counter, more] : sums)
      if (more) std::atomic_ref<Index>(*counter).fetch_add(more, std::memory_order_relaxed);
  }

 private:
  Index solves_ = 0, projections_ = 0, newton_ = 0, finished_ = 0, by_cases_ = 0, failures_ = 0;
};

/// `count` steps of projection from `r` on. True: the search is satisfied.
template <int D, class Step>
bool project_repeatedly(LocalSearch<D>& search, const Step& step, Vec<D>& r, Index count,
                        LocalWork& work) {
  for (Index n = 0; n < count; ++n) {
    r = step(r);
    ++work.projections;
    if (search.offer(r)) return true;
  }
  return false;
}

/// The end of every local solve, where the law's own iteration did not suffice. Newton's method on the
/// law's equation starts from projection steps, with another rho if need be (the solution does not
/// depend on rho, the way there does), and at last from the reaction by cases.
/// @param form  kg -> equation: form(f) has f times the law's own rho
template <int D, class Step, class FormOf>
void finish(LocalSearch<D>& search, const Step& step, const FormOf& form, Vec<D> r,
            const LocalLimits& limits, LocalWork& work) {
  if (limits.newton == 0) return;
  work.finished = true;
  for (const Real factor : {1.0, 10.0, 0.1}) {
    if (newton<D>(search, form(factor), r, limits.newton, work.newton)) return;
    if (project_repeatedly<D>(search, step, r, limits.projections, work)) return;
  }
  work.by_cases = true;
  (void)newton<D>(search, form(1.0), reaction_by_cases<D>(search.contact()), limits.newton,
                  work.newton);
}

/// Solves the contacts of a batch. What needs no iteration is settled here: a contact that parts by
/// itself has no reaction, and without friction it is one number. `method(search, r, work)` does the
/// others from the reactions r at hand. Returns how many missed the tolerance.
template <int D, class Method>
Index solve_batch(const LawBatch& batch, LocalCounters& counters, const Method& method) {
  LocalCounters::Sums sums;
  sums.solves = static_cast<Index>(batch.contacts.size());
  for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
    const LocalContact<D> contact = LocalContact<D>::of(batch, k);
    Eigen::Map<Vec<D>> R(batch.R.data() + batch.contacts[k] * D);
    if (contact.b[0] >= 0) {
      R.setZero();
    } else if (!contact.movable()) {
      R.setZero(), ++sums.failures;
    } else if (contact.mu == 0 && contact.W(0, 0) > 0) {
      R.setZero(), R[0] = -contact.b[0] / contact.W(0, 0);
    } else {
      LocalSearch<D> search(contact);
      LocalWork work;
      method(search, R.allFinite() ? Vec<D>(R) : Vec<D>(Vec<D>::Zero()), work);
      R = search.best();
      sums.failures += !search.converged();
      sums.add(work);
    }
  }
  counters.add(sums);
  return sums.failures;
}

/// Fills in C and its derivatives; `form_of(contact)` is the equation of a contact.
template <int D, class FormOf>
void linearise_batch(const LawLinearisation& at, const FormOf& form_of) {
  const ReactionProblem& p = *at.problem;
  for (std::size_t k = 0; k < at.contacts.size(); ++k) {
    const Index i = at.contacts[k];
    LocalContact<D> c;
    c.W = block<D>(p.delassus_diagonal, i), c.mu = p.friction[static_cast<std::size_t>(i)];
    Vec<D> u = point<D>(at.U, i);
    u[0] += restitution_term(p, i);
    const Equation<D> e = form_of(c).template at<D>(u, point<D>(at.R, i), c.mu);
    Eigen::Map<Vec<D>>(at.C + k * D) = e.C;
    if (at.dC_dU) Eigen::Map<Mat<D>>(at.dC_dU + k * D * D) = e.by_U;
    if (at.dC_dR) Eigen::Map<Mat<D>>(at.dC_dR + k * D * D) = e.by_R;
  }
}

/// One step R <- step(Ubar, R, mu, rho) of each contact listed.
template <int D, class Step>
void project_batch(const LawProjection& at, const Step& step) {
  const ReactionProblem& p = *at.problem;
  for (std::size_t k = 0; k < at.contacts.size(); ++k) {
    const Index i = at.contacts[k];
    Vec<D> u = point<D>(at.U, i);
    u[0] += restitution_term(p, i);
    Eigen::Map<Vec<D>> R(at.R.data() + i * D);
    R = step(u, Vec<D>(R), p.friction[static_cast<std::size_t>(i)], at.rho[k]);
  }
}

}  // namespace tactus::friction
