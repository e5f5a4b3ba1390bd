/// \file installation.hpp  The program with the plugins that a test wants, in a folder of its own:
/// what a test expects does not change when another plugin is added, or with what a user has.
#pragma once

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace tactus::cli_tests {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}
inline void write_text(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// What an explicit step with contact in the plane takes.
inline const std::vector<std::string> kPlanePlugins{
    "brute_force", "grid",  "vertex_edge", "local_sqp", "linear_elastic", "neo_hookean",
    "newmark",     "force", "pressure",    "traction",  "node",           "group"};

inline const std::vector<std::string> kNoPlugins;

/// Every plugin of this build.
inline std::vector<std::string> all_plugins() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(TACTUS_PLUGIN_DIR))
    if (entry.path().extension() == ".so") names.push_back(entry.path().stem().string());
  return names;
}

class Installation {
 public:
  struct Outcome {
    int code = -1;
    std::string out, err;
  };

  explicit Installation(const std::vector<std::string>& plugins = kPlanePlugins) {
    fs::create_directories(root() / "bin");
    fs::create_directories(root() / "lib/tactus/plugins");
    fs::create_directories(work());
    fs::copy_file(TACTUS_PROGRAM, root() / "bin/tactus");
    for (const std::string& plugin : plugins)
      fs::copy_file(fs::path(TACTUS_PLUGIN_DIR) / (plugin + ".so"),
                    root() / "lib/tactus/plugins" / (plugin + ".so"));
  }

  const fs::path& root() const { return folder_.path(); }
  /// Where the program is run.
  fs::path work() const { return root() / "work"; }

  Outcome run(const std::vector<std::string>& arguments) const { return run_with(arguments, ""); }
  /// `then` is what a shell goes on with, such as " & program=$!; kill -INT $program; wait $program".
  Outcome run_with(const std::vector<std::string>& arguments, const std::string& then) const {
    std::string words = shell((root() / "bin/tactus").string());
    for (const std::string& argument : arguments) words += " " + shell(argument);
    return script(words + then);
  }

  /// Runs lines of bash in the folder of work; "$tactus" is the program, "$root" the folder that
  /// holds everything of this test.
  Outcome script(const std::string& lines) const {
    write_text(root() / "script", lines + "\n");
    const std::string command =
        "cd " + shell(work().string()) + " && env -u TACTUS_PLUGIN_PATH" +
        " XDG_CACHE_HOME=" + shell((root() / "cache").string()) +
        " XDG_DATA_HOME=" + shell((root() / "data").string()) +
        " tactus=" + shell((root() / "bin/tactus").string()) + " root=" + shell(root().string()) +
        " bash " + shell((root() / "script").string()) + " >" + shell((root() / "out").string()) +
        " 2>" + shell((root() / "err").string());
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            text_of(root() / "out"), text_of(root() / "err")};
  }

  /// Everything in the folder where the program is run.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(work()))
      names.insert(entry.path().string());
    return names;
  }

 private:
  static std::string shell(const std::string& word) {
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
  }

  test::TemporaryFolder folder_;
};

}  // namespace tactus::cli_tests
