// Runs the conformance tests of kind material on a registered component. Each kind has its own
// file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/material_promises.hpp"

namespace tactus::core {

void check_material(const MakeComponent& make, conformance::Check& check) {
  conformance::material_promises(made_as<Material>(make), check);
}

}  // namespace tactus::core
