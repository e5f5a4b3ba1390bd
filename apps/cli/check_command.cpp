// The command `check` answers, before any result is written, whether a configuration can be run and
// how large the run would be. It reads the file, opens the plugins that it names, builds the model,
// and makes some steps to estimate time and memory. Errors leave this function as exceptions, which
// the command line turns into messages; if it returns, there were none.
#include <fmt/core.h>

#include "apps/cli/commands.hpp"
#include "core/run/further_problems.hpp"
#include "core/run/run.hpp"
#include "core/scene/load.hpp"

namespace tactus::cli {

int check_command(const CheckArguments& arguments) {
  core::LoadedConfiguration loaded = core::load_configuration(
      arguments.configuration, arguments.sets, arguments.plugin_folders,
      arguments.no_plugins ? core::OwnPlugins::refused : core::OwnPlugins::allowed,
      core::find_further_problems);
  // An error of the model does not know the file it stems from: all_errors() adds file and line.
  try {
    core::describe_run(loaded.configuration, arguments.threads,
                       [](std::string_view text) { fmt::print("{}", text); });
  } catch (const core::ModelError& e) {
    throw core::all_errors(e, loaded.configuration);
  }
  for (const core::PluginFile* plugin : core::plugins_of(loaded.configuration, *loaded.registry))
    fmt::print("plugin {} {}: {}\n", plugin->name, plugin->version, plugin->path.string());
  for (const std::string& note : loaded.configuration.notes) fmt::print("note: {}\n", note);
  fmt::print("{}: no errors\n", arguments.configuration.string());
  return kOk;
}

}  // namespace tactus::cli
