// Decides which nodes touch which pieces of boundaries, and on which of their facets.
#pragma once

#include <utility>
#include <vector>

#include "boundary.hpp"
#include "closest_node.hpp"
#include "contact.hpp"
#include "frozen_geometry.hpp"
#include "normal_cone.hpp"
#include "selection.hpp"

namespace node_to_facet {

/// How the facet is found that a node touches.
enum class Search : std::uint8_t {
  facets,  ///< all near facets are examined, and the one counts through which the node has entered
  closest_node,  ///< ClosestNode; round bodies as above
};

/// Examines pairs of facets and vertices. The result depends neither on the order of candidates nor
/// on the numbering of the run.
class Contacts {
 public:
  explicit Contacts(Search search) : search_(search) {}
  void setup(const Surface& surface);
  const Boundary& boundary() const { return boundary_; }

  /// All contacts at query.y whose gap is negative or, if query.reach is positive, at most that; if it is not, those of
  /// query.known with obstacles, too. Gaps above the touching distance are reported only of nodes that project onto
  /// their facet and of round particles, never of two corners.
  /// @throws EvaluationError if a contact is too deep (check_depth()).
  const std::vector<Contact>& find(const DetectQuery& query, const Scales& scales);

 private:
  void look_at_node(const FrozenGeometry& geometry, Index facet, Index node);
  void look_at_corners(const FrozenGeometry& geometry, const Line& line, Index w, Contact contact);
  void look_at_round(const FrozenGeometry& geometry, Index facet, Index node);
  void look_at_round_corner(const FrozenGeometry& geometry, const Line& line, Contact contact);
  void look_at_round_pair(const FrozenGeometry& geometry, Index a, Index b);
  void choose_per_node(const FrozenGeometry& geometry);
  void look_at_closest(const FrozenGeometry& geometry);

  Search search_;
  Boundary boundary_;
  NormalCones cones_;
  Selection selection_;
  ClosestNode closest_;
  std::vector<std::pair<Index, std::int32_t>> near_bodies_;  ///< (node, body)
  std::vector<Contact> seen_;                                ///< of all pieces
  std::vector<Contact> found_;
};

}  // namespace node_to_facet
