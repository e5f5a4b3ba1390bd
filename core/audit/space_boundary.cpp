#include "core/audit/space_boundary.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/audit/box_tree.hpp"

namespace tactus::core {
namespace {

constexpr Index kLeaf = BoxTree<3>::kLeaf;

[[noreturn]] void refuse(const std::string& what) { throw PreconditionError("audit: " + what); }

template <class T>
T& at(std::vector<T>& v, Index i) {
  return v[static_cast<std::size_t>(i)];
}
template <class T>
const T& at(const std::vector<T>& v, Index i) {
  return v[static_cast<std::size_t>(i)];
}

Index count_of(const auto& v) { return static_cast<Index>(v.size()); }

/// Sets of points, joined one pair at a time.
class Joined {
 public:
  explicit Joined(Index points) : parent_(static_cast<std::size_t>(points)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  Index root(Index p) {
    while (at(parent_, p) != p) p = at(parent_, p) = at(parent_, at(parent_, p));
    return p;
  }
  void join(Index p, Index q) {
    p = root(p), q = root(q);
    at(parent_, std::max(p, q)) = std::min(p, q);
  }

 private:
  std::vector<Index> parent_;
};

/// Whether the facets at a point are one closed fan: each leads to the next, and the last to the
/// first.
bool is_one_fan(Index point, View<Index> facets, View<Index> corner) {
  std::vector<std::array<Index, 2>>
      sides;  // of each facet, from one neighbour of the point to the next
  for (const Index f : facets) {
    const Index* c = corner.data() + 3 * f;
    const int k = c[0] == point ? 0 : c[1] == point ? 1 : 2;
    sides.push_back({c[(k + 1) % 3], c[(k + 2) % 3]});
  }
  std::ranges::sort(sides);
  for (std::size_t i = 1; i < sides.size(); ++i)
    if (sides[i][0] == sides[i - 1][0]) return false;
  std::size_t length = 0;
  Index neighbour = sides[0][0];
  do {
    const auto side = std::ranges::lower_bound(sides, std::array<Index, 2>{neighbour, 0});
    neighbour = (*side)[1];
    ++length;
  } while (neighbour != sides[0][0] && length < sides.size());
  return length == sides.size() && neighbour == sides[0][0];
}

}  // namespace

PackedLists PackedLists::by_point(View<Index> point, Index corners, Index lists) {
  PackedLists out;
  out.start.assign(static_cast<std::size_t>(lists) + 1, 0);
  for (const Index p : point) ++at(out.start, p + 1);
  std::partial_sum(out.start.begin(), out.start.end(), out.start.begin());
  out.entries.resize(point.size());
  std::vector<Index> next(out.start);
  for (Index k = 0; k < count_of(point); ++k)
    at(out.entries, at(next, point[static_cast<std::size_t>(k)])++) = k / corners;
  return out;
}

SpaceBoundary::SpaceBoundary(const AuditInput& input)
    : element(input.elements.begin(), input.elements.end()) {
  for (const View<Index> some : {input.facets, input.elements})
    for (const Index p : some) {
      if (p < 0) refuse("a facet or an element has a negative point number");
      points_ = std::max(points_, p + 1);
    }
  check(input);
  element_of = PackedLists::by_point(element, 4, points_);
  facet_of = PackedLists::by_point(input.facets, 3, points_);
  check_elements(input);
  sort_by_body(input);
  find_shells();
  find_vertices(input);
}

void SpaceBoundary::check(const AuditInput& input) const {
  const auto count = static_cast<std::int32_t>(input.self.size());
  if (input.elements.size() % 4 != 0) refuse("four points an element");
  std::vector<std::int32_t> owner(static_cast<std::size_t>(points_), -1);
  std::vector<std::array<Index, 3>> sides;  // both ends, lower number first, and the sense
  for (std::size_t f = 0; f < input.facet_body.size(); ++f) {
    const std::int32_t body = input.facet_body[f];
    if (body < 0 || body >= count) refuse("facet_body names a body that is not there");
    for (std::size_t k = 0; k < 3; ++k) {
      const Index from = input.facets[3 * f + k], to = input.facets[3 * f + (k + 1) % 3];
      if (from == to) refuse("facet " + std::to_string(f) + " has one point twice");
      if (at(owner, from) >= 0 && at(owner, from) != body)
        refuse("point " + std::to_string(from) + " belongs to two bodies");
      at(owner, from) = body;
      sides.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
    }
  }
  std::ranges::sort(sides);
  for (std::size_t i = 0; i < sides.size();) {
    Index balance = 0;
    std::size_t j = i;
    for (; j < sides.size() && sides[j][0] == sides[i][0] && sides[j][1] == sides[i][1]; ++j)
      balance += sides[j][2];
    if (balance != 0)
      refuse("the boundary is not closed at the edge from point " + std::to_string(sides[i][0]) +
             " to point " + std::to_string(sides[i][1]));
    i = j;
  }
}

/// An element belongs to the body of those of its points that are on the boundary.
void SpaceBoundary::check_elements(const AuditInput& input) {
  body_elements.resize(input.self.size());
  element_body_.assign(element.size() / 4, -1);
  for (Index e = 0; e < count_of(element_body_); ++e) {
    std::int32_t& body = at(element_body_, e);
    for (Index k = 4 * e; k < 4 * e + 4; ++k)
      for (const Index f : facet_of[at(element, k)]) {
        const std::int32_t owner = input.facet_body[static_cast<std::size_t>(f)];
        if (body >= 0 && owner != body)
          refuse("element " + std::to_string(e) + " has points of two bodies");
        body = owner;
      }
    if (body >= 0) body_elements[static_cast<std::size_t>(body)].push_back(e);
  }
  const auto has = [&](Index e, Index point) {
    return std::ranges::count(View<Index>(element).subspan(static_cast<std::size_t>(4 * e), 4),
                              point) == 1;
  };
  for (std::size_t f = 0; f < input.facet_body.size(); ++f) {
    const Index* p = input.facets.data() + 3 * f;
    if (std::ranges::none_of(element_of[p[0]],
                             [&](Index e) { return has(e, p[1]) && has(e, p[2]); }))
      refuse("facet " + std::to_string(f) + " has no element behind it");
  }
}

void SpaceBoundary::sort_by_body(const AuditInput& input) {
  number.resize(input.facet_body.size());
  std::iota(number.begin(), number.end(), 0);
  const auto body = [&](Index f) { return input.facet_body[static_cast<std::size_t>(f)]; };
  std::ranges::stable_sort(number, {}, body);
  bodies.assign(input.self.size(), {0, 0});
  Index begin = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Index end = begin;
    while (end < count_of(number) && body(at(number, end)) == static_cast<std::int32_t>(b)) ++end;
    bodies[b] = {begin, end};
    begin = end;
  }
  for (const Index f : number)
    facet.insert(facet.end(), input.facets.data() + 3 * f, input.facets.data() + 3 * f + 3);
}

void SpaceBoundary::find_shells() {
  Joined joined(points_);
  for (std::size_t f = 0; f < number.size(); ++f)
    for (std::size_t k = 1; k < 3; ++k) joined.join(facet[3 * f], facet[3 * f + k]);
  std::vector<std::int32_t> of_root(static_cast<std::size_t>(points_), -1);
  shell.resize(number.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Index first = count_of(shells);
    for (Index f = bodies[b].begin; f < bodies[b].end; ++f) {
      std::int32_t& s = at(of_root, joined.root(at(facet, 3 * f)));
      if (s < 0) {
        s = static_cast<std::int32_t>(shells.size());
        shells.push_back({static_cast<std::int32_t>(b), f});
      }
      at(shell, f) = s;
    }
    body_shells.push_back({first, count_of(shells)});
  }
}

void SpaceBoundary::find_vertices(const AuditInput& input) {
  pinched.resize(bodies.size());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Index first = count_of(vertices);
    std::vector<Index> of_body(facet.begin() + 3 * bodies[b].begin,
                               facet.begin() + 3 * bodies[b].end);
    std::ranges::sort(of_body);
    const auto repeated = std::ranges::unique(of_body);
    vertices.insert(vertices.end(), of_body.begin(), repeated.begin());
    body_vertices.push_back({first, count_of(vertices)});
    for (Index v = first; v < count_of(vertices); ++v)
      if (const Index p = at(vertices, v); !is_one_fan(p, facet_of[p], input.facets))
        pinched[b].push_back(p);
  }
}

/// Halves sets of facets along the axis for which the boxes of the halves have the least surface, until a leaf is
/// left: of a thin plate, or where two sides of a body are near each other, these are not mixed.
void SpaceBoundary::order(View<Real> x) {
  const auto middle = [&](Index f, int k) {
    return x[3 * at(facet, 3 * f) + k] + x[3 * at(facet, 3 * f + 1) + k] +
           x[3 * at(facet, 3 * f + 2) + k];
  };
  std::vector<Index> sequence(number.size()), halved, best;
  std::iota(sequence.begin(), sequence.end(), 0);
  const auto surface = [&](View<Index> facets) {
    Box<3> box = Box<3>::empty();
    for (const Index f : facets) box.include(facet_box<3>(x, facet, f));
    const Real a = box.hi[0] - box.lo[0], b = box.hi[1] - box.lo[1], c = box.hi[2] - box.lo[2];
    return a * b + b * c + c * a;
  };
  std::vector<Range> open(bodies);
  while (!open.empty()) {
    const Range r = open.back();
    open.pop_back();
    if (r.size() <= kLeaf) continue;
    // As many leaves in the first half as a full tree has there, so that its nodes are these sets.
    Index half = kLeaf;
    while (2 * half < r.size()) half *= 2;
    const auto first = sequence.begin() + r.begin;
    Real least = kUnlimited;
    for (int axis = 0; axis < 3; ++axis) {
      const auto before = [&](Index f, Index g) {
        const Real one = middle(f, axis), two = middle(g, axis);
        return one < two || (one == two && f < g);
      };
      halved.assign(first, sequence.begin() + r.end);
      std::nth_element(halved.begin(), halved.begin() + half, halved.end(), before);
      const auto split = static_cast<std::size_t>(half);
      const View<Index> all(halved);
      const Real cost = surface(all.first(split)) + surface(all.subspan(split));
      if (axis == 0 || cost < least) least = cost, best.swap(halved);
    }
    std::ranges::copy(best, first);
    open.push_back({r.begin, r.begin + half});
    open.push_back({r.begin + half, r.end});
  }
  const auto old_facet = facet;
  const auto old_number = number;
  const auto old_shell = shell;
  for (Index i = 0; i < count_of(sequence); ++i) {
    const Index f = at(sequence, i);
    std::copy_n(old_facet.begin() + 3 * f, 3, facet.begin() + 3 * i);
    at(number, i) = at(old_number, f);
    at(shell, i) = at(old_shell, f);
  }
  for (Index f = count_of(number) - 1; f >= 0; --f)
    at(shells, static_cast<Index>(at(shell, f))).facet = f;
}

}  // namespace tactus::core
