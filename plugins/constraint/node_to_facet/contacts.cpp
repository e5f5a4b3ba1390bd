#include "contacts.hpp"

#include <cmath>
#include <numbers>
#include <tactus/friction/touching.hpp>
#include <tuple>

#include "corner_evidence.hpp"
#include "depth_check.hpp"
#include "far_side.hpp"
#include "hinge.hpp"

namespace node_to_facet {
namespace {

/// A facet faces a node if its normal is within 25 degrees of the directions from which the node's
/// own facets can be pushed. For the side of a block that is aligned with another block this angle
/// is that of the corner, which is at least the 30 degrees that end a piece.
const Real kOpposes = std::cos(25 * std::numbers::pi / 180);

bool is_wanted(const FrozenGeometry& geometry, Real gap) {
  return gap < 0 || (geometry.query.reach > 0 && gap <= geometry.query.reach);
}

/// In increments of position what an obstacle holds would move freely until it is found. Between bodies other nodes may
/// push in this step, and laws have a reach of their own.
bool has_pushed(const FrozenGeometry& geometry, const Contact& c) {
  const DetectQuery& query = geometry.query;
  const View<Index> ends = geometry.surface().facet_vertices(c.facet);
  if (query.reach > 0 ||
      (query.movable[c.node] && (query.movable[ends[0]] || query.movable[ends[1]])))
    return false;
  const auto node = static_cast<std::uint64_t>(geometry.surface().global[c.node]);
  const auto is_known = [&](std::uint64_t low) {
    return std::ranges::binary_search(query.known, ContactKey{node, low});
  };
  return is_known(c.piece) || is_known(c.piece | kSecondOfPiece);
}

/// Whether a node and the end of a facet are at one place and can both not move, as of two flush beams that are clamped.
/// The only vertex of such a row that can move has no weight in it, so that no reaction changes what rounding left.
bool are_held_together(const FrozenGeometry& geometry, Index node, Index end) {
  const DetectQuery& query = geometry.query;
  return !query.movable[node] && !query.movable[end] &&
         (geometry.position(node) - geometry.position(end)).norm() <= geometry.touch;
}

/// m, how far the projection of a node may lie beyond the end of a facet. At a re-entrant vertex,
/// and in front of others within a piece, there is a wedge between the strips of the two facets.
Real allowed_beyond(const FrozenGeometry& geometry, const Line& line, Index facet, int end,
                    Real gap) {
  const Real rounding = gap > geometry.touch ? 0 : geometry.touch;
  const Index next = geometry.boundary.next(facet, end);
  if (next == kNone) return rounding;
  const Line neighbour = geometry.line(next);
  const Real turn = end == 0 ? cross(neighbour.t, line.t) : cross(line.t, neighbour.t);
  const bool wedge = turn < 0 ? gap < 0 : gap > 0 && !geometry.boundary.ends(facet, end);
  return wedge ? std::max(rounding, std::abs(gap)) : rounding;
}

/// Whether a node behind a facet is inside the body, by exact signs. Where a facet of the node lies
/// on the facet, rounding must not decide which nodes of two aligned sides have rows: these drift
/// along each other by rounding errors, and rows that change hands lose their histories.
bool is_inside(const FrozenGeometry& geometry, const Line& line, const Contact& c) {
  const bool aligned = geometry.cones.of(c.node).ends_at(-line.n);
  return geometry.boundary.is_inside(geometry.query.y, c.facet, geometry.position(c.node), c.node,
                                     aligned ? geometry.touch : 0);
}

/// A convex vertex can be pushed from all directions between the normals of its two facets.
void set_facing(const FrozenGeometry& geometry, const V2& normal, Contact& c) {
  const Surface& surface = geometry.surface();
  const View<Index> own = surface.facets_of(c.node);
  if (own.empty()) return;
  Real nearest = -1;
  V2 sum = V2::Zero(), n[2] = {V2::Zero(), V2::Zero()};
  for (const Index f : own) {
    const Line line = geometry.line(f);
    n[surface.facet_vertices(f)[1] == c.node ? 0 : 1] = line.n;
    sum += line.n;
    nearest = std::max(nearest, -line.n.dot(normal));
  }
  const bool between =
      cross(n[0], n[1]) > 0 && cross(n[0], -normal) >= 0 && cross(-normal, n[1]) >= 0;
  c.opposes = between || nearest >= kOpposes;
  c.facing = sum.norm() > 0 ? sum.normalized().dot(normal) : 0;
}

}  // namespace

void Contacts::setup(const Surface& surface) {
  boundary_.setup(surface);
  cones_.setup(surface);
  closest_.setup(surface);
}

const std::vector<Contact>& Contacts::find(const DetectQuery& query, const Scales& scales) {
  const Surface& surface = *query.surface;
  const FrozenGeometry geometry{query, boundary_, cones_, friction::touching(scales)};
  cones_.start(query.y);
  seen_.clear();
  found_.clear();
  for (const auto& [facet, node] : query.candidates.facet_vertex) {
    if (surface.radius[node] > 0)
      look_at_round(geometry, facet, node);
    else if (search_ == Search::facets)
      look_at_node(geometry, facet, node);
  }
  for (const auto& [a, b] : query.candidates.vertex_vertex)
    if (surface.radius[a] > 0 || surface.radius[b] > 0) look_at_round_pair(geometry, a, b);
  if (search_ == Search::closest_node) look_at_closest(geometry);
  choose_per_node(geometry);
  for (const Contact& contact : found_) check_depth(geometry, contact);
  return found_;
}

/// One contact of each node with each body near it, if it is deep or near enough. A body does not touch
/// itself here: the nearest of its own nodes would be the node.
void Contacts::look_at_closest(const FrozenGeometry& geometry) {
  const Surface& surface = geometry.surface();
  near_bodies_.clear();
  for (const auto& [facet, node] : geometry.query.candidates.facet_vertex)
    if (const std::int32_t body = surface.facet_body[facet];
        !(surface.radius[node] > 0) && body != surface.vertex_body[node])
      near_bodies_.emplace_back(node, body);
  std::sort(near_bodies_.begin(), near_bodies_.end(), [&](const auto& a, const auto& b) {
    return std::tuple(surface.global[a.first], a.second) <
           std::tuple(surface.global[b.first], b.second);
  });
  near_bodies_.erase(std::unique(near_bodies_.begin(), near_bodies_.end()), near_bodies_.end());
  for (const auto& [node, body] : near_bodies_)
    if (const Contact c = closest_.contact(geometry, node, body);
        c.facet != kNone && is_wanted(geometry, c.gap))
      found_.push_back(c);
}

/// Sorts all possible contacts so that those of one node with one body are adjacent, and selects
/// among these. Sorting by global numbers makes the result independent of the order of candidates.
void Contacts::choose_per_node(const FrozenGeometry& geometry) {
  const Surface& surface = geometry.surface();
  const auto body = [&](const Contact& c) { return surface.facet_body[c.facet]; };
  std::sort(seen_.begin(), seen_.end(), [&](const Contact& a, const Contact& b) {
    return std::tuple(surface.global[a.node], body(a), a.piece) <
           std::tuple(surface.global[b.node], body(b), b.piece);
  });
  for (auto begin = seen_.begin(); begin != seen_.end();) {
    const auto end = std::find_if(begin, seen_.end(), [&](const Contact& c) {
      return c.node != begin->node || body(c) != body(*begin);
    });
    selection_.choose({&*begin, static_cast<std::size_t>(end - begin)}, geometry, found_);
    begin = end;
  }
}

/// Examines a node of a mesh or a point: it is inside the body behind the facet, or just above the
/// facet, or it is a corner that meets the corner at an end of the facet.
void Contacts::look_at_node(const FrozenGeometry& geometry, Index facet, Index node) {
  const Line line = geometry.line(facet);
  const V2 x = geometry.position(node);
  Contact c{.node = node, .facet = facet, .piece = boundary_.piece(facet)};
  c.gap = line.height(x);
  c.wanted = is_wanted(geometry, c.gap) || has_pushed(geometry, c);
  if (!c.wanted && c.gap > geometry.touch) return;
  c.beyond = line.beyond(x);
  const int end = line.nearer_end(x);
  const Index w = geometry.surface().facet_vertices(facet)[static_cast<std::size_t>(end)];
  c.wanted = c.wanted && !are_held_together(geometry, node, w);
  if (is_hinge(geometry, line, node, w)) return look_at_corners(geometry, line, w, c);
  if (c.beyond > 0 && c.beyond > allowed_beyond(geometry, line, facet, end, c.gap))
    return look_at_corners(geometry, line, w, c);
  set_facing(geometry, line.n, c);
  const bool within = c.gap < -geometry.touch;
  c.wanted = c.wanted && (within || c.opposes);
  if (within && !is_inside(geometry, line, c)) return look_at_corners(geometry, line, w, c);
  c.gap_old = geometry.old_height(facet, node);
  if (within && entered_elsewhere(boundary_, facet, c.gap_old)) return;
  seen_.push_back(c);
}

/// Examines the node of a contact and the end w of its facet as two corners that may cross. If another
/// facet carries the row of the pair, this one still bars the node from facets on the body's far side.
void Contacts::look_at_corners(const FrozenGeometry& geometry, const Line& line, Index w,
                               Contact c) {
  if (!geometry.cones.of(c.node).convex || !geometry.cones.of(w).convex) return;
  const CornerPair pair(geometry, c.node, w);
  if (!pair.admits(c.facet) || is_free_corner(geometry, pair) || !is_crossing(geometry, pair))
    return;
  c.carrier = pair.carrier();
  c.wanted = c.wanted && c.carrier == c.facet;
  if (const Index before = pair.runner_up(); before != kNone) {
    c.former_node = pair.node_on(before);
    c.former_piece = boundary_.piece(before);
  }
  set_facing(geometry, line.n, c);
  c.opposes = true;
  c.gap_old = geometry.old_height(c.facet, c.node);
  if (entered_elsewhere(boundary_, c.facet, c.gap_old)) return;
  seen_.push_back(c);
}

/// Examines a round particle whose centre is over the facet, or near the vertex at its end.
void Contacts::look_at_round(const FrozenGeometry& geometry, Index facet, Index node) {
  const Line line = geometry.line(facet);
  const V2 x = geometry.position(node);
  const Real radius = geometry.surface().radius[node];
  Contact c{.node = node, .facet = facet, .piece = boundary_.piece(facet)};
  if (line.beyond(x) > 0) return look_at_round_corner(geometry, line, c);
  const Real height = line.height(x);
  c.gap = height - radius;
  if (!is_wanted(geometry, c.gap)) return;
  if (height < 0 && !boundary_.is_inside(geometry.query.y, facet, x, node, geometry.touch)) return;
  c.gap_old = geometry.old_height(facet, node) - radius;
  seen_.push_back(c);
}

/// The vertex is the nearest point if the projection of the centre lies beyond the ends of both
/// facets that meet there. It is examined from the facet that ends at it, or from the only one.
void Contacts::look_at_round_corner(const FrozenGeometry& geometry, const Line& line, Contact c) {
  const Surface& surface = geometry.surface();
  const V2 x = geometry.position(c.node);
  const int end = line.along(x) < 0 ? 0 : 1;
  const Index next = boundary_.next(c.facet, end);
  if (next != kNone && (end == 0 || geometry.line(next).along(x) >= 0)) return;
  c.form = Form::corner;
  c.other = surface.facet_vertices(c.facet)[static_cast<std::size_t>(end)];
  const auto gap = [&](View<Real> y) {
    return (point<2>(y, c.node) - point<2>(y, c.other)).norm() - surface.radius[c.node];
  };
  c.gap = gap(geometry.query.y);
  if (!is_wanted(geometry, c.gap)) return;
  c.gap_old = gap(geometry.query.y_old);
  seen_.push_back(c);
}

void Contacts::look_at_round_pair(const FrozenGeometry& geometry, Index a, Index b) {
  const Surface& surface = geometry.surface();
  if (surface.global[a] > surface.global[b]) std::swap(a, b);
  const auto gap = [&](View<Real> y) {
    return (point<2>(y, b) - point<2>(y, a)).norm() - surface.radius[a] - surface.radius[b];
  };
  Contact c{.form = Form::round, .node = a, .other = b, .gap = gap(geometry.query.y)};
  if (!is_wanted(geometry, c.gap)) return;
  c.gap_old = gap(geometry.query.y_old);
  c.piece = std::uint64_t{1} << 63 | static_cast<std::uint64_t>(surface.global[b]);
  found_.push_back(c);
}

}  // namespace node_to_facet
