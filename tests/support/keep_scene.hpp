/// \file keep_scene.hpp  Writes the scenes that tests run to files, so that two programs can be compared on them.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace tactus::test {

/// Writes a scene to the folder that TACTUS_WRITE_SCENES names, if it names one. The name of the file follows
/// from its text, so that a scene that several tests run is written once.
inline void keep_scene(const std::string& text) {
  const char* folder = std::getenv("TACTUS_WRITE_SCENES");
  if (!folder) return;
  const std::string name = fmt::format("{:016x}.json", std::hash<std::string>{}(text));
  std::ofstream(std::filesystem::path(folder) / name, std::ios::binary) << text;
}

}  // namespace tactus::test
