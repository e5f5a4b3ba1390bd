/// \file body_array.hpp  Expands arrays: copies of one body on a lattice.
#pragma once

#include <vector>

#include "core/scene/configuration.hpp"

namespace tactus::core {

struct ArrayConfig {
  std::vector<Real> count{1, 1};  ///< whole numbers
  std::vector<Real> spacing;      ///< m, from origin to origin
  void describe(OptionVisitor& o);
};

/// The copies NAME_1, NAME_2, ..., row by row. Copy 1 + i + j count_x (+ k count_x
/// count_y) is translated by (i, j, k) times the spacing. All copies share the material.
std::vector<BodyConfig> expanded(const BodyConfig& body, const ArrayConfig& array);

}  // namespace tactus::core
