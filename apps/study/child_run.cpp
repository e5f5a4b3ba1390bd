#include "apps/study/child_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

extern char** environ;

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Owns the lists of actions and attributes for posix_spawn.
class SpawnPlan {
 public:
  explicit SpawnPlan(const fs::path& log) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, 1, log.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
    posix_spawn_file_actions_adddup2(&actions_, 1, 2);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int start(pid_t& process, const std::vector<char*>& words) const {
    return posix_spawn(&process, "/proc/self/exe", &actions_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

constexpr Real kMiB = 1 << 20;

/// Memory of a running process; 0 if the system does not tell.
Real resident_MiB(pid_t process) {
  std::ifstream statm(fmt::format("/proc/{}/statm", process));
  Real total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<Real>(sysconf(_SC_PAGESIZE)) / kMiB;
}

/// The most memory that an ended process held at a time. The system counts into its maximum what this program held when
/// it started the process; a maximum above that of this program is the process's own.
/// @param seen  the largest of looks at it while it ran, which may have come too early or too late
Real greatest_MiB(const rusage& ended, Real seen) {
  rusage own{};
  if (getrusage(RUSAGE_SELF, &own) != 0 || ended.ru_maxrss <= own.ru_maxrss) return seen;
  return std::max(seen, static_cast<Real>(ended.ru_maxrss) * 1024 / kMiB);  // ru_maxrss: in KiB
}

/// How many processes the system has ended for lack of memory since it started; 0 if it does not
/// tell.
std::size_t kills_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  for (std::size_t count = 0; counters >> name >> count;)
    if (name == "oom_kill") return count;
  return 0;
}

Real seconds(const timeval& time) {
  return static_cast<Real>(time.tv_sec) + 1e-6 * static_cast<Real>(time.tv_usec);
}

}  // namespace

ChildRun::ChildRun(const std::vector<std::string>& arguments, fs::path log)
    : log_(std::move(log)), start_(Clock::now()), kills_before_(kills_for_memory()) {
  std::vector<std::string> words{"tactus"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.push_back("--ends-with=" + std::to_string(getpid()));
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const SpawnPlan plan(log_);
  if (const int error = plan.start(process_, pointers); error != 0)
    throw FileError(fmt::format("cannot start a process: {}", std::strerror(error)));
#ifdef SYS_pidfd_open
  ended_ = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
#endif
}

ChildRun::ChildRun(ChildRun&& other) noexcept
    : process_(std::exchange(other.process_, -1)), log_(std::move(other.log_)),
      ended_(std::move(other.ended_)), start_(other.start_), memory_(other.memory_),
      held_(other.held_), kills_before_(other.kills_before_), killed_for_(other.killed_for_) {}

ChildRun::~ChildRun() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  std::error_code ignored;
  fs::remove(log_, ignored);
}

Real ChildRun::elapsed() const {
  return std::chrono::duration<Real>(Clock::now() - start_).count();
}

std::optional<ChildEnd> ChildRun::look(Real wall_limit, Real memory_limit) {
  int status = 0;
  rusage used{};
  const pid_t ended = wait4(process_, &status, WNOHANG, &used);
  if (ended == 0 || (ended < 0 && errno == EINTR)) {
    held_ = resident_MiB(process_);
    memory_ = std::max(memory_, held_);
    if (memory_ > memory_limit) end_for(ChildEnd::Cause::memory);
    if (elapsed() > wall_limit) end_for(ChildEnd::Cause::timeout);
    return std::nullopt;
  }
  process_ = -1;
  ChildEnd end;
  end.wall = elapsed(), end.memory = greatest_MiB(used, memory_);
  end.cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
  getloadavg(&end.load, 1);  // 0 where the system does not tell
  end.cause = WIFSIGNALED(status) ? ChildEnd::Cause::signalled : ChildEnd::Cause::exited;
  end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (killed_for_ && end.cause == ChildEnd::Cause::signalled) end.cause = *killed_for_;
  const bool killed = end.cause == ChildEnd::Cause::signalled && end.code == SIGKILL;
  if (killed && kills_for_memory() > kills_before_) end.cause = ChildEnd::Cause::no_memory;
  end.said = take_log();
  return end;
}

std::string ChildRun::take_log() const {
  std::string text = is_there(log_) ? read_file(log_) : std::string();
  constexpr std::size_t kMost = 20'000;
  if (text.size() > kMost) text.erase(0, text.size() - kMost);
  std::error_code error;
  fs::remove(log_, error);
  if (error) throw FileError(fmt::format("cannot remove '{}': {}", log_.string(), error.message()));
  return text;
}

void ChildRun::end_for(ChildEnd::Cause cause) {
  if (!killed_for_) killed_for_ = cause;
  kill(process_, SIGKILL);
}

/// Sends SIGTERM, not SIGINT: a terminal has already sent that one, and a second one would end the
/// run at once.
void ChildRun::ask_to_stop() const { kill(process_, SIGTERM); }

void wait_for_any(const std::vector<const ChildRun*>& children, Real seconds) {
  std::vector<pollfd> ends;
  for (const ChildRun* child : children)
    if (child->descriptor() >= 0) ends.push_back({child->descriptor(), POLLIN, 0});
  const bool all = ends.size() == children.size();
  const Real most = all ? seconds : std::min(seconds, 0.005);
  poll(ends.data(), ends.size(), static_cast<int>(most * 1000));
}

std::string signal_in_words(int signal) {
  return fmt::format("{} ({})", signal, strsignal(signal));
}

}  // namespace tactus::core
