#include "apps/study/read_apart.hpp"

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <limits>
#include <string_view>

#include "core/support/child.hpp"
#include "core/support/last_words.hpp"

namespace tactus::core {
namespace {

/// Ends what the copy says of one configuration.
constexpr char kEndOfAnswer = '\x1e';
/// Of a copy that waited too long. No other part of the program ends with it.
constexpr int kTooLong = 97;

extern "C" void on_too_long(int) { _exit(kTooLong); }

/// From now on; what was set before is forgotten.
void wait_at_most(Real seconds) {
  seconds = seconds > 0 ? std::max(seconds, 1e-3) : 0;  // a timer of 0 is none
  const Real whole = std::floor(seconds);
  const itimerval timer{.it_interval = {},
                        .it_value = {.tv_sec = static_cast<time_t>(whole),
                                     .tv_usec = static_cast<suseconds_t>((seconds - whole) * 1e6)}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

class ReadingApart {
 public:
  ReadingApart(const std::function<std::string(std::size_t)>& answer, Real patience, Real time)
      : answer_(answer), patience_(patience), time_(time) {}

  std::vector<ReadApart> make(std::size_t count) {
    while (answers_.size() < count) {
      if (read(count).finished || left() <= 0) break;
      // Whatever the ones before have left behind in that copy, this one has a fresh one to itself.
      const ChildReport alone = read(answers_.size() + 1);
      if (!alone.finished && left() > 0) answers_.push_back(failed(alone));
    }
    answers_.resize(count, {ReadApart::End::unread, ""});
    return std::move(answers_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// s, until the time for all configurations is over.
  Real left() const { return time_ - std::chrono::duration<Real>(Clock::now() - start_).count(); }

  /// Reads on up to `end`, as far as the copy comes.
  ChildReport read(std::size_t end) {
    ChildReport report = run_in_child(
        [&](const Say& say) {
          const LastWords last_words;
          std::signal(SIGALRM, on_too_long);
          for (std::size_t i = answers_.size(); i < end && left() > 0; ++i) {
            wait_at_most(std::min(patience_, left()));
            say(answer_(i) + kEndOfAnswer);
          }
          wait_at_most(0);
        },
        std::numeric_limits<double>::infinity());
    std::string_view rest = report.said;
    for (std::size_t n = 0; (n = rest.find(kEndOfAnswer)) != rest.npos; rest.remove_prefix(n + 1))
      answers_.push_back({ReadApart::End::answered, std::string(rest.substr(0, n))});
    return report;
  }

  ReadApart failed(const ChildReport& report) const {
    if (report.end == fmt::format("ended with exit code {}", kTooLong))
      return {ReadApart::End::timeout,
              fmt::format("its configuration was not read within {:.6g} s", patience_)};
    std::string words;
    if (report.end == fmt::format("ended with exit code {}", kPluginExitCode)) {
      words = report.printed.substr(0, report.printed.find_last_not_of('\n') + 1);
      words.erase(0, words.rfind('\n') + 1);
    }
    if (words.empty())
      words = "the process that read its configuration " + report.end_and_last_words();
    return {ReadApart::End::crashed, words};
  }

  const std::function<std::string(std::size_t)>& answer_;
  Real patience_, time_;
  Clock::time_point start_ = Clock::now();
  std::vector<ReadApart> answers_;
};

}  // namespace

std::vector<ReadApart> read_apart(std::size_t count,
                                  const std::function<std::string(std::size_t)>& answer,
                                  Real patience, Real time) {
  return ReadingApart(answer, patience, time).make(count);
}

}  // namespace tactus::core
