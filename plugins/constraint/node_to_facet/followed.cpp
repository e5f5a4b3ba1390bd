#include "followed.hpp"

#include <algorithm>

#include "line.hpp"

namespace node_to_facet {
namespace {

/// Of a facet, beyond its end: a node at a vertex stays where it is.
constexpr Real kBeyond = 1e-6;

/// The place of a vertex in a stencil, which is given the vertex if it does not have it.
std::int32_t place_in(std::vector<Index>& stencil, Index vertex) {
  const auto at = std::ranges::find(stencil, vertex);
  const auto place = at - stencil.begin();
  if (at == stencil.end()) stencil.push_back(vertex);
  return static_cast<std::int32_t>(place);
}

/// The row of a key if it is about a facet, or kNone.
Index row_on_facet(const ContactSet& set, ContactKey key) {
  const auto row = static_cast<Index>(std::ranges::find(set.key, key) - set.key.begin());
  const bool is_there =
      row < set.rows() && form_of(set.branch[static_cast<std::size_t>(row)]) == Form::facet;
  return is_there ? row : kNone;
}

/// Whether two facets follow each other and bend towards what is in front of them.
bool form_groove(const FacetEnds& a, View<Index> b, View<Real> y) {
  const Line line(y, a), next(y, b);
  if (a.vertex[1] == b[0]) return cross(line.t, next.t) < 0;
  return a.vertex[0] == b[1] && cross(next.t, line.t) < 0;
}

}  // namespace

bool Followed::look_at(const ContactSet& set, const Contact& contact, ContactKey key,
                       const Surface& surface, View<Real> y, bool may_add) {
  if (contact.form != Form::facet || contact.beyond > 0) return false;
  Index row = row_on_facet(set, key);
  if (row == kNone) return false;
  const View<Index> next = surface.facet_vertices(contact.facet);
  const V2 x = point<2>(y, contact.node);
  const auto beyond = [&](Index r) {
    const Line line(y, FacetEnds(set, r));
    return line.beyond(x) / line.length;
  };
  const Index second = row_on_facet(set, second_key(key));
  for (const Index r : {row, second}) {
    if (r == kNone) continue;
    const FacetEnds ends(set, r);
    if (ends.vertex[0] == next[0] && ends.vertex[1] == next[1]) return false;
  }
  if (may_add && second == kNone && form_groove(FacetEnds(set, row), next, y)) return true;
  if (second != kNone && beyond(second) > beyond(row)) row = second;
  if (beyond(row) > kBeyond) moves_.emplace_back(row, contact.facet);
  return false;
}

void Followed::move_on(const Surface& surface, ContactSet& set) {
  if (moves_.empty()) return;
  std::ranges::sort(moves_);
  CompressedRows<> wider;
  std::vector<Index> stencil;
  auto next = moves_.begin();
  for (Index row = 0; row < set.rows(); ++row) {
    const View<Index> old = set.stencil(row);
    stencil.assign(old.begin(), old.end());
    if (next != moves_.end() && next->first == row) {
      const View<Index> ends = surface.facet_vertices(next->second);
      EndPlaces at;
      at.first = place_in(stencil, ends[0]), at.second = place_in(stencil, ends[1]);
      set.branch[static_cast<std::size_t>(row)] = at.branch();
      ++next;
    }
    wider.add_row(stencil);
  }
  set.set_stencils(std::move(wider));
}

}  // namespace node_to_facet
