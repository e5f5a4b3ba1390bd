/// \file promises.hpp  The conformance body of each kind, for components that a registration makes.
#pragma once

#include <functional>
#include <memory>

#include "tactus/component.hpp"
#include "tactus/conformance/check.hpp"

namespace tactus::core {

/// Makes a fresh object each time, all of them alike.
using MakeComponent = std::function<std::unique_ptr<Component>()>;
using PromiseTest = void (*)(const MakeComponent&, conformance::Check&);

/// @pre what is made is a T.
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

PromiseTest promise_test_of(Kind kind);

}  // namespace tactus::core
