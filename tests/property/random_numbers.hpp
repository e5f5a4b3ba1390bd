// Numbers of a random scene: a function of its seed alone, the same with every compiler.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "tactus/types.hpp"

namespace tactus::property {

/// No two draws stand in one list of arguments: their order would be the compiler's.
class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : random_(seed) {}

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool one_in(int n) { return pick(n) == 0; }
  Real uniform(Real a, Real b) {
    return a + (b - a) * static_cast<Real>(random_() % (1U << 24)) / (1U << 24);
  }
  /// Every decade between a and b is as likely as any other.
  Real logarithmic(Real a, Real b) { return std::exp(uniform(std::log(a), std::log(b))); }

 private:
  std::mt19937 random_;
};

}  // namespace tactus::property
