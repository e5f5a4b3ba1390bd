// The gaps of vertex_face: values in places where they are known, derivatives by finite differences.
#include "gap.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <tactus/conformance/random.hpp>

using namespace tactus;
using namespace vertex_face;
using conformance::Random;

namespace {

using Points = Eigen::Matrix<Real, 12, 1>;
using Form = std::function<Gap(const Points&)>;

Gap of_face(const Points& y) {
  return face_gap(y.segment<3>(0), y.segment<3>(3), y.segment<3>(6), y.segment<3>(9));
}
Gap of_edges(const Points& y, Real sign) {
  return edge_gap(y.segment<3>(0), y.segment<3>(3), y.segment<3>(6), y.segment<3>(9), sign);
}
const Form kForms[] = {of_face, [](const Points& y) { return of_edges(y, 1); },
                       [](const Points& y) { return of_edges(y, -1); }};

Points gradient(const Gap& gap) {
  Points out;
  for (std::size_t i = 0; i < 4; ++i)
    out.segment<3>(3 * static_cast<Eigen::Index>(i)) = gap.weight[i] * gap.n;
  return out;
}

Points random_points(Random& random) {
  Points y;
  for (Real& x : y) x = random.between(-1, 1);
  return y;
}

/// Differences of fourth order of a vector or number.
template <class F>
auto slope(const Points& y, Eigen::Index j, F&& f) {
  constexpr Real h = 2e-4;
  Points at = y;
  const auto value = [&](int k) {
    at[j] = y[j] + k * h;
    return f(at);
  };
  using Slope = decltype(f(y));
  return Slope((value(-2) - value(2) + 8 * (value(1) - value(-1))) / (12 * h));
}

}  // namespace

TEST_CASE("the gap of a vertex and a facet is its height above the facet's outer side",
          "[vertex_face]") {
  const Point a(0, 0, 0), b(2, 0, 0), c(0, 2, 0);
  const Gap above = face_gap(a, b, c, {0.5, 0.25, 0.3}), below = face_gap(a, b, c, {0.5, 0.25, -3});
  CHECK(above.g == Approx(0.3));
  CHECK(below.g == Approx(-3));
  CHECK((above.n - Point::UnitZ()).norm() < 1e-15);
  CHECK(above.weight[0] == Approx(-0.625));
  CHECK(above.weight[1] == Approx(-0.25));
  CHECK(above.weight[2] == Approx(-0.125));
  CHECK(above.weight[3] == 1);
  CHECK(above.beyond == 0);
  CHECK(face_gap(a, b, c, {-0.2, 0.4, 1}).beyond == Approx(0.1));  // of the altitude, 2 m
  CHECK(face_gap(a, b, c, {2, 2, 1}).beyond == Approx(1));
  CHECK(face_gap(a, c, b, {0.5, 0.25, 0.3}).g == Approx(-0.3));  // seen from the other side
  CHECK_FALSE(face_gap(a, b, {4, 0, 0}, c).has_normal());
  CHECK_FALSE(face_gap(a, a, c, b).has_normal());
}

TEST_CASE(
    "the gap of two edges is the distance of their lines, with the sign of how they are apart",
    "[vertex_face]") {
  const Point a(-1, 0, 0.2), b(1, 0, 0.2), c(0.5, -1, 0), d(0.5, 3, 0);
  const Gap gap = edge_gap(a, b, c, d, 1);  // (b - a) x (d - c) points up, and ab is above
  CHECK(gap.g == Approx(0.2));
  CHECK((gap.n - Point::UnitZ()).norm() < 1e-15);
  CHECK(gap.weight[0] == Approx(0.25));
  CHECK(gap.weight[1] == Approx(0.75));
  CHECK(gap.weight[2] == Approx(-0.75));
  CHECK(gap.weight[3] == Approx(-0.25));
  CHECK(gap.beyond == 0);
  CHECK(gap.sine_squared == Approx(1));
  CHECK(edge_gap(b, a, c, d, -1).g == Approx(0.2));
  CHECK(edge_gap(c, d, a, b, 1).g == Approx(0.2));  // exchanged, the cross product turns as well
  CHECK(edge_gap(a, b, c, d, -1).g == Approx(-0.2));
  CHECK(edge_gap(a, b, c, {0.5, -0.5, 0}, 1).beyond == Approx(1));
  CHECK(edge_gap(a, b, {5, -1, 0}, {5, 1, 0}, 1).beyond == Approx(2));
  CHECK_FALSE(edge_gap(a, b, {3, 0, 1}, {5, 0, 1}, 1).has_normal());      // parallel
  CHECK_FALSE(edge_gap(a, b, {3, 0, 0.2}, {5, 0, 0.2}, 1).has_normal());  // on one line
}

TEST_CASE("gradient and Hessian of the gaps are those of finite differences", "[vertex_face]") {
  Random random(4);
  Real worst_gradient = 0, worst_hessian = 0, worst_normal = 0;
  int seen = 0;
  while (seen < 200) {
    const Points y = random_points(random);
    for (const Form& form : kForms) {
      const Gap gap = form(y);
      if (gap.sine_squared < 0.2) continue;  // differences of short facets say nothing
      ++seen;
      const Points g = gradient(gap);
      Eigen::Matrix<Real, 12, 12, Eigen::RowMajor> H;
      hessian(gap, 2, H.data());
      CHECK((H - H.transpose()).norm() <= 1e-13 * H.norm());
      for (Eigen::Index j = 0; j < 12; ++j) {
        const Real dg = slope(y, j, [&](const Points& at) { return form(at).g; });
        const Points d2g =
            slope(y, j, [&](const Points& at) { return Points(gradient(form(at))); });
        const Point dn = slope(y, j, [&](const Points& at) { return Point(form(at).n); });
        const auto i = static_cast<std::size_t>(j / 3);
        worst_gradient = std::max(worst_gradient, std::abs(dg - g[j]) / g.norm());
        worst_hessian = std::max(worst_hessian, (2 * d2g - H.col(j)).norm() / H.norm());
        worst_normal =
            std::max(worst_normal, (dn + gap.turn[i] * gap.n[j % 3]).norm() / (1 + dn.norm()));
      }
    }
  }
  CHECK(worst_gradient < 1e-8);
  CHECK(worst_hessian < 1e-7);
  CHECK(worst_normal < 1e-8);
}

TEST_CASE("the forces of a gap balance, and so do their moments", "[vertex_face]") {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const Points y = random_points(random);
    for (const Form& form : kForms) {
      const Gap gap = form(y);
      if (gap.sine_squared < 0.01) continue;
      Point force = Point::Zero(), moment = Point::Zero();
      for (std::size_t i = 0; i < 4; ++i) {
        force += gap.weight[i] * gap.n;
        moment += y.segment<3>(3 * static_cast<Eigen::Index>(i)).cross(gap.weight[i] * gap.n);
      }
      CHECK(force.norm() < 1e-12);
      CHECK(moment.norm() < 1e-12);
    }
  }
}
