#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/conformance/random.hpp"
#include "tactus/lane_math.hpp"

using namespace tactus;

namespace {

/// Largest error in units in the last place, against long double, where x = value(random).
template <class Value>
Real worst_error(const Value& value) {
  conformance::Random random(1);
  Real worst = 0;
  for (int i = 0; i < 300000; ++i) {
    const Real x = value(random);
    const long double exact = std::log(static_cast<long double>(x));
    const Real size = std::abs(static_cast<Real>(exact));
    const Real unit = std::nextafter(size, kUnlimited) - size;
    worst = std::max(worst, static_cast<Real>(std::abs(lane_log(x) - exact)) / unit);
  }
  return worst;
}

}  // namespace

TEST_CASE("lane_log is within one unit in the last place", "[material]") {
  CHECK(worst_error([](auto& r) { return r.between(0.1, 10); }) < 1);
  CHECK(worst_error([](auto& r) { return std::exp2(r.between(-1000, 1000)); }) < 1);
  CHECK(worst_error([](auto& r) { return 1 + std::ldexp(r.between(-1, 1), -int(50 * r()) - 1); }) <
        1);
}

TEST_CASE("lane_log is 0 at 1 and has no jump at the seams of its range", "[material]") {
  CHECK(lane_log(1) == 0);
  for (const Real seam : {std::sqrt(0.5), std::sqrt(2.0), std::sqrt(8.0)}) {
    Real x = seam * (1 - 1e-15);
    for (int i = 0; i < 20; ++i) {
      const Real next = std::nextafter(x, kUnlimited);
      CHECK(std::abs(lane_log(next) - lane_log(x)) <= 0x1p-51);
      x = next;
    }
  }
}
