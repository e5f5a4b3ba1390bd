#include "core/plugin/promises.hpp"
#include "core/plugin/smoke.hpp"

namespace tactus::core {

void check_integrator(const MakeComponent& make, conformance::Check& check) {
  smoke_integrator(make, check);
}

}  // namespace tactus::core
