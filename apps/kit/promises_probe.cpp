// Runs the conformance tests of kind probe on a registered component.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/probe_promises.hpp"

namespace tactus::core {

void check_probe(const MakeComponent& make, conformance::Check& check) {
  conformance::probe_promises(made_as<Probe>(make), check);
}

}  // namespace tactus::core
