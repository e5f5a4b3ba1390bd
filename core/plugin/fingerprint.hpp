/// \file fingerprint.hpp  Whether a plugin and this program speak the same C++, and this processor
/// its instructions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tactus::core {

struct Mismatch {
  std::string cause, remedy;
};

/// Compares a plugin's fingerprint with that of this program, key by key: both values, and the flag
/// to change. Nothing if they are equal.
std::optional<Mismatch> compare_fingerprint(std::string_view plugin);

/// Nothing if this processor has all instructions that a manifest names ("avx avx2 fma").
std::optional<Mismatch> compare_instructions(std::string_view plugin);

/// Name of the symbol that a plugin for this program exports.
std::string entry_symbol();

}  // namespace tactus::core
