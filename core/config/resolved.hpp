/// \file resolved.hpp  What two resolved.json have in common.
#pragma once

#include <string>

namespace tactus::core {

/// Whether they say the same, whatever machine, program and plugins wrote them. False where one of
/// them is none.
bool same_configuration(const std::string& resolved, const std::string& other);

/// What a run's bits depend on: the configuration, the program's ABI, the SHA-256 of its plugins.
/// Two runs of one identity can continue each other; empty where the text is no resolved.json.
std::string run_identity(const std::string& resolved);

}  // namespace tactus::core
