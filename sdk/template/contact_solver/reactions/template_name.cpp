#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <tactus/reactions/block_sweeps.hpp>
#include <tactus/reactions/residual.hpp>

namespace {
using namespace tactus;

/// State method and source here. To start from: block Gauss-Seidel for U = B + W R. Each contact in turn is solved by
/// its law with the reactions of all others as they are, until the natural residual of all contacts is small. The
/// library of the SDK makes the sweeps; what is left to write is when they end, and what is said then.
class TemplateName final : public ContactSolver {
 public:
  struct Options {
    Real tolerance = 1e-8;
    Index sweeps = 10000;
    void describe(OptionVisitor& o) {
      o.real("tolerance", tolerance)
          .above(0)
          .below(1)
          .help("relative natural residual at which the sweeps end");
      o.integer("sweeps", sweeps).at_least(1).help("limit of sweeps over all contacts");
    }
  };
  explicit TemplateName(const Options& o) : o_(o) {}

  /// What others must provide is matched when a configuration is read: an integrator with velocities, laws that hold
  /// at the end of the step, and a constraint whose rows have frames and stay while bodies touch.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::implicit_law, capability::frames,
                      capability::persistent})
      c.needs(name);
  }

  /// Numbers for the history of a run: the kernel adds them up over the steps of a row.
  void measure(MetricVisitor& m) const override {
    m.integer("sweeps", sweeps_done_, Reduce::sum, "sweeps over all contacts");
  }

 private:
  /// In: the reactions of t_n, by which it starts warm. Out: the best ones found, and how the iteration ended. The
  /// kernel measures the residual again, and does not accept a step because a solver calls it converged.
  Outcome do_solve_reaction(const ReactionProblem& p, View<const ContactLaw*> laws,
                            ReactionSolution& out, Context& context) override {
    SolveReport& report = out.report;
    report.status = SolveStatus::converged, report.iterations = 0;
    report.tolerance = o_.tolerance;
    if (report.residuals) report.residuals->clear();
    if (p.contacts == 0) return {};
    if (Outcome bad = sweeps_.prepare(p, laws); !bad) return bad;
    sweeps_.start_from(out.reactions);
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> R = context.scratch->take<Real>(p.contacts * p.dim),
                    U = context.scratch->take<Real>(p.contacts * p.dim);
    const Real enough = o_.tolerance * incoming_speed(p);
    for (Real best = kUnlimited; best > enough; ++report.iterations) {
      if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
      if (report.iterations == o_.sweeps) {
        report.status = SolveStatus::out_of_iterations;
        return {};
      }
      (void)sweeps_.sweep({.law_tolerance = 1e-2 * o_.tolerance}, context);
      ++sweeps_done_;
      sweeps_.hand_back(R);
      relative_velocities(p, R, U, context);
      const ReactionResidual residual = residual_of(p, laws, U, R, context);
      if (report.residuals) report.residuals->push_back(residual.largest());
      if (!(residual.relative(1) < best)) continue;
      best = residual.relative(1);
      std::copy(R.begin(), R.end(), out.reactions.begin());
    }
    return {};
  }

  Options o_;
  BlockSweeps sweeps_;
  Index sweeps_done_ = 0;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
