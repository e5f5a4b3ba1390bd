// The contact law viscous: a film between the surfaces that resists in proportion to the speed.
#include <Eigen/LU>
#include <tactus/friction/own_friction.hpp>
#include <tactus/friction/pressed_equation.hpp>
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
    for (auto name : {capability::implicit_law, capability::linearised, capability::own_friction})
      c.provides(name);
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
  /// R_T = -strength U_T.
  template <class Tangent>
  static friction::TangentialEquation<Tangent> equation(const Tangent& u, const Tangent& r,
                                                        Real rho, Real strength) {
    using Matrix = typename friction::TangentialEquation<Tangent>::Matrix;
    const Real scale = 1 / (rho + strength);
    return {.C = scale * (r + strength * u),
            .by_U = scale * strength * Matrix::Identity(),
            .by_R = scale * Matrix::Identity()};
  }
  /// -R_T . U_T / (strength U_T^2).
  template <class Tangent>
  static friction::TangentialShare<Tangent> share(const Tangent& u, const Tangent& r,
                                                  Real strength) {
    const Real scale = -1 / (strength * u.squaredNorm()), f = scale * r.dot(u);
    return {.value = f, .by_U = scale * r - 2 * f / u.squaredNorm() * u, .by_R = scale * u};
  }
  template <class Tangent>
  static Tangent slow_slope(const Tangent& s, Real rho, Real strength) {
    const Real size = s.norm();
    return size > 0 ? Tangent(friction::kSlowly / rho * strength / (rho + strength) / size * s)
                    : Tangent::Zero();
  }
  template <class Tangent>
  static bool sticks(const Tangent&, const Tangent&, Real, Real) {
    return false;
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
  void do_linearise(const LawLinearisation& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::linearise_pressed<D>(at, *this); });
  }
  Real do_reach(const Scales& scales) const override { return friction::touching(scales); }

  Options o_;
};

}  // namespace

TACTUS_PLUGIN(Viscous, "viscous",
              "A film that resists in proportion to the speed: R_T = -c A dt U_T")
