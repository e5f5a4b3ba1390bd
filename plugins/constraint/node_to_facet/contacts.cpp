#include "contacts.hpp"

#include <cmath>
#include <sstream>
#include <tuple>

namespace node_to_facet {
namespace {

/// A facet faces a node if its normal is within 25 degrees of the directions from which the node's
/// own facets can be pushed. For the side of a block that is aligned with another block this angle
/// is that of the corner, which is at least the 30 degrees that end a piece.
const Real kOpposes = std::cos(25 * 3.14159265358979 / 180);

Real cross(const V2& a, const V2& b) { return a[0] * b[1] - a[1] * b[0]; }

/// Whether each of the two facets lies on the body's side of the other one, as at a convex corner.
/// A node inside the body is then behind both facets, but it has entered through one of them only.
/// The walls of a re-entrant corner or of a slot lie in front of each other.
bool exclude_each_other(const Line& f, const Line& g) {
  const V2 middle_f = f.start + f.length / 2 * f.t, middle_g = g.start + g.length / 2 * g.t;
  return f.height(middle_g) < 0 || g.height(middle_f) < 0;
}

}  // namespace

void Contacts::setup(const Surface& surface) { boundary_.setup(surface); }

/// Collects all possible contacts, sorts them so that those of one node with one body are adjacent,
/// and selects among these. Sorting by global numbers makes the result independent of the order of
/// candidates.
const std::vector<Contact>& Contacts::find(const DetectQuery& query, const Scales& scales) {
  const Surface& surface = *query.surface;
  touch_ = std::max(1e-9 * scales.median_facet, 64 * 0x1p-52 * scales.coordinate);
  seen_.clear();
  found_.clear();
  for (const auto& [facet, node] : query.candidates.facet_vertex) {
    if (surface.radius[node] > 0)
      look_at_round(query, facet, node);
    else
      look_at_node(query, facet, node);
  }
  for (const auto& [a, b] : query.candidates.vertex_vertex)
    if (surface.radius[a] > 0 || surface.radius[b] > 0) look_at_pair(query, a, b);
  const auto body = [&](const Contact& c) { return surface.facet_body[c.facet]; };
  std::sort(seen_.begin(), seen_.end(), [&](const Contact& a, const Contact& b) {
    return std::tuple(surface.global[a.node], body(a), a.piece) <
           std::tuple(surface.global[b.node], body(b), b.piece);
  });
  for (auto begin = seen_.begin(); begin != seen_.end();) {
    const auto end = std::find_if(begin, seen_.end(), [&](const Contact& c) {
      return c.node != begin->node || body(c) != body(*begin);
    });
    choose(begin, end, query);
    begin = end;
  }
  for (const Contact& contact : found_) check_depth(query, contact);
  return found_;
}

bool Contacts::is_wanted(const DetectQuery& query, Real gap) const {
  return gap < 0 || (query.reach > 0 && gap <= query.reach);
}

/// Examines a node of a mesh or a point: it is inside the body behind the facet, or just above the
/// facet.
void Contacts::look_at_node(const DetectQuery& query, Index facet, Index node) {
  const View<Index> ends = query.surface->facet_vertices(facet);
  const Line line(query.y, ends);
  const V2 x = point<2>(query.y, node);
  Contact c{.node = node, .facet = facet, .piece = boundary_.piece(facet)};
  c.gap = line.height(x);
  c.wanted = is_wanted(query, c.gap);
  if (!c.wanted && c.gap > touch_) return;
  c.beyond = line.beyond(x);
  // At a re-entrant vertex, and in front of others, there is a gap between the strips of the two
  // facets.
  const int end = line.along(x) < 0 ? 0 : 1;
  const Index next = boundary_.next(facet, end);
  bool room = false;
  if (c.beyond > 0 && next != kNone) {
    const Line neighbour(query.y, query.surface->facet_vertices(next));
    const Real turn = end == 0 ? cross(neighbour.t, line.t) : cross(line.t, neighbour.t);
    room = turn < 0 ? c.gap < 0 : c.gap > 0 && !boundary_.ends(facet, end);
  }
  if (c.beyond > std::max(touch_, room ? std::abs(c.gap) : 0)) return;
  set_facing(query, line.n, c);
  const bool within = c.gap < -touch_;
  c.wanted = c.wanted && (within || c.opposes);
  if (within && !boundary_.is_inside(query.y, facet, x, node, touch_)) return;
  c.gap_old = Line(query.y_old, ends).height(point<2>(query.y_old, node));
  seen_.push_back(c);
}

/// Examines a round particle whose centre is over the facet, or near the vertex at its end.
void Contacts::look_at_round(const DetectQuery& query, Index facet, Index node) {
  const Surface& surface = *query.surface;
  const View<Index> ends = surface.facet_vertices(facet);
  const Line line(query.y, ends);
  const V2 x = point<2>(query.y, node);
  Contact c{.node = node, .facet = facet, .piece = boundary_.piece(facet)};
  const Real along = line.along(x), height = line.height(x);
  if (along < 0 || along > line.length) return look_at_corner(query, line, c);
  c.gap = height - surface.radius[node];
  if (!is_wanted(query, c.gap)) return;
  if (height < 0 && !boundary_.is_inside(query.y, facet, x, node, touch_)) return;
  c.gap_old = Line(query.y_old, ends).height(point<2>(query.y_old, node)) - surface.radius[node];
  seen_.push_back(c);
}

/// The vertex is the nearest point if the projection of the centre lies beyond the ends of both
/// facets that meet there. It is examined from the facet that ends at it, or from the only one.
void Contacts::look_at_corner(const DetectQuery& query, const Line& line, Contact c) {
  const Surface& surface = *query.surface;
  const V2 x = point<2>(query.y, c.node);
  const int end = line.along(x) < 0 ? 0 : 1;
  const Index next = boundary_.next(c.facet, end);
  if (next != kNone) {
    if (end == 0) return;
    const Line neighbour(query.y, surface.facet_vertices(next));
    if (neighbour.along(x) >= 0) return;
  }
  c.form = Form::corner;
  c.other = surface.facet_vertices(c.facet)[static_cast<std::size_t>(end)];
  const Real radius = surface.radius[c.node];
  c.gap = (x - point<2>(query.y, c.other)).norm() - radius;
  if (!is_wanted(query, c.gap)) return;
  c.gap_old = (point<2>(query.y_old, c.node) - point<2>(query.y_old, c.other)).norm() - radius;
  seen_.push_back(c);
}

void Contacts::look_at_pair(const DetectQuery& query, Index a, Index b) {
  const Surface& surface = *query.surface;
  if (surface.global[a] > surface.global[b]) std::swap(a, b);
  const auto gap = [&](View<Real> y) {
    return (point<2>(y, b) - point<2>(y, a)).norm() - surface.radius[a] - surface.radius[b];
  };
  Contact c{.form = Form::round, .node = a, .other = b, .gap = gap(query.y)};
  if (!is_wanted(query, c.gap)) return;
  c.gap_old = gap(query.y_old);
  c.piece = std::uint64_t{1} << 63 | static_cast<std::uint64_t>(surface.global[b]);
  found_.push_back(c);
}

/// A convex vertex can be pushed from all directions between the normals of its two facets.
void Contacts::set_facing(const DetectQuery& query, const V2& normal, Contact& c) const {
  const Surface& surface = *query.surface;
  const View<Index> own = surface.facets_of(c.node);
  if (own.empty()) return;
  Real nearest = -1;
  V2 sum = V2::Zero(), n[2] = {V2::Zero(), V2::Zero()};
  for (std::size_t k = 0; k < own.size(); ++k) {
    const View<Index> ends = surface.facet_vertices(own[k]);
    const Line line(query.y, ends);
    n[ends[1] == c.node ? 0 : 1] = line.n;
    sum += line.n;
    nearest = std::max(nearest, -line.n.dot(normal));
  }
  const bool between =
      cross(n[0], n[1]) > 0 && cross(n[0], -normal) >= 0 && cross(-normal, n[1]) >= 0;
  c.opposes = between || nearest >= kOpposes;
  c.facing = sum.norm() > 0 ? sum.normalized().dot(normal) : 0;
}

/// Selects among the contacts of one node with one body, which are sorted by pieces: first the best
/// of each piece, then, in order of rank, those that do not exclude each other.
void Contacts::choose(std::vector<Contact>::iterator begin, std::vector<Contact>::iterator end,
                      const DetectQuery& query) {
  const Surface& surface = *query.surface;
  const bool is_round = surface.radius[begin->node] > 0;
  at_node_.clear();
  for (auto c = begin; c != end; ++c) {
    const auto rank = [&](const Contact& a) {
      return std::tuple(!a.opposes, a.beyond > touch_, is_round ? a.gap : std::abs(a.gap),
                        surface.global[surface.facet_vertices(a.facet)[0]]);
    };
    if (at_node_.empty() || at_node_.back().piece != c->piece)
      at_node_.push_back(*c);
    else if (rank(*c) < rank(at_node_.back()))
      at_node_.back() = *c;
  }
  std::sort(at_node_.begin(), at_node_.end(),
            [&](const Contact& a, const Contact& b) { return rank_of(a) < rank_of(b); });
  taken_.clear();
  for (const Contact& c : at_node_) {
    const Line line(query.y, surface.facet_vertices(c.facet));
    const auto excludes = [&](const Contact& other) {
      return !is_round &&
             exclude_each_other(line, Line(query.y, surface.facet_vertices(other.facet)));
    };
    if (std::any_of(taken_.begin(), taken_.end(), excludes)) continue;
    taken_.push_back(c);
    const bool undecided = std::any_of(at_node_.begin(), at_node_.end(), [&](const Contact& other) {
      return other.piece != c.piece && is_tie(c, other) && excludes(other);
    });
    if (c.wanted && !undecided) found_.push_back(c);
  }
}

/// Rank of a contact. Facets that face the node come first. Next come those that the node was in
/// front of at the start of the step: the one that opposes it most (in steps of one sixth), and
/// then the least penetration. If the node is inside all of them already, the one counts that it
/// was least behind.
Contacts::Rank Contacts::rank_of(const Contact& c) const {
  const bool front = c.gap_old >= -touch_;
  return {!c.opposes, !front, front ? 0 : -c.gap_old, std::round(6 * c.facing), -c.gap, c.piece};
}

/// A corner that touches a corner may slide along either face and needs neither.
bool Contacts::is_tie(const Contact& a, const Contact& b) const {
  return std::max(std::abs(a.gap), std::abs(b.gap)) <= touch_ && a.opposes && b.opposes &&
         std::get<3>(rank_of(a)) == std::get<3>(rank_of(b));
}

void Contacts::check_depth(const DetectQuery& query, const Contact& c) const {
  const Surface& surface = boundary_.surface();
  Real thickness = c.facet == kNone ? kUnlimited : boundary_.altitude(c.facet);
  for (const Index v : {c.node, c.other})
    if (v != kNone && surface.radius[v] > 0) thickness = std::min(thickness, 2 * surface.radius[v]);
  if (-c.gap <= thickness / 2) return;
  const View<Index> ends =
      c.facet == kNone ? View<Index>(&c.other, 1) : surface.facet_vertices(c.facet);
  if (!query.movable[c.node] &&
      std::none_of(ends.begin(), ends.end(), [&](Index v) { return query.movable[v]; }))
    return;
  std::ostringstream text;
  text
      << "a contact is " << -c.gap << " m deep, more than half of the " << thickness
      << " m that lie behind it: the step is too long for the speed, or what presses is too strong "
         "for the mesh";
  throw EvaluationError(text.str(), {Item::vertex, c.node});
}

}  // namespace node_to_facet
