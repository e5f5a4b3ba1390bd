// A contact solver for explicit steps. The library of the SDK finds rows, divides them into components
// that share no degree of freedom, judges what comes out and treats what no rows settle; what is left to
// write is how one component is solved.
#include <algorithm>
#include <cmath>
#include <memory>
#include <tactus/plugin.hpp>
#include <tactus/projection/solver.hpp>
#include <vector>

namespace {
using namespace tactus;

struct Settings {
  Index iterations = 100, sweeps = 10000;
  Real small = 0;  ///< m, movement that ends the iterations
};

/// State method and source here. To start from: rows linearised at u, projected Gauss-Seidel for their
/// multipliers, until u stands, with the diagonal tangent D of the explicit step:
///   d' = D^-1 G' lambda,   lambda_i <- max(0, lambda_i - r_i/(G_i D^-1 G_i'))
/// with the row's residual r_i = g_i(u) + G_i (d' - d) - lower_i.
class TemplateComponent final : public ProjectionComponent {
 public:
  explicit TemplateComponent(const Settings& settings) : settings_(settings) {}

 private:
  /// In: Projection::d, where to start, and multipliers of the last solve. Out: u = predictor + d, d,
  /// multipliers, force = D d, and what it was like. Writes to its own rows and unknowns only: others
  /// are solved at the same time.
  void do_solve(const Projection& in, Context& context) override {
    const ContactRows& all = in.contact.rows();
    lambda_.clear();
    for (const Index r : rows) lambda_.push_back(in.multiplier[r]);
    Real moved = kUnlimited;
    while (moved > settings_.small && result.iterations < settings_.iterations) {
      ++result.iterations;
      if (result.outcome = linearise(in, context); !result.outcome) return;
      sweep(in, all);
      moved = 0;
      for (std::size_t k = 0; k < dof_.size(); ++k) {
        const Index dof = dof_[k];
        moved = std::max(moved, std::abs(next_[k] - in.d[dof]));
        in.d[dof] = next_[k];
        in.u[dof] = in.predictor[dof] + next_[k];
      }
    }
    result.converged = moved <= settings_.small;
    result.outcome = in.contact.evaluate(rows, in.u, {.value = value_.data()}, context);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      in.multiplier[rows[i]] = lambda_[i];
      if (value_[i] < 0) ++result.inconsistent;
    }
    for (const Index dof : dof_) in.force[dof] = in.diagonal[dof] * in.d[dof];
  }

  /// Values and gradients of the rows at u. Members keep their memory: a warm step allocates nothing.
  Outcome linearise(const Projection& in, Context& context) {
    value_.resize(rows.size());
    gradient_.resize(local_.size());
    return in.contact.evaluate(rows, in.u, {.value = value_.data(), .gradient = gradient_.data()},
                               context);
  }

  /// Finds multipliers of the linearised rows, and next_ = d' with them. local_ says which of the
  /// component's unknowns an entry of a row belongs to.
  void sweep(const Projection& in, const ContactRows& all) {
    next_.assign(dof_.size(), 0);
    std::size_t entry = 0;
    for (std::size_t i = 0; i < rows.size(); entry += entries(all, i++))
      push(in, entry, entries(all, i), lambda_[i]);
    for (Index k = 0; k < settings_.sweeps; ++k) {
      Real moved = 0;
      entry = 0;
      for (std::size_t i = 0; i < rows.size(); entry += entries(all, i++)) {
        Real residual = value_[i] - all.lower[rows[i]], compliance = 0;
        for (std::size_t e = entry; e < entry + entries(all, i); ++e) {
          const Index dof = dof_[local_[e]];
          residual += gradient_[e] * (next_[local_[e]] - in.d[dof]);
          compliance += gradient_[e] * gradient_[e] / in.diagonal[dof];
        }
        if (!(compliance > 0)) continue;  // nothing in this row can move
        const Real change = std::max(-lambda_[i], -residual / compliance);
        moved = std::max(moved, push(in, entry, entries(all, i), change));
        lambda_[i] += change;
      }
      if (moved <= settings_.small) return;
    }
  }
  std::size_t entries(const ContactRows& all, std::size_t i) const {
    return static_cast<std::size_t>(all.start[rows[i] + 1] - all.start[rows[i]]);
  }

  /// next_ += D^-1 G_i' change; returns the largest movement.
  Real push(const Projection& in, std::size_t first, std::size_t count, Real change) {
    Real moved = 0;
    for (std::size_t e = first; e < first + count; ++e) {
      const Real step = gradient_[e] * change / in.diagonal[dof_[local_[e]]];
      next_[local_[e]] += step;
      moved = std::max(moved, std::abs(step));
    }
    return moved;
  }

  const Settings& settings_;
  std::vector<Real> lambda_, value_, gradient_, next_;
};

class TemplateName final : public ProjectionSolver {
 public:
  /// Options of the library, and your own.
  struct Options : PassOptions {
    Index iterations = 100, sweeps = 10000;
    Real tolerance = 1e-10;
    void describe(OptionVisitor& o) {
      PassOptions::describe(o);
      o.integer("iterations", iterations)
          .at_least(1)
          .help("limit of linearisations of a component");
      o.integer("sweeps", sweeps).at_least(1).help("limit of sweeps over the rows in each of them");
      o.real("tolerance", tolerance).above(0).help("movement that ends it, over Scales::altitude");
    }
  };
  explicit TemplateName(const Options& o) : ProjectionSolver(o), options_(o) {}

  /// What others must provide is matched when a configuration is read; check-plugin tests claims.
  void capabilities(Capabilities& c) const override { claim(c); }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    ProjectionSolver::do_setup(setup, context);
    settings_ = {.iterations = options_.iterations,
                 .sweeps = options_.sweeps,
                 .small = options_.tolerance * context.scales.altitude};
  }
  std::unique_ptr<ProjectionComponent> do_make_component() const override {
    return std::make_unique<TemplateComponent>(settings_);
  }

  Options options_;
  Settings settings_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
