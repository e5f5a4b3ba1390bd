#include "core/plugin/promises.hpp"
#include "core/plugin/smoke.hpp"

namespace tactus::core {

void check_contact_law(const MakeComponent& make, conformance::Check& check) {
  smoke_contact_law(make, check);
}

}  // namespace tactus::core
