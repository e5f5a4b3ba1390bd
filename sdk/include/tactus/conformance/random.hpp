/// \file conformance/random.hpp  Reproducible numbers.
#pragma once

#include <algorithm>
#include <vector>

#include "../types.hpp"

namespace tactus::conformance {

/// Uniform numbers in [0, 1), the same in every run (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  Real operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<Real>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
  }
  Real between(Real low, Real high) { return low + (high - low) * (*this)(); }

  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[static_cast<std::size_t>((*this)() * static_cast<Real>(i))]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tactus::conformance
