// Files of runs that tests write by hand.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace tactus::report_tests {

/// Writes a file, and the folders that it is in.
inline void put(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace tactus::report_tests
