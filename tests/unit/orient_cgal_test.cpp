// The signs that constraints go by and the signs that the audit goes by are computed by different
// code and are the same: for coordinates with all their digits and of very different sizes.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/conformance/random.hpp"
#include "tactus/geometry/orient.hpp"

using namespace tactus;
using conformance::Random;

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

int cgal_sign(const Real (&x)[4][2]) {
  const auto at = [&](int k) { return Kernel::Point_2(x[k][0], x[k][1]); };
  return Kernel().orientation_2_object()(at(0), at(1), at(2));
}
int cgal_sign(const Real (&x)[4][3]) {
  const auto at = [&](int k) { return Kernel::Point_3(x[k][0], x[k][1], x[k][2]); };
  return Kernel().orientation_3_object()(at(0), at(1), at(2), at(3));
}

int own_sign(const Real (&x)[4][2]) { return orient_sign(x[0], x[1], x[2]); }
int own_sign(const Real (&x)[4][3]) { return orient_sign(x[0], x[1], x[2], x[3]); }

/// Of 1e-9 to 1e9 in some trials, of one size in others.
Real coordinate(Random& random, bool mixed) {
  const Real x = random.between(-1, 1);
  return mixed ? x * std::pow(10.0, std::floor(random.between(-9, 10))) : x;
}

/// Of four random points the last one (in the plane: the last of three) is moved to the line or plane
/// of the others, as near as doubles come, and some ulps aside.
template <int D>
void compare(std::uint64_t seed, bool mixed) {
  Random random(seed);
  int positive = 0, zero = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Real x[4][D];
    for (auto& point : x)
      for (Real& value : point) value = coordinate(random, mixed);
    const Real s = std::round(random.between(-4, 4)) / 4;
    const Real t = D == 3 && trial % 4 == 3 ? random.between(-1, 1) : 0;
    Real* const last = x[D];
    for (int d = 0; trial % 4 != 0 && d < D; ++d)
      last[d] = x[0][d] + s * (x[1][d] - x[0][d]) + t * (x[2][d] - x[0][d]);
    if (trial % 4 == 2) last[0] = std::nextafter(last[0], 2 * last[0]);
    const int expected = cgal_sign(x);
    positive += expected > 0;
    zero += expected == 0;
    REQUIRE(own_sign(x) == expected);
  }
  CHECK(positive > 2000);
  CHECK(zero > 100);
}

}  // namespace

TEST_CASE("the sign of an area is the same as the audit's predicates say", "[sdk][orient]") {
  compare<2>(1, false);
  compare<2>(2, true);
}

TEST_CASE("the sign of a volume is the same as exact predicates of another library say",
          "[sdk][orient]") {
  compare<3>(3, false);
  compare<3>(4, true);
}
