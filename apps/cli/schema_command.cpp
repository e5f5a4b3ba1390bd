// The command `schema` prints a JSON Schema, with which an editor completes and checks a file
// while it is written: the schema of study files, or that of configurations. The latter depends on
// the plugins that are found, because each plugin declares its own options.
#include <fmt/core.h>

#include "apps/cli/commands.hpp"
#include "apps/reference/reference.hpp"
#include "apps/study/study_schema.hpp"

namespace tactus::cli {

int schema_command(const SchemaArguments& arguments) {
  if (arguments.study) {
    fmt::print("{}", core::study_schema());
    return kOk;
  }
  core::Registry registry(core::PluginSearch{.command_line = arguments.plugin_folders});
  fmt::print("{}", core::schema(core::explain_all(registry)));
  return kOk;
}

}  // namespace tactus::cli
