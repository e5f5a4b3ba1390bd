#include "lag.hpp"

#include <sstream>

namespace newmark {
namespace {

constexpr Real kAltitudes = 3;  ///< that waves may cross in a step

}  // namespace

Real Lag::energy(View<Real> v, View<std::uint8_t> prescribed) const {
  Real sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!prescribed[i]) sum += (v[i] + velocity[i] / 2) * momentum[i];
  return sum;
}

void note_lag(const StateView& old, View<std::uint8_t> prescribed, const Pressed& pressed,
              const StateOut& next, EnergyAccount& account) {
  const std::size_t n = next.v.size();
  const Out<Real> lag = next.extra.last(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_pressed = !pressed.impulse.empty() && !prescribed[i];
    lag[i] = is_pressed ? pressed.correction[i] / (2 * pressed.dt) : 0;
    lag[n + i] = is_pressed ? pressed.impulse[i] / 4 : 0;
  }
  const Real before = Lag::of(old.extra, n).energy(old.v, prescribed),
             after = Lag::of(next.extra, n).energy(next.v, prescribed);
  account.shift_old += before;
  account.shift_new += after;
  account.contact += after - before;
}

bool warn_of_long_steps(Real dt, Context& context) {
  const Real most = kAltitudes * context.scales.altitude / context.scales.speed;
  if (dt <= most) return false;
  std::ostringstream text;
  text
      << "newmark: with \"stop\" and beta above 0 contact gains energy where waves cross more than "
      << kAltitudes
      << " altitudes of an element in a step: take \"reflect\", or a /time/step of at "
      << "most " << most << " s";
  context.log->write(Level::warning, text.str());
  return true;
}

}  // namespace newmark
