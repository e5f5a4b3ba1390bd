// The solver interior_point: reactions of all contacts with friction, in the plane and in space,
// with any implicit law. Few sweeps of Gauss-Seidel, an interior point that follows the central
// path close to the solution, and Newton's method on proximal problems to rounding; more methods
// where these do not get there (chain.hpp). Parts of the problem that do not influence each other
// are solved apart.
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/provides.hpp>

#include "chain.hpp"
#include "islands.hpp"

namespace interior_point {
using namespace tactus;

/// Theory: README.md in this folder.
class InteriorPoint final : public ContactSolver {
 public:
  struct Options {
    Real tolerance = 1e-8, absolute = 0, accept = 1e-3;
    Index sweeps = 6, most_work = 1000000000;
    bool islands = true;
    void describe(OptionVisitor& o) {
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help("relative natural residual at which the solver ends");
      o.real("absolute", absolute)
          .unit("m/s")
          .at_least(0)
          .help(
              "the solver also ends where no contact has a larger natural residual than this; 0: "
              "\"tolerance\" alone decides");
      o.integer("sweeps", sweeps)
          .at_least(1)
          .help("least number of sweeps of Gauss-Seidel at the start");
      o.real("accept", accept)
          .at_least(0)
          .below(1)
          .help(
              "relative natural residual below which islands of more than 500 contacts leave out "
              "the last stages");
      o.integer("most_work", most_work)
          .at_least(1)
          .help("limit of the work in a call: factorisations times the blocks of their factors");
      o.flag("islands", islands).help("contacts that do not influence each other are solved apart");
    }
  };
  explicit InteriorPoint(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::implicit_law, capability::frames,
                      capability::persistent})
      c.needs(name);
  }
  void measure(MetricVisitor& m) const override {
    m.integer(
        "stage_used", stage_, Reduce::last,
        "latest stage that an island needed: 1 sweeps, 2 Newton, 3 interior point, 4 Newton, 5 "
        "lagged interior point, 6 Newton, 7 pivots, 8 from zero, 9 rounds of sweeps and Newton");
    m.integer("islands", parts_, Reduce::last, "groups of contacts that were solved apart");
    m.real("solver_resv", resv_, "1", Reduce::last,
           "natural residual of all contacts over the velocities that come in");
    m.integer("work", work_, Reduce::sum, "factorisations times the blocks of their factors");
    m.integer("sweeps", sweeps_, Reduce::sum, "sweeps over the contacts of an island");
    m.integer("interior_steps", interior_steps_, Reduce::sum, "steps of interior points");
    m.integer("pivots", pivots_, Reduce::sum, "contacts that changed their piece of Coulomb's law");
    m.integer("newton_steps", newton_steps_, Reduce::sum, "linear systems of Newton's method");
  }

 private:
  /// What is known of the whole problem while its islands are solved.
  struct Whole {
    Real speed = 0;
    ReactionResidual residual;
    WorkBudget work;
    bool converged = true, out_of_work = false;
  };

  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    stage_ = parts_ = 0, resv_ = 0;
    contacts_ = p.contacts;
    residuals_.clear();
    Whole whole;
    if (p.contacts > 0) {
      if (!p.delassus->sparse()) return no_blocks();
      if (Outcome bad = check_contacts(p, laws.size()); !bad) return bad;
      whole.speed = incoming_speed(p);
      whole.work.left = o_.most_work;
      note_claims(laws);
      if (Outcome bad = solve_islands(p, laws, out.reactions, whole, context); !bad) return bad;
      resv_ = whole.residual.relative(whole.speed);
      residuals_.back() = whole.residual.largest();
    }
    work_ += whole.work.done;
    out.report.status = whole.converged     ? SolveStatus::converged
                        : whole.out_of_work ? SolveStatus::out_of_iterations
                                            : SolveStatus::stalled;
    out.report.iterations = static_cast<Index>(residuals_.size());
    out.report.tolerance = promised(whole.speed);
    if (out.report.residuals) out.report.residuals->assign(residuals_.begin(), residuals_.end());
    return {};
  }

  /// What `converged` means, as a share of the velocities that come in: either of the two goals.
  Real promised(Real speed) const {
    if (o_.absolute == 0 || speed == 0) return o_.tolerance;
    return std::max(o_.tolerance, o_.absolute * std::sqrt(static_cast<Real>(contacts_)) / speed);
  }

  void note_claims(View<const ContactLaw*> laws) {
    linearised_.clear(), coulomb_.clear();
    for (const ContactLaw* law : laws) {
      linearised_.push_back(provides(*law, capability::linearised) ? 1 : 0);
      coulomb_.push_back(provides(*law, capability::coulomb) ? 1 : 0);
    }
  }
  /// Whether the law of every contact is one of those marked.
  static bool all_have(const std::vector<std::uint8_t>& marked, const ReactionProblem& p) {
    return std::ranges::all_of(
        p.law, [&](std::int32_t law) { return marked[static_cast<std::size_t>(law)] != 0; });
  }

  static Outcome no_blocks() {
    return Outcome::failed(Cause::unsupported,
                           "an interior point needs the blocks of W, and these are too many to be "
                           "stored; take fewer contacts, or a contact_solver that applies W");
  }

  Outcome solve_islands(const ReactionProblem& p, View<const ContactLaw*> laws, Out<Real> R,
                        Whole& whole, Context& context) {
    parts_ = o_.islands ? islands_.find(p) : 1;
    if (parts_ == 1) return solve_part(p, laws, R, p.contacts, whole, context);
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> memory = context.scratch->take<Real>(p.contacts * p.dim);
    const auto dim = static_cast<std::size_t>(p.dim);
    for (Index k = 0; k < parts_; ++k) {
      const View<std::int32_t> members = islands_.contacts(k);
      const ReactionProblem& part = islands_.take(k);
      const Out<Real> R_part = memory.first(members.size() * dim);
      for (std::size_t i = 0; i < members.size(); ++i)
        std::copy_n(&R[static_cast<std::size_t>(members[i]) * dim], dim, &R_part[i * dim]);
      const Outcome outcome = solve_part(part, laws, R_part, p.contacts, whole, context);
      // Also of an island in which the solver was interrupted.
      for (std::size_t i = 0; i < members.size(); ++i)
        std::copy_n(&R_part[i * dim], dim, &R[static_cast<std::size_t>(members[i]) * dim]);
      if (!outcome) return outcome;
      islands_.hand_back_history();
    }
    return {};
  }

  /// An island of n_k contacts is solved to sqrt(n_k/n) of the whole residual allowed, so that all
  /// islands together meet it.
  Outcome solve_part(const ReactionProblem& part, View<const ContactLaw*> laws, Out<Real> R,
                     Index contacts, Whole& whole, Context& context) {
    const Real share =
        std::sqrt(static_cast<Real>(part.contacts) / static_cast<Real>(contacts)) * whole.speed;
    const bool newton = all_have(linearised_, part);
    const Chain::Settings settings{.sweeps = o_.sweeps,
                                   .law_tolerance = std::max(1e-15, 1e-2 * o_.tolerance),
                                   .accept = newton ? o_.accept * share : 0,
                                   .newton = newton,
                                   .cone = all_have(coulomb_, part)};
    const ReactionGoal goal{.norm = o_.tolerance * share, .largest = o_.absolute};
    if (Outcome bad = chain_.solve(part, laws, R, goal, settings, whole.work, context); !bad)
      return bad;
    whole.converged = whole.converged && chain_.converged();
    whole.out_of_work = whole.out_of_work || whole.work.exhausted;
    whole.work.exhausted = false;  // the next island may be smaller
    whole.residual.add(chain_.residual());
    stage_ = std::max(stage_, static_cast<Index>(chain_.stage()));
    sweeps_ = chain_.sweeps_made(), interior_steps_ = chain_.path_steps(),
    newton_steps_ = chain_.newton_steps(), pivots_ = chain_.pivots_made();
    add_iterations(chain_.search().residuals());
    return {};
  }

  /// The k-th iterations of all islands count as one. An island that is done keeps its residual.
  void add_iterations(View<Real> of_part) {
    const std::size_t before = residuals_.size();
    residuals_.resize(std::max(before, of_part.size()), before == 0 ? 0 : residuals_.back());
    for (std::size_t k = 0; k < residuals_.size(); ++k)
      residuals_[k] = std::max(residuals_[k], of_part[std::min(k, of_part.size() - 1)]);
  }

  Options o_;
  Chain chain_;
  Islands islands_;
  std::vector<Real> residuals_;
  std::vector<std::uint8_t> linearised_, coulomb_;  ///< [laws] what they claim
  Index contacts_ = 0;
  Index stage_ = 0, parts_ = 0, work_ = 0, sweeps_ = 0, interior_steps_ = 0, newton_steps_ = 0,
        pivots_ = 0;
  Real resv_ = 0;
};

}  // namespace interior_point

TACTUS_PLUGIN(interior_point::InteriorPoint, "interior_point",
              "Interior point and Newton for reactions, any implicit law")
