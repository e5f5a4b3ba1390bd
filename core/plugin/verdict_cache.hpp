/// \file verdict_cache.hpp  Remembers which libraries have been opened without harm.
#pragma once

#include <filesystem>
#include <string>

namespace tactus::core {

/// One file per library and program in the user's cache folder. Only positive results are stored,
/// because the cause of a refusal may lie outside the library (another library that was missing)
/// and may be removed. If the folder is missing or not writable, libraries are simply tested each
/// time.
class VerdictCache {
 public:
  explicit VerdictCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool knows(const std::string& sha256) const;
  void remember(const std::string& sha256) const;

 private:
  std::filesystem::path file(const std::string& sha256) const;
  std::filesystem::path folder_;  ///< empty: there is none
};

}  // namespace tactus::core
