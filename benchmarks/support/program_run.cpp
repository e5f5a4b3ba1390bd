#include "benchmarks/support/program_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

namespace tactus::bench {

Process run_program(const char* program, std::vector<std::string> words) {
  words.insert(words.begin(), {"tactus", "run", "--quiet", "--force"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process can be started");
  if (child == 0) {
    if (!std::freopen("/dev/null", "w", stdout)) _exit(1);
    execv(program, arguments.data());
    _exit(1);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(fmt::format("\"{}\" ended badly", fmt::join(words, " ")));
  const auto seconds = [](const timeval& t) {
    return static_cast<Real>(t.tv_sec) + 1e-6 * static_cast<Real>(t.tv_usec);
  };
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          1024 * static_cast<Real>(used.ru_maxrss)};
}

}  // namespace tactus::bench
