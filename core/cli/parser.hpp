/// \file parser.hpp  What the files of the command line's parser share; main.cpp puts them together.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/cli/commands.hpp"

namespace tactus::cli {

/// Commands put what is to be done here; it is done once the whole line is understood.
using Action = std::function<int()>;

void add_sets(CLI::App& command, std::vector<std::string>& sets);
void add_threads(CLI::App& command, int& threads);
int all_cores();
void add_folders(CLI::App& command, Folders& folders);
void add_no_plugins(CLI::App& command, bool& no_plugins);
/// A finite number above 0, and nothing behind it.
bool is_positive(const std::string& text);

/// The commands that compare runs: study, compare, report.
void add_comparing_commands(CLI::App& app, Action& action);

/// plot and movie. They are only listed by the parser: their words go on to the script as they are.
void add_picture_commands(CLI::App& app);
bool is_picture_command(std::string_view name);
/// Becomes the Python that draws. words: the command and what stands behind it. @returns only where that
/// cannot be started.
int picture_command(std::span<char*> words);

}  // namespace tactus::cli
