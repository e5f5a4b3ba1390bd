/// \file plane_audit.hpp  The audit for plane models: facets that cross, facets on one line, sectors at a common
/// point, and walks inside of others. docs/theory/audit.md says why this is complete.
#pragma once

#include "core/audit/body_audit.hpp"
#include "core/audit/plane_boundary.hpp"
#include "core/audit/plane_depth.hpp"
#include "core/audit/sector.hpp"

namespace tactus::core {

class PlaneAudit final : public BodyAudit<2, PlaneBoundary> {
 public:
  explicit PlaneAudit(const AuditInput& input) : BodyAudit(input) {}

 private:
  struct Winding {
    int number = 0;
    bool on_boundary = false;
    Index facet = kNone;  ///< one of the facets that the ray crosses
  };

  static constexpr Range kNoFacets{0, 0};

  Box<2> box_of(std::int32_t body) const override;
  void meet_bodies(std::int32_t a, std::int32_t b) override;
  void meet_self(std::int32_t body) override;
  Index facet_around(Index point, std::int32_t body) const override;
  Index facet_within_radius(const Particle& particle, std::int32_t body) const override;
  Depth depth_of(const Particle& particle, std::int32_t body) const override;
  Depth depth_of(std::int32_t inner, std::int32_t outer) const override;
  bool touches(const Meeting& meeting) const override;

  void meet_facets(Index f, Index g, Meeting& meeting);
  void cross(Index f, Index g, Meeting& meeting);
  void compare_directions(Index f, Index g, Meeting& meeting) const;
  void touch(Index vertex_facet, Index facet, Meeting& meeting) const;
  void look_inside(std::int32_t inner, std::int32_t outer, Meeting& meeting) const;
  void look_inside_itself(Meeting& meeting) const;
  void set_inside(Index point, Index facet, Meeting& meeting) const;

  Sector sector_at_start(Index facet) const;
  int turning(const PlaneBoundary::Walk& walk) const;
  Winding winding(PlanePoint p, std::int32_t body, Range without) const;
  auto numbers() const {
    return [this](PlanePoint p, std::int32_t body) { return winding(p, body, kNoFacets).number; };
  }

  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }
  Index start(Index facet) const { return boundary_.facet[2 * facet]; }
  Index end(Index facet) const { return boundary_.facet[2 * facet + 1]; }
  Box<2> box(Index facet) const { return facet_box<2>(points_, boundary_.facet, facet); }
};

}  // namespace tactus::core
