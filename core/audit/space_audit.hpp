/// \file space_audit.hpp  The audit for models in space: edges that pierce facets, places where a sign is 0, and
/// shells inside of others. docs/theory/audit.md says why this is complete.
#pragma once

#include <compare>
#include <utility>

#include "core/audit/body_audit.hpp"
#include "core/audit/near_facets.hpp"
#include "core/audit/space_boundary.hpp"
#include "core/audit/space_depth.hpp"
#include "core/audit/space_elements.hpp"
#include "core/audit/space_facets.hpp"
#include "core/audit/space_inside.hpp"

namespace tactus::core {

class SpaceAudit final : public BodyAudit<3, SpaceBoundary> {
 public:
  explicit SpaceAudit(const AuditInput& input);

 private:
  /// Two elements, and the point of each for whose sake they are compared.
  struct ElementPair {
    Index one, two, at_one, at_two;
    auto operator<=>(const ElementPair&) const = default;
  };

  void do_begin() override;
  Box<3> box_of(std::int32_t body) const override;
  void meet_bodies(std::int32_t a, std::int32_t b) override;
  void meet_self(std::int32_t body) override;
  Index facet_around(Index point, std::int32_t body) const override;
  Index facet_within_radius(const Particle& particle, std::int32_t body) const override;
  Depth depth_of(const Particle& particle, std::int32_t body) const override;
  Depth depth_of(std::int32_t inner, std::int32_t outer) const override;
  bool touches(const Meeting& meeting) const override;

  void fit_planes(std::int32_t body);
  void meet_facets(Index f, Index g, Meeting& meeting);
  void cross(Index f, Index g, unsigned piercing, Meeting& meeting);
  void pierce(Index edge_of, int corner, Index facet, Meeting& meeting);
  void look_behind(Meeting& meeting);
  void add_element_pairs(Index p, Index q);
  void look_inside(std::int32_t inner, std::int32_t outer, Meeting& meeting) const;
  void look_inside_itself(Meeting& meeting) const;
  Real volume(std::int32_t shell) const;

  const Real* at(Index point) const { return points_.data() + 3 * point; }
  SpaceFacet facet(Index f) const;
  Triangle triangle(Index f) const;
  Tetrahedron element(Index e) const;
  SpaceDepthMeter meter() const { return {boundary_, trees_, points_}; }

  bool ordered_ = false;          ///< the facets are in the order of their tree
  std::vector<NearFacets> near_;  ///< [bodies] of a body to itself
  std::vector<std::uint8_t> planes_fitted_;
  std::vector<RoundedPlane> planes_;                 ///< [facets] of bodies that are fitted
  std::vector<std::pair<Index, Index>> degenerate_;  ///< facets of a meeting
  std::vector<std::pair<Index, Index>> corners_;     ///< points of these
  std::vector<ElementPair> element_pairs_;
  std::vector<PiercingEdge> piercing_;  ///< edges of a meeting
};

}  // namespace tactus::core
