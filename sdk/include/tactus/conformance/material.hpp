/// \file conformance/material.hpp  What every material promises, as one Catch2 test:
///
///     TEST_CASE("my_law keeps every promise of a material") {
///       tactus::conformance::check_material([] { return std::make_unique<MyLaw>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "material_promises.hpp"

namespace tactus::conformance {

inline void check_material(const Make<Material>& make) {
  CatchCheck check;
  material_promises(make, check);
}

}  // namespace tactus::conformance
