// The commands `tactus plot` and `tactus movie`. Pictures are drawn by Python scripts that are
// installed with the program, because matplotlib is widely available and known. The program only
// finds and starts them.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "apps/cli/parser.hpp"
#include "core/support/installation.hpp"

namespace tactus::cli {

namespace fs = std::filesystem;

std::string python_interpreter() {
  if (const char* named = std::getenv("TACTUS_PYTHON"); named && *named) return named;
  const char* const system = "/usr/bin/python3";
  return access(system, X_OK) == 0 ? system : "python3";
}

bool is_picture_command(std::string_view name) { return name == "plot" || name == "movie"; }

void add_picture_commands(CLI::App& app) {
  app.add_subcommand("plot",
                     "Draws runs: stress, velocity, forces, paths at several times, or curves");
  app.add_subcommand("movie", "Makes a movie of a run, GIF or MP4");
}

int picture_command(std::span<char*> words, const core::StandardStreams& streams) {
  const fs::path script = core::installation_prefix() / "share/tactus/plot/main.py";
  std::error_code unreadable;
  if (!fs::exists(script, unreadable)) {
    std::fprintf(
        stderr, "%s\n",
        fmt::format("there is no {}: install Tactus whole (cmake --install)", script.string())
            .c_str());
    return kConfiguration;
  }
  std::string program = python_interpreter(), no_cache = "-B", main = script.string();
  std::vector<char*> command{program.data(), no_cache.data(), main.data()};
  command.insert(command.end(), words.begin(), words.end());
  command.push_back(nullptr);
  streams.close_output_again();
  execvp(program.c_str(), command.data());
  std::fprintf(stderr, "%s\n",
               fmt::format("tactus {} is drawn by Python, and \"{}\" cannot be started: {}; "
                           "`./dev setup --report` installs it, and TACTUS_PYTHON names another",
                           words[0], program, std::strerror(errno))
                   .c_str());
  return kConfiguration;
}

}  // namespace tactus::cli
