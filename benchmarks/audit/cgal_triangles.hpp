// What the audit is compared with: CGAL's intersection of boxes, and of the triangles in them.
#pragma once

#include "core/audit/audit.hpp"

namespace tactus::bench {

/// Seconds to compare the facets of each body with those of all others.
Real seconds_of_cgal(const core::AuditInput& input);

}  // namespace tactus::bench
