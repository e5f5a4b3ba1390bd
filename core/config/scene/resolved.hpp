/// \file resolved.hpp  What two resolved.json have in common.
#pragma once

#include <string>
#include <vector>

#include "core/config/json/difference.hpp"

namespace tactus::core {

/// Whether they say the same, whatever machine, program and plugins wrote them. False where one of
/// them is none.
bool same_configuration(const std::string& resolved, const std::string& other);

/// In which keys two configurations differ, whatever wrote them.
std::vector<Difference> configuration_differences(const std::string& before,
                                                  const std::string& now);

/// What the bits of a run depend on: the configuration with the SHA-256 of its meshes, the program's ABI,
/// the SHA-256 of its plugins; less what a resumed run may change, which is /time/end, /output and where
/// plugins are looked for. Two runs of one identity can continue each other; empty where the text is no
/// resolved.json.
std::string run_identity(const std::string& resolved);

/// What keeps a run of `now` from going on with the checkpoint of `before`: differences of their
/// identities, and an end that is earlier.
std::vector<Difference> resume_differences(const std::string& before, const std::string& now);

}  // namespace tactus::core
