/// \file observed_order.hpp  The observed order of convergence: the p > 0 of v(h) = v0 + c h^p for
/// values v that were computed with sizes of discretisation h.
///
/// Where the exact value v0 is known, two sizes give p. Where it is not, three do: p solves
///
///     (v1 - v2) / (v2 - v3) = (h1^p - h2^p) / (h2^p - h3^p),   h1 > h2 > h3
///
/// (Roache, Verification and Validation in Computational Science and Engineering, 1998; ASME V&V
/// 20-2009, section 2-4). The ratios h1/h2 and h2/h3 may differ. The right-hand side grows with p
/// from ln(h1/h2)/ln(h2/h3) at p = 0 to infinity, so that there is one root or none.
#pragma once

#include <array>
#include <limits>
#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// The size of discretisation of a run, and a value or an error that it gave.
struct Refinement {
  Real step = 0, value = 0;
};

struct ObservedOrder {
  Real order = std::numeric_limits<Real>::quiet_NaN();  ///< > 0, or NaN: there is none
  std::string none_because;                             ///< a clause, "the values go up and down"
  /// v0, the extrapolated value for h = 0; only from three values
  Real limit = std::numeric_limits<Real>::quiet_NaN();
};

/// The order by which errors fall. @param errors  value - exact, the coarser step first
ObservedOrder order_of_errors(const std::array<Refinement, 2>& errors);

/// The order by which values converge to an unknown one. @param values  the coarsest step first
ObservedOrder order_of_values(const std::array<Refinement, 3>& values);

}  // namespace tactus::core
