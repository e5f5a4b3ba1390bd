// The solver projected_newton: Newton's method for the reactions of all contacts at once, applied
// to the equations that the laws give. It converges quadratically near the solution, even where
// Gauss-Seidel converges slowly. Far from the solution, steps that do not reduce the residual are
// regularised more, and Gauss-Seidel sweeps bring the iterate nearer.
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/reactions/block_sweeps.hpp>

#include "newton_system.hpp"

namespace projected_newton {
using namespace tactus;

/// Semismooth Newton method for C(U(R), R) = 0 with U = B + W R and the laws' C in m/s (Solfec,
/// 81-83 or 87): docs/theory/contact_solver_projected_newton.md.
class ProjectedNewton final : public ContactSolver {
 public:
  struct Options {
    Real tolerance = 1e-8, regularisation = 1e-6;
    Index iterations = 200, sweeps = 6;
    void describe(OptionVisitor& o) {
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help(
              "natural residual of all contacts at which the iteration ends, over the velocities "
              "that come in; where these are zero, in m/s");
      o.integer("iterations", iterations)
          .at_least(1)
          .help(
              "limit of iterations: the sweeps at the start, then steps, or sweeps where a step "
              "fails");
      o.integer("sweeps", sweeps)
          .at_least(1)
          .help(
              "sweeps of Gauss-Seidel at the start, and wherever steps do not lower the equations");
      o.real("regularisation", regularisation)
          .above(0)
          .at_most(1e-2)
          .help(
              "least share of the contacts' own blocks that is added to W in the matrix of a step");
    }
  };
  explicit ProjectedNewton(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::linearised, capability::implicit_law,
                      capability::frames})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("newton_steps", steps_, Reduce::sum, "systems solved");
    m.integer("sweep_fallbacks", returns_, Reduce::sum,
              "times that steps did not lower the equations, and sweeps were taken instead");
  }

 private:
  /// The current iterate, in scratch memory.
  struct Point {
    Out<Real> R, U;
    Real merit = 0;  ///< |C|^2, m2/s2
  };

  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    out.status = SolveStatus::converged;
    out.iterations = 0;
    if (out.residuals) out.residuals->clear();
    if (p.contacts == 0) return {};
    if (Outcome bad = sweeps_.prepare(p, laws); !bad) return bad;
    laws_ = laws;
    prepared_ = false;
    return iterate(p, out, context);
  }

  Outcome iterate(const ReactionProblem& p, ReactionSolution& out, Context& context) {
    const Scratch::Frame frame(*context.scratch);
    const Index n = p.contacts * p.dim;
    const auto take = [&] { return context.scratch->take<Real>(n); };
    Point here{out.reactions, take()}, trial{take(), take()};
    const Out<Real> dR = take(), best = take();
    const Real target = o_.tolerance * incoming_speed(p);
    // The merit |C|^2 need not be smallest where the natural residual is. The reactions with the
    // least residual are remembered, so that an iteration that runs out returns the best point it
    // has seen rather than the last one.
    ReactionResidual least{.largest_square = kUnlimited, .squares = kUnlimited};
    Real eps = o_.regularisation;
    bool sweep = true;
    while (true) {
      if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
      if (sweep) sweep_from(here, o_.sweeps, target, context);
      ReactionResidual residual = measured(p, here, context);
      if (residual.relative(1) <= target && !sweep && p.history_size > 0) {
        sweep_from(here, 1, 0, context);  // the laws write their history when they solve
        residual = measured(p, here, context);
      }
      if (out.iterations++ == 0 || residual.squares < least.squares) {
        least = residual;
        std::copy(here.R.begin(), here.R.end(), best.begin());
      }
      if (out.residuals) out.residuals->push_back(residual.largest());
      if (residual.relative(1) <= target) return {};
      if (out.iterations >= o_.iterations) break;
      sweep = !advance(p, here, trial, dR, eps, context);
      if (sweep) ++returns_;
    }
    out.status = SolveStatus::out_of_iterations;
    std::copy(best.begin(), best.end(), out.reactions.begin());
    if (out.residuals) out.residuals->back() = least.largest();
    return {};
  }

  static ReactionResidual measured(const ReactionProblem& p, Point& here, Context& context) {
    relative_velocities(p, here.R, here.U, context);
    return residual_of(p, here.U, here.R, context);
  }

  /// Makes forward and backward sweeps in turn, and stops early once the residual met on the way is
  /// small enough.
  void sweep_from(Point& here, Index sweeps, Real enough, Context& context) {
    const Real law_tolerance = std::max(1e-15, 1e-2 * o_.tolerance);
    sweeps_.start_from(here.R);
    for (Index k = 0; k < sweeps; ++k) {
      const BlockSweeps::Swept swept =
          sweeps_.sweep({.backwards = k % 2 == 1, .law_tolerance = law_tolerance}, context);
      if (swept.before.relative(1) <= enough) break;
    }
    sweeps_.hand_back(here.R);
  }

  /// Finds a step that reduces |C|: it is shortened, and regularised more if that does not help.
  bool advance(const ReactionProblem& p, Point& here, Point& trial, Out<Real> dR, Real& eps,
               Context& context) {
    if (!prepared_) system_.prepare(p, laws_);  // often sweeps alone are sufficient
    prepared_ = true;
    for (bool last = false; !last; eps = std::min(Real(1), 100 * eps)) {
      last = eps >= 1;
      here.merit = system_.linearise(here.U, here.R, true, context);
      if (++steps_; !system_.step(eps, dR)) continue;
      for (Real length = 1; length > 0.2; length /= 2) {
        map(trial.R) = map(View<Real>(here.R)) + length * map(View<Real>(dR));
        relative_velocities(p, trial.R, trial.U, context);
        trial.merit = system_.linearise(trial.U, trial.R, false, context);
        // Sufficient decrease, as in Armijo's rule. A plain decrease would accept steps of
        // vanishing effect, and the iteration could stagnate at a point that is no solution. C is
        // only piecewise smooth (contacts open, stick and slip), so that a full step may cross
        // into another piece and make things worse.
        if (!(trial.merit < (1 - 0.1 * length) * here.merit)) continue;
        std::copy(trial.R.begin(), trial.R.end(), here.R.begin());
        // The regularisation is a proximal term: it changes the path but not the solution. It is
        // reduced after each success, because with a large value convergence would be linear
        // only.
        eps = std::max(o_.regularisation, eps / 100);
        return true;
      }
    }
    eps = o_.regularisation;
    return false;
  }

  Options o_;
  BlockSweeps sweeps_;
  NewtonSystem system_;
  bool prepared_ = false;  ///< the system, for the current problem
  View<const ContactLaw*> laws_{};
  Index steps_ = 0, returns_ = 0;
};

}  // namespace projected_newton

TACTUS_PLUGIN(projected_newton::ProjectedNewton, "projected_newton",
              "Semismooth Newton for reactions, all contacts at once")
