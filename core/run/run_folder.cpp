#include "core/run/run_folder.hpp"

#include <fmt/format.h>

#include "core/config/resolved.hpp"
#include "core/output/atomic_file.hpp"

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

void prepare_run_folder(const RunSettings& settings) {
  std::error_code error;
  fs::create_directories(settings.out, error);
  if (error)
    throw ConfigError(fmt::format("{} cannot be made: {}; give another folder with --out",
                                  settings.out.string(), error.message()));
  if (settings.resume) return;
  for (const char* name : kResults) fs::remove_all(settings.out / name, error);
  write_file(settings.out / "resolved.json", settings.resolved_json);
}

}  // namespace tactus::core
