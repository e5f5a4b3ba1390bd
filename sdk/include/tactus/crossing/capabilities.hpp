/// \file crossing/capabilities.hpp  The name that constraints claim whose rows are degenerate in space.
#pragma once

#include "../capability.hpp"

namespace tactus::capability {

/// Of a constraint: in space the gradients of rows vanish where bodies touch. The forces of such rows have no value there,
/// and no implicit step can be solved with them.
inline constexpr std::string_view degenerate_in_space = "contact.degenerate_in_space";

}  // namespace tactus::capability
