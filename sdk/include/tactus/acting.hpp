/// \file acting.hpp  Which components of a tensor a material has to compute.
#pragma once

#include <span>

namespace tactus {

/// Components i + 3 J of a tensor: those in the plane, where only these are read (MaterialBatch::plane), or all.
inline std::span<const int> acting(bool plane) {
  static constexpr int kAll[] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, kInPlane[] = {0, 1, 3, 4};
  return plane ? std::span<const int>(kInPlane) : std::span<const int>(kAll);
}

}  // namespace tactus
