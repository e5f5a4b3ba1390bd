/// \file run_results.hpp  A run folder read back, for whoever compares or shows runs: its tables, the
/// values of summary.json and the resolved configuration.
///
///     const RunResults run = read_run("runs/four_squares");
///     const auto time = run.history.numbers("time_s");      // a NaN where a cell is empty
///     const Json* energy = value_at(run.summary, "/energy/final_J");
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/json/json.hpp"
#include "core/results/table.hpp"

namespace tactus::core {

struct RunResults {
  std::filesystem::path folder;
  Table history, contacts, supports, probes;  ///< without columns where the file is not there
  Json summary;                               ///< null: the run was killed or never started
  Json resolved;                              ///< null where the file is not there
};

/// Reads what is there of a run; a file that is missing leaves its member empty.
/// @param columns  which columns of the tables to keep; empty: all
/// @throws ConfigError where the folder is none of a run (it has no resolved.json); FileError where a
///         file is damaged.
RunResults read_run(const std::filesystem::path& folder, std::span<const std::string> columns = {});

/// A JSON file of ours. @throws FileError where it cannot be read or is no JSON.
Json read_json(const std::filesystem::path& file);

/// The value that a JSON pointer names; null where there is none. List entries go by number.
const Json* value_at(const Json& root, std::string_view pointer);

/// Pointers of all numbers below a value, "/energy/final_J" and so on: what may be asked for.
std::vector<std::string> number_pointers(const Json& root);

}  // namespace tactus::core
