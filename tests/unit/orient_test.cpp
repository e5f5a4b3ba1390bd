#include "tactus/orient.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace tactus;

namespace {

__extension__ typedef __int128 Wide;

/// Sign of the area of points in whole numbers times 2^-52, computed in whole numbers.
int sign_in_whole_numbers(const long long (&x)[6]) {
  const Wide area = static_cast<Wide>(x[2] - x[0]) * (x[5] - x[1]) -
                    static_cast<Wide>(x[3] - x[1]) * (x[4] - x[0]);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

}  // namespace

TEST_CASE("orient is twice the area, and its sign is exact where the area rounds to nothing",
          "[sdk][orient]") {
  const Real a[] = {0, 0}, b[] = {2, 0}, c[] = {1, 3};
  CHECK(orient(a, b, c) == 6);
  CHECK(orient_sign(a, b, c) == 1);
  CHECK(orient_sign(b, a, c) == -1);
  CHECK(orient_sign(a, a, c) == 0);
  const Real p1[] = {0.1, 0.7}, p2[] = {0.2, 1.4}, p4[] = {0.4, 2.8};  // times 2: exactly in line
  CHECK(orient_sign(p1, p2, p4) == 0);
  // Near the line y = 0.7 x, where areas are of the size of their rounding.
  std::uint64_t state = 1;
  const auto next = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<long long>(state >> 33);
  };
  int wrong_if_rounded = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    long long x[6];
    Real p[6];
    for (int k = 0; k < 6; k += 2) {
      x[k] = (1LL << 50) + next() * 500000;
      x[k + 1] = x[k] / 10 * 7 + next() % 2;
    }
    for (int k = 0; k < 6; ++k) p[k] = std::ldexp(static_cast<Real>(x[k]), -52);
    const int expected = sign_in_whole_numbers(x);
    const Real rounded = orient(p, p + 2, p + 4);
    wrong_if_rounded += (rounded > 0) - (rounded < 0) != expected;
    REQUIRE(orient_sign(p, p + 2, p + 4) == expected);
  }
  CHECK(wrong_if_rounded > 10);  // the filter alone would not do
}
