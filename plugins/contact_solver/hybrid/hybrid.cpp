// The solver hybrid: it applies several solvers of reactions in turn, each starting from the best
// reactions so far, until one converges. No single method is reliable for all problems. Which one
// succeeded is counted and logged.
#include <algorithm>
#include <sstream>
#include <tactus/contact_solver.hpp>
#include <tactus/copied.hpp>
#include <tactus/plugin.hpp>
#include <tactus/provides.hpp>
#include <tactus/reactions/block_sweeps.hpp>
#include <tactus/reactions/residual.hpp>

namespace {
using namespace tactus;

/// Theory: README.md in this folder.
class Hybrid final : public ContactSolver {
 public:
  struct Options {
    std::vector<std::unique_ptr<ContactSolver>> solvers;
    void describe(OptionVisitor& o) {
      o.parts("solvers", solvers)
          .required()
          .length(1, 8)
          .help("solvers of reactions in the order in which they are tried");
    }
  };
  explicit Hybrid(Options o) : solvers_(std::move(o.solvers)) {}

  void capabilities(Capabilities& c) const override {
    c.needs(capability::impulse);
    for (const auto& solver : solvers_) solver->capabilities(c);
    if (!solvers_.empty()) return;
    // Called before the list of solvers is known; iterative solvers need implicit laws.
    for (auto name : {capability::implicit_law, capability::frames, capability::persistent})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("solver_used", solver_used_, Reduce::last,
              "which solver of the list gave the reactions, counted from 1");
    m.integer("fallbacks", fallbacks_, Reduce::sum,
              "times that a solver did not converge and the next one went on");
  }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    for (const auto& solver : solvers_) solver->setup(setup, context);
  }
  /// The parts of all solvers side by side.
  void do_history(HistoryVisitor& columns) const override {
    for (const auto& solver : solvers_) solver->history(columns);
  }

  /// The best reactions so far.
  struct Best {
    Real norm = kUnlimited;     ///< m/s, of the natural residuals
    Real largest = kUnlimited;  ///< m/s, largest of a contact
    SolveStatus status = SolveStatus::stalled;
    Real tolerance = 0;  ///< SolveReport::tolerance of its solver
    std::size_t solver = 0;
  };

  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> best_R = context.scratch->take<Real>(p.contacts * p.dim);
    const Out<Real> start = context.scratch->take<Real>(p.contacts * p.dim);
    std::copy(out.reactions.begin(), out.reactions.end(), best_R.begin());
    std::copy(out.reactions.begin(), out.reactions.end(), start.begin());
    Best best;
    Outcome last;
    out.report.iterations = 0;
    residuals_.clear();
    Index column = 0;  // of the current solver's part of the history
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      std::copy(best_R.begin(), best_R.end(), out.reactions.begin());
      ReactionSolution one{.reactions = out.reactions, .report = {.residuals = &of_one_}};
      last = solve_with(*solvers_[k], p, column, laws, one, context);
      if (last) improve_start(p, laws, start, one, context);
      column += history_width(*solvers_[k]);
      out.report.iterations += one.report.iterations;
      if (last.cause == Cause::interrupted) {
        one.report.status = SolveStatus::out_of_iterations;
        keep_if_better(p, laws, one, k, best, best_R, context);
        std::copy(best_R.begin(), best_R.end(), out.reactions.begin());
        return last;
      }
      if (last) keep_if_better(p, laws, one, k, best, best_R, context);
      if (last && best.solver == k && best.status == SolveStatus::converged) break;
      if (k + 1 < solvers_.size()) fall_back(k, last, best, context);
    }
    if (best.norm == kUnlimited) return last.message.empty() ? nothing_found() : last;
    return finish(out, best, best_R);
  }

  /// The reactions of the step before may pass the tolerance of a solver as they are. Handed back,
  /// they leave errors of one sign in every step, which add up until a resting contact opens.
  /// Therefore they are improved by one sweep, if W and the laws allow sweeps.
  void improve_start(const ReactionProblem& p, View<const ContactLaw*> laws, View<Real> start,
                     ReactionSolution& one, Context& context) {
    if (p.contacts == 0 || one.report.status != SolveStatus::converged ||
        !std::equal(start.begin(), start.end(), one.reactions.begin()) ||
        !std::all_of(laws.begin(), laws.end(), is_implicit) || !sweeps_.prepare(p, laws))
      return;
    sweeps_.start_from(one.reactions);
    (void)sweeps_.sweep({}, context);
    sweeps_.hand_back(one.reactions);
    ++one.report.iterations;
  }

  /// Whether a law satisfies its condition at the end of the step, as sweeps need.
  static bool is_implicit(const ContactLaw* law) {
    return provides(*law, capability::implicit_law);
  }

  void keep_if_better(const ReactionProblem& p, View<const ContactLaw*> laws,
                      const ReactionSolution& one, std::size_t solver, Best& best, Out<Real> best_R,
                      Context& context) {
    residuals_.insert(residuals_.end(), of_one_.begin(), of_one_.end());
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> U = context.scratch->take<Real>(p.contacts * p.dim);
    relative_velocities(p, one.reactions, U, context);
    const ReactionResidual residual = residual_of(p, laws, U, one.reactions, context);
    // All solvers are compared by the same measure, the natural residual, computed here from
    // their reactions. What a solver reports about itself may be scaled differently. Reactions
    // themselves cannot be compared, because a hyperstatic system has many solutions.
    if (!(residual.relative(1) < best.norm) && one.report.status != SolveStatus::converged) return;
    best = {residual.relative(1), residual.largest(), one.report.status, one.report.tolerance,
            solver};
    std::copy(one.reactions.begin(), one.reactions.end(), best_R.begin());
  }

  Outcome finish(ReactionSolution& out, const Best& best, View<Real> best_R) {
    solver_used_ = best_R.empty() ? 0 : static_cast<Index>(best.solver) + 1;
    out.report.status = best.status;
    out.report.tolerance = best.tolerance;
    std::copy(best_R.begin(), best_R.end(), out.reactions.begin());
    if (!residuals_.empty()) residuals_.back() = best.largest;
    if (out.report.residuals) out.report.residuals->assign(residuals_.begin(), residuals_.end());
    return {};
  }

  static Outcome nothing_found() {
    return Outcome::retry(Cause::not_converged, "none of the solvers found finite reactions");
  }

  void fall_back(std::size_t from, const Outcome& outcome, const Best& best, Context& context) {
    ++fallbacks_;
    const std::string why = outcome ? "did not converge" : "gave up (" + outcome.message + ")";
    std::ostringstream text;
    text << "hybrid: solver " << from + 1 << " of " << solvers_.size() << ' ' << why
         << ", residual " << best.norm << " m/s; the next one goes on from the best reactions";
    context.log->write(Level::info, text.str());
  }

  /// Calls a solver with its own part of the history. The parts of all solvers are stored side by
  /// side.
  Outcome solve_with(ContactSolver& solver, const ReactionProblem& whole, Index column,
                     View<const ContactLaw*> laws, ReactionSolution& one, Context& context) {
    of_one_.clear();
    const Index own = history_width(solver), all = history_width(*this);
    if (own == all) return solver.solve(whole, laws, one, context);
    const Scratch::Frame frame(*context.scratch);
    ReactionProblem p = copied(whole);
    const Out<Real> before = context.scratch->take<Real>(p.contacts * own),
                    after = context.scratch->take<Real>(p.contacts * own);
    for (Index i = 0; i < p.contacts; ++i) {
      const auto inside = static_cast<std::size_t>(i * all + column),
                 apart = static_cast<std::size_t>(i * own), count = static_cast<std::size_t>(own);
      std::copy_n(whole.solver_history_old.data() + inside, count, before.data() + apart);
      std::copy_n(whole.solver_history_new.data() + inside, count, after.data() + apart);
    }
    p.solver_history_old = before, p.solver_history_new = after;
    Outcome outcome = solver.solve(p, laws, one, context);
    for (Index i = 0; i < p.contacts; ++i)
      std::copy_n(after.data() + i * own, own, whole.solver_history_new.data() + i * all + column);
    return outcome;
  }

  std::vector<std::unique_ptr<ContactSolver>> solvers_;
  BlockSweeps sweeps_;
  std::vector<Real> residuals_, of_one_;
  Index solver_used_ = 0, fallbacks_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Hybrid, "hybrid", "Several solvers of reactions in turn, until one converges")
