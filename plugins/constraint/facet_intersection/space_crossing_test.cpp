// Kane et al.'s (A.3) to (A.5) in space: as printed against the closed form, what the sign of the
// denominator depends on, and derivatives.
#include "space_crossing.hpp"

#include <catch2/catch.hpp>
#include <tactus/conformance/random.hpp>

using namespace tactus;
using namespace facet_intersection;
using conformance::Random;

namespace {

using Point = Eigen::Matrix<Real, 3, 1>;
using Points = std::array<Point, 6>;

Six six(const Points& x) {
  return {x[0].data(), x[1].data(), x[2].data(), x[3].data(), x[4].data(), x[5].data()};
}

Points random_points(Random& random) {
  Points x;
  for (Point& p : x)
    for (Real& c : p) c = random.between(-1, 1);
  return x;
}

int crossings(const Points& x) {
  const Six p = six(x);
  return edges_through(p.data(), p.data() + 3) + edges_through(p.data() + 3, p.data());
}

/// The same facets, with `x1` and `x4` of them first: their corners go round as before.
Points turned(const Points& x, std::size_t x1, std::size_t x4) {
  Points y;
  for (std::size_t k = 0; k < 3; ++k) y[k] = x[(x1 + k) % 3], y[3 + k] = x[3 + (x4 + k) % 3];
  return y;
}

/// (A.3) to (A.5) as they are printed.
Real printed(const Points& x) {
  const Point n = (x[1] - x[0]).cross(x[2] - x[1]);
  const auto meets = [&](std::size_t k) -> Point {
    const Point along = x[k] - x[3];
    return x[k] - (x[k] - x[0]).dot(n) / along.dot(n) * along;
  };
  const Point v1 = x[0] - meets(4), v2 = meets(5) - x[0];
  return v2.cross(v1).dot(x[0] - x[3]);
}

}  // namespace

TEST_CASE("(A.5) as printed is the closed form", "[constraint][facet_intersection]") {
  Random random(5);
  for (int k = 0; k < 1000; ++k) {
    const Points x = random_points(random);
    const SpaceCrossing c(six(x));
    if (std::abs(c.denominator()) < 1e-2) continue;
    CHECK(printed(x) == Approx(c.value(Form::rational)).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("DET-0 in space both forms have one sign where x4 is alone, and only there",
          "[constraint][facet_intersection]") {
  Random random(6);
  int pairs = 0, disagree = 0, labellings = 0, negative = 0, positive_volume = 0;
  while (pairs < 100000) {
    const Points x = random_points(random);
    if (crossings(x) != 2) continue;  // general position: the common segment has two ends
    ++pairs;
    const Six p = six(x);
    const int lone_1 = lone_corner(p.data(), p.data() + 3),
              lone_4 = lone_corner(p.data() + 3, p.data());
    REQUIRE(lone_1 < 3);
    REQUIRE(lone_4 < 3);
    for (std::size_t x4 = 0; x4 < 3; ++x4) {
      const Points y = turned(x, static_cast<std::size_t>(lone_1), x4);
      const SpaceCrossing c(six(y));
      const bool same = (c.value(Form::rational) > 0) == (c.value(Form::polynomial) > 0);
      if (static_cast<int>(x4) == lone_4) {
        disagree += !same;
        positive_volume += c.value(Form::rational) > 0;
      }
      ++labellings;
      negative += c.denominator() < 0;
      CHECK(same == (c.denominator() > 0));
    }
  }
  CHECK(disagree == 0);
  // Printed as "always positive". Of the two corners that are not alone one is nearer to the plane,
  // and as x4 it makes the denominator negative: one labelling in three.
  CHECK(negative == pairs);
  CHECK(labellings == 3 * pairs);
  // V of pairs that cross has either sign: hence the sign that a row keeps from its detection.
  CHECK(positive_volume > 40000);
  CHECK(positive_volume < 60000);
}

TEST_CASE("facet_intersection's gradient and Hessian in space are those of its value",
          "[constraint][facet_intersection]") {
  Random random(7);
  const Form form = GENERATE(Form::rational, Form::polynomial);
  int seen = 0;
  while (seen < 100) {
    const Points x = random_points(random);
    const SpaceCrossing c(six(x));
    if (std::abs(c.denominator()) < 0.3) continue;
    ++seen;
    const SpaceCrossing::Gradient g = c.gradient(form);
    const SpaceCrossing::Hessian H = c.hessian(form);
    CHECK((H - H.transpose()).norm() <= 1e-13 * H.norm());
    for (Eigen::Index j = 0; j < 18; ++j) {
      const auto slope = [&](auto&& f) {
        constexpr Real h = 2e-4;
        const auto at = [&](int k) {
          Points moved = x;
          moved[static_cast<std::size_t>(j / 3)][j % 3] += k * h;
          return f(SpaceCrossing(six(moved)));
        };
        return ((at(-2) - at(2)) + 8 * (at(1) - at(-1))) / (12 * h);
      };
      const Real of_value = slope([&](const SpaceCrossing& s) { return s.value(form); });
      CHECK(of_value == Approx(g[j]).epsilon(1e-6).margin(1e-6 * g.norm()));
      for (Eigen::Index i = 0; i < 18; i += 5) {
        const Real of_slope = slope([&](const SpaceCrossing& s) { return s.gradient(form)[i]; });
        CHECK(of_slope == Approx(H(i, j)).epsilon(1e-6).margin(1e-6 * H.norm()));
      }
    }
  }
}
