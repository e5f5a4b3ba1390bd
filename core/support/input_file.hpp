/// \file input_file.hpp  Looks at a path and reads a file, and passes on the words of the system where
/// that fails: a disk that does not answer is not a file that is not there.
#pragma once

#include <filesystem>
#include <string>

#include "core/support/file_error.hpp"

namespace tactus::core {

/// What is at `path`; file_type::not_found where nothing is.
/// @throws FileError where the system cannot tell, because of rights or of a broken disk.
std::filesystem::file_status status_of(const std::filesystem::path& path);

/// Whether something is at `path`. @throws FileError as status_of().
bool is_there(const std::filesystem::path& path);

/// The file, or its first `most` bytes. @throws FileError where it cannot be read to that point.
std::string read_file(const std::filesystem::path& path, std::size_t most = std::string::npos);

}  // namespace tactus::core
