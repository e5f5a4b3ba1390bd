/// \file energy_words.hpp  What changed the energy of a run, in words, and what it is compared with.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "core/record/summary.hpp"

namespace tactus::core {

/// Fraction of the scale that changes of the step may add: steps that vary excite high modes.
inline constexpr Real kStepChange = 1e-2;

inline Real ratio(Real value, Real scale) { return scale > 0 ? value / scale : value; }

/// Reference for changes of energy: the energy at the start; if loads and supports supply energy,
/// or there was none at the start, the largest sum of the energy and of the work from outside.
struct Base {
  Real energy = 0;
  std::string of;
  Real percent(Real value) const { return 100 * ratio(value, energy); }
};

Base base_of(const Summary& s);

/// What changed the discrete energy, by cause. Where bodies stay pressed, contact undoes what a
/// change of the step does to it, and only their sum says something.
std::string by_cause(const Summary& s, const Base& base);

/// What a gain by contact is most likely due to, and what helps.
std::string_view why_contact_gave(const Summary& s);

}  // namespace tactus::core
