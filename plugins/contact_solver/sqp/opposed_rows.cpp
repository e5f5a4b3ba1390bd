#include "opposed_rows.hpp"

#include <cmath>

namespace sqp {
namespace {

/// Cosine of the angle between gradients. As things are strained, neither row's foot stays at the end of its edge.
constexpr Real kOpposite = -0.9;

Index shared_vertices(const ContactRows& rows, Index a, Index b) {
  Index shared = 0;
  for (Index k = rows.stencil_start[a]; k < rows.stencil_start[a + 1]; ++k)
    for (Index m = rows.stencil_start[b]; m < rows.stencil_start[b + 1]; ++m)
      shared += rows.stencil[k] == rows.stencil[m];
  return shared;
}

Real product(const LinearRows& at, Index a, Index b) {
  const View<Index> of_a = at.pattern(a), of_b = at.pattern(b);
  const View<Real> g = at.gradient(a), h = at.gradient(b);
  Real sum = 0;
  for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
    if (of_a[i] == of_b[j]) sum += g[i] * h[j];
    const bool first = of_a[i] <= of_b[j], second = of_b[j] <= of_a[i];
    i += first, j += second;
  }
  return sum;
}

}  // namespace

void find_opposed(const ContactRows& rows, const LinearRows& at, std::vector<Index>& opposed) {
  opposed.clear();
  for (Index a = 0; a < at.count(); ++a) {
    bool found = false;
    for (Index b = 0; b < at.count() && !found; ++b)
      found = b != a && shared_vertices(rows, a, b) >= 2 &&
              product(at, a, b) < kOpposite * std::sqrt(product(at, a, a) * product(at, b, b));
    if (found) opposed.push_back(a);
  }
}

}  // namespace sqp
