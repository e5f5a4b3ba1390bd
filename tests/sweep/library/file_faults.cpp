#include "file_faults.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

/// Zero in a new file.
Common* common_in(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  void* memory = MAP_FAILED;
  if (::ftruncate(descriptor, sizeof(Common)) == 0)
    memory = ::mmap(nullptr, sizeof(Common), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (memory == MAP_FAILED) std::abort();
  return static_cast<Common*>(memory);
}

}  // namespace

FileFaults::FileFaults() {
  root_ = setting("TACTUS_FAULT_FOLDER");
  if (root_.empty()) return;
  const auto kind = std::ranges::find(kKinds, setting("TACTUS_FAULT_KIND"));
  if (kind != kKinds.end()) kind_ = static_cast<Kind>(kind - kKinds.begin());
  at_ = std::atol(setting("TACTUS_FAULT_AT").c_str());
  const std::string log = setting("TACTUS_FAULT_LOG");
  log_ = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  common_ = common_in(log + ".common");
  pid_t nobody = 0;
  common_->leader.compare_exchange_strong(nobody, ::getpid());
  const bool cuts = kind_ == Kind::cut_lost || kind_ == Kind::cut_names || kind_ == Kind::cut_zeros;
  if (cuts || at_ == 0)
    journal_ = std::make_unique<Journal>(log + ".journal", log + ".start", root_);
}

void FileFaults::finish() {
  if (at_ != 0 || root_.empty() || common_->leader != ::getpid()) return;
  const std::string difference = journal_->disk().difference();
  log(difference.empty() ? "end" : "unseen: " + difference);
}

bool FileFaults::relative(const fs::path& path, std::string& name) const {
  const std::string whole = path.lexically_normal().string(), root = root_.string();
  if (!whole.starts_with(root)) return false;
  if (whole.size() > root.size() && whole[root.size()] != '/') return false;
  name = whole.substr(std::min(whole.size(), root.size() + 1));
  if (name.ends_with('/')) name.pop_back();
  return true;
}

bool FileFaults::watches(int folder, const char* path, std::string& name) const {
  if (root_.empty()) return false;
  const fs::path given = path;
  if (given.is_absolute()) return relative(given, name);
  if (folder == AT_FDCWD) return relative(fs::current_path() / given, name);
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
  struct stat facts {};
  ::fstat(file, &facts);
  files_[file] = {facts.st_ino, name, (flags & O_APPEND) != 0};
  if (journal_) journal_->opened(name, facts.st_ino, (flags & O_TRUNC) != 0);
}

Fate FileFaults::meet(std::string_view operation, std::string_view name) {
  const long count = ++common_->count;
  log(std::to_string(count) + ' ' + std::string(operation) + ' ' + std::string(name));
  if (at_ == 0 || count < at_) return {};
  const bool first = count == at_;
  const Fate fate = fault(operation, first);
  if (fate.error || first) log("fault");
  return fate;
}

Fate FileFaults::fault(std::string_view operation, bool first) {
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

/// The other processes of the command wait for this one, and do nothing more.
void FileFaults::cut(Cut how) const {
  journal_->disk().cut(how);
  if (::getpgrp() == common_->leader) ::kill(0, SIGKILL);
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
