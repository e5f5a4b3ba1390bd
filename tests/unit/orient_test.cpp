// Signs of orientation against whole numbers of 128 bits, where a rounded determinant is often wrong.
#include "tactus/geometry/orient.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/conformance/random.hpp"

using namespace tactus;
using conformance::Random;

namespace {

__extension__ typedef __int128 Wide;
using PlanePoints = std::array<std::array<long long, 2>, 3>;
using SpacePoints = std::array<std::array<long long, 3>, 4>;

int sign_of(Wide x) { return (x > 0) - (x < 0); }

int sign_in_whole_numbers(const PlanePoints& p) {
  const auto u = [&](std::size_t k, std::size_t d) -> Wide { return p[k][d] - p[0][d]; };
  return sign_of(u(1, 0) * u(2, 1) - u(1, 1) * u(2, 0));
}

int sign_in_whole_numbers(const SpacePoints& p) {
  const auto u = [&](std::size_t k, std::size_t d) -> Wide { return p[k][d] - p[0][d]; };
  Wide volume = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    volume += (u(1, j) * u(2, k) - u(1, k) * u(2, j)) * u(3, i);
  }
  return sign_of(volume);
}

/// Signs of orient_sign(), and of the rounded orient(), for points times 2^scale.
struct Signs {
  int exact, rounded;
};
Signs signs_of(const PlanePoints& p, int scale) {
  Real x[6];
  for (std::size_t i = 0; i < 6; ++i) x[i] = std::ldexp(static_cast<Real>(p[i / 2][i % 2]), scale);
  const Real area = orient(x, x + 2, x + 4);
  return {orient_sign(x, x + 2, x + 4), (area > 0) - (area < 0)};
}
Signs signs_of(const SpacePoints& p, int scale) {
  Real x[12];
  for (std::size_t i = 0; i < 12; ++i) x[i] = std::ldexp(static_cast<Real>(p[i / 3][i % 3]), scale);
  const Real volume = orient(x, x + 3, x + 6, x + 9);
  return {orient_sign(x, x + 3, x + 6, x + 9), (volume > 0) - (volume < 0)};
}

long long whole(Random& random, Real below) {
  return static_cast<long long>(std::floor(random() * below));
}

/// Points at most `noise` off one line, in steps of one: areas are of the size of their rounding.
PlanePoints nearly_on_a_line(Random& random, Real size, Real noise) {
  PlanePoints p;
  const long long direction[] = {whole(random, 1000) - 500, whole(random, 1000) - 500};
  const long long origin[] = {whole(random, size), whole(random, size)};
  for (auto& x : p) {
    const long long t = whole(random, size / 1000);
    for (std::size_t d = 0; d < 2; ++d)
      x[d] = origin[d] + t * direction[d] + whole(random, noise + 1);
  }
  return p;
}

SpacePoints nearly_on_a_plane(Random& random, Real size, Real noise) {
  SpacePoints p;
  std::array<long long, 3> origin, a, b;
  for (std::size_t d = 0; d < 3; ++d) {
    origin[d] = whole(random, size);
    a[d] = whole(random, 1000) - 500;
    b[d] = whole(random, 1000) - 500;
  }
  for (auto& x : p) {
    const long long s = whole(random, size / 1000), t = whole(random, size / 1000);
    for (std::size_t d = 0; d < 3; ++d)
      x[d] = origin[d] + s * a[d] + t * b[d] + whole(random, noise + 1);
  }
  return p;
}

}  // namespace

TEST_CASE("orient is twice the area of a triangle, six times the volume of a tetrahedron",
          "[sdk][orient]") {
  const Real a[] = {0, 0}, b[] = {2, 0}, c[] = {1, 3};
  CHECK(orient(a, b, c) == 6);
  CHECK(orient_sign(a, b, c) == 1);
  CHECK(orient_sign(b, a, c) == -1);
  CHECK(orient_sign(a, a, c) == 0);
  const Real p[] = {0, 0, 0}, q[] = {2, 0, 0}, r[] = {0, 3, 0}, s[] = {5, 7, 4};
  CHECK(orient(p, q, r, s) == 24);
  CHECK(orient_sign(p, q, r, s) == 1);
  CHECK(orient_sign(q, p, r, s) == -1);
  CHECK(orient_sign(p, q, r, q) == 0);
  CHECK(orient_sign<2>({a, b, c}) == 1);
  CHECK(orient_sign<3>({p, r, q, s}) == -1);
}

TEST_CASE("multiples of a point that are rounded alike lie on one line and in one plane",
          "[sdk][orient]") {
  const Real p1[] = {0.1, 0.7}, p2[] = {0.2, 1.4}, p4[] = {0.4, 2.8};  // times 2: exactly in line
  CHECK(orient_sign(p1, p2, p4) == 0);
  // d = b + c - a, all of them doubles of few digits; then one coordinate an ulp aside.
  const Real a[] = {0.5, 0.25, 1e-3}, b[] = {0.5 + 0x1p-30, 1.25, 1e-3}, c[] = {3.5, 0.25, 1e-3};
  const Real d[] = {3.5 + 0x1p-30, 1.25, 1e-3}, above[] = {d[0], d[1], std::nextafter(1e-3, 1)},
             below[] = {d[0], d[1], std::nextafter(1e-3, 0)};
  CHECK(orient_sign(a, b, c, d) == 0);
  CHECK(orient_sign(a, b, c, above) == -1);  // a, b, c go round clockwise from above
  CHECK(orient_sign(a, b, c, below) == 1);
}

TEST_CASE("the sign of an area is that of whole numbers, where the rounded one often is not",
          "[sdk][orient]") {
  Random random(1);
  int wrong_if_rounded = 0, zero = 0;
  for (int trial = 0; trial < 30000; ++trial) {
    const bool lattice = trial % 3 == 0;  // many exact zeros
    PlanePoints p;
    if (lattice)
      for (auto& x : p) x = {whole(random, 5), whole(random, 5)};
    else
      p = nearly_on_a_line(random, 0x1p50, trial % 3);
    const int expected = sign_in_whole_numbers(p);
    const Signs signs = signs_of(p, -52);
    wrong_if_rounded += signs.rounded != expected;
    zero += expected == 0;
    REQUIRE(signs.exact == expected);
  }
  CHECK(wrong_if_rounded > 10);  // the filter alone would not do
  CHECK(zero > 1000);
}

TEST_CASE("the sign of a volume is that of whole numbers, where the rounded one often is not",
          "[sdk][orient]") {
  Random random(2);
  int wrong_if_rounded = 0, zero = 0;
  for (int trial = 0; trial < 30000; ++trial) {
    SpacePoints p;
    if (trial % 3 == 0)
      for (auto& x : p) x = {whole(random, 4), whole(random, 4), whole(random, 4)};
    else if (trial % 3 == 1)
      for (auto& x : p) x = {whole(random, 0x1p40), whole(random, 0x1p40), whole(random, 0x1p40)};
    else
      p = nearly_on_a_plane(random, 0x1p40, trial % 2);
    const int expected = sign_in_whole_numbers(p);
    const Signs signs = signs_of(p, -41);
    wrong_if_rounded += signs.rounded != expected;
    zero += expected == 0;
    REQUIRE(signs.exact == expected);
  }
  CHECK(wrong_if_rounded > 10);
  CHECK(zero > 1000);
}

TEST_CASE("an even permutation of the points keeps the sign of the volume, an odd one turns it",
          "[sdk][orient]") {
  Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    Real x[4][3];
    for (auto& point : x)
      for (Real& value : point) value = random.between(-1, 1);
    for (int d = 0; d < 3; ++d)  // the last one is, but for rounding, in the plane of the others
      x[3][d] = x[0][d] + 0.3 * (x[1][d] - x[0][d]) + 0.4 * (x[2][d] - x[0][d]);
    const int sign = orient_sign(x[0], x[1], x[2], x[3]);
    REQUIRE(orient_sign(x[1], x[2], x[0], x[3]) == sign);
    REQUIRE(orient_sign(x[3], x[2], x[1], x[0]) == sign);
    REQUIRE(orient_sign(x[1], x[0], x[2], x[3]) == -sign);
    REQUIRE(orient_sign(x[0], x[1], x[3], x[2]) == -sign);
  }
}
