// The contact law nonsmooth_velocity: contact with Coulomb friction by Newton's method on an
// equation in velocities.
#include <tactus/friction/newton_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as a nonsmooth equation in velocities, Solfec (85)-(87):
///   C(R) = F + m(R - rho F)/rho,  F = Ubar + mu |U_T| n,  m(S) = S - proj_K(S),
/// solved by Newton's method from the current reaction, with rho = 1/W_NN. (The printed equation
/// has rho = 1, which adds metres per second to newton seconds.) Theory:
/// README.md in this folder.
struct NonsmoothVelocity {
  template <int D>
  static friction::ConeEquation form(const friction::LocalContact<D>& c, Real factor) {
    return {factor * (c.W(0, 0) > 0 ? 1 / c.W(0, 0) : c.rho())};
  }
  template <int D>
  static constexpr auto step = friction::cone_step<D>;
};
}  // namespace

TACTUS_PLUGIN(friction::NewtonLaw<NonsmoothVelocity>, "nonsmooth_velocity",
              "Nonsmooth equation in velocities; Solfec (85)-(87)")
