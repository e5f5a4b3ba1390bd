#include "results.hpp"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/installation.hpp"

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

/// What a broad phase counts of its own work. That of bvh, sweep_and_prune, body_cells and space_time depends
/// on what they keep between searches, which is not in checkpoints.
const std::set<std::string> kWork{"box_tests",    "body_tests",    "lists_made",
                                  "lists_sorted", "node_visits",   "trees_built",
                                  "swaps",        "path_searches", "path_pairs"};

/// A table without its columns of wall times and of kWork.
std::string without_own_columns(const std::string& table) {
  std::istringstream lines(table);
  std::vector<bool> kept;
  std::string result;
  for (std::string line; std::getline(lines, line); result += '\n') {
    const bool head = kept.empty();
    std::istringstream cells(line);
    std::size_t column = 0;
    for (std::string cell; std::getline(cells, cell, ','); ++column) {
      if (head) kept.push_back(!cell.starts_with("wall_") && !kWork.contains(cell));
      if (column >= kept.size() || kept[column]) result += cell + ',';
    }
  }
  if (!table.empty() && table.back() != '\n') result += "(cut off)";
  return result;
}

std::string without_lines_of(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    if (line.find(word) == std::string::npos) result += line + '\n';
  return result;
}

/// Of the record of a cell. The checksum "tables" is that of the tables with their times.
std::string record_without_times(const std::string& text) {
  const auto record = nlohmann::json::parse(text, nullptr, false);
  if (!record.is_object()) return "no record: " + text;
  nlohmann::json kept;
  for (const char* name : {"key", "status", "reason", "limit", "history", "times_of"})
    kept[name] = record.value(name, nlohmann::json());
  return kept.dump();
}

}  // namespace

Files files_in(const fs::path& folder) {
  Files files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(folder).string()] = cli_tests::text_of(entry.path());
  return files;
}

Files results_in(const fs::path& folder) {
  Files files = files_in(folder);
  for (auto& [path, bytes] : files) {
    const std::string name = fs::path(path).filename();
    if (name == "history.csv") bytes = without_own_columns(bytes);
    if (name == "summary.json")
      for (const char* clock : {"\"wall_s\"", "\"processor_s\"", "\"machine_load\""})
        bytes = without_lines_of(bytes, clock);
    if (name == "resolved.json") bytes = without_lines_of(bytes, "\"from\"");
    if (name == "log.txt" || name == "checkpoint.h5") bytes.clear();
  }
  return files;
}

Files study_results_in(const fs::path& folder) {
  Files files = results_in(folder);
  for (auto& [path, bytes] : files) {
    const fs::path name = path;
    if (name == "timings.csv" || name == "report.html") bytes = bytes.empty() ? "empty" : "";
    if (name.parent_path() == "cells" && name.extension() == ".json")
      bytes = record_without_times(bytes);
  }
  return files;
}

std::string difference(const Files& expected, const Files& found) {
  for (const auto& [name, bytes] : expected) {
    const auto entry = found.find(name);
    if (entry == found.end()) return name + " is missing";
    if (entry->second != bytes) return name + " differs";
  }
  for (const auto& [name, bytes] : found)
    if (!expected.contains(name)) return name + " is left over";
  return "";
}

}  // namespace tactus::sweep
