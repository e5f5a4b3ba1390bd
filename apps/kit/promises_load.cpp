// Runs the conformance tests of kind load on a registered component.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/load_promises.hpp"

namespace tactus::core {

void check_load(const MakeComponent& make, conformance::Check& check) {
  conformance::load_promises(made_as<Load>(make), check);
}

}  // namespace tactus::core
