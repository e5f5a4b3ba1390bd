/// One contact solver under test, and explicit problems (diagonal tangent) with contact rows.
#pragma once

#include <cmath>

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tactus/conformance/executors.hpp"
#include "tactus/conformance/linear_contact.hpp"
#include "tactus/conformance/random.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// Signorini's law without friction in closed form:
///   R_N = max(0, -(free_N + e min(0, U_old_N)) / W_NN),   R_T = 0.
class Frictionless final : public ContactLaw {
 public:
  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::coulomb);
  }

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

/// min 1/2 |w - predictor|_M^2 subject to rows over w; q = w, since the step starts at 0.
struct ProjectionCase {
  std::vector<Real> mass, predictor;
  std::vector<RowFunction> rows;
  std::vector<std::uint8_t> fixed{};

  std::size_t dofs() const { return mass.size(); }
  /// The same problem with all lengths multiplied by `length`.
  ProjectionCase times(Real length) const {
    ProjectionCase there = *this;
    for (Real& p : there.predictor) p *= length;
    const auto back = [length](View<Real> q) {
      std::vector<Real> here(q.begin(), q.end());
      for (Real& x : here) x /= length;
      return here;
    };
    for (RowFunction& row : there.rows) {
      const RowFunction here = row;
      row.lower *= length;
      row.value = [=](View<Real> q) { return length * here.value(back(q)); };
      row.gradient = [=](View<Real> q, Out<Real> g) { here.gradient(back(q), g); };
      if (here.hessian)
        row.hessian = [=](View<Real> q, Out<Real> H) {
          here.hessian(back(q), H);
          for (Real& h : H) h /= length;
        };
      if (here.held) row.held = [=](View<Real> w) { return length * here.held(back(w)); };
    }
    return there;
  }
  /// This problem and another, independent one as a single problem.
  ProjectionCase beside(const ProjectionCase& other) const {
    ProjectionCase both = *this;
    const auto shift = static_cast<Index>(dofs());
    both.mass.insert(both.mass.end(), other.mass.begin(), other.mass.end());
    both.predictor.insert(both.predictor.end(), other.predictor.begin(), other.predictor.end());
    for (const RowFunction& row : other.rows) {
      RowFunction moved = row;
      for (Index& dof : moved.dof) dof += shift;
      const auto at = static_cast<std::size_t>(shift);
      moved.value = [row, at](View<Real> q) { return row.value(q.subspan(at)); };
      moved.gradient = [row, at](View<Real> q, Out<Real> g) { row.gradient(q.subspan(at), g); };
      if (row.hessian)
        moved.hessian = [row, at](View<Real> q, Out<Real> H) { row.hessian(q.subspan(at), H); };
      if (row.held) moved.held = [row, at](View<Real> w) { return row.held(w.subspan(at)); };
      both.rows.push_back(std::move(moved));
    }
    return both;
  }
};

/// A solver that has been set up for some degrees of freedom in the plane.
class SolverTrial {
 public:
  struct Solved {
    Outcome outcome;
    std::vector<Real> w, force, multiplier;
    std::vector<Index> group;
    Real stored = 0;  ///< J
    bool same_bits(const Solved& other) const {
      return w == other.w && force == other.force && multiplier == other.multiplier &&
             group == other.group && stored == other.stored;
    }
  };

  /// @param length  m, that of which all lengths are about one
  SolverTrial(const Make<ContactSolver>& make, std::size_t dofs, Real length = 1)
      : solver_(make()) {
    free_.assign(dofs, 0);
    for (std::size_t i = 0; i <= dofs; i += 2) block_start_.push_back(static_cast<Index>(i));
    layout_.dim = 2, layout_.coordinates = layout_.dofs = static_cast<Index>(dofs);
    layout_.block_start = block_start_, layout_.prescribed = free_;
    // J: much larger than the energy that contact changes
    context().step.dt = 0.1, context().step.energy = 100 * length * length;
    Scales& s = context().scales;
    for (Real* scale :
         {&s.altitude, &s.median_facet, &s.longest_facet, &s.length, &s.coordinate, &s.speed})
      *scale = length;
    solver_->setup({.layout = &layout_, .linear = &solvers_, .laws = laws_}, context());
  }
  ContactSolver& solver() { return *solver_; }
  Context& context() { return context_.context(); }
  View<const ContactLaw*> laws() const { return laws_; }
  const RowContact& contact() const { return *contact_; }

  Solved solve(const ProjectionCase& c) {
    contact_ = std::make_unique<RowContact>(c.rows, history_width(*solver_));
    contact_->begin(std::vector<Real>(c.dofs(), 0));
    return solve(c, *contact_);
  }
  Solved solve(const ProjectionCase& c, ContactModel& contact) {
    DiagonalProblem problem(c.mass, c.predictor, c.fixed);
    return solve(problem, contact);
  }
  /// Any problem, with rows over its increment.
  Solved solve(StepProblem& problem, const std::vector<RowFunction>& rows) {
    contact_ = std::make_unique<RowContact>(rows, history_width(*solver_));
    contact_->begin(std::vector<Real>(problem.predictor().size(), 0));
    return solve(problem, *contact_);
  }
  Solved solve(StepProblem& problem, ContactModel& contact) {
    const Scratch::Frame frame(*context().scratch);
    Solved s;
    s.w.assign(problem.predictor().begin(), problem.predictor().end());
    s.force.assign(s.w.size(), 0);
    StepSolution solution{
        .w = s.w, .contact_force = s.force, .multiplier = &s.multiplier, .group = &s.group};
    s.outcome = solver_->solve(problem, contact, solution, context());
    s.stored = solution.stored_energy;
    return s;
  }

 private:
  std::unique_ptr<ContactSolver> solver_;
  SerialContext context_;
  DenseSolvers solvers_;
  Frictionless law_;
  std::vector<const ContactLaw*> laws_{&law_};
  Layout layout_;
  std::vector<std::uint8_t> free_;
  std::vector<Index> block_start_;
  std::unique_ptr<RowContact> contact_;
};

// ---- problems ---------------------------------------------------------------------------------

inline constexpr Real kMargin = 1e-9;  ///< m, of all rows; Scales::altitude is 1 m

/// A case with `rows` random rows between some of the `dofs` unknowns. The rows are satisfied at 0;
/// the predictor violates about half of them.
inline ProjectionCase random_linear_case(std::uint64_t seed, Index dofs, Index rows) {
  Random random(seed);
  ProjectionCase c;
  for (Index i = 0; i < dofs; ++i) {
    c.mass.push_back(random.between(1, 3));
    c.predictor.push_back(random.between(-2, 2));
  }
  for (Index k = 0; k < rows; ++k) {
    std::vector<Index> dof;
    std::vector<Real> coefficient;
    for (Index i = 0; i < dofs; ++i)
      if (i == k || random() < 0.4) {
        dof.push_back(i);
        coefficient.push_back(i == k ? 1 : random.between(-0.7, 0.7));
      }
    c.rows.push_back(linear_row(dof, coefficient, random.between(0, 0.5), kMargin));
  }
  return c;
}

/// Points a and b (coordinates 2a, 2a + 1 of `origin` + w) keep a distance of at least `distance`.
inline RowFunction distance_row(Index a, Index b, std::vector<Real> origin, Real distance) {
  const std::vector<Index> dof{2 * a, 2 * a + 1, 2 * b, 2 * b + 1};
  const auto apart = [=](View<Real> q) {
    const auto at = [&](Index i) {
      return origin[static_cast<std::size_t>(i)] + q[static_cast<std::size_t>(i)];
    };
    return Vec<2>(at(2 * b) - at(2 * a), at(2 * b + 1) - at(2 * a + 1));
  };
  RowFunction row{.dof = dof, .value = {}, .gradient = {}, .lower = kMargin};
  row.value = [=](View<Real> q) { return apart(q).norm() - distance; };
  row.gradient = [=](View<Real> q, Out<Real> g) {
    const Vec<2> n = apart(q).normalized();
    g[0] = -n[0], g[1] = -n[1], g[2] = n[0], g[3] = n[1];
  };
  row.hessian = [=](View<Real> q, Out<Real> H) {
    const Vec<2> n = apart(q).normalized();
    const Mat<2> h = (Mat<2>::Identity() - n * n.transpose()) / apart(q).norm();
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        H[static_cast<std::size_t>(4 * i + j)] = (i / 2 == j / 2 ? 1 : -1) * h(i % 2, j % 2);
  };
  return row;
}

/// Discs of radius 0.5 with gaps of 0.1 nearly on a line that move into each other by some
/// hundredths, which is small compared with the radius, as in the steps of an explicit method.
inline ProjectionCase discs_case(std::uint64_t seed, Index count) {
  Random random(seed);
  ProjectionCase c;
  std::vector<Real> origin;
  for (Index i = 0; i < count; ++i) {
    const Real x = 1.1 * static_cast<Real>(i);
    origin.insert(origin.end(), {x, random.between(-0.1, 0.1)});
    const Real mass = random.between(1, 3), middle = 0.55 * static_cast<Real>(count - 1);
    c.mass.insert(c.mass.end(), {mass, mass});
    c.predictor.insert(c.predictor.end(), {0.13 * (middle - x) / 1.1, random.between(-0.1, 0.1)});
  }
  for (Index i = 0; i < count; ++i)
    for (Index j = i + 1; j < count; ++j) c.rows.push_back(distance_row(i, j, origin, 1));
  return c;
}

/// Beads on a wire at intervals of 0.5 that are displaced at random and must not come closer than
/// 0.4.
inline ProjectionCase beads_case(std::uint64_t seed, Index count) {
  Random random(seed);
  ProjectionCase c;
  for (Index i = 0; i < count; ++i) {
    c.mass.push_back(random.between(1, 3)), c.predictor.push_back(random.between(-1, 1));
    if (i > 0) c.rows.push_back(linear_row({i - 1, i}, {-1, 1}, 0.1, kMargin));
  }
  return c;
}

/// Four plates that sink and tilt, each on nine points: three of them would hold it, so that how they share what it
/// weighs is not unique.
inline ProjectionCase plates_case(std::uint64_t seed) {
  Random random(seed);
  ProjectionCase c;
  for (Index plate = 0; plate < 12; plate += 3) {
    c.mass.insert(c.mass.end(), {1, 0.2, 0.2});
    c.predictor.insert(c.predictor.end(),
                       {-0.1, random.between(-0.01, 0.01), random.between(-0.01, 0.01)});
    for (int i = 0; i < 9; ++i)
      c.rows.push_back(linear_row({plate, plate + 1, plate + 2},
                                  {1, static_cast<Real>(i % 3 - 1), static_cast<Real>(i / 3 - 1)},
                                  0, kMargin));
  }
  return c;
}

/// The exact solution: with z_i = w_i + i (0.1 - margin) the rows require z to be ascending, so
/// that blocks of beads in the wrong order take their common mean (pool adjacent violators
/// algorithm).
inline std::vector<Real> solution_of_beads(const ProjectionCase& c) {
  struct Block {
    Real mass, mean;
    std::size_t size;
  };
  const Real slack = 0.1 - kMargin;
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < c.dofs(); ++i) {
    blocks.push_back({c.mass[i], c.predictor[i] + static_cast<Real>(i) * slack, 1});
    while (blocks.size() > 1 && blocks.end()[-2].mean > blocks.back().mean) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& into = blocks.back();
      into.mean = (into.mass * into.mean + last.mass * last.mean) / (into.mass + last.mass);
      into.mass += last.mass, into.size += last.size;
    }
  }
  std::vector<Real> w;
  for (const Block& b : blocks)
    for (std::size_t k = 0; k < b.size; ++k)
      w.push_back(b.mean - static_cast<Real>(w.size()) * slack);
  return w;
}

/// Solves each case by `solve(trial, case)`, applies `judge(case, trial, solved)` and returns the worst
/// number.
template <class Case, class Solve, class Judge>
Finding worst_of(const Make<ContactSolver>& make, const std::vector<Case>& cases, Real limit,
                 Solve&& solve, Judge&& judge) {
  Real worst = 0;
  for (const Case& c : cases) {
    SolverTrial trial(make, c.dofs());
    const SolverTrial::Solved s = solve(trial, c);
    if (!s.outcome) return broken("no solution: " + s.outcome.message);
    if (s.multiplier.size() != trial.contact().found().size())
      return broken(text_of(s.multiplier.size(), " multipliers for ",
                            trial.contact().found().size(), " rows"));
    const Real here = judge(c, trial, s);
    raise_to(worst, here);
    if (std::isnan(worst)) break;
  }
  return within(worst, limit);
}

/// sum of multiplier * gradient at the solution, with the rows of a case.
template <class Case>
Eigen::VectorXd pull(const Case& c, const SolverTrial& trial, const SolverTrial::Solved& s) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(c.dofs()));
  for (std::size_t k = 0; k < s.multiplier.size(); ++k) {
    const RowFunction& row = c.rows[trial.contact().found()[k]];
    std::vector<Real> g(row.dof.size());
    row.gradient(s.w, g);
    for (std::size_t i = 0; i < g.size(); ++i) force[row.dof[i]] += s.multiplier[k] * g[i];
  }
  return force;
}

}  // namespace tactus::conformance
