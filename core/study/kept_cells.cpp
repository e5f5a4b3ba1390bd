#include "core/study/kept_cells.hpp"

#include <fmt/format.h>

#include <map>

#include "core/results/run_results.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// A record that was found, with the folder in which its cell was.
struct Found {
  fs::path folder;
  CellRecord record;
};

std::multimap<std::string, Found> records_in(const fs::path& cells) {
  std::multimap<std::string, Found> found;
  for (const auto& entry : fs::directory_iterator(cells)) {
    if (entry.path().extension() != ".json") continue;
    fs::path folder = entry.path();
    folder.replace_extension();
    if (const auto record = read_record(entry.path()))
      found.emplace(record->key, Found{folder, *record});
  }
  return found;
}

bool failed(CellStatus status) {
  return !has_results(status) && status != CellStatus::refused && status != CellStatus::interrupted;
}

/// Whether a record is still valid. --collect accepts whatever exists; otherwise a cell is run
/// again if its files have changed since.
bool still_holds(const Found& found, const Study& study, const StudySettings& settings) {
  const CellRecord& r = found.record;
  if (settings.retry && failed(r.status)) return false;
  // What exceeded a limit runs again when the limit is another one.
  const bool of_limit = r.status == CellStatus::timeout || r.status == CellStatus::memory;
  if (of_limit && r.reason.find("as /limits/") != r.reason.npos)
    return r.reason == limit_in_words(r.status, study.limits);
  return !has_results(r.status) || settings.collect || checksum_of_tables(found.folder) == r.tables;
}

void move_cell(const fs::path& from, const fs::path& to) {
  std::error_code ignored;
  fs::remove_all(to, ignored);
  fs::remove(to.string() + ".json", ignored);
  if (is_there(from)) fs::rename(from, to);
  fs::rename(from.string() + ".json", to.string() + ".json");
}

}  // namespace

namespace {

/// Refuses to overwrite files that do not belong to the study.
void refuse_in_the_way(const StudyRun& run) {
  for (const Cell& cell : run.cells) {
    const fs::path own = run.folder / cell.folder, record = record_file(run.folder, cell);
    if (fs::exists(status_of(own)) && !fs::is_directory(status_of(own)))
      throw ConfigError(
          fmt::format("{} is in the way: the run of a cell has its folder there; "
                      "move it elsewhere",
                      own.string()));
    if (fs::is_directory(status_of(record)))
      throw ConfigError(
          fmt::format("{} is in the way: a file of the study has its place there; "
                      "move it elsewhere",
                      record.string()));
  }
}

}  // namespace

std::vector<CellRecord> kept_records(const StudyRun& run, const StudySettings& settings) {
  refuse_in_the_way(run);
  std::vector<CellRecord> records(run.cells.size());
  auto found = records_in(run.folder / "cells");
  // to a temporary name first, then to the final one
  std::vector<std::pair<fs::path, fs::path>> moved;
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellCheck& check = run.checks[i];
    const fs::path own = run.folder / run.cells[i].folder;
    if (!check.refusal.empty()) continue;
    const auto [begin, end] = found.equal_range(check.key);
    auto best = end;
    for (auto it = begin; it != end; ++it)
      if (still_holds(it->second, run.study, settings))
        if (best == end || it->second.folder == own) best = it;
    if (best == end) continue;
    records[i] = best->second.record;
    if (best->second.folder != own && !settings.only) {
      const fs::path between = run.folder / "cells" / fmt::format(".moving-{}", i);
      move_cell(best->second.folder, between);
      moved.emplace_back(between, own);
    }
    found.erase(best);
  }
  for (const auto& [from, to] : moved) move_cell(from, to);
  return records;
}

bool is_resumable(const fs::path& folder, const Cell& cell, const CellCheck& check) {
  const auto record = read_record(record_file(folder, cell));
  return record && record->key == check.key && is_there(folder / cell.folder / "checkpoint.h5");
}

void note_start(const fs::path& folder, const Cell& cell, const CellCheck& check, bool resume) {
  std::error_code ignored;
  if (!resume) fs::remove(folder / cell.folder / "checkpoint.h5", ignored);
  write_record(record_file(folder, cell),
               {check.key, CellStatus::interrupted, "", 0, 0, {}, {}, {}});
}

std::vector<std::string> run_arguments(const Study& study, const Cell& cell,
                                       const StudySettings& settings, const fs::path& out,
                                       const std::string& how) {
  std::vector<std::string> words{
      "run", cell.base.string(),      "--quiet",
      how,   "--out=" + out.string(), "--threads=" + std::to_string(study.threads)};
  for (const std::string& set : cell.sets) words.push_back("--set=" + set);
  for (const fs::path& folder : settings.plugin_folders)
    words.push_back("--plugin-dir=" + folder.string());
  if (settings.no_plugins) words.push_back("--no-plugins");
  return words;
}

}  // namespace tactus::core
