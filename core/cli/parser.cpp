// Options that several commands have.
#include "core/cli/parser.hpp"

#include <charconv>
#include <cmath>

namespace tactus::cli {

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
