/// \file verdict_cache.hpp  Which libraries have once been opened without harm.
#pragma once

#include <filesystem>
#include <string>

namespace tactus::core {

/// Files in the user's cache folder, one a library and program. Only good verdicts are kept: what a
/// library was refused for may lie outside of it (another library that was missing) and be mended.
/// A folder that is missing or cannot be written is no error: the library is tried again each time.
class VerdictCache {
 public:
  explicit VerdictCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool knows(const std::string& sha256) const;
  void remember(const std::string& sha256) const;

 private:
  std::filesystem::path file(const std::string& sha256) const;
  std::filesystem::path folder_;  ///< empty: none
};

}  // namespace tactus::core
