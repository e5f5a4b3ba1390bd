// The contact law tresca: friction up to a shear strength of the interface, whatever presses it.
#include <Eigen/LU>
#include <tactus/friction/own_friction.hpp>
#include <tactus/friction/pressed_equation.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's condition with Newton's restitution, and |R_T| <= s A dt with
/// R_T = -s A dt U_T/|U_T| where the contact slides. Theory: README.md in this folder.
class Tresca final : public ContactLaw {
 public:
  struct Options {
    Real limit = 1000, area = 0;
    void describe(OptionVisitor& o) {
      o.real("limit", limit).unit("Pa").at_least(0).help("shear strength of the interface");
      o.real("area", area)
          .unit("m^2")
          .at_least(0)
          .help("share of the surface that every contact stands for; 0: as the meshes have it");
    }
  };
  explicit Tresca(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::implicit_law, capability::linearised, capability::own_friction})
      c.provides(name);
    if (o_.area == 0) c.provides(capability::needs_area);
  }

  /// N s, the most that friction gives in the step.
  Real strength(const ReactionProblem& p, Index i) const {
    return o_.limit * friction::area_of(p, i, o_.area, "tresca") * p.dt;
  }
  template <class Vector>
  static Vector clipped(const Vector& s, Real most) {
    const Real size = s.norm();
    return size > most ? Vector(most / size * s) : s;
  }
  template <class Matrix, class Vector>
  static Vector reaction(const Matrix& S, const Vector& b, Real most);
  template <class Vector>
  static Real misfit(const Vector& u, const Vector& r, Real rho, Real most) {
    return (r - clipped(Vector(r - rho * u), most)).norm() / rho;
  }
  template <class Vector>
  static Real nearest(const Vector& /*u*/, const Vector& r, Real most) {
    return std::min(most, r.norm());
  }
  template <class Tangent>
  static friction::TangentialEquation<Tangent> equation(const Tangent& u, const Tangent& r,
                                                        Real rho, Real most);
  /// |R_T| over the most, for R_T against U_T.
  template <class Tangent>
  static friction::TangentialShare<Tangent> share(const Tangent& u, const Tangent& r, Real most) {
    const Real speed = u.norm();
    const Tangent t = u / speed;
    return {
        .value = -r.dot(t) / most, .by_U = (r.dot(t) * t - r) / (most * speed), .by_R = -t / most};
  }
  template <class Tangent>
  static Tangent slow_slope(const Tangent& s, Real rho, Real most) {
    const Real size = s.norm();
    return size > 0 && size < most ? Tangent(friction::kSlowly / rho / size * s) : Tangent::Zero();
  }
  template <class Tangent>
  static bool sticks(const Tangent& u, const Tangent& r, Real rho, Real most) {
    return (r - rho * u).norm() <= most;
  }

 private:
  static constexpr Index kSlip = 0;

  Index do_solve(const LawBatch& batch, Context&) const override;
  void do_residual(const LawResidual& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::residual_pressed<D>(at, *this); });
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::linearise_pressed<D>(at, *this); });
  }
  Real do_reach(const Scales& scales) const override { return friction::touching(scales); }
  void do_history(HistoryVisitor& columns) const override {
    columns.column("slip", "m", 1, 0, "way that the contact has slid");
  }

  Options o_;
};

/// The R_T of least energy (1/2 R_T' S + b') R_T with |R_T| <= most. It is -S^-1 b, or lies on the circle:
/// R_T = -(S + lambda I)^-1 b with the lambda > 0 for which |R_T| = most, which is the slip |U_T| over most.
template <class Matrix, class Vector>
Vector Tresca::reaction(const Matrix& S, const Vector& b, Real most) {
  if (most == 0) return Vector::Zero();
  const auto at = [&](Real lambda) {
    return Vector(-Matrix(S + lambda * Matrix::Identity()).inverse() * b);
  };
  Vector R = at(0);
  if (R.norm() <= most) return R;
  // 1/|R_T(lambda)| is concave and almost straight: Newton's method from the left rises to the root.
  Real lambda = 0;
  for (int k = 0; k < 50; ++k) {
    const Real size = R.norm();
    const Vector slope = Matrix(S + lambda * Matrix::Identity()).inverse() * R;
    const Real next = lambda + (size / most - 1) * size * size / R.dot(slope);
    if (!(next > lambda)) break;
    lambda = next, R = at(lambda);
  }
  return clipped(R, most);
}

Index Tresca::do_solve(const LawBatch& batch, Context&) const {
  const ReactionProblem& p = *batch.problem;
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    friction::solve_pressed<D>(batch, *this);
    for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
      const Index i = batch.contacts[k];
      const Vec<D> R = point<D>(View<Real>(batch.R), i);
      const Vec<D> U =
          point<D>(batch.free, static_cast<Index>(k)) + block<D>(p.delassus_diagonal, i) * R;
      const auto at = static_cast<std::size_t>(i * p.history_size + kSlip);
      p.history_new[at] =
          p.history_old[at] + (R.isZero(0) ? Real(0) : p.dt * U.template tail<D - 1>().norm());
    }
  });
  return 0;
}

/// R_T = P(R_T - rho U_T) with the projection P onto |R_T| <= most.
template <class Tangent>
friction::TangentialEquation<Tangent> Tresca::equation(const Tangent& u, const Tangent& r, Real rho,
                                                       Real most) {
  using Matrix = typename friction::TangentialEquation<Tangent>::Matrix;
  const Tangent s = r - rho * u;
  const Real size = s.norm();
  if (size <= most) return {.C = u, .by_U = Matrix::Identity(), .by_R = Matrix::Zero()};
  const Tangent t = s / size;
  const Matrix turns = most / size * (Matrix::Identity() - t * t.transpose());
  return {.C = (r - most * t) / rho, .by_U = turns, .by_R = (Matrix::Identity() - turns) / rho};
}

}  // namespace

TACTUS_PLUGIN(Tresca, "tresca",
              "Friction up to a shear strength, whatever presses: |R_T| <= s A dt")
