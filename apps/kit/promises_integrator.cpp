// Runs the conformance tests of kind integrator on a registered component. Each kind has its own
// file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/integrator_promises.hpp"

namespace tactus::core {

void check_integrator(const MakeComponent& make, conformance::Check& check) {
  conformance::integrator_promises(made_as<Integrator>(make), check);
}

}  // namespace tactus::core
