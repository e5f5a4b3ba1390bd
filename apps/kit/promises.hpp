/// \file promises.hpp  Runs the conformance tests of each kind on components that a registration
/// creates.
#pragma once

#include <functional>
#include <memory>

#include "tactus/component.hpp"
#include "tactus/conformance/check.hpp"

namespace tactus::core {

/// Creates a new object at each call, all with the same options.
using MakeComponent = std::function<std::unique_ptr<Component>()>;
using PromiseTest = void (*)(const MakeComponent&, conformance::Check&);

/// @pre the created object is a T.
template <class T>
conformance::Make<T> made_as(const MakeComponent& make) {
  return [make] { return std::unique_ptr<T>(static_cast<T*>(make().release())); };
}

void check_material(const MakeComponent& make, conformance::Check& check);
void check_integrator(const MakeComponent& make, conformance::Check& check);
void check_broad_phase(const MakeComponent& make, conformance::Check& check);
void check_constraint(const MakeComponent& make, conformance::Check& check);
void check_contact_solver(const MakeComponent& make, conformance::Check& check);
void check_contact_law(const MakeComponent& make, conformance::Check& check);
void check_load(const MakeComponent& make, conformance::Check& check);
void check_probe(const MakeComponent& make, conformance::Check& check);

PromiseTest promise_test_of(Kind kind);

}  // namespace tactus::core
