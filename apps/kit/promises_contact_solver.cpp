// Runs the conformance tests of kind contact_solver on a registered component. Each kind has its
// own file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/contact_solver_promises.hpp"

namespace tactus::core {

void check_contact_solver(const MakeComponent& make, conformance::Check& check) {
  conformance::contact_solver_promises(made_as<ContactSolver>(make), check);
}

}  // namespace tactus::core
