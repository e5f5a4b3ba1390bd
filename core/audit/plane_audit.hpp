/// \file plane_audit.hpp  The audit for plane models: facets that cross, facets on one line, sectors at a common
/// point, and walks inside of others. docs/theory/audit.md says why this is complete.
#pragma once

#include "core/audit/audit_method.hpp"
#include "core/audit/box_sweep.hpp"
#include "core/audit/plane_boundary.hpp"
#include "core/audit/plane_depth.hpp"
#include "core/audit/sector.hpp"

namespace tactus::core {

class PlaneAudit final : public AuditMethod {
 public:
  explicit PlaneAudit(const AuditInput& input);
  const AuditResult& check(View<Real> points) override;

 private:
  /// What has been found so far for a pair of bodies, or for a body with itself.
  struct Meeting {
    std::int32_t a = 0, b = 0;
    Index crossings = 0;
    bool overlap = false;
    Real cut = 0;            ///< m, how far facets that cross reach past each other at most
    Real cut_in_facets = 0;  ///< the same as a multiple of the shorter of the two
    AuditFinding inside{};   ///< the first overlap found, if `overlap`
  };
  struct Winding {
    int number = 0;
    bool on_boundary = false;
    Index facet = kNone;  ///< one of the facets that the ray crosses
  };

  static constexpr Range kNoFacets{0, 0};

  void fit_boxes();
  void meet(Index i, Index j);
  void meet_bodies(std::int32_t a, std::int32_t b);
  void meet_self(std::int32_t body);
  void meet_particle(Index particle, std::int32_t body);
  void meet_particles(Index p, Index q);
  Index facet_within_radius(Index particle, std::int32_t body) const;
  void finish(const Meeting& meeting);
  void measure(const Meeting& meeting);
  void measure_itself(const Meeting& meeting);
  bool touches(const Meeting& meeting) const;
  Real in_smaller_body(const AuditOverlap& overlap);
  void add_overlap(const AuditOverlap& overlap, Real in_facets);
  AuditOverlap overlap_of(std::int32_t inner, std::int32_t outer, const PlaneDepth& depth) const;

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
  bool is_inside(PlanePoint p, std::int32_t body) const {
    return winding(p, body, {0, 0}).number != 0;
  }

  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }
  Index start(Index facet) const { return boundary_.facet[2 * facet]; }
  Index end(Index facet) const { return boundary_.facet[2 * facet + 1]; }
  Box<2> box(Index facet) const { return facet_box<2>(points_, boundary_.facet, facet); }
  BoxTree<2>& fitted_tree(std::int32_t body);

  PlaneBoundary boundary_;
  std::vector<std::int32_t> facet_body_;
  std::vector<std::uint8_t> self_;
  std::vector<Index> lone_points_;
  std::vector<std::int32_t> lone_body_;
  std::vector<Real> lone_radius_;
  Real touching_ = 0;
  std::size_t findings_;
  Index points_needed_ = 0;
  std::vector<BoxTree<2>> trees_;  ///< [bodies]
  std::vector<std::uint8_t> fitted_;
  std::vector<Box<2>> boxes_;  ///< of bodies first, then of particles
  BoxSweep<2> sweep_;
  View<Real> points_{};  ///< the points of the current check
  std::vector<AuditFinding> all_;
  AuditResult result_;
};

}  // namespace tactus::core
