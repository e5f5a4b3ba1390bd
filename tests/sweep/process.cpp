#include "process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "tests/cli/installation.hpp"

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;
using cli_tests::text_of;

constexpr std::chrono::seconds kLongestRun{120};  ///< hundreds of times what one takes

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// Our own environment, less what would change what the program does.
std::vector<std::string> environment(std::vector<std::string> more) {
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!text.starts_with("XDG_") && !text.starts_with("TACTUS_") &&
        !text.starts_with("LD_PRELOAD=") && !text.starts_with("ASAN_OPTIONS="))
      more.push_back(text);
  }
  return more;
}

int code_of(pid_t process) {
  const auto end = std::chrono::steady_clock::now() + kLongestRun;
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(process, SIGKILL);
      ::waitpid(process, &status, 0);
      return kHung;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Waits for what the process has started, and the system ends with it: its locks are gone then.
void wait_for_descendants_of(pid_t process) {
  while (::waitpid(-process, nullptr, 0) > 0) {
  }
}

void read_log(const fs::path& file, Ended& ended) {
  std::istringstream log(text_of(file));
  for (std::string line; std::getline(log, line);) {
    if (line == "fault")
      ended.fault_met = true;
    else
      ended.calls.push_back(line);
  }
}

}  // namespace

Place::Place(fs::path root) : root_(std::move(root)) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  fs::create_directories(work());
}

void Place::start_from(const fs::path& folder, bool strange) {
  strange_ = strange;
  fs::remove_all(work() / "home");
  fs::remove_all(out());
  if (!folder.empty()) fs::copy(folder, out(), fs::copy_options::recursive);
}

Ended Place::run(const std::vector<std::string>& arguments, const FaultAt& fault) const {
  const fs::path log = root_ / "calls";
  for (const char* ending : {"", ".common", ".journal", ".start"})
    fs::remove_all(log.string() + ending);
  Ended ended = wait_for(start(
      arguments,
      {std::string("LD_PRELOAD=") + TACTUS_FAULT_LIBRARY, "ASAN_OPTIONS=verify_asan_link_order=0",
       "TACTUS_FAULT_FOLDER=" + fs::canonical(work()).string(), "TACTUS_FAULT_LOG=" + log.string(),
       "TACTUS_FAULT_AT=" + std::to_string(fault.call), "TACTUS_FAULT_KIND=" + fault.kind}));
  read_log(log, ended);
  return ended;
}

pid_t Place::start(const std::vector<std::string>& arguments,
                   std::vector<std::string> settings) const {
  std::vector<std::string> words{TACTUS_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  settings.push_back("XDG_CACHE_HOME=" + (home() / "cache").string());
  settings.push_back("XDG_DATA_HOME=" + (home() / "data").string());
  settings = environment(std::move(settings));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const fs::path out = root_ / "stdout", err = root_ / "stderr";
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), flags, 0666);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), flags, 0666);
  ::posix_spawn_file_actions_addchdir_np(&actions, work().c_str());
  posix_spawnattr_t attributes;  // a group of its own, which a power cut ends
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = 0;
  const int error = ::posix_spawn(&process, words[0].c_str(), &actions, &attributes,
                                  pointers(words).data(), pointers(settings).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("the program cannot be started");
  return process;
}

Ended Place::wait_for(pid_t process) const {
  Ended ended;
  ended.code = code_of(process);
  wait_for_descendants_of(process);
  ended.out = text_of(root_ / "stdout");
  ended.err = text_of(root_ / "stderr");
  return ended;
}

}  // namespace tactus::sweep
