/// \file space_audit.hpp  The audit for models in space: edges that pierce facets, places where a sign is 0, and
/// shells inside of others. docs/theory/audit.md says why this is complete.
#pragma once

#include <compare>
#include <utility>

#include "core/audit/audit_method.hpp"
#include "core/audit/box_sweep.hpp"
#include "core/audit/near_facets.hpp"
#include "core/audit/space_boundary.hpp"
#include "core/audit/space_depth.hpp"
#include "core/audit/space_elements.hpp"
#include "core/audit/space_facets.hpp"
#include "core/audit/space_inside.hpp"

namespace tactus::core {

class SpaceAudit final : public AuditMethod {
 public:
  explicit SpaceAudit(const AuditInput& input);
  const AuditResult& check(View<Real> points) override;

 private:
  /// What has been found so far for a pair of bodies, or for a body with itself.
  struct Meeting {
    std::int32_t a = 0, b = 0;
    Index crossings = 0;
    bool overlap = false;
    Real cut = 0;            ///< m, how far edges reach past facets that they pierce, at most
    Real cut_in_facets = 0;  ///< the same as a multiple of the longest edge of the facet
    AuditFinding inside{};   ///< the first overlap found, if `overlap`
  };
  /// Two elements, and the point of each for whose sake they are compared.
  struct ElementPair {
    Index one, two, at_one, at_two;
    auto operator<=>(const ElementPair&) const = default;
  };

  void check_finite() const;
  void fit_boxes();
  void fit_tree(std::int32_t body);
  void fit_planes(std::int32_t body);
  void meet(Index i, Index j);
  void meet_bodies(std::int32_t a, std::int32_t b);
  void meet_self(std::int32_t body);
  void meet_particle(Index particle, std::int32_t body);
  void meet_particles(Index p, Index q);
  Index facet_within_radius(Index particle, std::int32_t body) const;

  void meet_facets(Index f, Index g, Meeting& meeting);
  void cross(Index f, Index g, unsigned piercing, Meeting& meeting);
  void pierce(Index edge_of, int corner, Index facet, Meeting& meeting);
  void look_behind(Meeting& meeting);
  void add_element_pairs(Index p, Index q);
  void look_inside(std::int32_t inner, std::int32_t outer, Meeting& meeting) const;
  void look_inside_itself(Meeting& meeting) const;
  Real volume(std::int32_t shell) const;

  void finish(const Meeting& meeting);
  void measure(const Meeting& meeting);
  void measure_itself(const Meeting& meeting);
  bool touches(const Meeting& meeting) const;
  Real in_smaller_body(const AuditOverlap& overlap);
  void add_overlap(const AuditOverlap& overlap, Real in_facets);
  AuditOverlap overlap_of(std::int32_t inner, std::int32_t outer, const SpaceDepth& depth) const;

  const Real* at(Index point) const { return points_.data() + 3 * point; }
  SpaceFacet facet(Index f) const;
  Triangle triangle(Index f) const;
  Tetrahedron element(Index e) const;
  SpaceDepthMeter meter() const { return {boundary_, trees_, points_}; }

  SpaceBoundary boundary_;
  std::vector<std::int32_t> facet_body_;
  std::vector<std::uint8_t> self_;
  std::vector<Index> lone_points_;
  std::vector<std::int32_t> lone_body_;
  std::vector<Real> lone_radius_;
  Real touching_ = 0;
  std::size_t findings_;
  Index points_needed_ = 0;
  bool ordered_ = false;           ///< the facets are in the order of their tree
  std::vector<BoxTree<3>> trees_;  ///< [bodies]
  std::vector<NearFacets> near_;   ///< [bodies] of a body to itself
  std::vector<std::uint8_t> fitted_, planes_fitted_;
  std::vector<RoundedPlane> planes_;  ///< [facets] of bodies that are fitted
  std::vector<Box<3>> boxes_;         ///< of bodies first, then of particles
  BoxSweep<3> sweep_;
  View<Real> points_{};                              ///< the points of the current check
  std::vector<std::pair<Index, Index>> degenerate_;  ///< facets of a meeting
  std::vector<std::pair<Index, Index>> corners_;     ///< points of these
  std::vector<ElementPair> element_pairs_;
  std::vector<PiercingEdge> piercing_;  ///< edges of a meeting
  std::vector<AuditFinding> all_;
  AuditResult result_;
};

}  // namespace tactus::core
