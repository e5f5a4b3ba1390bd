// The smallest rotation between two directions: that it is one, where it takes them, and that it turns nothing else.
#include "tactus/rotation.hpp"

#include <catch2/catch.hpp>

#include "tactus/conformance/random.hpp"

using namespace tactus;

TEST_CASE("the smallest rotation between two directions turns about what is normal to both",
          "[rotation]") {
  conformance::Random random(5);
  const auto direction = [&] {
    return Vector3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1))
        .normalized();
  };
  for (int k = 0; k < 200; ++k) {
    const Vector3 from = direction();
    // Anywhere, next to it, next to its opposite, and its opposite
    const Vector3 at[] = {direction(), from, -from, -from};
    const Vector3 to =
        (at[k % 4] + (k % 4 == 1 || k % 4 == 2 ? 1e-4 : 0) * direction()).normalized();
    CAPTURE(k);
    const Matrix3 R = rotation_between(from, to);
    CHECK((R * R.transpose() - Matrix3::Identity()).norm() < 1e-14);
    CHECK(R.determinant() == Approx(1));
    // Opposite ones have no axis but for rounding.
    CHECK((R * from - to).norm() < (k % 4 == 3 ? 1e-15 : 1e-15 + 1e-15 / (from + to).norm()));
    const Vector3 axis = from.cross(to);
    CHECK((R * axis - axis).norm() <= 1e-11 * axis.norm() + 1e-15);
    CHECK(R.trace() == Approx(1 + 2 * from.dot(to)).margin(1e-12));
  }
}
