#include "core/plugin/promises.hpp"
#include "core/plugin/smoke.hpp"

namespace tactus::core {

void check_constraint(const MakeComponent& make, conformance::Check& check) {
  smoke_constraint(make, check);
}

}  // namespace tactus::core
