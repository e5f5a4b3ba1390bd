// The contact law tresca: friction up to a shear strength of the interface, whatever presses it.
#include <Eigen/LU>
#include <tactus/friction/own_friction.hpp>
#include <tactus/friction/pressed_law.hpp>
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

 private:
  static constexpr Index kSlip = 0;

  Index do_solve(const LawBatch& batch, Context&) const override;
  void do_residual(const LawResidual& at, Context&) const override {
    with_dimension(at.problem->dim,
                   [&]<int D>(Dimension<D>) { friction::residual_pressed<D>(at, *this); });
  }
  void do_linearise(const LawLinearisation& at, Context&) const override;
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

/// An equation of a contact in m/s and its derivatives.
template <int D>
struct Equation {
  Vec<D> C = Vec<D>::Zero();
  Mat<D> by_U = Mat<D>::Zero(), by_R = Mat<D>::Zero();
};

template <int D>
Equation<D> open(const Vec<D>& r, Real rho) {
  return {.C = r / rho, .by_R = Mat<D>::Identity() / rho};
}

/// U_N = 0, or R_N = 0 where that is not pressed, and R_T = P(R_T - rho U_T) with the projection P onto
/// |R_T| <= most.
template <int D>
Equation<D> closed(const Vec<D>& u, const Vec<D>& r, Real rho, Real most) {
  using Tangent = Mat<D - 1>;
  Equation<D> e{.C = u, .by_U = Mat<D>::Identity()};
  if (r[0] <= rho * u[0]) e.C[0] = r[0] / rho, e.by_U(0, 0) = 0, e.by_R(0, 0) = 1 / rho;
  const Vec<D - 1> s = r.template tail<D - 1>() - rho * u.template tail<D - 1>();
  const Real size = s.norm();
  if (size <= most) return e;
  const Vec<D - 1> t = s / size;
  const Tangent turns = most / size * (Tangent::Identity() - t * t.transpose());
  e.C.template tail<D - 1>() = (r.template tail<D - 1>() - most * t) / rho;
  e.by_U.template bottomRightCorner<D - 1, D - 1>() = turns;
  e.by_R.template bottomRightCorner<D - 1, D - 1>() = (Tangent::Identity() - turns) / rho;
  return e;
}

/// U_N = (2 - f) c with f = |R_T|/most, R_N = 0, and in space R_T along U_T.
template <int D>
Equation<D> lifting(const Vec<D>& u, const Vec<D>& r, Real rho, Real most) {
  using Tangent = Vec<D - 1>;
  Equation<D> e;
  const Tangent u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const Real speed = u_t.norm(), slow = friction::slowly<Tresca>(u_t, r_t, rho, most);
  const Tangent t = u_t / speed, s = r_t - rho * u_t;
  const Real along = 2 + r_t.dot(t) / most;  // 2 - f
  e.C[0] = u[0] - along * slow;
  e.by_U(0, 0) = 1;
  e.by_U.template block<1, D - 1>(0, 1) = slow / most / speed * (r_t.dot(t) * t - r_t).transpose();
  e.by_R.template block<1, D - 1>(0, 1) = -slow / most * t.transpose();
  if (s.norm() < most) {  // c falls with |s|
    const Tangent falls = along * slow / s.squaredNorm() * s;
    e.by_U.template block<1, D - 1>(0, 1) += rho * falls.transpose();
    e.by_R.template block<1, D - 1>(0, 1) -= falls.transpose();
  }
  e.C[1] = r[0] / rho, e.by_R(1, 0) = 1 / rho;
  if constexpr (D == 3) {
    const Real across = t[0] * r_t[1] - t[1] * r_t[0];
    e.C[2] = across / rho;
    e.by_U.template block<1, 2>(2, 1) =
        (Vec<2>(r_t[1], -r_t[0]) - across * t).transpose() / (speed * rho);
    e.by_R.template block<1, 2>(2, 1) = Vec<2>(-t[1], t[0]).transpose() / rho;
  }
  return e;
}

/// The equation of the state that is nearest. It holds only where the state does: one that opens too fast for
/// a closed contact, or too slowly for an open one, lifts.
template <int D>
Equation<D> nearest_state(const Vec<D>& u, const Vec<D>& r, Real rho, Real most) {
  const Vec<D - 1> u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const Real slow = friction::slowly<Tresca>(u_t, r_t, rho, most);
  const auto away = friction::pressed_distances<D, Tresca>(u, r, rho, most);
  const bool pressed = r[0] > rho * u[0], opens = !pressed && away.open < away.closed;
  const bool lifts = most > 0 && u_t.norm() > 0 &&
                     (away.lifting < std::min(away.open, away.closed) ||
                      (!pressed && (opens ? u[0] < 2 * slow : u[0] > slow)));
  if (lifts) {
    const Real with = friction::fading(u[0], slow) * most;
    const bool sticks = (r_t - rho * u_t).norm() <= with;
    return sticks ? closed<D>(u, r, rho, with) : lifting<D>(u, r, rho, most);
  }
  return opens ? open<D>(r, rho) : closed<D>(u, r, rho, most);
}

void Tresca::do_linearise(const LawLinearisation& at, Context&) const {
  const ReactionProblem& p = *at.problem;
  with_dimension(p.dim, [&]<int D>(Dimension<D>) {
    using RowMajor = Eigen::Matrix<Real, D, D, Eigen::RowMajor>;
    for (std::size_t k = 0; k < at.contacts.size(); ++k) {
      const Index i = at.contacts[k];
      Vec<D> u = point<D>(at.U, i);
      u[0] += rebound(p, i);
      const Equation<D> e = nearest_state<D>(
          u, point<D>(at.R, i), D / block<D>(p.delassus_diagonal, i).trace(), strength(p, i));
      const auto n = static_cast<Index>(k);
      Eigen::Map<Vec<D>>(at.C + n * D) = e.C;
      if (at.dC_dU) Eigen::Map<RowMajor>(at.dC_dU + n * D * D) = e.by_U;
      if (at.dC_dR) Eigen::Map<RowMajor>(at.dC_dR + n * D * D) = e.by_R;
    }
  });
}

}  // namespace

TACTUS_PLUGIN(Tresca, "tresca",
              "Friction up to a shear strength, whatever presses: |R_T| <= s A dt")
