// What velocities lack in implicit steps with "stop", by which the account of energy is kept.
#pragma once

#include <tactus/integrator.hpp>

namespace newmark {
using namespace tactus;

/// What the velocity of a state lacks in implicit steps with "stop", as columns of State::extra. Half of the force
/// f that contact has at x_n enters v_n: what stays pressed has v_n = -dt/4 M^-1 f, and gets it back when f ends.
/// The energy of a run is that of v_n + dt/4 M^-1 f.
struct Lag {
  View<Real> velocity{},
      momentum{};  ///< [dofs] dt/4 M^-1 f, 0 where motion is prescribed, and M times it

  /// The last two columns. @param dofs  of the model
  static Lag of(View<Real> extra, std::size_t dofs) {
    return {extra.last(2 * dofs).first(dofs), extra.last(dofs)};
  }
  /// J, what the lag adds to the kinetic energy.
  Real energy(View<Real> v, View<std::uint8_t> prescribed) const;
};

/// What contact did in a step; empty: nothing.
struct Pressed {
  View<Real> correction{}, impulse{};  ///< [dofs] m, of positions, and N s
  Real dt = 0;
};
/// Writes the columns of the state at the end of a step, and puts what they change into the account.
void note_lag(const StateView& old, View<std::uint8_t> prescribed, const Pressed& pressed,
              const StateOut& next, EnergyAccount& account);

/// Warns where a step is so long that contact gains energy. @returns whether it is
bool warn_of_long_steps(Real dt, Context& context);

}  // namespace newmark
