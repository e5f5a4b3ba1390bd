// Friction of bristles: a spring along the normal, and along the tangents one whose stretch is the slip so
// far, kept in the history, no more than mu R_N. Faults may be put into it. With friction of its own, mu is 0.4
// where it slides fast, and 0.6 where it sticks.
#pragma once

#include <algorithm>
#include <cmath>
#include <tactus/contact_law.hpp>
#include <tactus/friction/own_friction.hpp>

namespace tactus::conformance {

class Brush final : public ContactLaw {
 public:
  enum class Fault {
    none,
    forgets_the_step,
    grows,
    strengthens,
    none_own_friction,
    own_width,
    writes_beyond,
    springs_back
  };
  explicit Brush(Fault fault) : fault_(fault) {}
  void capabilities(Capabilities& c) const override {
    c.provides(capability::explicit_law);
    if (own()) c.provides(capability::own_friction);
  }

 private:
  static constexpr Real kStiffness = 1e6;  // N/m

  bool own() const { return fault_ == Fault::none_own_friction; }
  static Real own_friction(Real slip) { return 0.4 + 0.2 * std::exp(-slip / 0.1); }

  template <int D>
  void solve_one(const LawBatch& batch, Index contact) const {
    const ReactionProblem& p = *batch.problem;
    const auto i = static_cast<std::size_t>(contact);
    Eigen::Map<Vec<D>> R(batch.R.data() + contact * D);
    R.setZero();
    const Index first = contact * (fault_ == Fault::own_width ? 2 : p.history_size);
    Eigen::Map<const Eigen::Matrix<Real, D - 1, 1>> old(p.history_old.data() + first);
    Eigen::Map<Eigen::Matrix<Real, D - 1, 1>> next(p.history_new.data() + first);
    next.setZero();
    if (!(p.gap[i] < 0)) return;
    const Real normal = -kStiffness * p.gap[i];
    const auto slip = point<D>(p.U_old, contact).template tail<D - 1>();
    Real bound = (own() ? own_friction(slip.norm()) : p.friction[i]) * normal / kStiffness;
    if (fault_ == Fault::strengthens) bound *= 1 + 1e3 * old.norm();
    const Real dt = fault_ == Fault::forgets_the_step ? 1 : p.dt;
    next = old + dt * slip;
    if (fault_ == Fault::grows) next += 10 * p.dt * old;
    if (next.norm() > bound) next *= bound / next.norm();
    R[0] = normal * p.dt;
    R.template tail<D - 1>() = -kStiffness * p.dt * next;
    if (fault_ == Fault::springs_back && old.dot(slip) < 0) R.template tail<D - 1>() *= 1.2;
    if (fault_ == Fault::writes_beyond) p.history_new[static_cast<std::size_t>(first + 2)] = 0;
  }
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) -> Index {
      for (const Index i : batch.contacts) solve_one<D>(batch, i);
      return 0;
    });
  }
  void do_history(HistoryVisitor& columns) const override { columns.column("past", "1", 2); }
  Real do_stored_energy(const LawBatch& batch) const override {
    Real energy = 0;
    for (const Index i : batch.contacts) {
      const Real gap = std::min(Real(0), batch.problem->gap[static_cast<std::size_t>(i)]);
      energy += kStiffness * gap * gap / 2;
    }
    return energy;
  }
  Real do_time_step_limit(Real w) const override { return 2 / std::sqrt(kStiffness * w); }
  Fault fault_;
};

}  // namespace tactus::conformance
