/// \file audit_method.hpp  What an Auditor of either dimension does.
#pragma once

#include "core/audit/audit.hpp"

namespace tactus::core {

class AuditMethod {
 public:
  virtual ~AuditMethod() = default;
  virtual const AuditResult& check(View<Real> points) = 0;
};

}  // namespace tactus::core
