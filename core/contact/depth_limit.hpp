/// \file depth_limit.hpp  How deep a contact may be before what it says cannot be trusted any more.
#pragma once

#include <vector>

#include "tactus/surface.hpp"

namespace tactus::core {

/// Half of what lies behind a contact: of the altitude over a facet of the element behind it, and of what
/// is round. A point that is further inside than that is nearer to another side of the element, and is
/// pushed out on the wrong one sooner or later.
class DepthLimit {
 public:
  explicit DepthLimit(const Surface& surface);

  /// m, what lies behind the contact of these vertices: the least of the altitudes over facets whose
  /// corners are all among them, and of the diameters of round ones; infinite where nobody knows.
  Real thickness(View<Index> stencil) const;
  /// m, half of the least thickness() of any contact: what is less deep need not be looked at.
  Real least() const { return least_; }

 private:
  const Surface& surface_;
  std::vector<Real> altitude_;  ///< [facets] m, at the start; infinite where no element is behind
  Real least_ = kUnlimited;
};

}  // namespace tactus::core
