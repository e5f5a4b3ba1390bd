#include "apps/kit/promises.hpp"

namespace tactus::core {

PromiseTest promise_test_of(Kind kind) {
  constexpr PromiseTest tests[] = {check_material,   check_integrator,     check_broad_phase,
                                   check_constraint, check_contact_solver, check_contact_law,
                                   check_load,       check_probe};
  return tests[static_cast<std::size_t>(kind)];
}

}  // namespace tactus::core
