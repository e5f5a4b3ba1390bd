// Decides which nodes touch which pieces of boundaries, and on which of their facets.
#pragma once

#include <tuple>
#include <vector>

#include "boundary.hpp"

namespace node_to_facet {

/// What touches what; used as ContactSet::branch. In space there will also be a vertex with a face
/// and two edges.
enum class Form : std::int32_t {
  facet,   ///< a node, or the centre of a round particle, over a facet
  corner,  ///< the centre of a round particle near a vertex of a boundary
  round,   ///< two round particles
};

/// One contact that was found.
struct Contact {
  Form form = Form::facet;
  Index node = kNone;  ///< the node, or the centre of the round particle
  Index facet =
      kNone;  ///< the facet; kNone for two round particles; at a corner the facet before it
  Index other = kNone;  ///< the vertex at a corner, or the other centre
  std::uint64_t piece = 0;
  Real gap = 0, gap_old = 0;  ///< m, at y and at y_old
  Real beyond = 0;            ///< m, distance of the projection beyond the end of the facet
  Real facing = 0;  ///< cosine between the normals of node and facet; -1: they oppose each other
  bool opposes = true;  ///< the facet faces what the node's own facets can touch
  bool wanted =
      true;  ///< false: the node touches this facet and therefore is not inside behind others
};

/// Examines pairs of facets and vertices. The result depends neither on the order of candidates nor
/// on the numbering of the run.
class Contacts {
 public:
  void setup(const Surface& surface);
  const Boundary& boundary() const { return boundary_; }

  /// All contacts at query.y whose gap is negative or, if query.reach is positive, at most
  /// query.reach.
  /// @throws EvaluationError if a node is inside a body by more than half the altitude of the
  /// element behind the facet through which it
  ///         entered, or half the diameter of a round particle.
  const std::vector<Contact>& find(const DetectQuery& query, const Scales& scales);

 private:
  void look_at_node(const DetectQuery& query, Index facet, Index node);
  void look_at_round(const DetectQuery& query, Index facet, Index node);
  void look_at_corner(const DetectQuery& query, const Line& line, Contact contact);
  void look_at_pair(const DetectQuery& query, Index a, Index b);
  void set_facing(const DetectQuery& query, const V2& normal, Contact& contact) const;
  bool is_wanted(const DetectQuery& query, Real gap) const;
  void choose(std::vector<Contact>::iterator begin, std::vector<Contact>::iterator end,
              const DetectQuery& query);
  using Rank = std::tuple<bool, bool, Real, Real, Real, std::uint64_t>;
  Rank rank_of(const Contact& contact) const;
  bool is_tie(const Contact& a, const Contact& b) const;
  void check_depth(const DetectQuery& query, const Contact& contact) const;

  Boundary boundary_;
  Real touch_ = 0;                ///< m, gaps up to this are rounding errors
  std::vector<Contact> seen_;     ///< of all pieces
  std::vector<Contact> at_node_;  ///< of one node with one body, the best of each piece
  std::vector<Contact> taken_;    ///< those of them that do not exclude each other
  std::vector<Contact> found_;
};

}  // namespace node_to_facet
