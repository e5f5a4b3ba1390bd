/// \file audit.hpp  The audit: it decides whether the interiors of two bodies have a point in common, whatever
/// the constraint plugin says. Touching is not an intersection. All is decided from the signs of orientation
/// determinants of the points as they are stored, which are exact; no new point is ever computed
/// (docs/theory/audit.md).
///
/// Bodies that are placed to touch by decimal numbers overlap by rounding: 0.1 + 0.2 is not 0.3. Such overlaps
/// are counted like all others, and marked as touching if they are nowhere deeper than a tolerance
/// (AuditInput::touching). The start of a run, its audits and its verdict take this mark from here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "tactus/error.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// A half-space: bodies below it overlap it. Half-spaces are not compared with each other.
struct AuditHalfSpace {
  Index point = 0;               ///< number of the point on its boundary, which may move
  std::array<Real, 3> normal{};  ///< outward, of length 1
  std::int32_t body = 0;
};

/// What the audit knows of a model. Boundaries must be closed: in 2D, as many facets of a body end
/// at a point as start there; in 3D, as many pass an edge in one sense as in the other.
struct AuditInput {
  int dim = 2;
  View<Real> points;              ///< [points * dim] m
  View<Index> facets;             ///< [facets * dim]; as in Surface::facet
  View<std::int32_t> facet_body;  ///< [facets]
  View<std::uint8_t> self;        ///< [bodies] 1: the body is tested against itself too
  View<Index> lone_points;        ///< particles: points without facets
  View<std::int32_t> lone_body;   ///< [lone_points]
  /// [lone_points] m; empty means that all radii are zero. Round particles, and round bodies, are
  /// tested against each other and against facets.
  View<Real> lone_radius{};
  /// m, >= 0; bodies that overlap nowhere deeper than this touch by rounding. 0: none do.
  Real touching = 0;
  /// [elements * 4] 3D: all elements with a point of the boundary, of positive volume; which of them
  /// fill the space behind facets that meet in a degenerate position decides whether bodies overlap
  View<Index> elements{};
  View<AuditHalfSpace> half_spaces{};
  std::size_t findings = 16;  ///< so many are reported one by one
};

/// One finding: two facets that properly cross, or a body (or a part of it) inside another one.
struct AuditFinding {
  enum class What : std::uint8_t { crossing, inside } what = What::crossing;
  /// Numbers of the two facets that cross. For an overlap without a crossing: a point, and a facet
  /// of the outer body (kNone: a half-space) or the other one of two particles.
  Index first = kNone, second = kNone;
  std::int32_t body_first = 0, body_second = 0;

  bool operator==(const AuditFinding&) const = default;
  bool operator<(const AuditFinding& b) const {
    return std::tie(what, first, second, body_first, body_second) <
           std::tie(b.what, b.first, b.second, b.body_first, b.body_second);
  }
};

/// Where one thing is deepest in another: two bodies, or a particle and another thing.
struct AuditOverlap {
  std::int32_t inner = 0, outer = 0;  ///< bodies; the same one: it overlaps itself
  Real depth = 0;                     ///< m, as below; 0: boundaries that lie on each other
  std::array<Real, 3> place{};        ///< m, of a point of the inner one's boundary, or its centre
  Index point = kNone;                ///< that point; kNone: between two, or depth 0
  /// of the outer one, that is nearest; kNone: a particle or a half-space
  Index facet = kNone;
  Index other = kNone;    ///< the outer one where it is a particle
  bool touching = false;  ///< it is rounding: nowhere deeper than AuditInput::touching

  bool operator<(const AuditOverlap& b) const {
    return std::tie(inner, outer, point, other) < std::tie(b.inner, b.outer, b.point, b.other);
  }
};

struct AuditResult {
  Index intersections = 0;  ///< pairs of facets of the boundary that properly cross
  /// Pairs of bodies that overlap without any crossing (one inside the other, faces that lie on
  /// each other facing the same way, a corner that entered through a vertex; a body that overlaps
  /// itself counts as one pair), and particles strictly inside a body. It also counts pairs of
  /// particles, and particles and facets, that are nearer than their radii allow. Distances involve
  /// a square root and are not exact, so that differences below 1e-12 of the radii are ignored.
  Index contained = 0;
  /// How deep the worst overlap is, in metres and as a multiple of the length of the nearest facet, or of
  /// the shortest side of a body's box (of a round one the radius) where that is shorter: the largest
  /// depth of a boundary point inside another body. For two particles it is a fraction of the sum of
  /// their radii. Zero if nothing overlaps; unlimited for a body that overlaps itself by more than
  /// rounding, for which no depth is defined.
  Real depth = 0, depth_in_facets = 0;
  std::vector<AuditFinding> findings;  ///< the first, AuditInput::findings, sorted by their numbers
  std::vector<AuditOverlap> overlaps;  ///< all, in order of their bodies
  Real touching = 0;                   ///< m, AuditInput::touching
  bool clean() const { return intersections == 0 && contained == 0; }
  /// Whether no overlap is more than rounding: bodies are apart, or touch.
  bool only_touches() const { return std::ranges::all_of(overlaps, &AuditOverlap::touching); }
};

class AuditMethod;

/// Checks many states of one model and keeps topology, boxes and buffers between them. Boxes are
/// compared first, so that bodies that are apart cost one pass over their points. In space a body is compared with
/// itself where it has deformed since the last time (near_facets.hpp). After the first call a check that finds
/// nothing allocates no memory but for longer lists. The result is deterministic, and that of a new auditor.
class Auditor {
 public:
  /// Copies what it needs of `input`; input.points may be empty.
  /// @throws PreconditionError where arrays do not fit or a boundary is not closed.
  explicit Auditor(const AuditInput& input);
  ~Auditor();
  Auditor(Auditor&&) noexcept;
  Auditor& operator=(Auditor&&) noexcept;

  /// Checks one state. @param points [points * dim] m. @return valid until the next call.
  /// @throws EvaluationError (vertex) for a coordinate that is not finite.
  const AuditResult& check(View<Real> points);

 private:
  std::unique_ptr<AuditMethod> method_;
};

/// Checks a single state. Exact for the stored doubles, and deterministic.
AuditResult audit(const AuditInput& input);

}  // namespace tactus::core
