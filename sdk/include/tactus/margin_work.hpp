/// \file margin_work.hpp  What it may cost to keep bodies apart by the margin of contact.
#pragma once

#include <algorithm>

#include "contact_lengths.hpp"
#include "contact_model.hpp"

namespace tactus {

/// J, work of forces on rows along the margin that rows ask for (contact_margin). Bodies that touch exactly are
/// pushed apart up to it once, which is a gain of energy and no fault. A solver allows a step that much beyond the
/// share of energy in StepSolution::most_contact_gain: what starts at rest has no energy yet.
/// @param multiplier  [rows.count] forces in units of the rows; such as pull do not count
inline Real margin_work(const ContactRows& rows, View<Real> multiplier, const Scales& scales) {
  Real sum = 0;
  for (Index r = 0; r < rows.count; ++r)
    sum += std::max<Real>(0, multiplier[static_cast<std::size_t>(r)]) * rows.scale[r];
  return sum * contact_margin(scales);
}

}  // namespace tactus
