// Which nodes touch which pieces of boundaries, and on which of their facets.
#pragma once

#include <tuple>
#include <vector>

#include "boundary.hpp"

namespace node_to_facet {

/// What the two sides of a contact are; ContactSet::branch. Points of a vertex and a face, and of two
/// edges, are the two that space adds.
enum class Form : std::int32_t {
  facet,   ///< a node, or the centre of something round, over a facet
  corner,  ///< the centre of something round round a vertex of a boundary
  round,   ///< two round things
};

/// One contact that was found.
struct Contact {
  Form form = Form::facet;
  Index node = kNone;  ///< the node, or the centre of something round
  Index facet =
      kNone;  ///< what it touches, kNone of two round things; at a corner, the facet before
  Index other = kNone;  ///< the vertex at a corner, or the other centre
  std::uint64_t piece = 0;
  Real gap = 0, gap_old = 0;  ///< m, at y and at y_old
  Real beyond = 0;            ///< m, of the foot beyond the end of the facet
  Real facing = 0;  ///< cosine between the normals of node and facet, -1: they oppose each other
  bool opposes = true;  ///< the facet faces what the node's own facets may touch
  bool wanted =
      true;  ///< false: the node touches the facet, so that it is not inside behind others
};

/// Looks at pairs of facets and vertices. In all it does, the order of candidates and the numbering of
/// the run do not matter.
class Contacts {
 public:
  void setup(const Surface& surface);
  const Boundary& boundary() const { return boundary_; }

  /// All contacts at query.y whose gap is negative, or at most query.reach where that is positive.
  /// @throws EvaluationError where a node is inside of a body by more than half the altitude of the
  ///         element behind the facet that it came through, or half of what is round.
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
  Real touch_ = 0;                ///< m, gaps up to this are rounding
  std::vector<Contact> seen_;     ///< of all pieces
  std::vector<Contact> at_node_;  ///< of one node and one body, the best of each piece
  std::vector<Contact> taken_;    ///< of these, what does not exclude each other
  std::vector<Contact> found_;
};

}  // namespace node_to_facet
