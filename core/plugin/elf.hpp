/// \file elf.hpp  Reads one section of a shared library without loading it, and refuses a file that
/// would make the dynamic loader crash.
#pragma once

#include <filesystem>
#include <string>

namespace tactus::core {

/// The bytes of section `name`, or "" if the library has no section of this name.
///
/// All headers, segments and sections are first compared with the size of the file. A library that
/// was truncated while being copied would otherwise be mapped without an error and then end the
/// process with a bus error.
/// @throws PluginError if this is not a complete 64-bit shared library for this processor.
std::string read_elf_section(const std::filesystem::path& library, std::string_view name);

}  // namespace tactus::core
