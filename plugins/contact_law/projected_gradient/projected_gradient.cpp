// The contact law projected_gradient: contact with Coulomb friction by two alternating projections.
#include <tactus/friction/projection_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as two projections, Solfec (76)-(77):
///   R_N <- max(0, R_N - rho_N Ubar_N),  R_T <- proj_D(mu R_N) (R_T - rho_T U_T),
/// repeated. The tangential projection uses the velocity that follows from the new R_N. Instead of
/// the single rho > 0 that is printed, rho_N = 1/W_NN and rho_T = 1/(largest eigenvalue of W_TT).
/// After `projections` steps Newton's method solves the two projections as an equation to the
/// required accuracy. Theory: README.md in this folder.
struct ProjectedGradient {
  template <int D>
  struct Steps : friction::SplitSteps<D> {
    using friction::SplitSteps<D>::SplitSteps;
    friction::DiscEquation equation(Real factor) const {
      return {factor * this->rho_n(), factor * this->rho_t()};
    }
  };
  template <int D>
  static constexpr auto step = friction::disc_step<D>;
};
}  // namespace

TACTUS_PLUGIN(friction::ProjectionLaw<ProjectedGradient>, "projected_gradient",
              "Projections on half-line and disc, Alart and Curnier; Solfec (76)-(77)")
