/// \file parser.hpp  Declarations shared by the files of the command line parser; main.cpp combines
/// them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "core/support/standard_streams.hpp"

namespace tactus::cli {

/// What a command will do. It is set while parsing and executed once the whole command line has
/// been parsed.
using Action = std::function<int()>;

inline constexpr const char* kExitCodes =
    "Exit codes: 0 ok, 1 a bug of ours, 2 configuration or a file, 3 not converged, 4 plugin,\n"
    "5 acceptance criterion of the configuration not met, 6 check-plugin tested nothing,\n"
    "71 memory ran out, 130 interrupted, checkpoint written.";

void add_sets(CLI::App& command, std::vector<std::string>& sets);
void add_threads(CLI::App& command, int& threads);
int all_cores();
void add_folders(CLI::App& command, Folders& folders);
void add_no_plugins(CLI::App& command, bool& no_plugins);
/// Options that take a file or a folder refuse an empty text, for which a default would stand silently.
void refuse_empty_paths(CLI::App& app);
/// Whether the text is a finite number above 0 and nothing else.
bool is_positive(const std::string& text);
/// What is wrong with a command line, in sentences: what is missing, or what is not understood.
std::string refusal_in_words(const CLI::App& app, const CLI::ParseError& error);

/// Adds solve.
void add_solve(CLI::App& app, Action& action);

/// Adds the commands that compare runs: study, compare, report.
void add_comparing_commands(CLI::App& app, Action& action);

/// Adds plot and movie. The parser only lists them: their arguments are passed on to the script
/// unchanged.
void add_picture_commands(CLI::App& app);
bool is_picture_command(std::string_view name);

/// The Python that draws pictures: TACTUS_PYTHON; otherwise that of the system, for which `./dev setup
/// --report` installs packages; otherwise the one that the shell finds.
std::string python_interpreter();
/// Replaces this process by the Python program that draws. words: the command and its arguments.
/// The program finds standard output closed if the caller had closed it.
/// @returns only if that cannot be started.
int picture_command(std::span<char*> words, const core::StandardStreams& streams);

}  // namespace tactus::cli
