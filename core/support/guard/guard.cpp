#include "core/support/guard/guard.hpp"

#include <utility>

#include "core/support/guard/guarded_broad_phase.hpp"
#include "core/support/guard/guarded_constraint.hpp"
#include "core/support/guard/guarded_integrator.hpp"
#include "core/support/guard/guarded_law.hpp"
#include "core/support/guard/guarded_load.hpp"
#include "core/support/guard/guarded_material.hpp"
#include "core/support/guard/guarded_probe.hpp"
#include "core/support/guard/guarded_solver.hpp"

namespace tactus::core {
namespace {

template <class Front, class Interface>
std::unique_ptr<Component> behind(std::unique_ptr<Component> object, const char* type) {
  auto* const known = dynamic_cast<Interface*>(object.get());
  if (!known) return object;
  (void)object.release();
  return std::make_unique<Front>(std::unique_ptr<Interface>(known), type);
}

}  // namespace

std::unique_ptr<Component> guard(std::unique_ptr<Component> object, Kind kind, const char* type) {
  if (!object) return object;
  switch (kind) {
    case Kind::material:
      return behind<GuardedMaterial, Material>(std::move(object), type);
    case Kind::integrator:
      return behind<GuardedIntegrator, Integrator>(std::move(object), type);
    case Kind::broad_phase:
      return behind<GuardedBroadPhase, BroadPhase>(std::move(object), type);
    case Kind::constraint:
      return behind<GuardedConstraint, Constraint>(std::move(object), type);
    case Kind::contact_solver:
      return behind<GuardedSolver, ContactSolver>(std::move(object), type);
    case Kind::contact_law:
      return behind<GuardedLaw, ContactLaw>(std::move(object), type);
    case Kind::load:
      return behind<GuardedLoad, Load>(std::move(object), type);
    case Kind::probe:
      return behind<GuardedProbe, Probe>(std::move(object), type);
  }
  return object;
}

Component& unguarded(Component& component) {
  const auto* guard = dynamic_cast<const Guard*>(&component);
  return guard ? guard->behind() : component;
}

}  // namespace tactus::core
