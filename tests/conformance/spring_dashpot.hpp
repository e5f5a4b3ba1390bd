// A contact law that gives a reaction from gap and velocity at hand, and holds what has touched: a
// spring and a dashpot along the normal that pull up to a strength, and then are broken for good;
// friction that is viscous up to mu R_N. Faults may be put into it.
#pragma once

#include <atomic>
#include <cmath>
#include <tactus/contact_law.hpp>

#include "many_calls.hpp"

namespace tactus::conformance {

class SpringDashpot : public ContactLaw {
 public:
  enum class Fault {
    none,
    pulls_inside,
    force_for_impulse,
    negative_dashpot,
    friction_without_bound,
    friction_along_slip,
    says_no_reach,
    advances_in_trials,
    remembers_breaking,
    limit_twice,
    limit_of_heavier,
    energy_when_open,
    stiff_when_straight,
    energy_a_little_more,
    rounds_the_step,
    soft_when_deep,
    tires,
    energy_a_trifle_more,
    soft_when_very_deep
  };
  explicit SpringDashpot(Fault fault = Fault::none) : fault_(fault) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  static constexpr Real kStiffness = 1e6, kDamping = 50, kStrength = 100;  // N/m, N s/m, N
  static constexpr Real kNew = 0, kHeld = 1, kBroken = 2;

  template <int D>
  Vec<D - 1> friction(const Vec<D - 1>& slip, Real mu, Real R_N, Real dt) const {
    const Real bound = mu * std::abs(R_N);
    Vec<D - 1> R = -10 * kDamping * dt * slip;
    if (is(Fault::friction_without_bound)) return R;
    if (is(Fault::friction_along_slip)) R = -R;
    const Real size = R.norm();
    return size > bound ? Vec<D - 1>(bound / size * R) : R;
  }
  template <int D>
  void solve_one(const LawBatch& batch, Index contact) const {
    const ReactionProblem& p = *batch.problem;
    const auto i = static_cast<std::size_t>(contact);
    const Vec<D> U = point<D>(p.U_old, contact);
    const bool in_trials = fault_ == Fault::advances_in_trials;
    const auto h = static_cast<std::size_t>(contact * p.history_size);
    Real state = in_trials ? p.history_new[h] + p.history_old[h] : p.history_old[h];
    if (fault_ == Fault::remembers_breaking && broken_) state = kBroken;
    const Real gap = p.gap[i];
    if (state == kNew && gap <= 0) state = kHeld;
    Real force = 0;
    if (gap < 0 || state == kHeld)
      force = -kStiffness * gap - (is(Fault::negative_dashpot) ? -40 : 1) * kDamping * U[0];
    const bool parts = gap > 0 && (force < -kStrength || kStiffness * gap > kStrength);
    if (state == kHeld && parts) state = kBroken, broken_ = true, force = 0;
    if (state != kHeld) force = std::max(force, Real(0));
    p.history_new[h] = state;
    if (is(Fault::pulls_inside)) force = -force;
    if (is(Fault::soft_when_deep) && gap < -100) force = 0;
    if (is(Fault::soft_when_very_deep) && gap < -1000) force = 0;
    if (is(Fault::tires) && ++calls_ > kManyCalls) force *= 0.999;
    if (is(Fault::stiff_when_straight) && U[1] == 0) force *= 1.01;
    Eigen::Map<Vec<D>> R(batch.R.data() + contact * D);
    R.setZero();
    R[0] = force * (is(Fault::force_for_impulse) ? 1
                    : is(Fault::rounds_the_step) ? static_cast<float>(p.dt)
                                                 : p.dt);
    if (gap > 0) return;
    R.template tail<D - 1>() = friction<D>(U.template tail<D - 1>(), p.friction[i], R[0], p.dt);
  }
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) -> Index {
      for (const Index i : batch.contacts) solve_one<D>(batch, i);
      return 0;
    });
  }
  Real do_reach(const Scales&) const override {
    return is(Fault::says_no_reach) ? 0 : kStrength / kStiffness;
  }
  bool do_keeps_absent_history() const override { return true; }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1"); }
  /// Of the leapfrog with a dashpot that lags behind: 2/omega (sqrt(1 + zeta^2) - zeta).
  Real do_time_step_limit(Real w) const override {
    if (is(Fault::limit_of_heavier)) return std::sqrt(w / kStiffness);
    const Real omega = std::sqrt(kStiffness * w), zeta = kDamping * w / (2 * omega);
    return (is(Fault::limit_twice) ? 4 : 2) / omega / (std::sqrt(1 + zeta * zeta) + zeta);
  }
  Real do_stored_energy(const LawBatch& batch) const override {
    Real energy = 0;
    for (const Index contact : batch.contacts) {
      const auto i = static_cast<std::size_t>(contact);
      const Real gap = batch.problem->gap[i];
      const auto h = static_cast<std::size_t>(contact * batch.problem->history_size);
      if (gap < 0 || batch.problem->history_new[h] == kHeld || is(Fault::energy_when_open))
        energy += kStiffness * gap * gap / 2;
    }
    return energy * (is(Fault::energy_a_little_more)   ? 1.001
                     : is(Fault::energy_a_trifle_more) ? 1.0001
                                                       : 1);
  }
  bool is(Fault fault) const { return fault_ == fault; }
  Fault fault_;
  mutable bool broken_ = false;
  mutable std::atomic<int> calls_ = 0;
};

}  // namespace tactus::conformance
