/// \file behind_outside.hpp  What begins inside of something that is no body of the model, such as a floor.
#pragma once

#include <string_view>
#include <vector>

#include "tactus/context.hpp"

namespace tactus::core {

class KernelContact;

/// A vertex that is behind what Constraint::outside() names.
struct BehindOutside {
  Index vertex = kNone;
  std::string_view outside;
  Real depth = 0;  ///< m, > 0
};

/// The vertices that are behind something outside when they are at y [vertices * dim] m, at t = 0.
std::vector<BehindOutside> behind_outside(KernelContact& contact, View<Real> y, Context& context);

}  // namespace tactus::core
