#include "apps/study/kept_cells.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "apps/results/run_results.hpp"
#include "core/run/run_folder.hpp"

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
bool is_still_valid(const Found& found, const Study& study, const StudySettings& settings) {
  const CellRecord& r = found.record;
  if (settings.retry && failed(r.status)) return false;
  // What exceeded a limit runs again when the limit is another one.
  if (r.limit > 0) return r.limit == limit_of(r.status, study.limits);
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

/// A study that is killed while it moves a cell leaves the folder at its new place and the record at the old one: the
/// record follows. The tables say to which folder it belongs.
void complete_moves(const fs::path& cells) {
  std::vector<fs::path> folders;  // without a record
  for (const auto& entry : fs::directory_iterator(cells))
    if (entry.is_directory() && !entry.is_symlink() && !is_there(entry.path().string() + ".json"))
      folders.push_back(entry.path());
  if (folders.empty()) return;
  std::vector<std::pair<fs::path, CellRecord>> records;  // without a folder
  for (const auto& entry : fs::directory_iterator(cells)) {
    fs::path folder = entry.path();
    if (folder.extension() != ".json" || is_there(folder.replace_extension())) continue;
    if (const auto record = read_record(entry.path()); record && has_results(record->status))
      records.emplace_back(entry.path(), *record);
  }
  for (const auto& [file, record] : records)
    for (const fs::path& folder : folders)
      if (!is_there(folder.string() + ".json") && checksum_of_tables(folder) == record.tables) {
        fs::rename(file, folder.string() + ".json");
        break;
      }
}

/// A name for a cell on its way to another number. Those of a study that was killed meanwhile are
/// still there, and hold results.
fs::path free_name(const fs::path& cells) {
  std::size_t i = 0;
  const auto name = [&] { return cells / fmt::format(".moving-{}", i); };
  while (is_there(name()) || is_there(name().string() + ".json")) ++i;
  return name();
}

[[noreturn]] void refuse(const fs::path& path, std::string_view is) {
  throw ConfigError(fmt::format("{} {}; move it elsewhere", path.string(), is));
}

/// Whether the folder holds a run of which the study has no record: somebody else's.
bool holds_foreign_run(const fs::path& folder, const fs::path& record) {
  return is_there(folder / "resolved.json") && !is_there(record);
}

/// Refuses to overwrite files that do not belong to the study, and to follow links.
void refuse_in_the_way(const StudyRun& run) {
  for (const Cell& cell : run.cells) {
    const fs::path own = run.folder / cell.folder, record = record_file(run.folder, cell);
    for (const fs::path& path : {own, record, run.folder / (cell.folder + ".log")})
      if (fs::is_symlink(fs::symlink_status(path)))
        refuse(path, "is a link, which is not followed: a cell has its files there");
    if (fs::exists(status_of(own)) && !fs::is_directory(status_of(own)))
      refuse(own, "is in the way: the run of a cell has its folder there");
    if (fs::is_directory(status_of(record)))
      refuse(record, "is in the way: a file of the study has its place there");
    if (holds_foreign_run(own, record))
      refuse(own,
             "is in the way: it holds a run that this study did not make, where a cell has its "
             "folder");
  }
}

}  // namespace

std::vector<CellRecord> kept_records(const StudyRun& run, const StudySettings& settings) {
  if (!settings.only) complete_moves(run.folder / "cells");  // other tasks move nothing either
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
      if (is_still_valid(it->second, run.study, settings))
        if (best == end || it->second.folder == own) best = it;
    if (best == end) continue;
    records[i] = best->second.record;
    if (best->second.folder != own && !settings.only) {
      const fs::path between = free_name(run.folder / "cells");
      move_cell(best->second.folder, between);
      moved.emplace_back(between, own);
    }
    found.erase(best);
  }
  for (const auto& [from, to] : moved) move_cell(from, to);
  return records;
}

namespace {

/// Removes a folder with its record, if it has one and is not in use.
bool is_removed(const fs::path& folder) {
  const fs::path record = folder.string() + ".json";
  if (!read_record(record)) return false;
  try {
    FolderLock lock;
    if (is_there(folder)) lock = FolderLock(folder);
    fs::remove_all(folder);
    fs::remove(record);
  } catch (const FolderBusy&) {
    return false;
  } catch (const fs::filesystem_error& e) {
    throw FileError(fmt::format("cannot remove '{}': {}", folder.string(), e.code().message()));
  }
  return true;
}

}  // namespace

std::vector<std::string> left_over_cells(const StudyRun& run, bool remove) {
  std::set<std::string> own, others;
  for (const Cell& cell : run.cells)
    for (const char* end : {"", ".json", ".log"})
      own.insert(fs::path(cell.folder).filename().string() + end);
  const fs::path cells = run.folder / "cells";
  for (const auto& entry : fs::directory_iterator(cells)) {
    if (own.contains(entry.path().filename().string())) continue;
    const bool beside = entry.path().extension() == ".json" && read_record(entry.path());
    others.insert((beside ? entry.path().stem() : entry.path().filename()).string());
  }
  std::vector<std::string> left;
  for (const std::string& name : others)
    if (!remove || !is_removed(cells / name)) left.push_back(name);
  return left;
}

bool is_resumable(const fs::path& folder, const Cell& cell, const CellCheck& check) {
  const auto record = read_record(record_file(folder, cell));
  return record && record->key == check.key && is_there(folder / cell.folder / "checkpoint.h5");
}

void note_start(const fs::path& folder, const Cell& cell, const CellCheck& check, bool resume) {
  // Another run that is writing the folder keeps its checkpoint and its record. The cell's own run
  // will find the folder locked, too, and say so.
  FolderLock lock;
  try {
    if (is_there(folder / cell.folder)) lock = FolderLock(folder / cell.folder);
  } catch (const FolderBusy&) {
    return;
  }
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
