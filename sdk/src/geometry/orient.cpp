// Exact signs for orient_sign(): determinants of differences of coordinates, in which each
// difference, product and sum is computed without rounding.
#include <tactus/geometry/orient.hpp>

#include "expansion.hpp"

namespace tactus::detail {
namespace {

using Difference = Expansion<2>;

Difference difference(Real a, Real b) {
  Difference result;
  result.add(a);
  result.add(-b);
  return result;
}

}  // namespace

int exact_orient_sign(const Real* a, const Real* b, const Real* c) {
  Expansion<16> area;
  area.add_product(difference(b[0], a[0]), difference(c[1], a[1]));
  area.add_product(difference(b[1], a[1]), difference(c[0], a[0]), -1);
  return area.sign();
}

int exact_orient_sign(const Real* a, const Real* b, const Real* c, const Real* d) {
  Expansion<192> volume;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Expansion<16> normal;
    normal.add_product(difference(b[j], a[j]), difference(c[k], a[k]));
    normal.add_product(difference(b[k], a[k]), difference(c[j], a[j]), -1);
    volume.add_product(normal, difference(d[i], a[i]));
  }
  return volume.sign();
}

}  // namespace tactus::detail
