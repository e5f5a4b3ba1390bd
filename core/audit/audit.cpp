#include "core/audit/audit.hpp"

#include <string>
#include <utility>

#include "core/audit/half_space_audit.hpp"
#include "core/audit/plane_audit.hpp"
#include "core/audit/space_audit.hpp"

namespace tactus::core {
namespace {

void expect(bool holds, const char* what) {
  if (!holds) throw PreconditionError(std::string("audit: ") + what);
}

}  // namespace

Auditor::Auditor(const AuditInput& input) {
  expect(input.dim == 2 || input.dim == 3, "the dimension is 2 or 3");
  expect(input.facets.size() == static_cast<std::size_t>(input.dim) * input.facet_body.size(),
         "as many points a facet as dimensions, and one body");
  expect(input.lone_points.size() == input.lone_body.size(), "one body a particle");
  for (const Index p : input.lone_points) expect(p >= 0, "a particle has a negative point number");
  if (input.dim == 2)
    method_ = std::make_unique<PlaneAudit>(input);
  else
    method_ = std::make_unique<SpaceAudit>(input);
  if (!input.half_spaces.empty())
    method_ = std::make_unique<HalfSpaceAudit>(input, std::move(method_));
}

Auditor::~Auditor() = default;
Auditor::Auditor(Auditor&&) noexcept = default;
Auditor& Auditor::operator=(Auditor&&) noexcept = default;

const AuditResult& Auditor::check(View<Real> points) { return method_->check(points); }

AuditResult audit(const AuditInput& input) { return Auditor(input).check(input.points); }

}  // namespace tactus::core
