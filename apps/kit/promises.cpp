// The conformance tests of each kind, on components that a registration creates.
#include "apps/kit/promises.hpp"

#include "tactus/conformance/broad_phase_promises.hpp"
#include "tactus/conformance/constraint_promises.hpp"
#include "tactus/conformance/contact_law_promises.hpp"
#include "tactus/conformance/contact_solver_promises.hpp"
#include "tactus/conformance/integrator_promises.hpp"
#include "tactus/conformance/load_promises.hpp"
#include "tactus/conformance/material_promises.hpp"
#include "tactus/conformance/probe_promises.hpp"

namespace tactus::core {
namespace {

/// @pre the created object is a T.
template <class T, void (*promises)(const conformance::Make<T>&, conformance::Check&)>
void check(const MakeComponent& make, conformance::Check& to) {
  promises([make] { return std::unique_ptr<T>(static_cast<T*>(make().release())); }, to);
}

}  // namespace

PromiseTest promise_test_of(Kind kind) {
  using namespace conformance;
  constexpr PromiseTest tests[] = {check<Material, material_promises>,
                                   check<Integrator, integrator_promises>,
                                   check<BroadPhase, broad_phase_promises>,
                                   check<Constraint, constraint_promises>,
                                   check<ContactSolver, contact_solver_promises>,
                                   check<ContactLaw, contact_law_promises>,
                                   check<Load, load_promises>,
                                   check<Probe, probe_promises>};
  return tests[static_cast<std::size_t>(kind)];
}

}  // namespace tactus::core
