#include "core/run/run_folder.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/record/checkpoint.hpp"
#include "core/record/run_table.hpp"
#include "core/record/summary.hpp"
#include "core/scene/resolved.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/folders.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Result files in the order of their removal. The summary comes first, so that no summary
/// describes missing results; the checkpoint comes next, so that no incomplete run can be resumed.
const std::vector<std::string>& results() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"summary.json", "checkpoint.h5"};
    for (const std::string_view table : kTables) all.push_back(std::string(table) + ".csv");
    all.insert(all.end(), {"frames.pvd", "frames", "intersections", "log.txt"});
    return all;
  }();
  return names;
}
constexpr std::string_view kResolved = "resolved.json";

/// Whether this is one of our files under the temporary name that it has until it is complete.
bool is_unfinished(const fs::path& name) {
  if (name.extension() != ".part") return false;
  const std::string stem = name.stem().string();
  return stem == kResolved || std::ranges::find(results(), stem) != results().end();
}

/// Whether the folder contains anything apart from temporary files of a killed run.
bool has_content(const fs::path& folder) {
  return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const auto& entry) { return !is_unfinished(entry.path().filename()); });
}

/// Whether the summary says that the run was completed. A killed run has no summary.
bool is_completed(const fs::path& out) {
  if (!is_there(out / "summary.json")) return false;
  return text_member(read_file(out / "summary.json"), "status") == to_string(RunStatus::completed);
}

bool can_go_on(const fs::path& out) {
  return is_there(out / "checkpoint.h5") && !is_completed(out);
}

void remove_result(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) throw FileError(fmt::format("cannot remove '{}': {}", path.string(), error.message()));
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!folder_.is_open() || flock(folder_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;
  throw FolderBusy(fmt::format(
      "{} is being written by another run at this moment; give another folder with --out",
      folder.string()));
}

bool FolderLock::is_of(const fs::path& folder) const {
  struct stat locked {
  }, named{};
  if (!is_there(folder)) return false;
  if (!folder_.is_open()) return true;  // without read permission there is no lock either
  if (::fstat(folder_.get(), &locked) != 0 || ::stat(folder.c_str(), &named) != 0)
    throw FileError(fmt::format("cannot look at '{}': {}", folder.string(), std::strerror(errno)));
  return locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

RunFolder::RunFolder(const RunSettings& settings) : settings_(settings) {
  const fs::path& out = settings.out;
  const fs::file_status status = status_of(out);
  if (fs::exists(status) && !fs::is_directory(status))
    throw ConfigError(fmt::format("{} is a file; give another folder with --out", out.string()));
  if (settings.resume && !is_there(out / "checkpoint.h5"))
    throw ConfigError(
        fmt::format("{} has no checkpoint to go on from; run without --resume", out.string()));
  try {
    make_and_lock();
    settings.resume ? check_resumed() : check_new();
  } catch (const fs::filesystem_error& e) {
    remove_unused();
    throw FileError(fmt::format("{} cannot be looked at: {}; give another folder with --out",
                                out.string(), e.code().message()));
  } catch (...) {
    remove_unused();
    throw;
  }
}

/// Another run that is refused at this moment may remove the folder that it created and that we
/// found; in this case the folder is created again.
void RunFolder::make_and_lock() {
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    make();
    try {
      lock_ = FolderLock(settings_.out);
    } catch (const ConfigError&) {
      made_.clear();  // the folder belongs to the run that locked it
      throw;
    }
    if (lock_.is_of(settings_.out)) return;
  }
  throw FileError(
      fmt::format("{} is made and removed by others all the time; give another folder "
                  "with --out",
                  settings_.out.string()));
}

void RunFolder::make() {
  const fs::path whole = fs::absolute(settings_.out).lexically_normal();
  // A matter of the machine, not of the configuration: a study must not take it for a refusal.
  if (const std::error_code error =
          make_folders(whole.has_filename() ? whole : whole.parent_path(), made_))
    throw FileError(fmt::format("{} cannot be made: {}; give another folder with --out",
                                settings_.out.string(), error.message()));
}

void RunFolder::remove_unused() const noexcept {
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) ::rmdir(folder->c_str());
}

void RunFolder::check_new() const {
  const fs::path& out = settings_.out;
  if (settings_.force || !has_content(out)) return;
  if (!is_there(out / kResolved))
    throw ConfigError(
        fmt::format("{} is not empty and holds no run; give another folder with --out, or --force "
                    "to replace what is in it",
                    out.string()));
  const std::string before = read_file(out / kResolved);
  if (same_configuration(before, settings_.resolved_json)) {
    if (!can_go_on(out)) return;
    throw ConfigError(
        fmt::format("{} holds this run, which did not come to its end; --resume goes on from its "
                    "checkpoint, --force starts it anew",
                    out.string()));
  }
  const bool extended = is_there(out / "checkpoint.h5") &&
                        resume_differences(before, settings_.resolved_json).empty();
  throw ConfigError(fmt::format(
      "{} holds the results of another configuration (see its resolved.json); {}give another "
      "folder with --out, or --force to replace what is in it. They differ in{}",
      out.string(), extended ? "--resume goes on with that run as it is wanted now, or " : "",
      in_words(configuration_differences(before, settings_.resolved_json))));
}

void RunFolder::check_resumed() const {
  const fs::path& out = settings_.out;
  check_checkpoint_format(out / "checkpoint.h5");
  const auto found = resume_differences(read_file(out / kResolved), settings_.resolved_json);
  if (found.empty()) return;
  if (found.size() == 1 && found.front().pointer == "/time/end")
    throw ConfigError(
        fmt::format("/time/end: {} given, and {} was started for {}. A run can be made longer by "
                    "--resume, not shorter; leave the end as it is, or give another folder with "
                    "--out",
                    found.front().now, out.string(), found.front().before));
  throw ConfigError(
      fmt::format("{} was made by another configuration, other plugins or another build (see its "
                  "resolved.json); its checkpoint cannot be continued with this one. A resumed run "
                  "may have a later /time/end and another /output; these differ, too:{}",
                  out.string(), in_words(found)));
}

bool RunFolder::is_finished() const {
  return is_completed(settings_.out) &&
         same_configuration(read_file(settings_.out / kResolved), settings_.resolved_json);
}

void RunFolder::begin() {
  const fs::path& out = settings_.out;
  for (const std::string_view name : {results()[0], results()[1]}) {
    remove_result(out / name);
    sync_file(out);
  }
  for (const std::string& name : results()) {
    remove_result(out / name);
    remove_result(out / (name + ".part"));
  }
  write_file(out / kResolved, settings_.resolved_json);
}

void RunFolder::go_on() {
  const fs::path& out = settings_.out;
  remove_result(out / "summary.json");
  sync_file(out);
  for (const std::string& name : results()) remove_result(out / (name + ".part"));
  if (!same_configuration(read_file(out / kResolved), settings_.resolved_json))
    write_file(out / kResolved, settings_.resolved_json);
}

}  // namespace tactus::core
