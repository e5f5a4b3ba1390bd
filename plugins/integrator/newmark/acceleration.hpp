// Accelerations without contact: a = M^-1 F with the lumped or the consistent mass, and of what supports
// move.
#pragma once

#include <tactus/integrator.hpp>
#include <vector>

namespace newmark {
using namespace tactus;

/// With the consistent mass nodes feel the inertia of prescribed neighbours, so that accelerations of the
/// prescribed motion are needed: M a = F on free degrees of freedom, with a_p on the others. a_p follows
/// from the prescribed velocities by Newmark's own relation, v_{n+1} = v_n + dt [(1 - gamma) a_n + gamma
/// a_{n+1}]: then momentum is exact to rounding where supports move, too.
///
/// State::a is 0 where motion is prescribed, as for all integrators. The first column of State::extra, which
/// the consistent mass needs, holds a_p there, and M a elsewhere, without the part of a_p: what the energies of
/// a step are formed with.
class Accelerations {
 public:
  Accelerations(Mass mass, Real gamma) : mass_(mass), gamma_(gamma) {}
  Mass mass() const { return mass_; }
  bool is_consistent() const { return mass_ == Mass::consistent; }

  /// Those of prescribed degrees of freedom at the end of the step from `old`. Consistent mass only.
  void find_prescribed(const System& system, const StateView& old, Real dt);
  /// [dofs] as find_prescribed() has found them; 0 elsewhere.
  View<Real> prescribed() const { return prescribed_; }
  /// Before the first step: nothing prescribed is accelerated.
  void start(const System& system);

  /// Writes a and extra of a state from the force there.
  Outcome write(const ForceQuery& at, System& system, const StateOut& state, Context& context);

  /// [dofs] N, M abar of the mean acceleration abar of prescribed degrees of freedom in the step; empty: it
  /// is 0. Valid until the next call.
  View<Real> inertia_of_prescribed(const System& system, Context& context);

 private:
  Mass mass_;
  Real gamma_;
  bool moves_ = false;
  std::vector<Real> prescribed_, mean_, inertia_;  ///< mean_: of the step, 0 on free dofs
};

}  // namespace newmark
