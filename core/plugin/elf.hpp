/// \file elf.hpp  Reads one section of a shared library without loading it, and refuses a file that
/// the dynamic loader would stumble over.
#pragma once

#include <filesystem>
#include <string>

namespace tactus::core {

/// The bytes of section `name`, or "" if the library has no section of that name.
///
/// Every header, segment and section is first compared with the size of the file: a library that
/// was cut off while it was copied is mapped without complaint and then ends the process with a bus
/// error.
/// @throws PluginError if this is no complete 64-bit shared library for this processor.
std::string read_elf_section(const std::filesystem::path& library, std::string_view name);

}  // namespace tactus::core
