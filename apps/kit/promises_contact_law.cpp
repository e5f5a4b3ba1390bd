// Runs the conformance tests of kind contact_law on a registered component. Each kind has its own
// file, so that it is compiled separately.
#include "apps/kit/promises.hpp"
#include "tactus/conformance/contact_law_promises.hpp"

namespace tactus::core {

void check_contact_law(const MakeComponent& make, conformance::Check& check) {
  conformance::contact_law_promises(made_as<ContactLaw>(make), check);
}

}  // namespace tactus::core
