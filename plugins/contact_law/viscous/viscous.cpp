// The contact law viscous: a film between the surfaces that resists in proportion to the speed.
#include <Eigen/LU>
#include <tactus/friction/own_friction.hpp>
#include <tactus/friction/pressed_law.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's condition with Newton's restitution, and R_T = -c A dt U_T while the contact is closed.
/// Theory: README.md in this folder.
class Viscous final : public ContactLaw {
 public:
  struct Options {
    Real drag = 1000, area = 0;
    void describe(OptionVisitor& o) {
      o.real("drag", drag)
          .unit("Pa s/m")
          .at_least(0)
          .help("viscosity over the thickness of the film");
      o.real("area", area)
          .unit("m^2")
          .at_least(0)
          .help("share of the surface that every contact stands for; 0: as the meshes have it");
    }
  };
  explicit Viscous(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::implicit_law, capability::own_friction}) c.provides(name);
    if (o_.area == 0) c.provides(capability::needs_area);
  }

  /// kg, what friction gives in the step over the speed.
  Real strength(const ReactionProblem& p, Index i) const {
    return o_.drag * friction::area_of(p, i, o_.area, "viscous") * p.dt;
  }
  /// R_T = -strength (b + S R_T).
  template <class Matrix, class Vector>
  static Vector reaction(const Matrix& S, const Vector& b, Real strength) {
    return -strength * Matrix(Matrix::Identity() + strength * S).inverse() * b;
  }
  template <class Vector>
  static Real misfit(const Vector& u, const Vector& r, Real rho, Real strength) {
    return (r + strength * u).norm() / (rho + strength);
  }
  template <class Vector>
  static Real nearest(const Vector& u, const Vector& r, Real strength) {
    const Real against = -r.dot(u), speed = u.squaredNorm();
    if (!(against > 0)) return 0;
    return against < strength * speed ? against / speed : strength;
  }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    with_dimension(batch.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::solve_pressed<D>(batch, *this); });
    return 0;
  }
  void do_residual(const LawResidual& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::residual_pressed<D>(at, *this); });
  }
  Real do_reach(const Scales& scales) const override { return friction::touching(scales); }

  Options o_;
};

}  // namespace

TACTUS_PLUGIN(Viscous, "viscous",
              "A film that resists in proportion to the speed: R_T = -c A dt U_T")
