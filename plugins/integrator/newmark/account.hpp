// The energy account of a step: the terms of the balance that newmark satisfies exactly
// (docs/theory/energy_account.md).
#pragma once

#include <optional>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>

#include "angular_momentum.hpp"

namespace newmark {
using namespace tactus;

/// sum m a a over all degrees of freedom (a is 0 where they are prescribed).
Real weighted_square(View<Real> mass, View<Real> a);

/// Computes the part of the account that does not involve contact: the work of forces, and the
/// shifts -dt^2/8 a'Ma.
struct StepMotion {
  View<Real> mass, u, a_old, a_new;
  Real dt = 0, gamma = 0.5, beta = 0;
  // With the consistent mass alone:
  View<Real> Ma_old{}, Ma_new{};  ///< N, on free dofs, without the part of prescribed ones
  View<Real> inertia{};           ///< N, M abar of prescribed degrees of freedom; empty: 0
  View<std::uint8_t> prescribed{};
};
void account_for_motion(const StepMotion& step, EnergyAccount& account, Context& context);
/// The same for beta > 0, where the shifts are dt^2/2 (beta - gamma/2) a'Ma.
void account_for_implicit_motion(const StepMotion& step, EnergyAccount& account, Context& context);
/// And for a mass that couples nodes.
void account_for_consistent_motion(const StepMotion& step, EnergyAccount& account,
                                   Context& context);
/// sum a'M a over free degrees of freedom, from State::a and State::extra.
Real consistent_square(View<Real> a, View<Real> Ma, View<std::uint8_t> prescribed);

/// The step problem of newmark. It knows how velocities change when contact corrects positions.
class Problem final : public IncrementProblem {
 public:
  struct Rule {
    const System* system = nullptr;
    StateView old{};
    Real dt = 0;
    Real bounce = 1;       ///< e: 1 reflect, 0 stop
    bool restore = false;  ///< whether angular momentum is restored
  };
  void set_rule(const Rule& rule) {
    rule_ = rule;
    if (!bodies_) bodies_.emplace(rule.system->layout());
  }
  CorrectionEnergy correction_energy(const Correction& part, Context& context) const override;

 private:
  Rule rule_;
  std::optional<BodiesOfDofs> bodies_;
};

}  // namespace newmark
