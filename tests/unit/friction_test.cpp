// What laws of friction have in common: the cone, the law as an equation, and the search for one
// contact's reaction. Formulas of the source that do not work as printed are tried in both forms.
#include <catch2/catch.hpp>
#include <tactus/conformance/coulomb.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/friction/coulomb_batch.hpp>

#include "tests/support/local_contacts.hpp"

using namespace tactus;
using namespace tactus::friction;
using conformance::Random;

namespace {

template <int D>
Vec<D> random_vector(Random& random) {
  Vec<D> v;
  for (int i = 0; i < D; ++i) v[i] = random.between(-1, 1);
  return v;
}

/// (86) in the order in which it is printed: inside of the cone first, then the polar cone.
template <int D>
Vec<D> rest_as_printed(const Vec<D>& s, Real mu) {
  const Real t = s.template tail<D - 1>().norm();
  if (t - mu * s[0] <= 0) return Vec<D>::Zero();
  if (mu * t + s[0] < 0) return s;
  Vec<D> n;
  n[0] = -mu, n.template tail<D - 1>() = s.template tail<D - 1>() / t;
  n /= std::sqrt(1 + mu * mu);
  return n.dot(s) * n;
}

/// A contact that sticks, slides or opens, worked by hand, in the order of the source.
struct Worked {
  Vec<3> B, R;
};
const std::vector<Worked>& worked() {
  static const std::vector<Worked> list{{{1, .5, -.2}, {0, 0, 0}},
                                        {{-1, .1, -.2}, {.6684156496, -.0880574883, .0309113722}},
                                        {{-1, 1, .5}, {.7059780189, -.327808366, -.1309309589}},
                                        {{-.4, -.3, 2}, {.2838188633, .0228367943, -.1400598715}}};
  return list;
}
Mat<3> worked_W() {
  Mat<3> W;
  W << 1.5, .1, .2, .1, 2, .3, .2, .3, 3;
  return W;
}

template <int D>
void check_cone() {
  Random random(2);
  for (int k = 0; k < 2000; ++k) {
    const Real mu = k % 5 == 0 ? 0 : random.between(0, 2);
    const Vec<D> s = random_vector<D>(random);
    const Vec<D> p = project_on_cone<D>(s, mu);
    CHECK(p.template tail<D - 1>().norm() <= mu * p[0] * (1 + 1e-15));
    CHECK(std::abs((s - p).dot(p)) <= 1e-15);  // the rest is normal to what stays
    CHECK((cone_rest<D>(s, mu) - (s - p)).norm() <= 1e-15);
    const ConePoint<D> with_slope = project_on_cone_with_slope<D>(s, mu);
    CHECK((with_slope.at - p).norm() <= 1e-15);
    // Nobody in the cone is nearer.
    Vec<D> other = random_vector<D>(random);
    other = clipped<D>(other, mu);
    CHECK((s - p).norm() <= (s - other).norm() + 1e-15);
  }
}

/// Of the tangential row of (81), as printed, with respect to R and U (rho = 1).
Mat<3> slope_of_81_as_printed(const Vec<3>& u, const Vec<3>& r, Real mu, const Mat<3>& W) {
  const auto C = [&](const Vec<3>& at) {
    const Vec<3> d = at - (u + W * (at - r));
    const Real d_t = d.tail<2>().norm(), d_n = d[0];
    Vec<3> c;
    c[0] = at[0] - std::max(0., d_n);
    c.tail<2>() = std::max(mu * d_n, d_t) * at.tail<2>() - mu * std::max(0., d_n) * d.tail<2>();
    return c;
  };
  Mat<3> J;
  constexpr Real h = 1e-6;
  for (int j = 0; j < 3; ++j)
    J.col(j) = (C(r + h * Vec<3>::Unit(j)) - C(r - h * Vec<3>::Unit(j))) / (2 * h);
  return J;
}

}  // namespace

TEST_CASE("the nearest point of the friction cone is in it, with a rest normal to it",
          "[friction]") {
  check_cone<2>();
  check_cone<3>();
}

TEST_CASE(
    "(86) asks for the polar cone first: without friction the normal axis below zero is in both",
    "[friction]") {
  const Vec<3> apex(-1, 0, 0);
  CHECK(cone_rest<3>(apex, 0) == apex);
  CHECK(project_on_cone<3>(apex, 0) == Vec<3>::Zero());
  CHECK(apex - rest_as_printed<3>(apex, 0) == apex);  // printed: a contact that pulls
  // With friction, at the apex, on the polar cone's edge and everywhere else both are the same.
  Random random(9);
  for (int k = 0; k < 200; ++k) {
    const Vec<3> s = random_vector<3>(random);
    CHECK((cone_rest<3>(s, 0.7) - rest_as_printed<3>(s, 0.7)).norm() <= 1e-15);
  }
  for (const Real mu : {0.0, 0.5, 1e6}) {
    CHECK(project_on_cone<3>(Vec<3>::Zero(), mu) == Vec<3>::Zero());
    CHECK(project_on_cone<3>(Vec<3>(-0.5, 0, 0), mu) == Vec<3>::Zero());
  }
  CHECK(project_on_cone<3>(Vec<3>(-1, 2, 0), 0.5).norm() <= 1e-16);
}

TEST_CASE("FRC-1 all forms of the law vanish at worked contacts, whatever rho", "[friction]") {
  const Mat<3> W = worked_W();
  for (const auto& [B, R] : worked())
    for (const Real rho : {0.1, 1.0, 10.0}) {
      const Vec<3> U = B + W * R;
      INFO("R = " << R.transpose() << ", rho = " << rho);
      CHECK((disc_step<3>(U, R, 0.5, rho) - R).norm() <= 1e-8 * std::max(rho, 1.0));
      CHECK((cone_step<3>(U, R, 0.5, rho) - R).norm() <= 1e-8 * std::max(rho, 1.0));
      CHECK(DiscEquation{rho, rho}.at<3>(U, R, 0.5).C.norm() <= 1e-8);
      CHECK(ConeEquation{rho}.at<3>(U, R, 0.5).C.norm() <= 1e-8);
      const Vec<3> wrong = R + Vec<3>(0.01, 0, 0);
      CHECK(DiscEquation{rho, rho}.at<3>(B + W * wrong, wrong, 0.5).C.norm() > 5e-4);
      CHECK(ConeEquation{rho}.at<3>(B + W * wrong, wrong, 0.5).C.norm() > 5e-4);
    }
}

TEST_CASE("(80) and (87) are one equation: the rest form is the projection form", "[friction]") {
  Random random(4);
  for (int k = 0; k < 500; ++k) {
    const Vec<3> u = random_vector<3>(random), r = random_vector<3>(random);
    const Real mu = random.between(0, 2), rho = random.between(0.1, 3);
    Vec<3> f = u;
    f[0] += mu * u.tail<2>().norm();
    const Vec<3> C = f + cone_rest<3>(r - rho * f, mu) / rho;
    CHECK((ConeEquation{rho}.at<3>(u, r, mu).C - C).norm() <= 1e-13);
    CHECK((r - cone_step<3>(u, r, mu, rho) - rho * C).norm() <= 1e-13);
    CHECK((conformance::NaturalMap<3>(u, 0, r, mu, 0, rho).C - C).norm() <= 1e-13);
  }
}

TEST_CASE(
    "(81) as printed has a singular matrix where a contact opens; the open branch first has not",
    "[friction]") {
  // At rest, apart: d_N = -1 and d_T = 0.
  const Vec<3> u(1, 0, 0), r = Vec<3>::Zero();
  const Mat<3> W = worked_W(), printed = slope_of_81_as_printed(u, r, 0.5, W);
  CHECK(printed.bottomRows<2>().norm() <= 1e-5);
  const Equation<3> e = DiscEquation{1, 1}.at<3>(u, r, 0.5);
  const Mat<3> J = e.by_R + e.by_U * W;
  CHECK(J == Mat<3>::Identity());
}

TEST_CASE("(81) divided by its weight is the projections (76)-(77) as an equation", "[friction]") {
  Random random(6);
  for (int k = 0; k < 500; ++k) {
    const Vec<3> u = random_vector<3>(random), r = random_vector<3>(random);
    const Real mu = random.between(0, 2), rho = random.between(0.1, 3);
    const Vec<3> d = r - rho * u;
    const Real weight = std::max(mu * d[0], d.tail<2>().norm());
    Vec<3> C;
    C[0] = r[0] - std::max(0., d[0]);
    C.tail<2>() = r.tail<2>() - mu * std::max(0., d[0]) / weight * d.tail<2>();
    CHECK((DiscEquation{rho, rho}.at<3>(u, r, mu).C - C / rho).norm() <= 1e-13);
  }
}

TEST_CASE("(80) repeated with rho = 1 solves fewer contacts than with rho of their mass",
          "[friction]") {
  int printed = 0, scaled = 0;
  const auto contacts = testing::reference_contacts();
  if (contacts.empty()) return;
  for (const auto& r : contacts)
    for (const bool as_printed : {true, false}) {
      const LocalContact<3> c{r.contact.W, r.b(), r.contact.friction, 0};
      Vec<3> R = Vec<3>::Zero();
      for (int n = 0; n < 3000; ++n)
        R = cone_step<3>(c.velocity(R), R, c.mu, as_printed ? 1 : c.rho());
      (as_printed ? printed : scaled) += R.allFinite() && r.residual(R) <= 1e-10;
    }
  CHECK(printed < 60);
  CHECK(scaled > 65);
}

namespace {
template <int D>
void check_small_systems() {
  Random random(8);
  for (int k = 0; k < 200; ++k) {
    Mat<D> A;
    for (int i = 0; i < D * D; ++i) A.data()[i] = random.between(-1, 1);
    if (D > 1 && k % 3 == 0) A(0, 0) = 0;
    const Vec<D> x = random_vector<D>(random);
    Vec<D> found;
    REQUIRE(solve_small<D>(A, A * x, found));
    CHECK((A * (found - x)).norm() <= 1e-14);
  }
  Vec<D> x;
  CHECK_FALSE(solve_small<D>(Mat<D>::Zero(), Vec<D>::Ones(), x));
  Mat<D> nan = Mat<D>::Identity();
  nan(D - 1, D - 1) = std::nan("");
  CHECK_FALSE(solve_small<D>(nan, Vec<D>::Ones(), x));
}
}  // namespace

TEST_CASE("small systems are solved, and singular ones refused", "[friction]") {
  check_small_systems<1>();
  check_small_systems<2>();
  check_small_systems<3>();
}

TEST_CASE("the reaction by cases solves the reference contacts by itself", "[friction]") {
  int failures = 0, all = 0;
  for (const auto& r : testing::reference_contacts()) {
    const LocalContact<3> c{r.contact.W, r.b(), r.contact.friction, 0};
    const Vec<3> R = reaction_by_cases<3>(c);
    INFO(r.id << ": R = " << R.transpose() << ", off by " << r.residual(R));
    CHECK(r.residual(R) <= 1e-10);
    failures += r.residual(R) > 1e-10, ++all;
  }
  CHECK(failures == 0);
  CHECK((all == 100 || all == 0));
}

TEST_CASE("the reaction by cases slides in the plane to one side or the other", "[friction]") {
  LocalContact<2> c;
  c.W << 1, 0.2, 0.2, 2;
  c.mu = 0.5;
  for (const Real slip : {-3.0, 3.0}) {
    c.b = Vec<2>(-1, slip);
    const Vec<2> R = reaction_by_cases<2>(c), U = c.velocity(R);
    CHECK(std::abs(R[1]) == Approx(0.5 * R[0]));
    CHECK(R[1] * slip < 0);
    CHECK(std::abs(U[0]) <= 1e-15);
    CHECK(c.residual(R) <= 1e-15);
  }
}

TEST_CASE("a search keeps the best reaction it was offered, cut down to the cone", "[friction]") {
  const LocalContact<3> c{worked_W(), worked()[2].B, 0.5, 1e-8};
  LocalSearch<3> search(c);
  CHECK_FALSE(search.offer(Vec<3>::Zero()));
  CHECK_FALSE(search.offer(Vec<3>(0.7, -0.5, 0.4)));
  CHECK(search.best()[0] == 0.7);
  CHECK(search.best().tail<2>().norm() == Approx(0.35));
  const Vec<3> best = search.best();
  CHECK_FALSE(search.offer(Vec<3>(-5, 0, 0)));
  CHECK_FALSE(search.offer(Vec<3>::Constant(std::nan(""))));
  CHECK(search.best() == best);
  CHECK(search.offer(worked()[2].R));
  CHECK(search.converged());
}
