#include "core/mesh/delaunay.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

// Points are integers on a grid, so that both predicates are exact: an orientation fits into 64
// bits, and the determinant of in_circle into 128. With rounded predicates a walk may run in
// circles and flips may undo each other for ever.
__extension__ using Wide = __int128;

}  // namespace

Index orientation(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

int in_circle(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d) {
  const Index ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y;
  const Index cx = c.x - d.x, cy = c.y - d.y;
  const Wide determinant = Wide{ax * ax + ay * ay} * (bx * cy - by * cx) +
                           Wide{bx * bx + by * by} * (cx * ay - cy * ax) +
                           Wide{cx * cx + cy * cy} * (ax * by - ay * bx);
  return determinant > 0 ? 1 : determinant < 0 ? -1 : 0;
}

Delaunay::Delaunay() {
  const Index far = 4 * kReach;
  // A triangle that contains every point of the grid. Each insertion thus happens inside an
  // existing triangle, and no case for points outside the hull is needed.
  point_ = {{-far, -far}, {far, -far}, {0, far}};
  triangle_ = {{{0, 1, 2}, {kNone, kNone, kNone}, {kNone, kNone, kNone}}};
  at_ = {0, 0, 0};
}

Index Delaunay::locate(const GridPoint& p) const {
  Index t = last_;
  // In a Delaunay triangulation this walk terminates. Constrained sides could make it run in
  // circles. It is therefore replaced by a search of all triangles after as many steps as there are
  // triangles.
  for (std::size_t step = 0; step < triangle_.size(); ++step) {
    const Triangle& tri = triangle_[t];
    int out = -1;
    for (int k = 0; k < 3 && out < 0; ++k) {
      const int side = static_cast<int>((step + static_cast<std::size_t>(k)) % 3);
      if (orientation(point_[tri.vertex[(side + 1) % 3]], point_[tri.vertex[(side + 2) % 3]], p) <
          0)
        out = side;
    }
    if (out < 0) return last_ = t;
    t = tri.neighbour[out];
  }
  for (std::size_t k = 0; k < triangle_.size(); ++k) {
    const Index* v = triangle_[k].vertex;
    if (orientation(point_[v[0]], point_[v[1]], p) >= 0 &&
        orientation(point_[v[1]], point_[v[2]], p) >= 0 &&
        orientation(point_[v[2]], point_[v[0]], p) >= 0)
      return last_ = static_cast<Index>(k);
  }
  return last_;
}

void Delaunay::put(Index t, const Triangle& triangle) {
  triangle_[t] = triangle;
  for (const Index v : triangle.vertex) at_[v] = t;
}

/// Sets the neighbour of u across the side shared with t. Side `side` of t already refers to u.
void Delaunay::link(Index t, int side, Index u) {
  if (u == kNone) return;
  Triangle& other = triangle_[u];
  const Index from = triangle_[t].vertex[(side + 1) % 3], to = triangle_[t].vertex[(side + 2) % 3];
  for (int k = 0; k < 3; ++k)
    if (other.vertex[k] != from && other.vertex[k] != to) other.neighbour[k] = t;
}

/// Inserts the point into the triangle that contains it, or into a side if it lies on one, and then
/// flips sides until the triangulation is Delaunay again (Lawson).
Index Delaunay::insert(const GridPoint& p) {
  const Index t = locate(p);
  const Triangle tri = triangle_[t];
  int on = -1;
  for (int k = 0; k < 3; ++k) {
    if (point_[tri.vertex[k]] == p) return tri.vertex[k];
    if (orientation(point_[tri.vertex[(k + 1) % 3]], point_[tri.vertex[(k + 2) % 3]], p) == 0)
      on = k;
  }
  const Index added = points();
  point_.push_back(p);
  at_.push_back(t);
  if (on < 0)
    split_triangle(t, added);
  else
    split_side(t, on, added);
  legalise();
  last_ = at_[added];
  return added;
}

void Delaunay::split_triangle(Index t, Index p) {
  const Triangle old = triangle_[t];
  const Index a = static_cast<Index>(triangle_.size()), b = a + 1;
  triangle_.resize(triangle_.size() + 2);
  const auto [v0, v1, v2] = old.vertex;
  put(t, {{p, v1, v2}, {old.neighbour[0], a, b}, {old.label[0], kNone, kNone}, old.outside});
  put(a, {{p, v2, v0}, {old.neighbour[1], b, t}, {old.label[1], kNone, kNone}, old.outside});
  put(b, {{p, v0, v1}, {old.neighbour[2], t, a}, {old.label[2], kNone, kNone}, old.outside});
  for (const Index u : {t, a, b}) link(u, 0, triangle_[u].neighbour[0]), stack_.push_back(u);
}

void Delaunay::split_side(Index t, int side, Index p) {
  const Triangle one = triangle_[t];
  const Index u = one.neighbour[side];
  const Triangle two = triangle_[u];
  const int i1 = (side + 1) % 3, i2 = (side + 2) % 3;
  const Index a = one.vertex[side], x = one.vertex[i1], y = one.vertex[i2], held = one.label[side];
  const int ix = two.find(x), iy = two.find(y);
  const Index b = two.vertex[3 - ix - iy];
  const Index t2 = static_cast<Index>(triangle_.size()), u2 = t2 + 1;
  triangle_.resize(triangle_.size() + 2);
  put(t, {{p, a, x}, {one.neighbour[i2], u2, t2}, {one.label[i2], held, kNone}, one.outside});
  put(t2, {{p, y, a}, {one.neighbour[i1], t, u}, {one.label[i1], kNone, held}, one.outside});
  put(u, {{p, b, y}, {two.neighbour[ix], t2, u2}, {two.label[ix], held, kNone}, two.outside});
  put(u2, {{p, x, b}, {two.neighbour[iy], u, t}, {two.label[iy], kNone, held}, two.outside});
  for (const Index w : {t, t2, u, u2}) link(w, 0, triangle_[w].neighbour[0]), stack_.push_back(w);
}

bool Delaunay::is_delaunay(Index t, int side) const {
  const Triangle& tri = triangle_[t];
  const Index u = tri.neighbour[side];
  if (u == kNone || tri.label[side] != kNone) return true;
  const Triangle& other = triangle_[u];
  const Index from = tri.vertex[(side + 1) % 3], to = tri.vertex[(side + 2) % 3];
  const Index opposite = other.vertex[3 - other.find(from) - other.find(to)];
  return in_circle(point_[tri.vertex[0]], point_[tri.vertex[1]], point_[tri.vertex[2]],
                   point_[opposite]) <= 0;
}

/// Replaces the side xy of the triangles axy and byx by ab. Both then have a as their first vertex.
void Delaunay::flip(Index t, int side) {
  const Triangle one = triangle_[t];
  const Index u = one.neighbour[side];
  const Triangle two = triangle_[u];
  const int i1 = (side + 1) % 3, i2 = (side + 2) % 3;
  const Index a = one.vertex[side], x = one.vertex[i1], y = one.vertex[i2];
  const int ix = two.find(x), iy = two.find(y);
  const Index b = two.vertex[3 - ix - iy];
  put(t, {{a, x, b},
          {two.neighbour[iy], u, one.neighbour[i2]},
          {two.label[iy], kNone, one.label[i2]},
          one.outside});
  put(u, {{a, b, y},
          {two.neighbour[ix], one.neighbour[i1], t},
          {two.label[ix], one.label[i1], kNone},
          one.outside});
  link(t, 0, triangle_[t].neighbour[0]);
  link(u, 1, triangle_[u].neighbour[1]);
}

void Delaunay::legalise() {
  while (!stack_.empty()) {
    const Index t = stack_.back();
    stack_.pop_back();
    if (is_delaunay(t, 0)) continue;
    const Index u = triangle_[t].neighbour[0];
    flip(t, 0);
    stack_.push_back(t);
    stack_.push_back(u);
  }
}

Index Delaunay::find_side(Index a, Index b) const {
  Index found = kNone;
  if (a >= kRim) {
    round(a, [&](Index t) {
      if (triangle_[t].vertex[(triangle_[t].find(a) + 1) % 3] == b) found = t;
    });
  } else {  // at the vertices of the rim triangles do not form a closed ring
    round(b, [&](Index t) {
      if (triangle_[t].vertex[(triangle_[t].find(b) + 2) % 3] == a) found = t;
    });
  }
  return found;
}

void Delaunay::label_side(Index a, Index b, Index label) {
  for (const auto& [from, to] : {Side{a, b}, Side{b, a}}) {
    Triangle& t = triangle_[find_side(from, to)];
    t.label[(t.find(from) + 2) % 3] = label;
  }
}

bool Delaunay::hold(Index a, Index b, Index label) {
  if (find_side(a, b) == kNone) {
    std::vector<Side> crossed, made;
    if (!crossed_sides(a, b, crossed) || !remove_crossings(a, b, crossed, made)) return false;
    label_side(a, b, label);
    for (bool changed = true; changed;) {  // sides created on the way need not be Delaunay
      changed = false;
      for (Side& s : made) {
        const Index t = find_side(s.from, s.to);
        const int side = (triangle_[t].find(s.from) + 2) % 3;
        if (is_delaunay(t, side)) continue;
        const Index apex = triangle_[t].vertex[side];
        flip(t, side);
        s = {apex, triangle_[t].vertex[2]};
        changed = true;
      }
    }
  }
  label_side(a, b, label);
  return true;
}

/// The sides that the line from a to b crosses, each with its right end first.
bool Delaunay::crossed_sides(Index a, Index b, std::vector<Side>& crossed) const {
  const auto turn = [&](Index v) { return orientation(point_[a], point_[b], point_[v]); };
  Index t = kNone;
  round(a, [&](Index candidate) {
    const Triangle& tri = triangle_[candidate];
    const int k = tri.find(a);
    if (turn(tri.vertex[(k + 1) % 3]) < 0 && turn(tri.vertex[(k + 2) % 3]) > 0) t = candidate;
  });
  if (t == kNone) return false;  // a point lies on the line
  int side = triangle_[t].find(a);
  while (true) {
    const Triangle& tri = triangle_[t];
    const Index right = tri.vertex[(side + 1) % 3], left = tri.vertex[(side + 2) % 3];
    if (tri.label[side] != kNone) return false;
    crossed.push_back({right, left});
    t = tri.neighbour[side];
    if (t == kNone) return false;
    const Triangle& next = triangle_[t];
    const int apex = 3 - next.find(right) - next.find(left);
    if (next.vertex[apex] == b) return true;
    const Index s = turn(next.vertex[apex]);
    if (s == 0) return false;
    side = next.find(s < 0 ? right : left);
  }
}

/// Flips crossing sides until none is left, those of convex quadrilaterals first (Sloan 1993).
bool Delaunay::remove_crossings(Index a, Index b, std::vector<Side>& crossed,
                                std::vector<Side>& made) {
  const auto turn = [&](Index v) { return orientation(point_[a], point_[b], point_[v]); };
  std::size_t head = 0, patience = 16 * crossed.size() * crossed.size() + 64;
  while (head < crossed.size()) {
    if (patience-- == 0) return false;
    const Side s = crossed[head++];
    const Index t = find_side(s.from, s.to);
    const Triangle& tri = triangle_[t];
    const int side = (tri.find(s.from) + 2) % 3;
    const Triangle& other = triangle_[tri.neighbour[side]];
    const Index p = tri.vertex[side], q = other.vertex[3 - other.find(s.from) - other.find(s.to)];
    const bool convex = orientation(point_[p], point_[s.from], point_[q]) > 0 &&
                        orientation(point_[q], point_[s.to], point_[p]) > 0;
    if (!convex) {
      crossed.push_back(s);
      continue;
    }
    flip(t, side);
    const bool ends = p == a || p == b || q == a || q == b;
    if (!ends && (turn(p) < 0) != (turn(q) < 0))
      crossed.push_back({p, q});
    else if (!((p == a && q == b) || (p == b && q == a)))
      made.push_back({p, q});
  }
  return find_side(a, b) != kNone;
}

void Delaunay::mark_outside() {
  for (Triangle& t : triangle_) t.outside = false;
  std::vector<Index> reached{at_[0]};
  triangle_[at_[0]].outside = true;
  while (!reached.empty()) {
    const Triangle tri = triangle_[reached.back()];
    reached.pop_back();
    for (int k = 0; k < 3; ++k) {
      const Index u = tri.neighbour[k];
      if (u == kNone || tri.label[k] != kNone || triangle_[u].outside) continue;
      triangle_[u].outside = true;
      reached.push_back(u);
    }
  }
}

void Delaunay::legalise_round(Index vertex) {
  std::vector<Index> todo;
  round(vertex, [&](Index t) { todo.push_back(t); });
  while (!todo.empty()) {
    const Index t = todo.back();
    todo.pop_back();
    for (int side = 0; side < 3; ++side) {
      if (is_delaunay(t, side)) continue;
      const Index u = triangle_[t].neighbour[side];
      flip(t, side);
      todo.push_back(t);
      todo.push_back(u);
      break;
    }
  }
}

}  // namespace tactus::core
