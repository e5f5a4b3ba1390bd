/// \file checkpoint_header.hpp  The text at the beginning of a checkpoint: its format, program and
/// run, and the checksum of what follows. checkpoint.hpp describes the layout.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

/// Raised when the meaning of what the kernel stores changes.
inline constexpr Index kCheckpointVersion = 13;

/// What to do about an unusable checkpoint, as the end of a sentence.
inline constexpr const char* kCheckpointRemedy =
    "; take an older checkpoint or run again with --force";

/// The text to write before the bytes of `image`. @pre the fingerprint is one line of at most 200
/// characters.
std::string checkpoint_header(std::string_view fingerprint, std::string_view image);

/// Reads the file and checks everything up to the end of the header. Returns the bytes that follow
/// it.
/// @throws FileError if the file is missing, damaged, not a checkpoint, of another version or of
/// another
///         fingerprint; the message says what to do.
std::string checkpoint_image(const std::filesystem::path& file, std::string_view fingerprint);

/// Checks only the header of a checkpoint.
/// @throws FileError if the file is missing, is not a checkpoint, or has another format; the
/// message names
///         the program that wrote it.
void check_checkpoint_format(const std::filesystem::path& path);

}  // namespace tactus::core
