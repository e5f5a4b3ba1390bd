// The solver direct, for explicit laws: it asks each law for the reaction that follows from gap and
// velocity, contact by contact, with the reactions of the other contacts as they are, until they no
// longer change.
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/reactions/block_sweeps.hpp>

#include "fast_forward.hpp"

namespace {
using namespace tactus;

/// R_i follows from the law of contact i with U_i = B_i + sum over j of W_ij R_j. Contacts of one body
/// depend on each other by what their laws read of the velocity at the end of the step, which is little
/// for stiff springs and all for friction that stops the slip (see README.md).
class Direct final : public ContactSolver {
 public:
  struct Options {
    Index sweeps = 500;
    Real tolerance = 1e-8;
    void describe(OptionVisitor& o) {
      o.integer("sweeps", sweeps)
          .at_least(1)
          .help("times that every law is asked in a step, at most");
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help(
              "relative change of velocities by one sweep at which the reactions count as settled");
    }
  };
  explicit Direct(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::explicit_law, capability::frames,
                      capability::persistent})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("unsolved_laws", unsolved_, Reduce::sum,
              "contacts whose law did not find its reaction");
    m.integer("unsettled", unsettled_, Reduce::sum,
              "attempts whose reactions still changed in the last sweep");
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    if (out.report.residuals) out.report.residuals->clear();
    out.report.iterations = 0;
    out.report.status = SolveStatus::converged;
    if (p.contacts == 0) return {};
    if (Outcome bad = sweeps_.prepare(p, laws, Blocks::any); !bad) return bad;
    sweeps_.start_from(out.reactions);
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> before = context.scratch->take<Real>(p.contacts * p.dim),
                    start = context.scratch->take<Real>(p.contacts * p.dim);
    const Real enough = o_.tolerance * incoming_speed(p);
    Index unsolved = 0;
    bool settled = false;
    fast_forward_.begin();
    while (!settled && out.report.iterations < o_.sweeps) {
      const bool backwards = out.report.iterations % 2 == 1;
      std::copy(out.reactions.begin(), out.reactions.end(), before.begin());
      if (!backwards) std::copy(before.begin(), before.end(), start.begin());
      unsolved = sweeps_.sweep({.backwards = backwards}, context).unsolved;
      sweeps_.hand_back(out.reactions);
      ++out.report.iterations;
      settled = change(p, before, out.reactions) <= enough;
      if (settled || !backwards || out.report.iterations + 2 > o_.sweeps) continue;
      fast_forward_.after_sweeps(p, start, out.reactions);
      sweeps_.start_from(out.reactions);
    }
    // One sweep is a method of its own, which asks for no more.
    if (!settled && o_.sweeps > 1) ++unsettled_, out.report.status = SolveStatus::out_of_iterations;
    unsolved_ += unsolved;
    if (unsolved > 0) out.report.status = SolveStatus::stalled;
    return {};
  }

  /// m/s, of the velocities of all contacts by the changes of their own reactions.
  static Real change(const ReactionProblem& p, View<Real> before, View<Real> R) {
    return with_dimension(p.dim, [&]<int D>(Dimension<D>) {
      Real squares = 0;
      for (Index i = 0; i < p.contacts; ++i)
        squares += (block<D>(p.delassus_diagonal, i) * (point<D>(R, i) - point<D>(before, i)))
                       .squaredNorm();
      return std::sqrt(squares);
    });
  }

  Options o_;
  BlockSweeps sweeps_;
  direct::FastForward fast_forward_;
  Index unsolved_ = 0, unsettled_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Direct, "direct",
              "Reactions of explicit laws such as penalty springs, in sweeps until they settle")
