#include "core/support/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "core/support/atomic_file.hpp"

namespace tactus::core {
namespace {

constexpr Real kTerminalInterval = 0.2, kPipeInterval = 5;  // s
constexpr std::string_view kClearLine = "\r\x1b[K";

std::size_t terminal_width(int file) {
  winsize size{};
  const bool known = ::ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

std::string duration_in_words(Real seconds) {
  if (!(seconds < 1e9)) return "forever";
  const auto whole = static_cast<Index>(std::max(0.0, std::round(seconds)));
  const Index s = whole % 60, m = whole / 60 % 60, h = whole / 3600;
  if (h >= 48) return fmt::format("{} d {} h", h / 24, h % 24);
  if (h > 0) return fmt::format("{}:{:02}:{:02}", h, m, s);
  return fmt::format("{}:{:02}", m, s);
}

std::string progress_line(const ProgressState& state, Real left) {
  const Real part = state.end_time > 0 ? std::min(1.0, state.time / state.end_time) : 1;
  // Shows at most 99 % until the end is reached
  std::string line =
      fmt::format("step {}  t = {:.4g} s  {:.0f} %  energy {:+.2g} %  contacts {}", state.step,
                  state.time, std::floor(100 * part), 100 * state.energy_drift, state.contacts);
  if (left >= 0 && part < 1) line += fmt::format("  {} left", duration_in_words(left));
  return line;
}

Progress::Progress(int file, bool quiet)
    : Progress(file,
               quiet            ? Mode::quiet
               : ::isatty(file) ? Mode::terminal
                                : Mode::pipe,
               ::isatty(file) ? kTerminalInterval : kPipeInterval) {}

Progress::Progress(int file, Mode mode, Real interval)
    : file_(file), mode_(mode), interval_(interval) {}

Progress::~Progress() { finish(); }

void Progress::update(const ProgressState& state) {
  if (mode_ == Mode::quiet) return;
  const Clock::time_point now = Clock::now();
  state_ = state;
  unshown_ = true;
  if (!started_) {
    begin(now);
    first_time_ = state.time;
  }
  if (now >= next_) show(now);
}

/// On a terminal the line appears at once; in a pipe short runs print nothing.
void Progress::begin(Clock::time_point now) {
  started_ = true;
  start_ = now;
  next_ = now + (mode_ == Mode::pipe ? interval() : Clock::duration::zero());
}

void Progress::say(std::string_view words) {
  if (mode_ == Mode::quiet) return;
  const Clock::time_point now = Clock::now();
  if (!started_) begin(now);
  if (now < next_) return;
  const Real seconds = std::chrono::duration<Real>(now - start_).count();
  draw(fmt::format("{}  {}", words, duration_in_words(seconds)), now);
}

void Progress::finish() {
  if (unshown_ && (mode_ == Mode::terminal || on_screen_)) show(Clock::now());
  if (mode_ == Mode::terminal && on_screen_) write_all(file_, "\n");
  on_screen_ = false;
}

void Progress::clear() {
  if (mode_ == Mode::terminal && on_screen_) write_all(file_, kClearLine);
  on_screen_ = false;
}

void Progress::show(Clock::time_point now) {
  draw(progress_line(state_, left(now)), now);
  unshown_ = false;
}

void Progress::draw(std::string line, Clock::time_point now) {
  if (mode_ == Mode::terminal) {
    // A longer line could not be overwritten
    line.resize(std::min(line.size(), terminal_width(file_) - 1));
    line.insert(0, kClearLine);
  } else {
    line += '\n';
  }
  write_all(file_, line);  // ignores errors: a closed terminal must not end the run
  on_screen_ = true;
  next_ = now + interval();
}

/// Estimated from the mean pace since the start, after the first second.
Real Progress::left(Clock::time_point now) const {
  const Real elapsed = std::chrono::duration<Real>(now - start_).count();
  const Real done = state_.time - first_time_;
  if (elapsed < 1 || !(done > 0)) return -1;
  return elapsed / done * (state_.end_time - state_.time);
}

Progress::Clock::duration Progress::interval() const {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<Real>(interval_));
}

}  // namespace tactus::core
