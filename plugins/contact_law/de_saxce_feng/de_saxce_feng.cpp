// The contact law de_saxce_feng: contact with Coulomb friction as one projection on the friction
// cone.
#include <tactus/friction/projection_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as one projection on the friction cone, Solfec (80):
///   R <- proj_K(R - rho (Ubar + mu |U_T| n)),
/// repeated with rho = dim/trace W_ii. (rho = 1 as printed implies a mass of one kilogram and works
/// for such bodies only.) After `projections` steps Newton's method solves (80) as an equation to
/// the required accuracy. Theory: README.md in this folder.
struct DeSaxceFeng {
  template <int D>
  struct Steps {
    explicit Steps(const friction::LocalContact<D>& contact) : c(contact), rho(contact.rho()) {}
    Vec<D> operator()(const Vec<D>& at) const {
      return friction::cone_step<D>(c.velocity(at), at, c.mu, rho);
    }
    friction::ConeEquation equation(Real factor) const { return {factor * rho}; }
    const friction::LocalContact<D>& c;
    Real rho;
  };
  template <int D>
  static constexpr auto step = friction::cone_step<D>;
};
}  // namespace

TACTUS_PLUGIN(friction::ProjectionLaw<DeSaxceFeng>, "de_saxce_feng",
              "Projection on the cone of friction, De Saxce and Feng; Solfec (80)")
