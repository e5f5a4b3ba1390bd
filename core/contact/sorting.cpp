// A search for pairs is sorting in the sense of Petocz and Armero (1998), and b the buffer of their
// Remark 4.1: with a search every n steps they take b > n v_max dt. They inflate the box of a body and
// not the particles that are tested against it, so that two bodies that approach each other would need
// twice as much; here both boxes of a pair are inflated.
#include "core/contact/sorting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tactus/contact_lengths.hpp"

namespace tactus::core {

bool Sorting::is_due(const Pace& pace, Real moved, Real ahead) {
  using Mode = NeighbourListConfig::Mode;
  why_.clear();
  if (config_.mode == Mode::off || now_.number == 0) return true;
  const Index steps = pace.step - now_.step;
  if (config_.every > 0 && steps >= config_.every) return true;
  const Real slack = now_.buffer - std::max<Real>(0, ahead - now_.ahead);
  wear_ = slack > 0 ? moved / slack : 1;
  if (moved < slack) return false;
  if (config_.violated == ViolatedBuffer::stop) why_ = in_words(steps, moved);
  return true;
}

std::string Sorting::in_words(Index steps, Real moved) const {
  return fmt::format(
      "the neighbour list is worn after {} of {} steps: something has moved by {:.4g} m since the "
      "last search, where the buffer is {:.4g} m and the fastest vertex moved {:.4g} m in a step; "
      "take a larger /contact/neighbour_list/margin or reach, or fewer steps (every), or "
      "\"violated\": \"sort\"",
      steps, config_.every, moved, now_.buffer, now_.path);
}

/// m/s, of a vertex that may touch.
Real Sorting::largest_speed(const Pace& pace) {
  if (!motion_ || pace.v.empty()) return 0;
  velocity_.resize(static_cast<std::size_t>(surface_.vertices * surface_.dim));
  motion_->velocities(pace.q, pace.v, velocity_);
  Real largest = 0;
  for (Index v = 0; v < surface_.vertices; ++v) {
    Real square = 0;
    for (Index i = surface_.dim * v; i < surface_.dim * (v + 1); ++i)
      square += velocity_[static_cast<std::size_t>(i)] * velocity_[static_cast<std::size_t>(i)];
    largest = std::max(largest, square);
  }
  return std::sqrt(largest);
}

Real Sorting::begin(const Pace& pace, View<Real> y_old, View<Real> y, Real ahead) {
  now_.at.clear();
  if (wanted_.swept) now_.at.assign(y_old.begin(), y_old.end());
  now_.at.insert(now_.at.end(), y.begin(), y.end());
  now_.step = pace.step;
  now_.ahead = ahead;
  now_.buffer = now_.path = 0;
  if (config_.mode == NeighbourListConfig::Mode::kept) {
    now_.path = config_.every > 0 ? largest_speed(pace) * pace.dt : 0;
    const Real reach =
        config_.reach == NeighbourListConfig::kOfConstraint ? wanted_.reach : config_.reach;
    now_.buffer = reach + (1 + config_.margin) * static_cast<Real>(config_.every) * now_.path;
  }
  Real coordinate = 0;
  for (const Real x : y) coordinate = std::max(coordinate, std::abs(x));
  now_.inflation = wanted_.reach + ahead + now_.buffer;
  // Bounds are rounded, and those of a list have to lie within these.
  now_.inflation += position_rounding(coordinate + now_.inflation);
  ++now_.number;
  wear_ = 0;
  return now_.inflation;
}

void Sorting::accept() {
  if (now_.number != accepted_.number) accepted_ = now_;
}

std::vector<Real> Sorting::accepted_numbers() const {
  if (accepted_.number == 0) return {};
  return {static_cast<Real>(accepted_.step), accepted_.inflation, accepted_.buffer, accepted_.ahead,
          accepted_.path};
}

bool Sorting::restore(View<Real> at, View<Real> numbers) {
  const auto n = static_cast<std::size_t>(surface_.vertices * surface_.dim);
  if (!keeps() || at.size() != (wanted_.swept ? 2 * n : n) || numbers.size() != 5) return false;
  now_.at.assign(at.begin(), at.end());
  now_.step = static_cast<Index>(numbers[0]);
  now_.inflation = numbers[1], now_.buffer = numbers[2], now_.ahead = numbers[3];
  now_.path = numbers[4];
  now_.number = 1;
  accepted_ = now_;
  return true;
}

}  // namespace tactus::core
