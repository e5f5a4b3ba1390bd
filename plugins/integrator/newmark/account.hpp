// Where the energy of an explicit step goes: the sums of the balance that newmark satisfies exactly
// with beta = 0 (docs/theory/energy_account.md).
#pragma once

#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>

namespace newmark {
using namespace tactus;

/// sum m a a over all degrees of freedom (a is 0 where they are prescribed).
Real weighted_square(View<Real> mass, View<Real> a);

/// The account's part that has nothing to do with contact: what forces did, and the shifts
/// -dt^2/8 a'Ma.
struct StepMotion {
  View<Real> mass, u, a_old, a_new;
  Real dt = 0, gamma = 0.5;
};
void account_for_motion(const StepMotion& step, EnergyAccount& account, Context& context);

/// The step problem of newmark, which knows what becomes of velocities where contact corrects
/// positions.
class Problem final : public IncrementProblem {
 public:
  struct Rule {
    const System* system = nullptr;
    StateView old{};
    Real dt = 0;
    Real bounce = 1;       ///< e: 1 reflect, 0 stop
    bool restore = false;  ///< angular momentum is restored
  };
  void set_rule(const Rule& rule) { rule_ = rule; }
  CorrectionEnergy correction_energy(const Correction& part, Context& context) const override;

 private:
  Rule rule_;
};

}  // namespace newmark
