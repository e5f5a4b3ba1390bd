/// \file depth_limit.hpp  The penetration beyond which a contact cannot be trusted any more.
#pragma once

#include <vector>

#include "tactus/surface.hpp"

namespace tactus::core {

/// Half the thickness behind a contact, which is the altitude of the element behind the facet, or
/// the diameter of a round particle. A point that penetrates further is nearer to another side of
/// the element, and contact would sooner or later push it out on the wrong side.
class DepthLimit {
 public:
  explicit DepthLimit(const Surface& surface);

  /// Thickness in metres behind the contact of these vertices: the smallest of the altitudes over
  /// those facets whose corners are all among them, and of the diameters of round particles.
  /// Infinite if nothing is known.
  Real thickness(View<Index> stencil) const;
  /// m, half the smallest thickness() of any contact. Smaller penetrations need no closer look.
  Real least() const { return least_; }

 private:
  const Surface& surface_;
  /// [facets] m, at the start; infinite if there is no element behind
  std::vector<Real> altitude_;
  Real least_ = kUnlimited;
};

}  // namespace tactus::core
