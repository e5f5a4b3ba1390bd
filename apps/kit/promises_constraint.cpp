// Runs the conformance tests of kind constraint on a registered component. Each kind has its own
// file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/constraint_promises.hpp"

namespace tactus::core {

void check_constraint(const MakeComponent& make, conformance::Check& check) {
  conformance::constraint_promises(made_as<Constraint>(make), check);
}

}  // namespace tactus::core
