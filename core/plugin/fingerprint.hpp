/// \file fingerprint.hpp  Checks whether a plugin was compiled with a compatible C++ ABI, and
/// whether this processor supports its instructions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus::core {

struct Mismatch {
  std::string cause, remedy;
};

/// Compares a plugin's fingerprint with that of this program, key by key. The result names both
/// values and the compiler flag to change; it is empty if they are equal.
std::optional<Mismatch> compare_fingerprint(std::string_view plugin);

/// Empty if a library compiled with this minor number of the SDK finds all that it may ask for.
std::optional<Mismatch> compare_minor(int plugin);

/// Empty if this processor supports all instruction sets that a manifest names ("avx avx2 fma").
std::optional<Mismatch> compare_instructions(std::string_view plugin);

/// Name of the entry symbol that a plugin for this program exports.
std::string entry_symbol();

}  // namespace tactus::core
