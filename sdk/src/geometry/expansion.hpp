// Exact sums of doubles. A number is stored as a list of doubles that do not overlap, in ascending
// order of magnitude. Their sum is the number without any rounding, and the last one has its sign
// (Shewchuk, Discrete Comput. Geom. 18 (1997) 305, theorem 10). Zeros are left out, so that numbers
// with few digits, such as coordinates of a mesh on a lattice, have short lists.
//
// Files that include this header must be compiled without contraction of products and sums
// (-ffp-contract=off).
#pragma once

#include <cmath>
#include <tactus/types.hpp>

namespace tactus {

/// A sum of at most `capacity` doubles.
template <int capacity>
class Expansion {
 public:
  /// Adds a double.
  void add(Real summand) {
    int kept = 0;
    for (int k = 0; k < size_; ++k) {
      const Real sum = summand + part_[k];
      const Real of_part = sum - summand;  // exact rounding error (Knuth), for summands of any size
      const Real error = (summand - (sum - of_part)) + (part_[k] - of_part);
      if (error != 0) part_[kept++] = error;
      summand = sum;
    }
    if (summand != 0) part_[kept++] = summand;
    size_ = kept;
  }

  /// Adds sign * x * y, sign being 1 or -1.
  template <int m, int n>
  void add_product(const Expansion<m>& x, const Expansion<n>& y, Real sign = 1) {
    static_assert(2 * m * n <= capacity);
    for (const Real a : x.parts())
      for (const Real b : y.parts()) {
        const Real high = a * b, low = std::fma(a, b, -high);
        add(sign * low);
        add(sign * high);
      }
  }

  View<Real> parts() const { return {part_, static_cast<std::size_t>(size_)}; }
  int sign() const {
    if (size_ == 0) return 0;
    return part_[size_ - 1] > 0 ? 1 : -1;
  }

 private:
  Real part_[capacity];
  int size_ = 0;
};

}  // namespace tactus
