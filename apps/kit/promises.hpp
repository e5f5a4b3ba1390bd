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

PromiseTest promise_test_of(Kind kind);

}  // namespace tactus::core
