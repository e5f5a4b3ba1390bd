/// \file audit.hpp  Whether bodies intersect, by exact predicates, whatever the constraint plugin
/// says. Touching is no intersection.
///
/// Truth: two bodies overlap where their interiors have a common point. For boundaries without a
/// proper crossing that still happens where facets lie on each other facing the same way, where an
/// edge or a corner enters through a vertex, and where one body (or a part of it) is inside the
/// other. All of it is decided with the signs of orientation determinants of the points as stored,
/// which are exact (CGAL's filtered predicates); no point is ever computed.
#pragma once

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "tactus/error.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// Boundaries are closed: in 2D, as many facets of a body end at a point as start there.
struct AuditInput {
  int dim = 2;
  View<Real> points;              ///< [points * dim] m
  View<Index> facets;             ///< [facets * dim]; 2D: body on the left
  View<std::int32_t> facet_body;  ///< [facets]
  View<std::uint8_t> self;        ///< [bodies] 1: the body is tested against itself too
  View<Index> lone_points;        ///< particles: points without facets
  View<std::int32_t> lone_body;   ///< [lone_points]
  /// [lone_points] m; empty: all 0. Round particles (and round bodies) overlap each other and facets.
  View<Real> lone_radius{};
};

/// One finding: facets that properly cross, or a body (part) inside another one.
struct AuditFinding {
  enum class What : std::uint8_t { crossing, inside } what = What::crossing;
  /// Facets; inside: a point, and a facet of the outer body, or the other one of two particles.
  Index first = kNone, second = kNone;
  std::int32_t body_first = 0, body_second = 0;

  bool operator==(const AuditFinding&) const = default;
  bool operator<(const AuditFinding& b) const {
    return std::tie(what, first, second, body_first, body_second) <
           std::tie(b.what, b.first, b.second, b.body_first, b.body_second);
  }
};

struct AuditResult {
  Index intersections = 0;  ///< pairs of facets of the boundary that properly cross
  /// Pairs of bodies that overlap without any crossing (one inside the other, faces on faces facing
  /// the same way, a corner entered through a vertex; a body with itself counts as a pair), and
  /// particles strictly inside a body. Pairs of particles, and particles and facets, that are nearer
  /// than their radii, by more than 1e-12 of them: a distance has a root in it, and is not exact.
  Index contained = 0;
  /// m and parts of the nearest facet: the deepest that a point of one boundary is inside another body,
  /// or a particle in another thing (of particles in parts of the sum of their radii); 0: clean. A body
  /// that overlaps itself has no such measure: unlimited.
  Real depth = 0, depth_in_facets = 0;
  std::vector<AuditFinding> findings;  ///< the first few, in order of their numbers
  bool clean() const { return intersections == 0 && contained == 0; }
};

class AuditMethod;

/// For many states of one model: keeps topology, boxes and buffers. Boxes are compared first, so
/// bodies apart cost one pass over their points; a check allocates nothing once warm while it finds
/// nothing. Deterministic.
class Auditor {
 public:
  /// Copies what it needs of `input`; input.points may be empty.
  /// @throws PreconditionError where arrays do not fit or a boundary is not closed.
  explicit Auditor(const AuditInput& input);
  ~Auditor();
  Auditor(Auditor&&) noexcept;
  Auditor& operator=(Auditor&&) noexcept;

  /// @param points [points * dim] m. @return valid until the next call.
  /// @throws EvaluationError (vertex) for a coordinate that is not finite.
  const AuditResult& check(View<Real> points);

 private:
  std::unique_ptr<AuditMethod> method_;
};

/// One state. Exact for the doubles as stored. Deterministic.
AuditResult audit(const AuditInput& input);

}  // namespace tactus::core
