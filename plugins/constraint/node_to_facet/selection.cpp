#include "selection.hpp"

#include <cmath>

#include "far_side.hpp"

namespace node_to_facet {
namespace {

/// Rank of a contact. Contacts come before gaps that are ahead. Facets that face the node come
/// first. Next come those that the node was in front of at the start of the step: the one that
/// opposes it most (in steps of one sixth), and then the least penetration. If the node is inside
/// all of them already, the one counts that it was least behind.
using Rank = std::tuple<bool, bool, bool, Real, Real, Real, std::uint64_t>;

Rank rank_of(const Contact& c, Real touch) {
  const bool front = c.gap_old >= -touch;
  return {c.gap > touch, !c.opposes, !front, front ? 0 : -c.gap_old, std::round(6 * c.facing),
          -c.gap,        c.piece};
}

/// A corner that touches a corner may slide along either face and needs neither.
bool is_tie(const Contact& a, const Contact& b, Real touch) {
  return std::max(std::abs(a.gap), std::abs(b.gap)) <= touch && a.opposes && b.opposes &&
         std::get<4>(rank_of(a, touch)) == std::get<4>(rank_of(b, touch));
}

/// Whether a contact that was taken rules out another one. A corner pair whose row is carried by
/// the other contact's facet does not.
bool excludes(const Contact& taken, const Contact& c, const FrozenGeometry& geometry) {
  if (geometry.surface().radius[c.node] > 0) return false;
  if (taken.carrier != kNone && taken.carrier == c.facet) return false;
  return exclude_each_other(geometry.line(taken.facet), geometry.line(c.facet));
}

}  // namespace

void Selection::choose(View<Contact> candidates, const FrozenGeometry& geometry,
                       std::vector<Contact>& found) {
  const Real touch = geometry.touch;
  take_best_of_each_piece(candidates, geometry);
  std::sort(at_node_.begin(), at_node_.end(), [&](const Contact& a, const Contact& b) {
    return rank_of(a, touch) < rank_of(b, touch);
  });
  taken_.clear();
  for (const Contact& c : at_node_) {
    if (std::any_of(taken_.begin(), taken_.end(),
                    [&](const Contact& taken) { return excludes(taken, c, geometry); }))
      continue;
    taken_.push_back(c);
    const bool undecided = std::any_of(at_node_.begin(), at_node_.end(), [&](const Contact& other) {
      return other.piece != c.piece && is_tie(c, other, touch) && excludes(other, c, geometry);
    });
    if (c.wanted && !undecided) found.push_back(c);
  }
}

void Selection::take_best_of_each_piece(View<Contact> candidates, const FrozenGeometry& geometry) {
  const auto rank = [&](const Contact& c) {
    const bool round = geometry.surface().radius[c.node] > 0;
    return std::tuple(c.gap > geometry.touch, !c.opposes, c.beyond > geometry.touch,
                      round ? c.gap : std::abs(c.gap), geometry.name(c.facet), !c.wanted);
  };
  at_node_.clear();
  for (const Contact& c : candidates) {
    if (at_node_.empty() || at_node_.back().piece != c.piece)
      at_node_.push_back(c);
    else if (rank(c) < rank(at_node_.back()))
      at_node_.back() = c;
  }
}

}  // namespace node_to_facet
