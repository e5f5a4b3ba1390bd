#include "core/run/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "core/config/json.hpp"
#include "core/config/resolved.hpp"
#include "core/output/atomic_file.hpp"
#include "core/output/summary.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr const char* kResults[] = {"history.csv",  "contacts.csv",  "frames.pvd", "frames",
                                    "summary.json", "checkpoint.h5", "log.txt"};

bool has_content(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder, ignored) &&
         (!fs::is_directory(folder, ignored) ||
          fs::directory_iterator(folder, ignored) != fs::directory_iterator());
}

/// There is a checkpoint, and the summary says that it is of an interruption.
bool was_interrupted(const fs::path& out) {
  std::error_code ignored;
  if (!fs::exists(out / "checkpoint.h5", ignored) || !fs::exists(out / "summary.json", ignored))
    return false;
  std::vector<JsonFault> faults;
  const Json summary = parse_json(read_file(out / "summary.json"), 0, faults);
  const Json* status = summary.find("status");
  return status && status->if_text() && *status->if_text() == to_string(RunStatus::interrupted);
}

}  // namespace

void check_run_folder(const RunSettings& settings) {
  const fs::path& out = settings.out;
  const fs::path resolved = out / "resolved.json", checkpoint = out / "checkpoint.h5";
  std::error_code ignored;
  if (settings.resume && !fs::exists(checkpoint, ignored))
    throw ConfigError(
        fmt::format("{} has no checkpoint to go on from; run without --resume", out.string()));
  if (!has_content(out)) return;
  if (!fs::is_directory(out, ignored))
    throw ConfigError(fmt::format("{} is a file; give another folder with --out", out.string()));
  const bool is_run = fs::exists(resolved, ignored);
  const std::string before = is_run ? read_file(resolved) : std::string();
  const bool same = settings.resume ? run_identity(before) == run_identity(settings.resolved_json)
                                    : same_configuration(before, settings.resolved_json);
  if (same && !settings.resume && !settings.force && was_interrupted(out))
    throw ConfigError(
        fmt::format("{} holds this run, interrupted; --resume goes on from its checkpoint, --force "
                    "starts it anew",
                    out.string()));
  if (same || (settings.force && !settings.resume)) return;
  if (settings.resume)
    throw ConfigError(
        fmt::format("{} was made by another configuration, other plugins or another build (see its "
                    "resolved.json); its checkpoint cannot be continued with this one",
                    out.string()));
  throw ConfigError(fmt::format(
      "{} {}; give another folder with --out, or --force to replace what is in it", out.string(),
      is_run ? "holds the results of another configuration (see its resolved.json)"
             : "is not empty and holds no run"));
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  throw ConfigError(fmt::format(
      "{} is being written by another run at this moment; give another folder with --out",
      folder.string()));
}
FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

FolderLock prepare_run_folder(const RunSettings& settings) {
  std::error_code error;
  fs::create_directories(settings.out, error);
  if (error)
    throw ConfigError(fmt::format("{} cannot be made: {}; give another folder with --out",
                                  settings.out.string(), error.message()));
  FolderLock lock(settings.out);
  if (settings.resume) return lock;
  for (const char* name : kResults) fs::remove_all(settings.out / name, error);
  write_file(settings.out / "resolved.json", settings.resolved_json);
  return lock;
}

}  // namespace tactus::core
