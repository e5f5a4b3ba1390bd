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

/// Whether the second row of a re-entrant vertex is about these ends. The first must not become its copy, since equal
/// rows share a reaction in an arbitrary ratio.
bool is_of_second(const ContactSet& set, ContactKey key, View<Index> ends) {
  key.low |= kSecondOfPiece;
  const auto row = static_cast<Index>(std::ranges::find(set.key, key) - set.key.begin());
  return row < set.rows() && std::ranges::equal(FacetEnds(set, row).vertex, ends);
}

}  // namespace

bool Followed::look_at(const ContactSet& set, const Contact& contact, ContactKey key,
                       const Surface& surface, View<Real> y) {
  if (contact.form != Form::facet || contact.beyond > 0) return false;
  const auto row = static_cast<Index>(std::ranges::find(set.key, key) - set.key.begin());
  if (row == set.rows() || form_of(set.branch[static_cast<std::size_t>(row)]) != Form::facet)
    return false;
  const FacetEnds ends(set, row);
  const View<Index> next = surface.facet_vertices(contact.facet);
  if (ends.vertex[0] == next[0] && ends.vertex[1] == next[1]) return false;
  const Line line(y, ends);
  if (line.beyond(point<2>(y, contact.node)) > kBeyond * line.length) {
    if (!is_of_second(set, key, next)) moves_.emplace_back(row, contact.facet);
    return false;
  }
  const Real turn = cross(line.t, Line(y, next).t);
  return (ends.vertex[1] == next[0] && turn < 0) || (ends.vertex[0] == next[1] && turn > 0);
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
