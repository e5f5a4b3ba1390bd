#include <algorithm>
#include <cmath>
#include <ranges>
#include <tactus/contact_solver.hpp>
#include <tactus/plugin.hpp>
#include <vector>

namespace {
using namespace tactus;

/// State method and source here. To start from: rows linearised at w, projected Gauss-Seidel for
/// their multipliers, until w stands; for explicit problems, whose tangent D is diagonal:
///   w' = w_pre + D^-1 G' lambda,   lambda_i <- max(0, lambda_i - r_i/(G_i D^-1 G_i'))
///   with the row's residual r_i = g_i(w) + G_i (w' - w) - lower_i
/// A row that stands for the wrong branch of a corner shows by the energy it adds, lambda_i times the
/// change of g_i: where that is too much, the worst row is banned and the step begins again.
class TemplateName final : public ContactSolver {
 public:
  struct Options {
    Index iterations = 100, sweeps = 10000;
    Real tolerance = 1e-10, energy_share = 1e-3;
    void describe(OptionVisitor& o) {
      o.integer("iterations", iterations).at_least(1).help("limit of linearisations in a step");
      o.integer("sweeps", sweeps).at_least(1).help("limit of sweeps over the rows in each of them");
      o.real("tolerance", tolerance).above(0).help("movement that ends it, over Scales::altitude");
      o.real("energy_share", energy_share).above(0).help("work of contact, over the energy so far");
    }
  };
  explicit TemplateName(const Options& o) : options_(o) {}

  /// What others must provide is matched when a configuration is read; check-plugin tests claims.
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::separable, capability::gradient,
                      capability::unilateral})
      c.needs(name);
    c.provides(capability::feasible);
  }
  /// Numbers worth a column in the history: `++member_` is all there is to counting.
  void measure(MetricVisitor& m) const override {
    m.integer("solver_sweeps", sweeps_, Reduce::sum, "sweeps over the rows");
  }

 private:
  /// Positions of row r in gradient_ and rows.dof.
  static auto entries(const ContactRows& rows, std::size_t r) {
    return std::views::iota(static_cast<std::size_t>(rows.start[r]),
                            static_cast<std::size_t>(rows.start[r + 1]));
  }
  static std::size_t at(const ContactRows& rows, std::size_t e) {
    return static_cast<std::size_t>(rows.dof[e]);
  }

  /// In: w is the predictor. Out: w, contact_force = G' lambda, multipliers by row, groups.
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    const LinearOperator* tangent = nullptr;
    if (Outcome bad = problem.tangent(solution.w, tangent, context); !bad) return bad;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const View<Real> start = problem.predictor();
      std::copy(start.begin(), start.end(), solution.w.begin());
      lambda_.clear();
      bool clean = false;
      if (Outcome bad = project(start, tangent->diagonal(), contact, solution.w, clean, context);
          !bad)
        return bad;
      Index culprit = kNone;
      if (Outcome bad = find_worst_row(contact, solution.w, clean, culprit, context); !bad)
        return bad;
      if (clean && culprit == kNone) return report(contact.rows(), solution);
      if (culprit == kNone) break;
      if (Outcome bad = contact.restart({&culprit, 1}, context); !bad) return bad;
    }
    // The kernel tries the step again with a smaller dt.
    return Outcome::retry(Cause::infeasible, "template_name found no admissible point");
  }

  /// Linearise, sweep, look for more rows: until w stands. clean: no violation is left.
  Outcome project(View<Real> predictor, View<Real> D, ContactModel& contact, Out<Real> w,
                  bool& clean, Context& context) {
    const Real small = options_.tolerance * context.scales.altitude;
    for (Index k = 0; k < options_.iterations; ++k) {
      if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
      DetectResult found;  // rows are only ever appended: multipliers stay where they are
      if (Outcome bad = contact.detect(w, found, context); !bad) return bad;
      if (Outcome bad = linearise(contact, w, context); !bad) return bad;
      sweep(contact.rows(), D, predictor, w, small);
      Real moved = 0;
      for (std::size_t i = 0; i < next_.size(); ++i)
        moved = std::max(moved, std::abs(next_[i] - w[i]));
      std::copy(next_.begin(), next_.end(), w.begin());
      clean = found.needs == 0 && moved <= small;
      if (found.added == 0 && moved <= small) break;
    }
    return {};
  }

  /// The row that added most energy, if all of them together added too much or are not enough. What
  /// is on a prescribed path counts too: a driven wall gives what the body in front of it gains. And
  /// with the first push of all there is no energy yet to compare with.
  Outcome find_worst_row(const ContactModel& contact, View<Real> w, bool clean, Index& worst,
                         Context& context) {
    const ContactRows& rows = contact.rows();
    held_.clear();
    for (Index r = 0; r < rows.count; ++r)
      if (rows.held[static_cast<std::size_t>(r)]) held_.push_back(r);
    held_change_.resize(held_.size());
    if (Outcome bad = contact.evaluate(held_, w, {.held = held_change_.data()}, context); !bad)
      return bad;
    Real work = 0, most = 0;
    std::size_t next_held = 0;
    for (std::size_t r = 0; r < lambda_.size(); ++r) {
      Real change = rows.held[r] ? held_change_[next_held++] : 0;
      for (const auto e : entries(rows, r)) change += gradient_[e] * w[at(rows, e)];
      work += lambda_[r] * change;
      if (lambda_[r] * change > most) most = lambda_[r] * change, worst = static_cast<Index>(r);
    }
    const Real energy = context.step.energy;
    if (clean && (energy == 0 || work <= options_.energy_share * energy)) worst = kNone;
    return {};
  }

  /// Values and gradients of all rows at w. Members keep their memory: a warm step allocates
  /// nothing.
  Outcome linearise(ContactModel& contact, View<Real> w, Context& context) {
    const ContactRows& rows = contact.rows();
    const auto count = static_cast<std::size_t>(rows.count);
    lambda_.resize(count, 0);
    value_.resize(count), gradient_.resize(rows.dof.size()), all_.resize(count);
    for (std::size_t r = 0; r < count; ++r) all_[r] = static_cast<Index>(r);
    return contact.evaluate(all_, w, {.value = value_.data(), .gradient = gradient_.data()},
                            context);
  }

  /// Finds multipliers of the linearised rows, and next_ = w' with them.
  void sweep(const ContactRows& rows, View<Real> D, View<Real> predictor, View<Real> w,
             Real small) {
    next_.assign(predictor.begin(), predictor.end());
    for (std::size_t r = 0; r < lambda_.size(); ++r) push(rows, r, D, lambda_[r]);
    for (Index k = 0; k < options_.sweeps; ++k) {
      ++sweeps_;
      Real moved = 0;
      for (std::size_t r = 0; r < lambda_.size(); ++r) {
        Real residual = value_[r] - rows.lower[r], compliance = 0;
        for (const auto e : entries(rows, r)) {
          const std::size_t i = at(rows, e);
          residual += gradient_[e] * (next_[i] - w[i]);
          compliance += gradient_[e] * gradient_[e] / D[i];
        }
        if (!(compliance > 0)) continue;  // nothing in this row can move
        const Real change = std::max(-lambda_[r], -residual / compliance);
        moved = std::max(moved, push(rows, r, D, change));
        lambda_[r] += change;
      }
      if (moved <= small) return;
    }
  }

  /// next_ += D^-1 G_r' change; returns the largest movement.
  Real push(const ContactRows& rows, std::size_t r, View<Real> D, Real change) {
    Real moved = 0;
    for (const auto e : entries(rows, r)) {
      const std::size_t i = at(rows, e);
      const Real step = gradient_[e] * change / D[i];
      next_[i] += step;
      moved = std::max(moved, std::abs(step));
    }
    return moved;
  }

  Outcome report(const ContactRows& rows, StepSolution& solution) const {
    std::fill(solution.contact_force.begin(), solution.contact_force.end(), 0);
    solution.group->assign(solution.w.size(), kNone);
    for (std::size_t r = 0; r < lambda_.size(); ++r)
      for (const auto e : entries(rows, r)) {
        const std::size_t i = at(rows, e);
        solution.contact_force[i] += gradient_[e] * lambda_[r];
        (*solution.group)[i] = 0;  // all rows were one problem
      }
    *solution.multiplier = lambda_;
    return {};
  }

  static constexpr int kAttempts = 6;
  Options options_;
  Index sweeps_ = 0;
  std::vector<Real> lambda_, value_, gradient_, next_, held_change_;
  std::vector<Index> all_, held_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
