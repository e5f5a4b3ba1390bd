/// \file half_space_audit.hpp  The audit of half-spaces, in the plane and in space. Bodies are left to
/// the audit of bodies.
///
/// A closed body overlaps a half-space if and only if one of its points lies strictly below the plane, by
/// exact signs, and its lowest point is a vertex. A round one overlaps if its centre is nearer to the
/// plane than its radius.
#pragma once

#include <memory>

#include "core/audit/audit_method.hpp"

namespace tactus::core {

class HalfSpaceAudit final : public AuditMethod {
 public:
  HalfSpaceAudit(const AuditInput& input, std::unique_ptr<AuditMethod> bodies);
  const AuditResult& check(View<Real> points) override;

 private:
  using Place = std::array<Real, 3>;
  /// A vertex of a boundary, or a particle.
  struct Vertex {
    std::int32_t body = 0;
    Index point = 0;
    Real radius = 0;     ///< m
    bool alone = false;  ///< a particle, which is told one by one
    bool operator==(const Vertex&) const = default;
  };

  Place at(Index point) const;
  void meet(const AuditHalfSpace& plane, std::size_t first, std::size_t last);
  Real shortest_side(std::size_t first, std::size_t last) const;
  Real longest_facet_at(const Vertex& vertex) const;

  int dim_;
  std::unique_ptr<AuditMethod> bodies_;
  std::vector<AuditHalfSpace> planes_;
  std::vector<Vertex> vertices_;  ///< by bodies
  std::vector<Index> facet_;
  Index points_needed_ = 0;
  Real touching_ = 0;
  std::size_t findings_;
  View<Real> points_{};  ///< the points of the current check
  AuditResult result_;
};

}  // namespace tactus::core
