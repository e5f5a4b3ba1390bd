// Test doubles of the kernel's side, as plugin authors have them, and the kernel's own threads.
#pragma once

#include <tactus/conformance/doubles.hpp>

#include "core/support/executor.hpp"  // IWYU pragma: export

namespace tactus::testing {

using conformance::MassSystem;
using conformance::MiniRun;
using conformance::RowContact;
using conformance::RowFunction;

}  // namespace tactus::testing
