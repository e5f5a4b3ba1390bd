/// \file checkpoint_header.hpp  The text at the head of a checkpoint: which format, program and run it is
/// of, and the checksum of what follows. The layout is described in checkpoint.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

/// Raised when the meaning of what the kernel stores changes.
inline constexpr Index kCheckpointVersion = 7;

/// What to do about a checkpoint that is of no use: the end of a sentence.
inline constexpr const char* kCheckpointRemedy =
    "; take an older checkpoint or run again with --force";

/// What to write before the bytes of `image`. @pre the fingerprint is one line of at most 200 characters.
std::string checkpoint_header(std::string_view fingerprint, std::string_view image);

/// Reads the file and checks everything but what follows the header, which it returns.
/// @throws FileError where the file is missing, damaged, no checkpoint, of another version or another
///         fingerprint; each with what to do.
std::string checkpoint_image(const std::filesystem::path& file, std::string_view fingerprint);

/// Looks at the head of a checkpoint alone.
/// @throws FileError where it is missing, is no checkpoint, or is one of another format: the sentence says
///         which program wrote it.
void check_checkpoint_format(const std::filesystem::path& path);

}  // namespace tactus::core
