#include "file_faults.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

thread_local bool inside = false;

std::recursive_mutex& mutex() {
  static std::recursive_mutex the_one;
  return the_one;
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool takes_space(std::string_view operation) {
  return operation == "write" || operation == "create" || operation == "mkdir";
}

/// Space may also be found missing when what was written is brought onto the disk.
bool may_lack_space(std::string_view operation) {
  return takes_space(operation) || operation == "sync" || operation == "rename";
}

}  // namespace

FileFaults::FileFaults() {
  const std::string folder = setting("TACTUS_FAULT_FOLDER");
  if (folder.empty()) return;
  disk_ = std::make_unique<Disk>(folder);
  const auto kind = std::ranges::find(kKinds, setting("TACTUS_FAULT_KIND"));
  if (kind != kKinds.end()) kind_ = static_cast<Kind>(kind - kKinds.begin());
  at_ = std::atol(setting("TACTUS_FAULT_AT").c_str());
  log_ =
      ::open(setting("TACTUS_FAULT_LOG").c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
}

void FileFaults::finish() {
  if (!disk_) return;
  const std::string difference = disk_->difference();
  log(difference.empty() ? "end" : "unseen: " + difference);
}

bool FileFaults::watches(int folder, const char* path, std::string& name) const {
  if (!disk_) return false;
  const fs::path given = path;
  if (given.is_absolute()) return disk_->relative(given, name);
  if (folder == AT_FDCWD) return disk_->relative(fs::current_path() / given, name);
  const OpenFile* from = watches(folder);
  if (!from) return false;
  name = (fs::path(from->name) / given).lexically_normal().string();
  return true;
}

const OpenFile* FileFaults::watches(int file) const {
  const auto entry = files_.find(file);
  return entry == files_.end() ? nullptr : &entry->second;
}

void FileFaults::opened(int file, const std::string& name, int flags) {
  files_[file] = {disk_->opened(name, (flags & O_TRUNC) != 0), name, (flags & O_APPEND) != 0};
}

Fate FileFaults::meet(std::string_view operation, std::string_view name) {
  ++count_;
  log(std::to_string(count_) + ' ' + std::string(operation) + ' ' + std::string(name));
  if (at_ == 0 || count_ < at_) return {};
  const Fate fate = fault(operation);
  if (fate.error || count_ == at_) log("fault");
  return fate;
}

Fate FileFaults::fault(std::string_view operation) {
  const bool first = count_ == at_;
  const bool moves_bytes = operation == "write" || operation == "read";
  switch (kind_) {
    case Kind::full:
      return {.error = takes_space(operation) ? ENOSPC : 0};
    case Kind::half_full:
      if (first) return {.half = true};
      return {.error = takes_space(operation) ? ENOSPC : 0};
    case Kind::broken:
      return {.error = EIO};
    default:
      break;
  }
  if (!first) return {};
  switch (kind_) {
    case Kind::kill:
      kill_process();
    case Kind::half_kill:
      return {.half = true, .kill_after = true};
    case Kind::term:
      ::raise(SIGTERM);
      return {};
    case Kind::no_space:
      return {.error = may_lack_space(operation) ? ENOSPC : 0};
    case Kind::io_error:
      return {.error = EIO};
    case Kind::short_count:
      return {.half = moves_bytes};
    case Kind::interrupted:
      return {.error = moves_bytes ? EINTR : 0};
    case Kind::cut_lost:
      cut(Cut::lost);
    case Kind::cut_names:
      cut(Cut::names);
    case Kind::cut_zeros:
      cut(Cut::zeros);
    default:
      return {};
  }
}

void FileFaults::cut(Cut how) const {
  disk_->cut(how);
  kill_process();
}

void FileFaults::kill_process() {
  ::kill(::getpid(), SIGKILL);
  while (true) ::pause();
}

void FileFaults::log(const std::string& line) const {
  const std::string text = line + '\n';
  [[maybe_unused]] const ssize_t ignored = ::write(log_, text.data(), text.size());
}

FileFaults& file_faults() {
  // Never destroyed: files are closed after the last destructor, too.
  static FileFaults* const the_one = std::make_unique<FileFaults>().release();
  return *the_one;
}

Inside::Inside() : lock_(mutex()) { inside = true; }
Inside::~Inside() { inside = false; }
bool Inside::now() { return inside; }

}  // namespace tactus::sweep

namespace {

/// Reads the folder before the program does anything, and looks at it again when it ends.
struct Life {
  Life() {
    const tactus::sweep::Inside inside;
    tactus::sweep::file_faults();
  }
  ~Life() {
    const tactus::sweep::Inside inside;
    tactus::sweep::file_faults().finish();
  }
};
const Life life;

}  // namespace
