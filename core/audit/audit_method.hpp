/// \file audit_method.hpp  The interface behind Auditor: PlaneAudit and SpaceAudit implement it.
#pragma once

#include "core/audit/audit.hpp"

namespace tactus::core {

class AuditMethod {
 public:
  virtual ~AuditMethod() = default;
  virtual const AuditResult& check(View<Real> points) = 0;
};

}  // namespace tactus::core
