/// \file source_files.hpp  Files of the repository, for tests that read them: who includes whom, and how large things
/// are.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace tactus::test {

/// Files below a folder whose paths end with one of `endings`, in order.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      const std::vector<std::string>& endings) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() &&
        std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
          return entry.path().string().ends_with(ending);
        }))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string source_text(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace tactus::test
