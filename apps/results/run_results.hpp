/// \file run_results.hpp  Reads a run folder for comparisons and reports: its tables, the values of
/// summary.json and the resolved configuration.
///
///     const RunResults run = read_run("runs/four_squares");
///     const auto time = run.history.numbers("time_s");      // a NaN where a cell is empty
///     const Json* energy = value_at(run.summary, "/energy/final_J");
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "apps/results/table.hpp"
#include "core/json/json.hpp"

namespace tactus::core {

struct RunResults {
  std::filesystem::path folder;
  Table history, contacts, supports, probes;  ///< without columns if the file does not exist
  Json summary;                               ///< null: the run was killed or never started
  Json resolved;                              ///< null if the file does not exist
};

/// Reads whatever exists of a run; the member for a missing file is empty.
/// @param columns  columns of the tables to keep; empty: all
/// @throws ConfigError if the folder is not the folder of a run (it has no resolved.json);
/// FileError if a file is
///         damaged.
RunResults read_run(const std::filesystem::path& folder, std::span<const std::string> columns = {});

/// Reads a JSON file of a run or study. @throws FileError if it cannot be read or is not JSON.
Json read_json(const std::filesystem::path& file);

/// The value at a JSON pointer; null if there is none. Entries of lists are given by number.
const Json* value_at(const Json& root, std::string_view pointer);

/// Pointers to all numbers below a value, "/energy/final_J" and so on, which users may ask for.
std::vector<std::string> number_pointers(const Json& root);

}  // namespace tactus::core
