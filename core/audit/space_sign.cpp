// The signs that rounded arithmetic does not know. CGAL's filtered kernel tries interval arithmetic
// first; a determinant of edges that have no point in common is computed in rational numbers.
#include "core/audit/space_sign.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Exact_rational.h>
#include <CGAL/determinant.h>

namespace tactus::core::detail {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Exact = CGAL::Exact_rational;

Exact difference(Real from, Real to) { return Exact(to) - Exact(from); }

/// All entries of the first, or of another column, are 0: nothing is to be computed.
bool is_zero(const Real* a, const Real* b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }

/// All three differences vanish along one axis, as they do in planes across it.
bool flat(const Real* a, const Real* b, const Real* c, const Real* d, const Real* x) {
  for (int k = 0; k < 3; ++k)
    if (a[k] == b[k] && c[k] == d[k] && a[k] == x[k]) return true;
  return false;
}

}  // namespace

int exact_side(const Real* a, const Real* b, const Real* c, const Real* d) {
  if (flat(a, b, a, c, d)) return 0;
  using Point = Kernel::Point_3;
  return Kernel().orientation_3_object()(Point(a[0], a[1], a[2]), Point(b[0], b[1], b[2]),
                                         Point(c[0], c[1], c[2]), Point(d[0], d[1], d[2]));
}

int exact_side_between(const Real* a, const Real* b, const Real* c, const Real* d, const Real* x) {
  if (flat(a, b, c, d, x) || is_zero(a, x)) return 0;
  if (is_zero(c, a)) return exact_side(a, b, d, x);
  const auto u = [&](int k) { return difference(a[k], b[k]); };
  const auto v = [&](int k) { return difference(c[k], d[k]); };
  const auto w = [&](int k) { return difference(a[k], x[k]); };
  return CGAL::sign(CGAL::determinant<Exact>(u(0), u(1), u(2), v(0), v(1), v(2), w(0), w(1), w(2)));
}

int exact_side_of(const Real* n, const Real* p, const Real* x) {
  Exact sum = 0;
  for (int k = 0; k < 3; ++k)
    if (n[k] != 0 && p[k] != x[k]) sum += Exact(n[k]) * difference(p[k], x[k]);
  return CGAL::sign(sum);
}

int exact_turn(const Real* a, const Real* b, const Real* c, int i, int j) {
  using Point = Kernel::Point_2;
  return Kernel().orientation_2_object()(Point(a[i], a[j]), Point(b[i], b[j]), Point(c[i], c[j]));
}

}  // namespace tactus::core::detail
