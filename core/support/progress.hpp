/// \file progress.hpp  Shows the progress of a run: on a terminal in one line that is overwritten,
/// in a pipe as a line every few seconds.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

struct ProgressState {
  Index step = 0;
  Real time = 0, end_time = 0;  ///< s, simulated
  Real energy_drift = 0;        ///< (E - E_0) / scale
  Index contacts = 0;
};

/// One line without its line break: "step 1200  t = 3.1e-04 s  42 %  energy -0.12 %  contacts 14
/// 0:07 left". A negative `left` is unknown.
std::string progress_line(const ProgressState& state, Real left);

/// "0:07", "12:30", "3:05:00", "2 d 3 h".
std::string duration_in_words(Real seconds);

class Progress {
 public:
  enum class Mode : std::uint8_t { terminal, pipe, quiet };
  /// `file` is a descriptor (2: standard error). isatty() tells whether it is a terminal or a pipe.
  Progress(int file, bool quiet);
  Progress(int file, Mode mode, Real interval);  ///< interval: s between two lines
  ~Progress();                                   ///< Ends the line on a terminal.
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Before the first step: shows the current activity and its duration. May be called as often as
  /// desired. On a terminal the line appears at once, in a pipe only if it takes long.
  void say(std::string_view words);
  /// Cheap enough to be called in every step (it reads the clock).
  void update(const ProgressState& state);
  /// Shows the last state and ends the line; in a pipe only if lines were written before.
  void finish();
  /// Clears the line on a terminal, so that something else can be printed; the next update() draws
  /// it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void begin(Clock::time_point now);
  void show(Clock::time_point now);
  void draw(std::string line, Clock::time_point now);
  Real left(Clock::time_point now) const;
  Clock::duration interval() const;

  int file_;
  Mode mode_;
  Real interval_;
  bool started_ = false;
  bool on_screen_ = false;  ///< the line is shown on the terminal; in a pipe: a line was written
  bool unshown_ = false;    ///< state_ is newer than the line
  ProgressState state_;
  Real first_time_ = 0;  ///< s, simulated time at the first update; not 0 for a resumed run
  Clock::time_point start_{}, next_{};
};

}  // namespace tactus::core
