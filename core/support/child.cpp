#include "core/support/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>
#include <thread>

#include "tactus/error.hpp"

namespace tactus::core {
namespace {

/// An anonymous file. Unlike a pipe it never fills up, and reading it does not wait for its last
/// writer.
class Notes {
 public:
  explicit Notes(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
    if (file_ < 0)
      throw Error(fmt::format("no memory for the output of a process: {}", std::strerror(errno)));
  }
  ~Notes() { close(file_); }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;

  int descriptor() const { return file_; }
  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(file_, text.data(), text.size());
      if (n <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  std::string text() const {
    std::string all;
    char buffer[4096];
    for (ssize_t n = 0;
         (n = pread(file_, buffer, sizeof buffer, static_cast<off_t>(all.size()))) > 0;)
      all.append(buffer, static_cast<std::size_t>(n));
    return all;
  }

 private:
  int file_;
};

/// Marks the end of the message. Exit code 0 alone proves nothing, because a library may call
/// exit() when it is loaded.
constexpr std::string_view kWhole = "\x04";

/// Exceptions end the child in std::terminate, which prints them. Whether an exception of a static
/// initialiser passes through dlopen() depends on the compiler.
[[noreturn]] void be_the_child(const std::function<void(const Say&)>& work, const Notes& said,
                               const Notes& printed) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL})
    std::signal(signal, SIG_DFL);
  dup2(printed.descriptor(), STDOUT_FILENO);
  dup2(printed.descriptor(), STDERR_FILENO);
  work([&](std::string_view text) { said.write(text); });
  said.write(kWhole);
  _exit(0);  // no destructors and no exit handlers, which belong to the parent
}

/// Processor time of all threads of a process; 0 if the process no longer exists.
double processor_seconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Waits with growing pauses of at most 5 ms, so that short tasks cost little. Returns -1 after the
/// limit. The limit applies to processor time, because others may use the machine as well; the
/// child gets at most four times as long on the clock.
int wait_for(pid_t child, double time_limit_s) {
  using Clock = std::chrono::steady_clock;
  constexpr double kMostWaiting = 4;
  const auto start = Clock::now();
  const auto is_too_long = [&] {
    const double waited = std::chrono::duration<double>(Clock::now() - start).count();
    return waited > kMostWaiting * time_limit_s ||
           (waited > time_limit_s && processor_seconds(child) > time_limit_s);
  };
  auto pause = std::chrono::microseconds(100);
  for (int status = 0;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno == ECHILD)
      return 0;  // SIGCHLD is ignored in this process: the message tells the rest
    if (is_too_long()) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
}

}  // namespace

std::string ChildReport::end_and_last_words() const {
  constexpr std::size_t kLongest = 300;
  std::string text = printed;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  text.erase(text.find_last_not_of(' ') + 1);
  if (text.empty()) return end;
  if (text.size() > kLongest) text = "... " + text.substr(text.size() - kLongest);
  return end + ", saying: " + text;
}

ChildReport run_in_child(const std::function<void(const Say&)>& work, double time_limit_s) {
  const Notes said("tactus-said"), printed("tactus-printed");
  std::fflush(nullptr);  // or else a child that exits would print our buffered output again
  const pid_t child = fork();
  if (child < 0) throw Error(fmt::format("no process can be started: {}", std::strerror(errno)));
  if (child == 0) be_the_child(work, said, printed);
  const int status = wait_for(child, time_limit_s);
  ChildReport report;
  report.said = said.text();
  report.printed = printed.text();
  report.timed_out = status == -1;
  if (report.timed_out)
    report.end = fmt::format("took longer than {} s", time_limit_s);
  else if (WIFSIGNALED(status))
    report.end =
        fmt::format("ended with signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0 || !report.said.ends_with(kWhole))
    report.end = fmt::format("ended with exit code {}", WEXITSTATUS(status));
  else
    report.finished = true;
  if (report.finished) report.said.resize(report.said.size() - kWhole.size());
  return report;
}

}  // namespace tactus::core
