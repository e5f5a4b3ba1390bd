// Options that several commands share.
#include "apps/cli/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <thread>

#include "core/support/nearest_name.hpp"

namespace tactus::cli {
namespace {

/// The option that was meant: the one of which `given` is the beginning, or which is the beginning
/// of `given`, as in --output for --out; otherwise the nearest.
std::string suggested_option(const std::string& given, const std::vector<std::string>& known) {
  constexpr std::size_t kDashes = 2;
  for (const std::string& name : known)
    if (given.size() > kDashes && (name.starts_with(given) || given.starts_with(name)))
      return fmt::format("did you mean \"{}\"?", name);
  return core::suggestion(given, known);
}

/// Describes unknown options, each with the nearest option of the command, and then other
/// superfluous words.
std::string not_understood(const CLI::App& app) {
  const CLI::App& command = *app.get_subcommands().front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty())  // options without a group are hidden from users
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  std::string options, others;
  for (const std::string& given : app.remaining(true)) {
    const std::string name = given.substr(0, given.find('='));
    if (name.starts_with("-"))
      options += fmt::format("{}{} is no option of {}; {}", options.empty() ? "" : "\n", name,
                             command.get_name(), suggested_option(name, known));
    else
      others += (others.empty() ? "" : " ") + given;
  }
  if (!options.empty()) return options;
  const CLI::Option* set = command.get_option_no_throw("--set");
  if (set && set->count() > 0) {
    const std::string last = set->results().back();  // the word before a blank
    if (last.find('=') == last.npos || last.ends_with('='))
      return fmt::format("--set wants one word, without blanks round \"=\": --set {}={}",
                         last.substr(0, last.find('=')),
                         others.substr(others.starts_with("= ") ? 2 : 0));
  }
  return "not expected: " + others;
}

/// Names each argument that a command needs and has not got, with what it is; or the commands, where
/// none is given.
std::string missing(const CLI::App& app) {
  const CLI::App* command = &app;
  std::string name = "tactus";
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  std::vector<std::string> wanted;
  for (const CLI::Option* option : command->get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    std::string what = option->get_description();
    if (!what.empty())
      what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
    wanted.push_back(fmt::format("{} ({})", option->get_name(), what));
  }
  if (!wanted.empty()) return fmt::format("{} needs {}", name, fmt::join(wanted, ", "));
  for (const CLI::App* one : command->get_subcommands({})) wanted.push_back(one->get_name());
  return fmt::format("{} needs a command: {}", name, fmt::join(wanted, ", "));
}

}  // namespace

std::string refusal_in_words(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::RequiredError*>(&error)) return missing(app);
  const bool extra = dynamic_cast<const CLI::ExtrasError*>(&error);
  return extra && !app.get_subcommands().empty() ? not_understood(app) : error.what();
}

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

void refuse_empty_paths(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({})) {
    for (CLI::Option* option : command->get_options())
      if (option->get_type_name() == "DIR" || option->get_type_name() == "FILE")
        option->check([](const std::string& given) {
          return given.empty()
                     ? "an empty name given; leave the option out, or name a file or folder"
                     : "";
        });
    refuse_empty_paths(*command);
  }
}

bool is_positive(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && value > 0 && std::isfinite(value);
}

}  // namespace tactus::cli
