#include <fmt/core.h>

#include "core/cli/commands.hpp"
#include "core/plugin/registry.hpp"

namespace tactus::cli {

int list_command(const ListArguments& arguments) {
  const core::Registry registry(core::PluginSearch{.command_line = arguments.plugin_folders});
  for (const core::PluginFile& file : registry.plugins())
    for (const core::PluginFile::Item& item : file.items)
      if (arguments.kind.empty() || arguments.kind == core::kind_name(item.kind))
        fmt::print("{} {}: {} ({})\n", core::kind_name(item.kind), item.name, item.summary,
                   file.path.string());
  for (const core::PluginRefusal& r : registry.refusals())
    fmt::print("refused {}: {}. {}.\n", r.path.string(), r.cause, r.remedy);
  return kOk;
}

int new_plugin_command(const NewPluginArguments&) { throw ConfigError("not in this build yet"); }
int check_plugin_command(const CheckPluginArguments&) { throw ConfigError("not in this build yet"); }
int doctor_command(const DoctorArguments&) { throw ConfigError("not in this build yet"); }

int version_command() {
  fmt::print("tactus {}\n", TACTUS_VERSION);
  return kOk;
}

}  // namespace tactus::cli
