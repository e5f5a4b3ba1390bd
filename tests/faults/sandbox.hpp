/// \file sandbox.hpp  A folder of plugins, and a user's home, for one test.
#pragma once

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/plugin/registry.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tactus::faults {

namespace fs = std::filesystem;

inline fs::path library(const std::string& name) {
  return fs::path(TACTUS_FAULT_DIR) / (name + ".so");
}

inline std::string bytes_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}
inline void write_bytes(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

/// Has nothing in it at first; the user's cache and data folders are inside, so that no test sees
/// what another one or the user left there.
class Sandbox {
 public:
  Sandbox() {
    fs::create_directories(plugins());
    setenv("XDG_CACHE_HOME", (root() / "cache").c_str(), 1);
    setenv("XDG_DATA_HOME", (root() / "data").c_str(), 1);
    unsetenv("TACTUS_PLUGIN_PATH");
  }

  const fs::path& root() const { return folder_.path(); }
  fs::path plugins() const { return root() / "plugins"; }

  /// Copies a library of this test into the folder.
  fs::path put(const std::string& name, const std::string& as = "") const {
    const fs::path target = plugins() / ((as.empty() ? name : as) + ".so");
    fs::copy_file(library(name), target, fs::copy_options::overwrite_existing);
    return target;
  }
  fs::path put_bytes(const std::string& name, const std::string& bytes) const {
    write_bytes(plugins() / name, bytes);
    return plugins() / name;
  }
  core::Registry registry() const { return core::Registry({.command_line = {plugins()}}); }

 private:
  test::TemporaryFolder folder_;
};

/// The one refusal that a registry of this sandbox reports.
inline core::PluginRefusal refusal_in(const Sandbox& box) {
  const core::Registry registry = box.registry();
  REQUIRE(registry.refusals().size() == 1);
  return registry.refusals().front();
}

/// What is thrown when the component is asked for.
inline core::PluginError error_of(core::Registry& registry, const std::string& name) {
  try {
    registry.find(Kind::material, name);
  } catch (const core::PluginError& e) {
    return e;
  }
  FAIL("material " << name << " was loaded");
  throw 0;
}

}  // namespace tactus::faults
