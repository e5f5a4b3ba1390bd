#include "benchmarks/calculix/child.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace tactus::bench {
namespace {

Real seconds_of(const timeval& t) {
  return static_cast<Real>(t.tv_sec) + 1e-6 * static_cast<Real>(t.tv_usec);
}

[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::filesystem::path& folder, const std::string& log, int limit) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const rlimit most{static_cast<rlim_t>(limit), static_cast<rlim_t>(limit) + 1};
  setrlimit(RLIMIT_CPU, &most);
  setenv("OMP_NUM_THREADS", "1", 1);
  if (chdir(folder.c_str()) == 0) {
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(out, STDOUT_FILENO), dup2(out, STDERR_FILENO);
    execv(words[0], words.data());
  }
  _exit(127);
}

}  // namespace

Ended run_child(const std::vector<std::string>& command, const std::filesystem::path& folder,
                const std::string& log, int limit) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a program");
  if (child == 0) become(command, folder, log, limit);
  int status = 0;
  rusage used{};
  if (wait4(child, &status, 0, &used) != child)
    throw std::runtime_error("cannot wait for a program");
  Ended ended;
  ended.seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  ended.stopped =
      WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
  return ended;
}

std::filesystem::path find_program(const std::string& name) {
  const char* folders = std::getenv("PATH");
  std::stringstream all(folders ? folders : "");
  for (std::string folder; std::getline(all, folder, ':');)
    if (const auto path = std::filesystem::path(folder) / name; access(path.c_str(), X_OK) == 0)
      return path;
  return {};
}

}  // namespace tactus::bench
