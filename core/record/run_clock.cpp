#include "core/record/run_clock.hpp"

#include <cmath>

namespace tactus::core {
namespace {

Index multiple_after(Real time, Real every) {
  return static_cast<Index>(std::floor(time / every * (1 + 1e-12))) + 1;
}

}  // namespace

bool OutputPace::due(Real every, Real time) {
  if (!(every > 0) || time < static_cast<Real>(next) * every * (1 - 1e-12)) return false;
  next = multiple_after(time, every);
  return true;
}

void OutputPace::renew(Real before, Real every, Real time) {
  if (every != before && every > 0) next = multiple_after(time, every);
}

}  // namespace tactus::core
