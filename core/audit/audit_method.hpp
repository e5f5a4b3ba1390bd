/// \file audit_method.hpp  The interface behind Auditor: PlaneAudit and SpaceAudit implement it.
#pragma once

#include "core/audit/audit.hpp"

namespace tactus::core {

class AuditMethod {
 public:
  virtual ~AuditMethod() = default;
  virtual const AuditResult& check(View<Real> points) = 0;
};

/// Fraction of a radius by which distances of particles are uncertain: they have a square root in them.
inline constexpr Real kRoundOff = 1e-12;
/// How many tolerances behind a boundary bodies are looked for: more than one, since the place is rounded itself.
inline constexpr Real kBehind = 1.25;

/// Empties the result of the last check but for its findings, which are replaced at the end of a check.
inline void begin_result(AuditResult& result, Real touching) {
  result.overlaps.clear();
  result.intersections = result.contained = 0;
  result.depth = result.depth_in_facets = 0;
  result.touching = touching;
}

}  // namespace tactus::core
