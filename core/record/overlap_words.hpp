/// \file overlap_words.hpp  What a user may do about bodies that overlap.
#pragma once

#include <string>

#include "core/record/summary.hpp"

namespace tactus::core {

/// What may be done about the overlap of a run that is not sound by it, as the end of a sentence that tells the overlap.
std::string advice_on_overlap(const Summary& summary);

}  // namespace tactus::core
