#include <fmt/core.h>

#include <csignal>

#include "core/cli/commands.hpp"
#include "core/config/load.hpp"
#include "core/run/run.hpp"
#include "core/support/last_words.hpp"

namespace tactus::cli {
namespace {

/// Set by a signal, and nothing else can be: a handler gets no argument of ours.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// A component that never returns never sees the first interrupt: the second one names it.
extern "C" void on_interrupt(int number) {
  if (!interrupted.exchange(true)) return;
  core::end_if_in_call();
  std::signal(number, SIG_DFL);
  raise(number);
}

/// The first interrupt asks the run to stop with a checkpoint; the second one ends the program.
void stop_on_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

int run_command(const RunArguments& arguments) {
  core::LoadedConfiguration loaded =
      core::load_configuration(arguments.configuration, arguments.sets, arguments.plugin_folders);
  core::RunSettings settings;
  settings.out = arguments.out.empty() ? std::filesystem::path("runs") / loaded.configuration.name
                                       : arguments.out;
  settings.force = arguments.force;
  settings.resume = arguments.resume;
  settings.quiet = arguments.quiet;
  settings.threads = arguments.threads;
  settings.resolved_json = loaded.resolved_json;
  settings.stop = &interrupted;
  for (const std::string& note : loaded.configuration.notes) fmt::print(stderr, "note: {}\n", note);
  stop_on_interrupts();
  try {
    return core::run(loaded.configuration, settings);
  } catch (const core::ModelError& e) {
    throw core::located(e, loaded.configuration);
  }
}

}  // namespace tactus::cli
