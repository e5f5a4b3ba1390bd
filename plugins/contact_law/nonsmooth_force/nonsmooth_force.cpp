// The contact law nonsmooth_force: contact with Coulomb friction by Newton's method on an equation
// in forces.
#include <tactus/friction/newton_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as a nonsmooth equation in forces, Solfec (81)-(83).
/// Newton's method starts from the current reaction, with rho = dim/trace W_ii. Each step
/// classifies the contact as open, sticking or sliding by d_N = R_N - rho Ubar_N and d_T = R_T -
/// rho U_T. The method thus is also an active set method, and a sticking contact is solved exactly
/// after one step. Theory: README.md in this folder.
struct NonsmoothForce {
  template <int D>
  static friction::DiscEquation form(const friction::LocalContact<D>& c, Real factor) {
    return {factor * c.rho(), factor * c.rho()};
  }
  template <int D>
  static constexpr auto step = friction::disc_step<D>;
};
}  // namespace

TACTUS_PLUGIN(friction::NewtonLaw<NonsmoothForce>, "nonsmooth_force",
              "Coulomb friction: nonsmooth equation in forces, Hueeber, Stadler and Wohlmuth; "
              "Solfec (81)-(83)")
