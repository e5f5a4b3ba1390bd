// The commands list, new plugin, check-plugin and version.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "apps/cli/commands.hpp"
#include "apps/kit/check_plugin.hpp"
#include "apps/kit/scaffold.hpp"
#include "apps/study/fit_matrix.hpp"
#include "core/plugin/fingerprint.hpp"
#include "core/scene/options/component_source.hpp"
#include "core/support/installation.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/progress.hpp"

namespace tactus::cli {
namespace {

using namespace tactus::core;

void print_details(const PluginFile& file) {
  if (file.path.empty()) return;
  fmt::print("  {:<24} SDK {}.{}, {}{}{}\n", "", TACTUS_SDK_ABI, file.minor, file.compiler,
             file.instructions.empty() ? "" : ", instructions: ", file.instructions);
}

void print_kind(const Registry& registry, Kind kind, bool details) {
  const std::vector<std::string> names = registry.names(kind);
  fmt::print("{}\n", kind_name(kind));
  if (names.empty()) fmt::print("  none\n");
  for (const std::string& name : names) {
    const PluginFile& file = registry.file_of(kind, name);
    const auto item = std::find_if(file.items.begin(), file.items.end(),
                                   [&](const auto& i) { return i.kind == kind && i.name == name; });
    fmt::print("  {:<24} {}\n  {:<24} {} {}\n", name, item->summary, "", file.path.string(),
               file.version);
    if (details) print_details(file);
  }
}

void print_refusals(const Registry& registry) {
  if (registry.refusals().empty()) return;
  fmt::print("\nrefused\n");
  for (const PluginRefusal& r : registry.refusals())
    fmt::print("  {}\n      {}.\n      {}.\n", r.path.string(), r.cause, r.remedy);
}

std::string_view word(PromiseVerdict::Result result) {
  switch (result) {
    case PromiseVerdict::Result::kept:
      return "ok";
    case PromiseVerdict::Result::skipped:
      return "skipped";
    default:
      return "FAILED";
  }
}

void print_check(const ComponentCheck& check) {
  fmt::print("\n{} {}: {}\n", kind_name(check.component.kind), check.component.name,
             check.component.summary);
  for (const PromiseVerdict& v : check.verdicts)
    fmt::print("  {:<8} {}{}{}\n", word(v.result), v.promise, v.text.empty() ? "" : ": ", v.text);
}

/// Of "KEY=VALUE". @throws ConfigError
GivenOptions given_options(const std::vector<std::string>& sets) {
  GivenOptions options;
  for (const std::string& set : sets) {
    const std::size_t equals = set.find('=');
    const std::size_t slash = set.starts_with('/') ? 1 : 0;
    if (equals == std::string::npos || equals == slash)
      throw ConfigError(fmt::format(
          "--set takes KEY=VALUE, an option of the component and its value, such as young=2e9; "
          "\"{}\" given",
          set));
    options[set.substr(slash, equals - slash)] = set.substr(equals + 1);
  }
  return options;
}

/// Of which components nothing is known.
std::string untested(const PluginCheck& check) {
  if (check.components.empty()) return "the library has no components";
  std::string names;
  for (const ComponentCheck& component : check.components)
    if (!component.tested())
      names += fmt::format("{}{} {}", names.empty() ? "" : ", ",
                           kind_name(component.component.kind), component.component.name);
  return names;
}

void print_namesake(const Registry& registry, Kind kind, const std::string& name,
                    std::string_view indent) {
  fmt::print(
      "{}note: there is a {} \"{}\" already ({}). Two of one name cannot be used together.\n",
      indent, kind_name(kind), name, registry.file_of(kind, name).path.string());
}

/// Components of other libraries with the name of one of this library.
void print_namesakes(const PluginFile& file, const Registry& registry) {
  for (const PluginFile::Item& item : file.items) {
    if (!registry.known(item.kind, item.name)) continue;
    std::error_code gone;
    try {
      const auto& other = registry.file_of(item.kind, item.name).path;
      if (!std::filesystem::equivalent(other, file.path, gone))
        print_namesake(registry, item.kind, item.name, "  ");
    } catch (const PluginError& e) {  // two others have the name, or one that is refused
      fmt::print("  note: {} {}.\n", e.path.string(), e.cause);
    }
  }
}

/// What calls this program again: "tactus" if the shell finds it so, else its path.
std::string word_for_program() {
  const std::filesystem::path program = installation_prefix() / "bin/tactus";
  const char* variable = std::getenv("PATH");
  for (std::string_view rest = variable ? variable : ""; !rest.empty();) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    std::error_code error;
    const auto candidate = std::filesystem::path(folder) / "tactus";
    if (std::filesystem::exists(candidate, error))
      return std::filesystem::equivalent(candidate, program, error) ? "tactus" : program.string();
  }
  return program.string();
}

std::filesystem::path beside_current(const std::filesystem::path& folder) {
  const auto relative = folder.lexically_relative(std::filesystem::current_path());
  return relative.empty() || *relative.begin() == ".." ? folder : relative;
}

}  // namespace

int list_command(const ListArguments& arguments) {
  // Reports a wrong kind before doing anything else
  if (!arguments.kind.empty()) kind_of_name(arguments.kind);
  Registry registry({.command_line = arguments.plugin_folders});
  if (arguments.matrix) {
    RegistrySource components(registry);
    fmt::print("{}", fit_matrix(components, matrix_scenes()));
    return kOk;
  }
  bool first = true;
  for (const Kind kind : kAllKinds) {
    if (!arguments.kind.empty() && kind_name(kind) != arguments.kind) continue;
    if (!first) fmt::print("\n");
    first = false;
    print_kind(registry, kind, arguments.details);
  }
  print_refusals(registry);
  return kOk;
}

int check_plugin_command(const CheckPluginArguments& arguments) {
  Progress progress(STDERR_FILENO, isatty(STDERR_FILENO) == 0);
  const CheckRequest request{.component = arguments.component,
                             .options = given_options(arguments.sets),
                             .defaults_only = arguments.defaults_only,
                             .time_limit_s = arguments.time_limit_s,
                             .plugin_folders = arguments.plugin_folders,
                             .progress = [&](std::string_view what) { progress.say(what); }};
  const PluginCheck check = check_plugin(arguments.library, request);
  progress.clear();
  fmt::print("{}\n  {} {}, fits this program, SHA-256 {}\n", check.file.path.string(),
             check.file.name, check.file.version, check.file.sha256);
  for (const std::string& note : check.file.notes) fmt::print("  note: {}\n", note);
  print_namesakes(check.file, Registry({.command_line = arguments.plugin_folders}));
  for (const ComponentCheck& component : check.components) print_check(component);
  switch (check.verdict()) {
    case PluginCheck::Verdict::passed:
      fmt::print("\npassed\n");
      return kOk;
    case PluginCheck::Verdict::broken:
      fmt::print("\nFAILED\n");
      return kPlugin;
    default:
      fmt::print("\nNOT TESTED: {}\n", untested(check));
      return kNothingTested;
  }
}

int new_plugin_command(const NewPluginArguments& arguments) {
  const Kind kind = kind_of_name(arguments.kind);
  const auto folder =
      beside_current(write_new_plugin(kind, arguments.name, arguments.entry, arguments.folder))
          .string();
  const Registry registry({});
  if (registry.known(kind, arguments.name)) print_namesake(registry, kind, arguments.name, "");
  fmt::print(
      "{0}/{1}.cpp is a plugin that works ({2}); its comments say what to change. Build and check "
      "it:\n\n"
      "  cmake -S {0} -B {0}/build\n"
      "  cmake --build {0}/build\n"
      "  {3} check-plugin {0}/build/{1}.so\n\n"
      "{0}/{1}_test.cpp is for tests of your own: ctest --test-dir {0}/build runs them.\n",
      folder, arguments.name, arguments.kind, word_for_program());
  return kOk;
}

int version_command() {
  fmt::print("tactus {} (SDK {}.{}, entry {})\n", TACTUS_VERSION, TACTUS_SDK_ABI, kSdkMinor,
             entry_symbol());
  return kOk;
}

}  // namespace tactus::cli
