#include "core/plugin/promises.hpp"
#include "core/plugin/smoke.hpp"

namespace tactus::core {

void check_contact_solver(const MakeComponent& make, conformance::Check& check) {
  smoke_contact_solver(make, check);
}

}  // namespace tactus::core
