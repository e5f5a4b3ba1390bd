/// \file resolved.hpp  Reads files of JSON that a run has left, and compares two resolved.json.
#pragma once

#include <string>
#include <vector>

#include "core/json/difference.hpp"

namespace tactus::core {

/// The text of a member of a file's object, such as "status" of summary.json; empty: it has none.
std::string text_member(const std::string& json, std::string_view key);

/// Whether they describe the same configuration, whatever machine, program and plugins wrote them.
/// False if one of them is invalid.
bool same_configuration(const std::string& resolved, const std::string& other);

/// The keys in which two configurations differ, whatever wrote them.
std::vector<Difference> configuration_differences(const std::string& before,
                                                  const std::string& now);

/// Everything on which the bits of a run depend: the configuration with the SHA-256 of its meshes,
/// the program's ABI, and the SHA-256 of its plugins. It leaves out what a resumed run may change:
/// /time/end, /output and the folders of plugins. Runs with the same identity can continue each
/// other. Empty if the text is not a resolved.json.
std::string run_identity(const std::string& resolved);

/// The reasons why a run of `now` cannot continue from the checkpoint of `before`: differences of
/// their identities, and an earlier end.
std::vector<Difference> resume_differences(const std::string& before, const std::string& now);

}  // namespace tactus::core
