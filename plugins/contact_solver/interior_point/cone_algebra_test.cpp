// The cone's algebra and the linearised conditions of a contact beside dense matrices that are
// written from the definitions.
#include "cone_algebra.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

#include "contact_conditions.hpp"

using namespace interior_point;
using tactus::kUnlimited;

namespace {

template <int D>
struct Draw {
  explicit Draw(unsigned seed) : random(seed) {}
  Real uniform(Real a, Real b) { return std::uniform_real_distribution<Real>(a, b)(random); }
  Vec<D> any() {
    Vec<D> x;
    for (Real& e : x) e = uniform(-1, 1);
    return x;
  }
  /// Inside of the cone, often close to its surface, of any size.
  Vec<D> inside() {
    Vec<D> x = any();
    x[0] = x.template tail<D - 1>().norm() + std::pow(10, uniform(-6, 0));
    return x * std::pow(10, uniform(-3, 3));
  }
  std::mt19937 random;
};

/// L(x) with L(x) y = x o y, and Q_x = 2 L(x)^2 - L(x o x).
template <int D>
Mat<D> multiplication(const Vec<D>& x) {
  Mat<D> L = x[0] * Mat<D>::Identity();
  L.row(0) = x.transpose();
  L.col(0) = x;
  return L;
}
template <int D>
Mat<D> quadratic(const Vec<D>& x) {
  const Mat<D> L = multiplication<D>(x);
  return 2 * L * L - multiplication<D>(product<D>(x, x));
}

template <int D>
bool in_cone(const Vec<D>& x) {
  return x[0] >= x.template tail<D - 1>().norm();
}

template <int D>
void check_algebra(unsigned seed) {
  Draw<D> draw(seed);
  const Vec<D> x = draw.inside(), y = draw.inside(), dx = draw.any() * x.norm();
  const Vec<D> e = Vec<D>::Unit(0);
  const auto condition = [](const Vec<D>& v) { return v.squaredNorm() / determinant<D>(v); };
  CHECK((product<D>(x, inverse<D>(x)) - e).norm() <= 1e-14 * condition(x));
  const Mat<D> S = scaling<D>(x, y);
  CHECK((S * x - y).norm() <= 1e-13 * y.norm() * condition(x) * condition(y));
  CHECK((S - S.transpose()).norm() <= 1e-15 * S.norm());
  const Scaling<D> scaled(x, y);
  const Mat<D> T = scaled.root();
  CHECK((T * T - S).norm() <= 1e-13 * S.norm() * condition(x) * condition(y));
  CHECK((T * scaled.inverse_root() - Mat<D>::Identity()).norm() <=
        1e-13 * condition(x) * condition(y));
  CHECK((multiplication<D>(x) * dx - product<D>(x, dx)).norm() <= 1e-15 * x.norm() * dx.norm());
  CHECK((product<D>(x, quotient<D>(x, dx)) - dx).norm() <= 1e-13 * dx.norm() * condition(x));
  // It is the inverse of Q_w for a w in the cone: w = S^-1 applied to e is Q_w e = w o w.
  const Mat<D> Q = S.inverse();
  const Vec<D> square = Q.col(0);
  const Real size = std::sqrt(determinant<D>(square));
  const Vec<D> w = (square + size * e) / std::sqrt(2 * (square[0] + size));  // its square root
  CHECK((product<D>(w, w) - square).norm() <= 1e-12 * square.norm());
  CHECK((quadratic<D>(w) - Q).norm() <= 1e-7 * Q.norm());
  const Real step = step_to_boundary<D>(x, dx);
  if (step == kUnlimited || step > 1e6) {
    CHECK(in_cone<D>(Vec<D>(x + 1e5 * dx)));
  } else {
    CHECK(in_cone<D>(Vec<D>(x + (1 - 1e-7) * step * dx)));
    CHECK_FALSE(in_cone<D>(Vec<D>(x + (1 + 1e-7) * step * dx)));
  }
}

/// One contact alone with block V: a step of the eliminated system is that of the whole system in
/// (dz, dy), assembled without any elimination, with G' by central differences.
template <int D>
void check_step(unsigned seed, Real mu) {
  Draw<D> draw(seed);
  ContactState<D> c{.mu = mu, .z = draw.inside(), .u = draw.any(), .y = draw.inside()};
  c.z[0] /= mu;
  Mat<D> V = Mat<D>::Random();
  V = Mat<D>(V * V.transpose()) + Mat<D>::Identity();
  const Real target = draw.uniform(0.01, 1);
  const interior_point::ContactRows<D> rows = linearised<D>(c, target);
  const Vec<D> dz = Mat<D>(V + rows.A).inverse() * rows.b, dy = velocity_step<D>(c, V * dz);

  Mat<D> G;
  for (int k = 0; k < D; ++k) {
    const Vec<D> h = 1e-6 * Vec<D>::Unit(k);
    G.col(k) = (cone_velocity<D>(c.u + h, mu) - cone_velocity<D>(c.u - h, mu)) / 2e-6;
  }
  Mat<D> to_x = Mat<D>::Identity();
  to_x(0, 0) = mu;
  const Vec<D> x = to_x * c.z;
  Eigen::Matrix<Real, 2 * D, 2 * D> whole;
  whole << scaling<D>(x, c.y) * to_x, Mat<D>::Identity(), G * V, -Mat<D>::Identity();
  Eigen::Matrix<Real, 2 * D, 1> right;
  right << target * inverse<D>(x) - c.y, c.y - cone_velocity<D>(c.u, mu);
  const Eigen::Matrix<Real, 2 * D, 1> step = whole.fullPivLu().solve(right);
  CHECK((step.template head<D>() - dz).norm() <= 1e-4 * step.norm());
  CHECK((step.template tail<D>() - dy).norm() <= 1e-4 * step.norm());
}

}  // namespace

TEST_CASE("the cone's inverse, scaling and room are those of its definitions",
          "[interior_point][cone]") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    check_algebra<2>(seed);
    check_algebra<3>(seed);
  }
}

TEST_CASE("a contact's rows are Newton's method on De Saxce's form of the law",
          "[interior_point][cone]") {
  for (unsigned seed = 1; seed <= 100; ++seed)
    for (const Real mu : {0.05, 0.3, 0.9}) {
      CAPTURE(seed, mu);
      check_step<2>(seed, mu);
      check_step<3>(seed, mu);
    }
}

TEST_CASE("a second step leaves the products that it aims at but for terms of third order",
          "[interior_point][cone]") {
  // At a centred point, where x o y = tau e, with a target close to tau the step is small; what the product
  // misses then falls with the third power where the second order is taken, and with the second where not.
  const Real mu = 0.5;
  Mat<3> V = Mat<3>::Identity();
  V(0, 1) = V(1, 0) = 0.4, V(1, 2) = V(2, 1) = -0.3;
  ContactState<3> c{.mu = mu, .z = {3, 0.4, -0.6}};
  const Vec<3> x = cone_reaction<3>(c.z, mu);
  c.y = inverse<3>(x);  // tau = 1
  c.u = c.y;
  c.u[0] = mu * (c.y[0] - c.y.tail<2>().norm());  // so that y = G(u)
  c.lagged = true;                                // G is linear then, but for |u_T|
  const auto missed = [&](Real target, bool corrected) {
    ContactState<3> at = c;
    const auto step = [&] {
      const auto rows = linearised<3>(at, target);
      const Vec<3> dz = Mat<3>(V + rows.A).inverse() * rows.b;
      return std::pair{dz, velocity_step<3>(at, V * dz)};
    };
    if (corrected) {
      const auto [dz, dy] = step();
      at.second = second_order<3>(at, dz, dy);
    }
    const auto [dz, dy] = step();
    const Vec<3> end = product<3>(cone_reaction<3>(at.z + dz, mu), at.y + dy);
    return (end - target * Vec<3>::Unit(0)).norm();
  };
  CHECK(missed(1.02, false) / missed(1.01, false) == Approx(4).epsilon(0.1));
  CHECK(missed(1.02, true) / missed(1.01, true) == Approx(8).epsilon(0.1));
}

TEST_CASE("a contact without friction is a pair of half-lines", "[interior_point][cone]") {
  ContactState<3> c{.mu = 0, .z = {2, 0, 0}, .u = {0.5, 1, -1}, .y = {0.25, 0, 0}};
  const interior_point::ContactRows<3> rows = linearised<3>(c, 0.1);
  // z y = 0.1 and y = u linearised at (2, 0.25): y dz + z dy = 0.1 - z y, dy = du - (y - u).
  const Real V = 3, dz = rows.b[0] / (V + rows.A(0, 0));
  const Vec<3> dy = velocity_step<3>(c, Vec<3>(V * dz, 0, 0));
  CHECK(c.y[0] * dz + c.z[0] * dy[0] == Approx(0.1 - 2 * 0.25));
  CHECK(rows.b[1] == 0);
  CHECK(rows.A(1, 1) == 1);
  CHECK(step_to_boundary<3>(c, Vec<3>(-4, 0, 0), Vec<3>(-1, 0, 0)) == 0.25);
}
