// Solvers of problems in reactions that are wrong in one way each, and the sentence that names it.
// The sound one to start from is the nonlinear Gauss-Seidel method: contact by contact, with the
// law of each.
#include <chrono>
#include <tactus/conformance/contact_solver_promises.hpp>
#include <tactus/plugin.hpp>
#include <thread>

#include "kill.hpp"
#include "values.hpp"

namespace {
using namespace tactus;
using namespace tactus::conformance;

enum class ReactionSolverFault {
  none,
  needs_nothing,
  one_sweep,
  remembers,
  in_the_plane_only,
  absolute_tolerance,
  absolute_tolerance_of_mass,
  always_converged,
  always_converged_of_two,
  starts_in_last_call,
  believes_its_start,
  residuals_before_the_sweep,
  silent_is_shorter,
  first_law_for_all,
  new_history_for_old,
  friction_of_first_contact,
  needs_gaps,
  needs_entries_silently,
  fails_without_contacts,
  forgets_on_load,
  threads_share,
  too_few_sweeps_for_blocks,
  tells_no_tolerance,
  tells_a_smaller_tolerance,
  judges_all_by_coulomb,
  takes_rows_for_full,
  converged_when_out_of_sweeps,
  does_not_stop,
  stopped_is_converged,
  leaves_out_the_last_of_many,
};

/// Sweeps over contacts until the natural residual is 1e-9 of the velocities that come in.
class GaussSeidel : public ContactSolver {
 public:
  explicit GaussSeidel(ReactionSolverFault fault, Index sweeps = 2000)
      : fault_(fault), sweeps_(sweeps) {}
  void capabilities(Capabilities& c) const override {
    if (!is(ReactionSolverFault::needs_nothing)) c.needs(capability::impulse);
    c.needs(capability::implicit_law);
  }
  void reject() override {}
  void accept() override { ++accepted_; }
  void save(Archive& archive) const override {
    const Real numbers[] = {accepted_};
    archive.write("accepted", numbers);
  }
  void load(Archive& archive) override {
    std::vector<Real> numbers;
    if (!is(ReactionSolverFault::forgets_on_load) && archive.read("accepted", numbers))
      accepted_ = numbers[0];
  }

 private:
  bool is(ReactionSolverFault fault) const { return fault_ == fault; }
  bool stops(const Context& context) const {
    return context.stopped() && !is(ReactionSolverFault::does_not_stop);
  }
  Outcome do_solve_reaction(const ReactionProblem& asked, View<const ContactLaw*> laws,
                            ReactionSolution& s, Context& context) override {
    ReactionProblem p = asked;
    const auto n = static_cast<std::size_t>(p.contacts);
    if (n == 0 && is(ReactionSolverFault::fails_without_contacts))
      return Outcome::retry(Cause::infeasible, "none");
    if (p.gap.empty() && is(ReactionSolverFault::needs_gaps)) throw Error("gaps are not known");
    std::vector<Real> mu(p.friction.begin(), p.friction.end());
    if (is(ReactionSolverFault::friction_of_first_contact)) mu.assign(n, n > 0 ? mu[0] : 0);
    p.friction = mu;
    if (is(ReactionSolverFault::new_history_for_old)) p.history_old = p.history_new;
    if (is(ReactionSolverFault::starts_in_last_call) && last_.size() == s.reactions.size())
      std::copy(last_.begin(), last_.end(), s.reactions.begin());
    if (s.report.residuals) s.report.residuals->clear();
    s.report.iterations = 0;
    s.report.status = SolveStatus::converged;
    s.report.tolerance = is(ReactionSolverFault::tells_no_tolerance)          ? 0
                         : is(ReactionSolverFault::tells_a_smaller_tolerance) ? 1e-16
                                                                              : 1e-8;
    with_dimension(p.dim, [&]<int Dim>(Dimension<Dim>) { iterate<Dim>(p, laws, s, context); });
    spoil(p, s, context);
    last_.assign(s.reactions.begin(), s.reactions.end());
    if (s.report.status != SolveStatus::converged && stops(context))
      return Outcome::failed(Cause::interrupted, "interrupted");
    return {};
  }

  template <int D>
  void iterate(const ReactionProblem& p, View<const ContactLaw*> laws, ReactionSolution& s,
               Context& context) {
    Real speed = 0;
    for (const View<Real> list : {p.free_velocity, p.U_old})
      for (const Real u : list) speed = std::max(speed, std::abs(u));
    Real enough = 1e-9 * speed;
    if (is(ReactionSolverFault::absolute_tolerance)) enough = 1e-9;
    if (is(ReactionSolverFault::absolute_tolerance_of_mass) && p.contacts > 0)
      enough *= 1 + 1e4 / p.delassus_diagonal[0];
    Index limit = sweeps_;
    if (is(ReactionSolverFault::one_sweep) ||
        (is(ReactionSolverFault::always_converged) && p.contacts > 3))
      limit = 1;
    if (is(ReactionSolverFault::too_few_sweeps_for_blocks) && p.contacts > 7) limit = 20;
    if (is(ReactionSolverFault::silent_is_shorter) && !s.report.residuals) limit = 2;
    Real residual = residual_of<D>(p, laws, s.reactions, context);
    if (is(ReactionSolverFault::believes_its_start) && !map(s.reactions).isZero(0)) residual = 0;
    while (s.report.iterations < limit && !(residual <= enough) && !stops(context)) {
      for (Index i = 0; i < p.contacts; ++i) sweep<D>(p, laws, s.reactions, i, context);
      ++s.report.iterations;
      const Real last = residual;
      residual = residual_of<D>(p, laws, s.reactions, context);
      if (s.report.residuals)
        s.report.residuals->push_back(
            is(ReactionSolverFault::residuals_before_the_sweep) ? last : residual);
    }
    const bool done = residual <= enough ||
                      (is(ReactionSolverFault::always_converged_of_two) && p.contacts == 2) ||
                      is(ReactionSolverFault::one_sweep) ||
                      (is(ReactionSolverFault::stopped_is_converged) && stops(context)) ||
                      (is(ReactionSolverFault::converged_when_out_of_sweeps) && sweeps_ < 2000) ||
                      is(ReactionSolverFault::always_converged) ||
                      is(ReactionSolverFault::too_few_sweeps_for_blocks);
    s.report.status = done ? SolveStatus::converged : SolveStatus::out_of_iterations;
  }

  template <int D>
  void sweep(const ReactionProblem& p, View<const ContactLaw*> laws, Out<Real> R, Index i,
             Context& context) {
    std::vector<Real> U(R.size(), 0);
    if (!is(ReactionSolverFault::needs_entries_silently) || p.delassus->sparse())
      multiply<D>(p, R, U, context);
    Vec<D> free = point<D>(U, i) + point<D>(p.free_velocity, i) -
                  block<D>(p.delassus_diagonal, i) * point<D>(R, i);
    const auto law =
        is(ReactionSolverFault::first_law_for_all) ? 1 : p.law[static_cast<std::size_t>(i)];
    (void)laws[static_cast<std::size_t>(law)]->solve(
        {.problem = &p, .contacts = {&i, 1}, .free = {free.data(), D}, .R = R, .tolerance = 1e-12},
        context);
    if (is(ReactionSolverFault::in_the_plane_only) && D == 3)
      R[static_cast<std::size_t>(i * D + 2)] = 0;
  }

  /// U = W R.
  template <int D>
  void multiply(const ReactionProblem& p, View<Real> R, Out<Real> U, Context& context) const {
    const SparseView* W = p.delassus->sparse();
    if (!is(ReactionSolverFault::takes_rows_for_full) || !W)
      return p.delassus->apply(R, U, context);
    for (Index i = 0; i < p.contacts; ++i) {
      const Index first = W->start[static_cast<std::size_t>(i)],
                  last = W->start[static_cast<std::size_t>(i + 1)];
      Vec<D> sum = Vec<D>::Zero();
      for (Index k = first; k < last; ++k) sum += block<D>(W->value, k) * point<D>(R, k - first);
      Eigen::Map<Vec<D>>(U.data() + i * D) = sum;
    }
  }

  template <int D>
  Real residual_of(const ReactionProblem& p, View<const ContactLaw*> laws, Out<Real> R,
                   Context& context) const {
    std::vector<Real> U(R.size());
    if (p.contacts > 0) multiply<D>(p, R, U, context);
    map(Out<Real>(U)) += map(p.free_velocity);
    Real worst = 0;
    for (Index i = 0; i < p.contacts; ++i) {
      const auto at = static_cast<std::size_t>(i);
      Real here = coulomb_residual<D>(p, i, U, R);
      const LawResidual asked{
          .problem = &p, .contacts = {&i, 1}, .U = U, .R = R, .residual = {&here, 1}};
      if (!is(ReactionSolverFault::judges_all_by_coulomb))
        laws[static_cast<std::size_t>(p.law[at])]->residual(asked, context);
      worst = std::max(worst, here);
    }
    return worst;
  }

  /// Faults that leave the method as it is.
  void spoil(const ReactionProblem& p, ReactionSolution& s, Context& context) {
    if (s.reactions.empty()) return;
    if (is(ReactionSolverFault::leaves_out_the_last_of_many) && p.contacts > 200)
      std::fill(s.reactions.begin() + 200 * p.dim, s.reactions.end(), 0);
    if (is(ReactionSolverFault::remembers)) s.reactions[0] *= 1 + 1e-14 * calls_++;
    if (is(ReactionSolverFault::forgets_on_load)) s.reactions[0] *= 1 + 1e-14 * accepted_;
    if (is(ReactionSolverFault::threads_share)) {
      volatile Real shared = 0;
      context.executor->for_each(p.contacts, 1, [&](Range r, Context&) {
        const auto at = static_cast<std::size_t>(r.begin * p.dim);
        shared = s.reactions[at];
        std::this_thread::sleep_for(std::chrono::milliseconds(1));  // others come in between
        s.reactions[at] += shared - s.reactions[at];
      });
    }
  }

  ReactionSolverFault fault_;
  Index sweeps_;
  std::vector<Real> last_;
  int calls_ = 1;
  Real accepted_ = 0;
};

/// Asks explicit laws, contact by contact, so many times, or until no reaction changes by more than `enough` N s.
class Asks final : public ContactSolver {
 public:
  explicit Asks(int times, Real enough = 0, Real leap = 0)
      : times_(times), enough_(enough), leap_(leap) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::explicit_law}) c.needs(name);
  }

 private:
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& s, Context& context) override {
    s.report.status = SolveStatus::converged;
    if (p.contacts == 0) return {};
    std::vector<Real> U(s.reactions.size());
    Real most = kUnlimited;
    for (int k = 0; k < times_ && most > enough_; ++k) {
      const std::vector<Real> before(s.reactions.begin(), s.reactions.end());
      for (Index i = 0; i < p.contacts; ++i) {
        p.delassus->apply(s.reactions, U, context);
        const auto n = static_cast<std::size_t>(p.dim), at = static_cast<std::size_t>(i) * n;
        std::vector<Real> free(n);
        for (std::size_t r = 0; r < n; ++r) {
          free[r] = p.free_velocity[at + r] + U[at + r];
          for (std::size_t c = 0; c < n; ++c)
            free[r] -= p.delassus_diagonal[(at + r) * n + c] * s.reactions[at + c];
        }
        const auto law = static_cast<std::size_t>(p.law[static_cast<std::size_t>(i)]);
        (void)laws[law]->solve({.problem = &p, .contacts = {&i, 1}, .free = free, .R = s.reactions},
                               context);
      }
      const Eigen::VectorXd change = map(View<Real>(s.reactions)) - map(View<Real>(before));
      most = change.cwiseAbs().maxCoeff();
      if (k % 4 == 3) map(s.reactions) += leap_ * change;
    }
    return {};
  }
  int times_;
  Real enough_, leap_;
};

/// As sound with its default as the one above.
template <bool wrong>
class Limited final : public GaussSeidel {
 public:
  struct Options {
    Index sweeps = 2000;
    void describe(OptionVisitor& o) {
      o.integer("sweeps", sweeps).at_least(1).at_most(2000).help("for the test");
    }
  };
  explicit Limited(const Options& o)
      : GaussSeidel(
            wrong ? ReactionSolverFault::converged_when_out_of_sweeps : ReactionSolverFault::none,
            o.sweeps) {}
};

template <bool wrong>
void run_with_options(Check& check) {
  check_values(registration<Limited<wrong>>("limited", "For a test"), check);
}

struct ReactionSolverCase {
  std::string name;
  ReactionSolverFault fault;
  Expected expected;
};

const std::string kSmooth = "2D: contacts without friction: natural residual, relative",
                  kRough = "3D: contacts with friction: natural residual, relative",
                  kBlocks = "3D: blocks on more points than they need move as they do",
                  kStatus = "3D: what says that it converged has",
                  kMeans = "3D: what converged means is told, and true",
                  kStops = "3D: asked to stop, it does not go on in reactions",
                  kTold = "3D: residuals are told, the last one is that of the answer",
                  kRelative = "3D: the tolerance is relative",
                  kStart = "3D: it may start from anything",
                  kLaws = "3D: each contact has its law, and the law its history",
                  kOwn = "3D: a law that is not Coulomb's is judged by its own residual",
                  kMissing = "3D: no contacts, no gaps, no entries of W",
                  kRejected = "3D: a rejected step leaves no trace in reactions",
                  kGroups = "3D: groups of contacts that share no mass move as if alone",
                  kAlone = "3D: reactions depend on the question alone";

std::vector<ReactionSolverCase> wrong_answers() {
  return {
      {"needs no kind of problem",
       ReactionSolverFault::needs_nothing,
       {"says which kind of problem it solves", "neither problem.increment nor"}},
      {"one sweep",
       ReactionSolverFault::one_sweep,
       {kSmooth, "says converged, and the natural residual is"}},
      {"does not stop when it is asked to",
       ReactionSolverFault::does_not_stop,
       {kStops, "it goes on for"}},
      {"takes what it was stopped at for a solution",
       ReactionSolverFault::stopped_is_converged,
       {kStops, "it says converged, and the natural residual"}},
      {"leaves out contacts from the two hundredth on",
       ReactionSolverFault::leaves_out_the_last_of_many,
       {"3D: hundreds of contacts are solved as a few are", "says converged, and the natural"}},
      {"sets the second tangent to zero",
       ReactionSolverFault::in_the_plane_only,
       {kRough, "did not converge"}},
      {"one friction for all contacts",
       ReactionSolverFault::friction_of_first_contact,
       {"3D: the order of contacts does not matter", "in another order a contact moves with"}},
      {"says converged after one sweep over many contacts",
       ReactionSolverFault::always_converged,
       {kStatus, "at most 1e-06"}},
      {"says converged after twenty sweeps, where that is too few",
       ReactionSolverFault::too_few_sweeps_for_blocks,
       {kBlocks, "says converged, and the natural residual is"}},
      {"judges all laws as Coulomb's",
       ReactionSolverFault::judges_all_by_coulomb,
       {kOwn, "did not converge where a law is glue"}},
      {"takes the blocks of a row for those of all contacts in turn",
       ReactionSolverFault::takes_rows_for_full,
       {kGroups, "contacts in"}},
      {"says converged where there is no solution",
       ReactionSolverFault::always_converged_of_two,
       {"2D: what has no solution is said to have none", "it says converged"}},
      {"a tolerance in metres per second",
       ReactionSolverFault::absolute_tolerance,
       {kRelative, "velocities times 1"}},
      {"a tolerance in kilograms",
       ReactionSolverFault::absolute_tolerance_of_mass,
       {kRelative, "masses times 1e+06"}},
  };
}

std::vector<ReactionSolverCase> wrong_reaction_solver_reports() {
  return {
      {"does not say what converged means",
       ReactionSolverFault::tells_no_tolerance,
       {kMeans, "and that its tolerance is 0"}},
      {"says that it converged to rounding, and has not",
       ReactionSolverFault::tells_a_smaller_tolerance,
       {"3D: what it calls converged is not above its own tolerance",
        "it says converged to 1e-16, and resv is"}},
      {"residuals of the iteration before",
       ReactionSolverFault::residuals_before_the_sweep,
       {kTold, "its last residual is"}},
      {"works less where nobody listens",
       ReactionSolverFault::silent_is_shorter,
       {kTold, "something else"}},
      {"the first law for all contacts",
       ReactionSolverFault::first_law_for_all,
       {kLaws, "was given to another law"}},
      {"history that runs on from sweep to sweep",
       ReactionSolverFault::new_history_for_old,
       {kLaws, "the history of a contact is"}},
      {"cannot do without gaps",
       ReactionSolverFault::needs_gaps,
       {kMissing, "threw: gaps are not known"}},
      {"leaves W out where it shows no entries",
       ReactionSolverFault::needs_entries_silently,
       {kMissing, "W without entries: it says"}},
      {"fails where nothing touches",
       ReactionSolverFault::fails_without_contacts,
       {kMissing, "no contacts: none"}},
  };
}

std::vector<ReactionSolverCase> wrong_memories() {
  return {
      {"counts its calls", ReactionSolverFault::remembers, {kAlone, "not those of a fresh object"}},
      {"starts from its own last reactions",
       ReactionSolverFault::starts_in_last_call,
       {kRejected, "after a rejected step"}},
      {"forgets on loading what it has saved",
       ReactionSolverFault::forgets_on_load,
       {kRejected, "a fresh object that loads what was saved"}},
      {"takes its start for the solution",
       ReactionSolverFault::believes_its_start,
       {kStart, "started from nonsense: it says converged"}},
      {"threads share its work",
       ReactionSolverFault::threads_share,
       {"3D: threads do not matter for reactions", "the reactions are others"}},
  };
}

class CountsAhead final : public GaussSeidel {
 public:
  CountsAhead() : GaussSeidel(ReactionSolverFault::none) {}
  void measure(MetricVisitor& m) const override {
    m.integer("calls", calls_, Reduce::sum, "calls that were answered");
  }

 private:
  Index calls_ = 1;
};

}  // namespace

void tactus::conformance::add_reaction_solvers(Kills& kills, Sounds& sounds) {
  const std::string kind = "contact solver, reactions";
  const auto run = [](const ReactionSolverCase& c, Check& check) {
    contact_solver_promises([&] { return std::make_unique<GaussSeidel>(c.fault); }, check);
  };
  add(kills, kind, "a wrong answer", wrong_answers(), run,
      {{"says converged after one sweep over many contacts", "failures that are not counted"},
       {"sets the second tangent to zero", "only in space"},
       {"a tolerance in metres per second", "units"},
       {"a tolerance in kilograms", "units"}});
  add(kills, kind, "a wrong report", wrong_reaction_solver_reports(), run,
      {{"history that runs on from sweep to sweep", "histories written in a trial"}});
  add(kills, kind, "memory", wrong_memories(), run, {{"threads share its work", "threads"}});
  struct Once {
    std::string name;
    Expected expected;
    int times = 1;
    Real enough = 0;  ///< N s
    Real leap = 0;    ///< ahead of every fourth sweep, times what it changed
  };
  const std::string settled = "2D: explicit laws that feel each other are settled";
  add(kills, kind, "a wrong answer",
      std::vector<Once>{{"asks no explicit laws",
                         {"2D: explicit laws are asked for every contact", "at most 1e-10"},
                         0},
                        {"asks explicit laws until changes are small, however slow things are",
                         {settled, "with up to 0.002 m/s it says converged"},
                         60,
                         1e-6},
                        {"asks explicit laws sixty times, however slowly they settle",
                         {settled, "of 4 contacts with up to"},
                         60},
                        {"asks explicit laws 700 times, however slowly they settle",
                         {settled, "of 20 contacts with up to 1 m/s it says converged"},
                         700},
                        {"leaps too far ahead of its sweeps",
                         {settled, "it says converged, and with what the others do"},
                         4000,
                         0,
                         30}},
      [](const Once& c, Check& check) {
        contact_solver_promises([c] { return std::make_unique<Asks>(c.times, c.enough, c.leap); },
                                check);
      });
  kills.push_back({kind,
                   "says converged when its sweeps run out",
                   "only at the end of an option",
                   {"with sweeps = 1", "it says converged to 1e-08, and resv is"},
                   run_with_options<true>});
  kills.push_back({kind,
                   "counts one before it is asked",
                   "a wrong count",
                   {"2D: what it counts begins at nothing and only rises", "is 1 before anything"},
                   [](Check& check) {
                     contact_solver_promises([] { return std::make_unique<CountsAhead>(); }, check);
                   }});
  sounds.push_back(
      {"a solver with a limit of sweeps", 20, [](Check& check) {
         contact_solver_promises(
             [] { return std::make_unique<Limited<false>>(Limited<false>::Options{}); }, check);
         run_with_options<false>(check);
       }});
  sounds.push_back({"asks explicit laws until they are settled", 8, [](Check& check) {
                      contact_solver_promises([] { return std::make_unique<Asks>(20000, 1e-13); },
                                              check);
                    }});
  sounds.push_back({"nonlinear Gauss-Seidel method", 20, [](Check& check) {
                      contact_solver_promises(
                          [] { return std::make_unique<GaussSeidel>(ReactionSolverFault::none); },
                          check);
                    }});
}
