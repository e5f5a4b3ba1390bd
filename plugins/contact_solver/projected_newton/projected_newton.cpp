// The solver projected_newton: Newton's method for the reactions of all contacts at once, applied
// to the equations that the laws give. It converges quadratically near the solution, even where
// Gauss-Seidel converges slowly. The method itself, with its proximal term, is in the SDK
// (tactus/reactions/proximal_newton.hpp), because other solvers use it, too. This file contains the
// sweeps before it and the output.
#include <string>
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/provides.hpp>
#include <tactus/reactions/proximal_newton.hpp>

namespace projected_newton {
using namespace tactus;

/// Proximal Newton method for C(U(R), R) = 0 with U = B + W R and the laws' C in m/s (Solfec, 76-77,
/// 80, 81-83 or 87). Theory: README.md in this folder.
class ProjectedNewton final : public ContactSolver {
 public:
  struct Options {
    Real tolerance = 1e-8, regularisation = 1e-8;
    Index iterations = 200, sweeps = 6;
    void describe(OptionVisitor& o) {
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help("relative natural residual at which the iteration ends");
      o.integer("iterations", iterations).at_least(1).help("limit of sweeps and steps");
      o.integer("sweeps", sweeps)
          .at_least(1)
          .help("sweeps of Gauss-Seidel at the start, and where Newton's method fails");
      o.real("regularisation", regularisation)
          .above(0)
          .at_most(1e-2)
          .help("least weight of the proximal term, as a share of the contacts' own blocks");
    }
  };
  explicit ProjectedNewton(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::linearised, capability::implicit_law,
                      capability::frames, capability::persistent})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("newton_steps", steps_, Reduce::sum, "systems solved");
    m.integer("sweep_fallbacks", returns_, Reduce::sum,
              "times that steps did not lower the equations, and sweeps were taken instead");
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    out.report.status = SolveStatus::converged;
    out.report.iterations = 0;
    out.report.tolerance = o_.tolerance;
    if (out.report.residuals) out.report.residuals->clear();
    if (p.contacts == 0) return {};
    for (std::size_t l = 0; l < laws.size(); ++l)
      if (!provides(*laws[l], capability::linearised))
        return Outcome::failed(Cause::unsupported,
                               "Newton's method needs the linearisation of every law, and law " +
                                   std::to_string(l + 1) + " has none (" +
                                   std::string(capability::linearised) +
                                   "); take a contact_solver that sweeps, such as gauss_seidel");
    if (Outcome bad = sweeps_.prepare(p, laws); !bad) return bad;
    const Scratch::Frame frame(*context.scratch);
    const Index n = p.contacts * p.dim;
    ReactionPoint x{context.scratch->take<Real>(n), context.scratch->take<Real>(n)};
    std::copy(out.reactions.begin(), out.reactions.end(), x.R.begin());
    WorkBudget work;
    search_.begin(p, laws, x.R, {.norm = o_.tolerance * incoming_speed(p)}, work, context);
    iterate(p, laws, x);
    steps_ = newton_.systems(), returns_ = newton_.sweep_returns();
    if (context.stopped()) {
      std::copy(search_.best().begin(), search_.best().end(), out.reactions.begin());
      return Outcome::failed(Cause::interrupted, "interrupted");
    }
    if (search_.best_norm() == kUnlimited)
      return Outcome::retry(Cause::not_converged, "no finite reactions were found");
    hand_out(x, out);
    return {};
  }

  /// Sweeps, which count as one iteration, and Newton steps.
  void iterate(const ReactionProblem& p, View<const ContactLaw*> laws, ReactionPoint& x) {
    sweep(x, o_.sweeps);
    Index left = o_.iterations - 1;
    const bool sweeps_were_enough = search_.reached();
    if (left > 0 && search_.best_norm() > kRounding * search_.goal().norm) {
      factor_.analyse(*p.delassus->sparse());
      newton_.prepare(p, laws, factor_);
      if (!sweeps_were_enough)
        newton_.improve(x, {.steps = left, .least = o_.regularisation, .sweeps = o_.sweeps},
                        sweeps_, search_);
      left = o_.iterations - search_.iterations();
      from_best(x);
      if (left > 0 && search_.reached(x)) newton_.polish(x, search_);
    }
    from_best(x);
    // Laws write their histories where they solve and not where they are linearised.
    if (p.history_size > 0) sweep(x, 1);
  }

  void from_best(ReactionPoint& x) {
    std::copy(search_.best().begin(), search_.best().end(), x.R.begin());
    search_.judge(x);
  }

  /// Makes forward and backward sweeps in turn, and stops early once the residual met on the way is
  /// small enough.
  void sweep(ReactionPoint& x, Index most) {
    const Real law_tolerance = std::max(1e-15, 1e-2 * o_.tolerance);
    sweeps_.start_from(x.R);
    for (Index k = 0; k < most && !search_.ended(); ++k) {
      const BlockSweeps::Swept swept = sweeps_.sweep(
          {.backwards = k % 2 == 1, .law_tolerance = law_tolerance}, search_.context());
      if (search_.goal().reached_by(swept.before)) break;
    }
    sweeps_.hand_back(x.R);
    search_.judge(x);
    if (search_.iterations() < o_.iterations) search_.count(x.residual.largest());
  }

  void hand_out(const ReactionPoint& x, ReactionSolution& out) {
    if (!search_.reached(x)) out.report.status = SolveStatus::out_of_iterations;
    search_.end_with(x.residual.largest());
    std::copy(x.R.begin(), x.R.end(), out.reactions.begin());
    out.report.iterations = search_.iterations();
    if (out.report.residuals)
      out.report.residuals->assign(search_.residuals().begin(), search_.residuals().end());
  }

  static constexpr Real kRounding = 1e-6;  ///< times the goal: nothing is left to improve

  Options o_;
  BlockSweeps sweeps_;
  BlockFactor factor_;
  ProximalNewton newton_;
  ReactionSearch search_;
  Index steps_ = 0, returns_ = 0;
};

}  // namespace projected_newton

TACTUS_PLUGIN(projected_newton::ProjectedNewton, "projected_newton",
              "Semismooth Newton for reactions, all contacts at once")
