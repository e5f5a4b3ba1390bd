/// \file energy_words.hpp  What changed the energy of a run in words: joules, then percent of the initial energy.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "core/record/summary.hpp"

namespace tactus::core {

/// Fraction of the scale that changes of the step may add: steps that vary excite high modes.
inline constexpr Real kStepChange = 1e-2;

inline Real ratio(Real value, Real scale) { return scale > 0 ? value / scale : value; }

/// "52.8 J (14 %)": an amount of energy without its sign, and its part of the energy at the start.
/// The part is left out where there is no such energy, or next to none beside that of the run, or
/// less than the amount.
/// @param of  said after the percentage: " of the initial energy"
std::string amount(Real energy, const Summary& s, std::string_view of = "");

/// "the largest energy of the run (45 J with the work from outside)": what limits of the verdict are
/// parts of.
std::string scale_in_words(const Summary& s);

/// What changed the discrete energy, by cause. Where bodies stay pressed, contact undoes what a
/// change of the step does to it, and only their sum says something.
std::string by_cause(const Summary& s);

/// What a gain by contact is most likely due to, and what helps.
std::string why_contact_gave(const Summary& s);

}  // namespace tactus::core
