// The command `run`: it carries out a configuration, or resumes a run from its checkpoint.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <system_error>

#include "apps/cli/commands.hpp"
#include "apps/cli/signals.hpp"
#include "apps/study/child_run.hpp"
#include "core/run/further_problems.hpp"
#include "core/run/run.hpp"
#include "core/run/run_folder.hpp"
#include "core/run/setup_watch.hpp"
#include "core/scene/load.hpp"
#include "core/support/file_error.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::cli {
namespace fs = std::filesystem;
namespace {

/// The folder with the results of a run. To resume, the folder of the given resolved.json is used.
fs::path folder_of(const RunArguments& arguments, const std::string& name) {
  if (!arguments.out.empty()) return arguments.out;
  const fs::path& file = arguments.configuration;
  if (!arguments.resume || file.filename() != "resolved.json") return fs::path("runs") / name;
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Ends this run together with its parent, so that no run of a killed study writes into a folder
/// that the next start uses.
void end_with(int parent) {
  if (parent == 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::raise(SIGKILL);  // it ended before prctl() took effect
}

core::LoadedConfiguration load(const RunArguments& arguments, const std::atomic<bool>& stop) {
  const core::SetupWatch watch(
      {.stop = &stop,
       .quiet = true,
       .before_exit = {},
       .farewell = "interrupted while the configuration was read; nothing was written"});
  return core::load_configuration(
      arguments.configuration, arguments.sets, arguments.plugin_folders,
      arguments.no_plugins ? core::OwnPlugins::refused : core::OwnPlugins::allowed,
      core::find_further_problems);
}

/// How to go on after an error of a file; empty where this run has left no checkpoint that can be read.
std::string way_on(const core::RunSettings& settings) try {
  const fs::path resolved = settings.out / "resolved.json";
  if (!core::is_there(settings.out / "checkpoint.h5") || !core::is_there(resolved)) return "";
  if (core::read_file(resolved) != settings.resolved_json) return "";
  return fmt::format("; once that is mended, the same command{} goes on from the checkpoint",
                     settings.resume ? "" : " with --resume");
} catch (const core::FileError&) {
  return "";
}

int carry_out(const RunArguments& arguments, const std::atomic<bool>& stop) {
  core::LoadedConfiguration loaded = load(arguments, stop);
  core::RunSettings settings;
  settings.out = folder_of(arguments, loaded.configuration.name);
  settings.force = arguments.force;
  settings.resume = arguments.resume;
  settings.quiet = arguments.quiet;
  settings.threads = arguments.threads;
  settings.resolved_json = loaded.resolved_json;
  settings.stop = &stop;
  core::RegistrySource components(*loaded.registry);
  settings.components = &components;
  for (const std::string& note : loaded.configuration.notes)
    std::fprintf(stderr, "note: %s\n", note.c_str());
  try {
    return core::run(loaded.configuration, settings);
  } catch (const core::ModelError& e) {
    throw core::all_errors(e, loaded.configuration);
  } catch (const core::FileError& e) {  // a study goes on with its cells in its own way
    if (arguments.ends_with != 0) throw;
    throw core::FileError(e.what() + way_on(settings));
  }
}

/// Says what went wrong, and returns the code that tells a study of which kind it was.
int told(int code, const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return code;
}

}  // namespace

int run_command(const RunArguments& arguments) {
  end_with(arguments.ends_with);
  // Before anything slow: a signal during the reading of plugins and meshes stops a run as a later one does.
  const std::atomic<bool>& stop = stop_on_signals();
  if (arguments.ends_with == 0) return carry_out(arguments, stop);
  try {
    return carry_out(arguments, stop);
  } catch (const core::ConfigurationErrors& e) {
    if (e.kind() != core::ProblemKind::misfit) throw;
    return told(core::kDoesNotFit, e);
  } catch (const core::FolderBusy& e) {
    return told(core::kFolderBusy, e);
  } catch (const core::FileError& e) {
    return told(core::kFilesFailed, e);
  } catch (const std::system_error& e) {
    return told(core::kFilesFailed, e);
  }
}

}  // namespace tactus::cli
