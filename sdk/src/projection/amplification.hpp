// Measures by how much a component moves its vertices in proportion to the motion that it has to
// correct.
//
// A step starts without violations. None of them can be deeper at its end than the two sides have
// moved against each other, and a correction of about that size settles it. Rows that nearly
// contradict each other ask for far more: the normals n and -n, turned against each other by an
// angle phi, lift a pinched body by 1/sin(phi) times the closing of the gap.
#pragma once

#include "attempt.hpp"

namespace tactus::projection {

struct Amplification {
  Real correction = 0;  ///< m, largest distance between a vertex and where the predictor had it
  /// m, largest relative motion of the vertices of one row in the predictor, or the deepest
  /// violation of a row there if that is more
  Real motion = 0;
  /// The correction as a multiple of the motion. The margin of rows counts as motion, since bodies
  /// at rest are corrected by it.
  Real ratio(const Scales& scales) const;
  /// Whether the correction cannot be what separates the bodies: it is more than ten times the
  /// motion, or longer than the smallest altitude of an element, although steps are divided so that
  /// nothing moves by more than half of that against anything else. (A caller that does not divide
  /// steps gets twice the motion instead.)
  bool excessive(const Scales& scales) const;
};

/// Measures the component at the solution of the attempt, without violations in the predictor.
Amplification amplification(const StepInput& in, const ProjectionComponent& component);

}  // namespace tactus::projection
