// Test doubles of the kernel's side, as plugin authors have them.
#pragma once

#include <tactus/conformance/doubles.hpp>

namespace tactus::testing {

using conformance::MassSystem;
using conformance::MiniRun;
using conformance::RowContact;
using conformance::RowFunction;

}  // namespace tactus::testing
