#include "core/mesh/unit_circle.hpp"

#include <cmath>
#include <numbers>

namespace tactus::core {

std::pair<Real, Real> unit_circle(Index j, Index n) {
  const Index quarter = 4 * j / n, rest = 4 * j - quarter * n;  // rest/n of a quarter turn
  const bool upper = 2 * rest > n;
  const Index part = upper ? n - rest : rest;
  const Real angle = std::numbers::pi / 2 * static_cast<Real>(part) / static_cast<Real>(n);
  Real c = std::cos(angle), s = std::sin(angle);
  if (2 * part == n) c = s = std::numbers::sqrt2 / 2;
  if (upper) std::swap(c, s);
  switch (quarter) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

}  // namespace tactus::core
