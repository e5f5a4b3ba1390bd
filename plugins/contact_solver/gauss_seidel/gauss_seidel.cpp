// The solver gauss_seidel: block Gauss-Seidel iteration for the reactions of contacts, the simple
// and robust method for any implicit law. The sweeps themselves are in the SDK
// (tactus/reactions/block_sweeps.hpp), because other solvers use them, too. This file contains the
// stopping criterion and the output.
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/reactions/block_sweeps.hpp>

namespace {
using namespace tactus;

/// For each contact i in turn, with the current reactions of all others, it solves
///   U_i = (B_i + sum_{j != i} W_ij R_j) + W_ii R_i   together with the law of contact i,
/// until the natural residual of all contacts is small. Theory: README.md in this folder.
class GaussSeidel final : public ContactSolver {
 public:
  enum class Order : std::uint8_t { forward, symmetric };
  struct Options {
    Real tolerance = 1e-8, law_tolerance = 1e-2;
    Index iterations = 10000, patience = 2000;
    Order order = Order::forward;
    void describe(OptionVisitor& o) {
      static constexpr std::string_view kOrders[] = {"forward", "symmetric"};
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help("relative natural residual at which the sweeps end");
      o.integer("iterations", iterations).at_least(1).help("limit of sweeps");
      o.choice("order", order)
          .choices(kOrders)
          .help("of colours: the same in each sweep, or forward and backward in turn");
      o.integer("patience", patience)
          .at_least(1)
          .help(
              "sweeps without a residual lower by 1 % than ever before, after which the solver "
              "leaps or gives up as stalled");
      o.real("law_tolerance", law_tolerance)
          .above(0)
          .below(1)
          .help("times \"tolerance\": to what a law that iterates solves its contact");
    }
  };
  explicit GaussSeidel(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::implicit_law, capability::frames,
                      capability::persistent})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer("sweeps", sweeps_done_, Reduce::sum, "sweeps over all contacts");
    m.integer("colours", colours_, Reduce::last, "groups of contacts that share no block of W");
    m.integer("unsolved_laws", unsolved_, Reduce::sum,
              "times that a law did not reach its tolerance for a contact");
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    out.report.status = SolveStatus::converged;
    out.report.iterations = 0;
    out.report.tolerance = o_.tolerance;
    if (out.report.residuals) out.report.residuals->clear();
    colours_ = 0;
    laws_ = laws;
    if (p.contacts == 0) return {};
    if (Outcome bad = sweeps_.prepare(p, laws); !bad) return bad;
    colours_ = sweeps_.colours();
    return iterate(p, out, context);
  }

  /// The residuals that contacts have when their turn comes cost nothing. They decide when it is
  /// worth computing the residuals of all contacts at the same reactions.
  Outcome iterate(const ReactionProblem& p, ReactionSolution& out, Context& context) {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> R = out.reactions;
    const Out<Real> best = context.scratch->take<Real>(p.contacts * p.dim);
    const Real speed = incoming_speed(p);
    Real milestone = kUnlimited;
    Index last_gain = 0, leaps = 0;
    sweeps_.start_from(R);
    while (out.report.iterations < o_.iterations) {
      if (context.stopped()) {
        if (milestone < kUnlimited) std::copy(best.begin(), best.end(), R.begin());
        return Outcome::failed(Cause::interrupted, "interrupted");
      }
      const Index wait = leaps == 0 ? o_.patience : std::min(o_.patience, kAfterLeap);
      if (out.report.iterations - last_gain >= wait) {
        if (leaps++ == kMostLeaps || !leap(p, out, context)) break;
        last_gain = out.report.iterations;
        continue;
      }
      // `before` is composed of residuals from different moments of the sweep: each contact was
      // examined just before it was solved, with reactions that have changed since. It is a good
      // indicator but no proof of convergence. The end is decided by the residual of all contacts
      // at one and the same set of reactions.
      const Real before = sweep(out, context).relative(speed);
      if (before <= o_.tolerance) {
        sweeps_.hand_back(R);
        if (measured(p, R, out, context) <= o_.tolerance * speed) return {};
      }
      // Gains of less than one percent do not count. Otherwise a sequence that decreases ever
      // more slowly would never be recognised as stalled.
      if (before < 0.99 * milestone)
        milestone = before, last_gain = out.report.iterations, sweeps_.hand_back(best);
    }
    // The last sweep was judged by what it met: it may have led below the tolerance.
    sweeps_.hand_back(R);
    const Real last = measured(p, R, out, context), kept = measured(p, best, out, context);
    if (kept < last)
      std::copy(best.begin(), best.end(), R.begin());
    else
      (void)measured(p, R, out, context);
    out.report.status = (kept < last ? kept : last) <= o_.tolerance * speed ? SolveStatus::converged
                        : out.report.iterations >= o_.iterations ? SolveStatus::out_of_iterations
                                                                 : SolveStatus::stalled;
    return {};
  }

  ReactionResidual sweep(ReactionSolution& out, Context& context) {
    const bool backwards = o_.order == Order::symmetric && out.report.iterations % 2 == 1;
    // A law that iterates must be more accurate than the sweeps, because its own error would
    // otherwise be a floor that the residual cannot fall below. Rounding limits it.
    const Real law_tolerance = std::max(1e-15, o_.law_tolerance * o_.tolerance);
    const BlockSweeps::Swept swept =
        sweeps_.sweep({.backwards = backwards, .law_tolerance = law_tolerance}, context);
    ++out.report.iterations, ++sweeps_done_;
    unsolved_ += swept.unsolved;
    if (out.report.residuals) out.report.residuals->push_back(swept.before.largest());
    return swept.before;
  }

  /// Where more contacts hold a body than it needs, sweeps can add the same small reactions d, with
  /// W d = 0, again and again, until a contact opens or slides. This goes on along d in one leap,
  /// as far as the residual does not grow.
  /// @returns false if there is no such way
  bool leap(const ReactionProblem& p, ReactionSolution& out, Context& context) {
    if (out.report.iterations + 2 > o_.iterations) return false;
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> from = out.reactions, now = context.scratch->take<Real>(p.contacts * p.dim),
                    there = context.scratch->take<Real>(p.contacts * p.dim);
    sweeps_.hand_back(from);
    for (int k = 0; k < 2; ++k) (void)sweep(out, context);  // both ways, where these take turns
    sweeps_.hand_back(now);
    if (std::equal(now.begin(), now.end(), from.begin())) return false;
    const Real most = kGrowth * norm_at(p, now, context);
    const auto reaches = [&](Real stride) {
      for (std::size_t i = 0; i < now.size(); ++i) there[i] = now[i] + stride * (now[i] - from[i]);
      return norm_at(p, there, context) <= most;
    };
    Real near = 0, far = 1;
    for (; far < kFarthestLeap && reaches(far); far *= 2) near = far;
    for (int k = 0; k < 20 && near > 0; ++k)
      (reaches((near + far) / 2) ? near : far) = (near + far) / 2;
    if (near == 0) return false;
    (void)reaches(near);
    sweeps_.start_from(there);
    return true;
  }

  /// m/s, the norm of all natural residuals.
  Real norm_at(const ReactionProblem& p, View<Real> R, Context& context) const {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> U = context.scratch->take<Real>(p.contacts * p.dim);
    relative_velocities(p, R, U, context);
    return residual_of(p, laws_, U, R, context).relative(1);
  }

  /// m/s, the norm of all natural residuals; the largest one is stored as that of the last
  /// iteration.
  Real measured(const ReactionProblem& p, View<Real> R, ReactionSolution& out,
                Context& context) const {
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> U = context.scratch->take<Real>(p.contacts * p.dim);
    relative_velocities(p, R, U, context);
    const ReactionResidual residual = residual_of(p, laws_, U, R, context);
    if (out.report.residuals && !out.report.residuals->empty())
      out.report.residuals->back() = residual.largest();
    return residual.relative(1);
  }

  static constexpr Index kMostLeaps = 50, kAfterLeap = 100;  ///< leaps; sweeps between two
  static constexpr Real kGrowth = 1.001, kFarthestLeap = 1e12;

  Options o_;
  BlockSweeps sweeps_;
  View<const ContactLaw*> laws_{};  ///< of the present call
  Index sweeps_done_ = 0, colours_ = 0, unsolved_ = 0;
};

}  // namespace

TACTUS_PLUGIN(GaussSeidel, "gauss_seidel", "Block Gauss-Seidel for reactions, any implicit law")
