/// \file friction/small_solve.hpp  Linear systems of two or three unknowns.
#pragma once

#include <cmath>

#include "../types.hpp"

namespace tactus::friction {

/// Solves A x = b by elimination with row pivoting. False where a pivot is zero or not a number.
template <int D>
bool solve_small(Mat<D> A, Vec<D> b, Vec<D>& x) {
  for (int k = 0; k < D; ++k) {
    int pivot = k;
    for (int i = k + 1; i < D; ++i)
      if (std::abs(A(i, k)) > std::abs(A(pivot, k))) pivot = i;
    if (!(std::abs(A(pivot, k)) > 0)) return false;
    if (pivot != k) {
      for (int j = k; j < D; ++j) std::swap(A(k, j), A(pivot, j));
      std::swap(b[k], b[pivot]);
    }
    for (int i = k + 1; i < D; ++i) {
      const Real factor = A(i, k) / A(k, k);
      for (int j = k + 1; j < D; ++j) A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (int k = D; k-- > 0;) {
    for (int j = k + 1; j < D; ++j) b[k] -= A(k, j) * x[j];
    x[k] = b[k] / A(k, k);
  }
  return x.allFinite();
}

}  // namespace tactus::friction
