/// \file body_array.hpp  Copies of one body on a lattice.
#pragma once

#include <vector>

#include "core/config/scene/configuration.hpp"

namespace tactus::core {

struct ArrayConfig {
  std::vector<Real> count{1, 1};  ///< whole numbers
  std::vector<Real> spacing;      ///< m, from origin to origin
  void describe(OptionVisitor& o);
};

/// NAME_1, NAME_2, ... row by row: copy 1 + i + j count_x is moved by (i, j) times the spacing. They
/// share the material.
std::vector<BodyConfig> expanded(const BodyConfig& body, const ArrayConfig& array);

}  // namespace tactus::core
