// Runs the conformance tests of kind broad_phase on a registered component. Each kind has its own
// file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/broad_phase_promises.hpp"

namespace tactus::core {

void check_broad_phase(const MakeComponent& make, conformance::Check& check) {
  conformance::broad_phase_promises(made_as<BroadPhase>(make), check);
}

}  // namespace tactus::core
