/// \file main.cpp  The command line of the program. This is the only place where exceptions end.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <new>
#include <system_error>

#include "apps/cli/parser.hpp"
#include "apps/cli/signals.hpp"
#include "core/support/configuration_errors.hpp"
#include "core/support/file_error.hpp"
#include "core/support/last_words.hpp"
#include "core/support/nearest_name.hpp"
#include "core/support/plugin_error.hpp"
#include "core/support/plugin_fault.hpp"
#include "core/support/step_error.hpp"
#include "core/support/watchdog.hpp"

namespace tactus::cli {
namespace {

void add_run(CLI::App& app, Action& action) {
  static const char* const kExamples =
      "Examples:\n"
      "  tactus run configs/paper/four_squares.json\n"
      "  tactus run configs/paper/four_squares.json --set /time/end=1e-4 --out runs/short\n"
      "  tactus run configs/paper/four_squares.json --resume\n"
      "  tactus run runs/four_squares/resolved.json --resume --set /time/end=2e-3\n";
  CLI::App& run = *app.add_subcommand("run", "Runs a configuration and leaves a folder of results");
  auto arguments = std::make_shared<RunArguments>();
  arguments->threads = all_cores();
  run.add_option("CONFIG", arguments->configuration, "The configuration, a JSON file")->required();
  add_sets(run, arguments->sets);
  run.add_option("-o,--out", arguments->out, "Folder of the run. Default: runs/NAME")
      ->type_name("DIR");
  CLI::Option* force = run.add_flag(
      "--force", arguments->force,
      "Replaces the results in a folder of another configuration or of a run that did not come to "
      "its end; other files in it stay");
  run.add_flag("--resume", arguments->resume,
               "Goes on from the checkpoint in the folder, with a later /time/end if wanted; of "
               "CONFIG called resolved.json, in the folder where that is")
      ->excludes(force);
  add_threads(run, arguments->threads);
  add_folders(run, arguments->plugin_folders);
  add_no_plugins(run, arguments->no_plugins);
  run.add_flag("--quiet", arguments->quiet, "No progress");
  run.add_option("--ends-with", arguments->ends_with, "Process that this one is not to outlive")
      ->group("");  // used by studies, and hidden from users
  run.footer(std::string(kExamples) + "\n" + kExitCodes);
  run.callback([&action, arguments] { action = [arguments] { return run_command(*arguments); }; });
}

void add_check(CLI::App& app, Action& action) {
  CLI::App& check = *app.add_subcommand(
      "check", "Validates a configuration without running it, and says what a run would cost");
  auto arguments = std::make_shared<CheckArguments>();
  arguments->threads = all_cores();
  check.add_option("CONFIG", arguments->configuration, "The configuration, a JSON file")
      ->required();
  add_sets(check, arguments->sets);
  add_threads(check, arguments->threads);
  add_folders(check, arguments->plugin_folders);
  add_no_plugins(check, arguments->no_plugins);
  check.footer(std::string("Example:\n  tactus check configs/paper/four_squares.json\n\n") +
               kExitCodes);
  check.callback(
      [&action, arguments] { action = [arguments] { return check_command(*arguments); }; });
}

void add_list(CLI::App& app, Action& action) {
  CLI::App& list =
      *app.add_subcommand("list", "Lists the plugins found, where, and which were refused and why");
  auto arguments = std::make_shared<ListArguments>();
  list.add_option("KIND", arguments->kind, "Only this kind: material, integrator, ...");
  list.add_flag("--long", arguments->details,
                "With the SDK, the compiler and the instruction sets of each library");
  list.add_flag("--matrix", arguments->matrix,
                "Which integrator, constraint, contact solver and contact law go together");
  add_folders(list, arguments->plugin_folders);
  list.footer("Examples:\n  tactus list\n  tactus list material\n  tactus list --matrix\n");
  list.callback(
      [&action, arguments] { action = [arguments] { return list_command(*arguments); }; });
}

void add_explain(CLI::App& app, Action& action) {
  CLI::App& explain = *app.add_subcommand(
      "explain", "Shows options with units, defaults and ranges; what a plugin provides and needs");
  auto arguments = std::make_shared<ExplainArguments>();
  explain.add_option("KIND", arguments->kind,
                     "A kind of plugin (material, ...) or a section (body, mesh, time, ...)");
  explain.add_option("NAME", arguments->name, "A plugin, or a type of section");
  explain.add_flag("--markdown", arguments->markdown, "The reference page of everything");
  add_folders(explain, arguments->plugin_folders);
  explain.footer(
      "Examples:\n  tactus explain\n  tactus explain material neo_hookean\n"
      "  tactus explain mesh rectangle\n");
  explain.callback(
      [&action, arguments] { action = [arguments] { return explain_command(*arguments); }; });
}

void add_schema(CLI::App& app, Action& action) {
  CLI::App& schema = *app.add_subcommand(
      "schema", "Prints a JSON Schema of everything that can be loaded now, for editors");
  auto arguments = std::make_shared<SchemaArguments>();
  add_folders(schema, arguments->plugin_folders);
  schema.add_flag("--study", arguments->study, "Of study files in place of configurations");
  schema.footer(
      "Examples:\n  tactus schema > tactus.schema.json\n"
      "  tactus schema --study > tactus.study.schema.json\n");
  schema.callback(
      [&action, arguments] { action = [arguments] { return schema_command(*arguments); }; });
}

void add_new_plugin(CLI::App& app, Action& action) {
  CLI::App& fresh = *app.add_subcommand("new", "Writes a new plugin");
  CLI::App& plugin = *fresh.add_subcommand(
      "plugin", "Writes a plugin that builds, passes its tests, and is yours to change");
  fresh.require_subcommand(1);
  fresh.footer("Example:\n  tactus new plugin material gent\n");
  auto created = std::make_shared<NewPluginArguments>();
  plugin.add_option("KIND", created->kind, "material, integrator, broad_phase, ...")->required();
  plugin.add_option("NAME", created->name, "What configurations will call it")->required();
  plugin.add_option("FOLDER,--out", created->folder, "Where to; default: ./NAME")->type_name("DIR");
  plugin.add_option(
      "--for", created->entry,
      "Which template of its kind. material: plain, history; integrator and contact_solver: "
      "increments, velocities or reactions; contact_law: implicit, explicit");
  plugin.footer(
      "Examples:\n  tactus new plugin material gent\n"
      "  tactus new plugin integrator my_scheme --for velocities\n");
  plugin.callback(
      [&action, created] { action = [created] { return new_plugin_command(*created); }; });
}

void add_check_plugin(CLI::App& app, Action& action) {
  CLI::App& check =
      *app.add_subcommand("check-plugin", "Loads a plugin and tests the promises of its kind");
  auto checked = std::make_shared<CheckPluginArguments>();
  check.add_option("LIBRARY", checked->library, "The plugin's library, a .so file")->required();
  check
      .add_option("--component", checked->component,
                  "Only the component of this name; default: every component of the library")
      ->type_name("NAME");
  check
      .add_option("--set", checked->sets,
                  "Fixes an option of the component that is tested; the others are tried at the "
                  "ends of their ranges and within. May be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  check.add_flag("--defaults", checked->defaults_only,
                 "Every option at its default only, which takes a few seconds");
  check
      .add_option("--time-limit", checked->time_limit_s,
                  "Processor time after which a process that tests is taken to hang; default: 60")
      ->type_name("SECONDS")
      ->check(CLI::Range(1.0, 1e6).description(""));
  add_folders(check, checked->plugin_folders);
  check.footer(
      "Examples:\n  tactus check-plugin gent/build/gent.so\n"
      "  tactus check-plugin gent/build/gent.so --component gent --set limit=40\n\n"
      "Exit codes: 0 it keeps its promises, 2 a component or an option that it does not have,\n"
      "4 it does not keep its promises, or cannot be loaded, 6 nothing was tested.\n");
  check.callback(
      [&action, checked] { action = [checked] { return check_plugin_command(*checked); }; });
}

void add_doctor_and_version(CLI::App& app, Action& action) {
  CLI::App& doctor =
      *app.add_subcommand("doctor", "Looks for what may be wrong with an installation");
  auto examined = std::make_shared<DoctorArguments>();
  add_folders(doctor, examined->plugin_folders);
  doctor.callback(
      [&action, examined] { action = [examined] { return doctor_command(*examined); }; });
  doctor.footer("Example:\n  tactus doctor\n");
  CLI::App& version =
      *app.add_subcommand("version", "Version, and what plugins must agree on with the program");
  version.footer("Example:\n  tactus version\n");
  version.callback([&action] { action = version_command; });
}

int report(int code, const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return code;
}

/// Runs an action and converts exceptions to messages and exit codes.
int guarded(const Action& action) {
  const core::LastWords last_words;
  const core::Watchdog watchdog(std::chrono::seconds(10), [](std::string_view text) {
    report(kOk,
           std::string(text) +
               "; many unknowns or contacts may take that long, and `tactus check-plugin` tests "
               "plugins from outside");
  });
  try {
    return action();
  } catch (const core::ConfigurationErrors& e) {
    const std::string count = e.count() == 1 ? "1 error" : std::to_string(e.count()) + " errors";
    return report(e.only_plugins() ? kPlugin : kConfiguration,
                  std::string(e.what()) + "\n" + count + "; nothing was written");
  } catch (const core::PluginError& e) {
    return report(kPlugin, e.what());
  } catch (const ConfigError& e) {
    return report(kConfiguration, e.what());
  } catch (const core::PluginRunError& e) {
    return report(kPlugin, e.what());
  } catch (const core::StepError& e) {
    return report(kNotConverged, e.what());
  } catch (const core::PluginFault& e) {
    return report(
        kPlugin,
        core::PluginRunError(e, e.type, e.when.empty() ? "outside of a step" : e.when).what());
  } catch (const core::FileError& e) {
    return report(kConfiguration, e.what());
  } catch (const EvaluationError& e) {
    return report(kNotConverged, e.what());
  } catch (const std::bad_alloc&) {
    return report(core::kNoMemoryExitCode, core::kOutOfMemory);
  } catch (const std::system_error& e) {  // a stream or a folder that the system refuses
    return report(kConfiguration, e.what());
  } catch (const std::exception& e) {
    return report(kBug, std::string("this is a bug, please report it: ") + e.what());
  } catch (...) {
    return report(kBug, "this is a bug, please report it: what was thrown is no std::exception");
  }
}

/// The exit code of a command whose output was written or lost. What only prints has failed if its output was lost,
/// whatever it would have said (that two runs differ, say). A run or a study has its results in a folder, but who reads
/// its exit code alone has not read whether it is sound.
int printed(int code, const core::StandardStreams& streams) {
  const std::string problem = streams.finish_output();
  if (problem.empty()) return code;
  report(kConfiguration, problem);
  return code == kOk || code == kAcceptance ? static_cast<int>(kConfiguration) : code;
}

/// `tactus help run` is what people type who know git: it stands for `tactus run --help`.
void understand_help(int argc, char** argv) {
  static char flag[] = "--help";
  if (argc < 2 || std::string_view(argv[1]) != "help") return;
  argv[1] = argc > 2 ? argv[2] : flag;
  if (argc > 2) argv[2] = flag;
}

int main_of(int argc, char** argv, const core::StandardStreams& streams) {
  understand_help(argc, argv);
  CLI::App app("Tactus: contact dynamics with finite elements, put together from plugins.",
               "tactus");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::help);
  app.footer(std::string("Examples:\n  tactus run configs/paper/four_squares.json\n"
                         "  tactus run --help\n\n") +
             kExitCodes);
  Action action;
  add_run(app, action);
  add_check(app, action);
  add_comparing_commands(app, action);
  add_picture_commands(app);
  add_solve(app, action);
  add_list(app, action);
  add_explain(app, action);
  add_schema(app, action);
  add_new_plugin(app, action);
  add_check_plugin(app, action);
  add_doctor_and_version(app, action);
  refuse_empty_paths(app);
  app.set_version_flag("--version", std::string("tactus ") + TACTUS_VERSION);
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const std::string first = argc > 1 ? argv[1] : "";
  const bool known = std::find(commands.begin(), commands.end(), first) != commands.end();
  if (is_picture_command(first)) {
    action = [&] { return picture_command(std::span(argv, argc).subspan(1), streams); };
    return guarded(action);
  }
  if (!first.empty() && first[0] != '-' && !known)
    return report(kConfiguration,
                  "\"" + first + "\" is no command; " +
                      (first.ends_with(".json") ? "did you mean: tactus run " + first + "?"
                                                : core::suggestion(first, commands)) +
                      "\nsee: tactus --help");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return printed(app.exit(e), streams);  // --help, --version
    return report(kConfiguration, refusal_in_words(app, e) + "\nsee: tactus " +
                                      (known ? first + " --help" : "--help"));
  }
  const int code = guarded(action);
  // The study that started this run reads its folder and its exit code.
  const bool of_a_study = std::any_of(argv, argv + argc, [](const char* word) {
    return std::string_view(word).starts_with("--ends-with");
  });
  return of_a_study ? code : printed(code, streams);
}

}  // namespace
}  // namespace tactus::cli

int main(int argc, char** argv) {
  const tactus::core::StandardStreams streams;
  tactus::cli::make_file_limits_errors();
  try {
    return tactus::cli::main_of(argc, argv, streams);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s\n", tactus::core::kOutOfMemory);
    return tactus::core::kNoMemoryExitCode;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return tactus::cli::kBug;
  }
}
