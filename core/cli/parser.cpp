// Options that several commands share.
#include "core/cli/parser.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <thread>

namespace tactus::cli {

void add_sets(CLI::App& command, std::vector<std::string>& sets) {
  command
      .add_option(
          "--set", sets,
          "Changes one value: /json/pointer=value, the value as JSON, or else a string. May "
          "be repeated")
      ->type_name("/POINTER=VALUE")
      ->allow_extra_args(false);
}

void add_threads(CLI::App& command, int& threads) {
  command
      .add_option("--threads", threads,
                  "Threads; results are the same for any number, to the bit. Default: all cores")
      ->check(CLI::Range(1, 1024));
}

int all_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void add_folders(CLI::App& command, Folders& folders) {
  command
      .add_option("--plugin-dir", folders,
                  "Folder with plugins, or a plugin; looked through first. May be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_no_plugins(CLI::App& command, bool& no_plugins) {
  command.add_flag(
      "--no-plugins", no_plugins,
      "Refuses a configuration that names plugins of its own, whose code would run: for "
      "files of others");
}

bool is_positive(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && value > 0 && std::isfinite(value);
}

}  // namespace tactus::cli
