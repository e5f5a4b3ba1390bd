#include <algorithm>
#include <cmath>
#include <tactus/contact_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// State law and source here. To start from: a spring and a dashpot along the normal, with what is known at the middle
/// of the step, the gap g and the velocity U of t_n. What has touched is glued, and pulls until it is broken for good:
///   R_N = dt (-spring g - dashpot U_N),  glued: R_N >= -dt strength,  otherwise R_N >= 0
///   R_T = -min(dt grip, 1/trace W) U_T, at most mu |R_N|, where g <= 0
class TemplateName final : public ContactLaw {
 public:
  struct Options {
    Real spring = 1e6, dashpot = 0, grip = 1e6, strength = 0;
    void describe(OptionVisitor& o) {
      o.real("spring", spring).unit("N/m").above(0).help("stiffness of one contact");
      o.real("dashpot", dashpot).unit("N s/m").at_least(0).help("damping of one contact");
      o.real("grip", grip)
          .unit("N s/m")
          .above(0)
          .help("by which friction acts on what slides slowly");
      o.real("strength", strength).unit("N").at_least(0).help("pull at which what is glued breaks");
    }
  };
  explicit TemplateName(const Options& o) : o_(o) {}

  /// Reactions follow from what is known; laws whose reactions hold for the velocity at the end claim implicit_law.
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  static constexpr Real kNew = 0, kGlued = 1, kBroken = 2;

  /// What a contact remembers by its key. The kernel holds it, as steps may be tried several times.
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }
  /// What is broken stays so while the bodies are apart.
  bool do_keeps_absent_history() const override { return true; }
  /// Contacts are wanted up to the gap at which the last one breaks.
  Real do_reach(const Scales&) const override { return o_.strength / o_.spring; }

  /// Stands before do_solve(): clang 14 leaves out a template below that a generic lambda alone calls.
  template <int D>
  void solve_one(const LawBatch& batch, Index contact) const {
    const ReactionProblem& p = *batch.problem;
    const auto i = static_cast<std::size_t>(contact);
    const auto h = static_cast<std::size_t>(contact * p.history_size);
    const Vec<D> U = point<D>(p.U_old, contact);
    const Real gap = p.gap[i];
    Real past = p.history_old[h];
    if (past == kNew && gap <= 0) past = kGlued;
    Real force = 0;
    if (gap < 0 || past == kGlued) force = -o_.spring * gap - o_.dashpot * U[0];
    const bool parts = gap > 0 && (force < -o_.strength || o_.spring * gap > o_.strength);
    if (past == kGlued && parts) past = kBroken, force = 0;
    if (past != kGlued) force = std::max(force, Real(0));
    p.history_new[h] = past;
    Eigen::Map<Vec<D>> R(batch.R.data() + contact * D);
    R.setZero();
    R[0] = p.dt * force;
    if (gap > 0) return;
    const Real rate = std::min(p.dt * o_.grip, 1 / block<D>(p.delassus_diagonal, contact).trace());
    const Vec<D - 1> stop = -rate * U.template tail<D - 1>();
    const Real most = p.friction[i] * std::abs(R[0]), size = stop.norm();
    R.template tail<D - 1>() = size > most ? Vec<D - 1>(most / size * stop) : stop;
  }

  /// All contacts of the batch. Const: several threads may call. Returns how many did not converge.
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) -> Index {
      for (const Index contact : batch.contacts) solve_one<D>(batch, contact);
      return 0;
    });
  }

  /// Of the leapfrog with a dashpot that lags behind, with w = W_NN: 2/omega (sqrt(1 + zeta^2) - zeta).
  Real do_time_step_limit(Real w) const override {
    const Real omega = std::sqrt(o_.spring * w), zeta = o_.dashpot * w / (2 * omega);
    return 2 / omega / (std::sqrt(1 + zeta * zeta) + zeta);
  }
  /// J, of the springs; the balance of energy counts it.
  Real do_stored_energy(const LawBatch& batch) const override {
    const ReactionProblem& p = *batch.problem;
    Real energy = 0;
    for (const Index contact : batch.contacts) {
      const Real gap = p.gap[static_cast<std::size_t>(contact)];
      const auto h = static_cast<std::size_t>(contact * p.history_size);
      if (gap < 0 || p.history_new[h] == kGlued) energy += o_.spring * gap * gap / 2;
    }
    return energy;
  }

  Options o_;
};
}  // namespace

TACTUS_PLUGIN(TemplateName, "template_name", "What it is, and where it is published")
