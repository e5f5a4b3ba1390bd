/// \file audit_method.hpp  The interface behind Auditor. PlaneAudit is its only implementation so
/// far: models in space cannot be audited yet.
#pragma once

#include "core/audit/audit.hpp"

namespace tactus::core {

class AuditMethod {
 public:
  virtual ~AuditMethod() = default;
  virtual const AuditResult& check(View<Real> points) = 0;
};

}  // namespace tactus::core
