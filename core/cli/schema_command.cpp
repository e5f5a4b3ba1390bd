#include <fmt/core.h>

#include "core/cli/commands.hpp"
#include "core/config/reference/reference.hpp"

namespace tactus::cli {

int schema_command(const SchemaArguments& arguments) {
  core::Registry registry(core::PluginSearch{.command_line = arguments.plugin_folders});
  fmt::print("{}", core::schema(core::explain_all(registry)));
  return kOk;
}

}  // namespace tactus::cli
