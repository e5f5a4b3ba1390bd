#include "core/audit/audit.hpp"

#include <string>

#include "core/audit/plane_audit.hpp"

namespace tactus::core {
namespace {

void expect(bool holds, const char* what) {
  if (!holds) throw PreconditionError(std::string("audit: ") + what);
}

}  // namespace

Auditor::Auditor(const AuditInput& input) {
  expect(input.dim == 2, "only plane models can be audited so far (dim = 2)");
  expect(input.facets.size() == 2 * input.facet_body.size(), "two points and one body a facet");
  expect(input.lone_points.size() == input.lone_body.size(), "one body a particle");
  for (const Index p : input.lone_points) expect(p >= 0, "a particle has a negative point number");
  method_ = std::make_unique<PlaneAudit>(input);
}

Auditor::~Auditor() = default;
Auditor::Auditor(Auditor&&) noexcept = default;
Auditor& Auditor::operator=(Auditor&&) noexcept = default;

const AuditResult& Auditor::check(View<Real> points) { return method_->check(points); }

AuditResult audit(const AuditInput& input) { return Auditor(input).check(input.points); }

}  // namespace tactus::core
