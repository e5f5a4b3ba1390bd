/// \file overlap_file.hpp  Files that show where an audit found bodies in each other, for ParaView
/// (docs/output.md).
#pragma once

#include <filesystem>

#include "core/audit/audit.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

inline constexpr Index kOverlapFiles = 10;  ///< of a run: the first states that are at fault

/// Whether an overlap is one that the method of contact leaves by design. @param depth, limit  in facets
inline bool is_by_design(bool leaves_no_overlap, Real depth, Real limit) {
  return !leaves_no_overlap && depth <= limit;
}
/// Whether bodies overlap by more than rounding, and not by design.
bool is_at_fault(const AuditResult& result, const Configuration& configuration);

/// Writes RUN/intersections/NNNNNN.vtu, where NNNNNN is the number of the step, unless there are kOverlapFiles of
/// earlier steps. Cells are facets that cross, and points and facets of overlaps without a crossing. Cell fields are
/// `body`; `other`, the body that it overlaps; and `depth` [m] of these two, not a number of a body in itself.
/// @param points  [vertices * dim] m, what was audited: positions from the model's origin
/// @throws FileError, also where the folder is a symbolic link.
void write_overlaps(const std::filesystem::path& run, const Model& model, Index step, Real time,
                    View<Real> points, const AuditResult& result);

}  // namespace tactus::core
