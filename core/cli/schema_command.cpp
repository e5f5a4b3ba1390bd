// The command `schema`: it prints the JSON Schema of configurations or of study files, for editors.
#include <fmt/core.h>

#include "core/cli/commands.hpp"
#include "core/config/reference/reference.hpp"
#include "core/study/study_schema.hpp"

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
