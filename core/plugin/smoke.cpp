#include "core/plugin/smoke.hpp"

#include <algorithm>

namespace tactus::core {

SmokeTest smoke_test_of(Kind kind) {
  constexpr SmokeTest tests[] = {smoke_material,   smoke_integrator,     smoke_broad_phase,
                                 smoke_constraint, smoke_contact_solver, smoke_contact_law};
  return tests[static_cast<std::size_t>(kind)];
}

bool needs(const Claims& claims, std::string_view capability) {
  return std::any_of(claims.needs.begin(), claims.needs.end(), [&](const auto& one_of) {
    return std::find(one_of.begin(), one_of.end(), capability) != one_of.end();
  });
}

}  // namespace tactus::core
