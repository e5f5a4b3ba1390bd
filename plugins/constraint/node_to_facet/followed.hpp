// Rows whose nodes slide on to the next facet within a step, and nodes that lie between two facets as in a groove.
#pragma once

#include <utility>
#include <vector>

#include "contact.hpp"
#include "row_form.hpp"

namespace node_to_facet {

/// The key of the second row of a node that two facets of a piece hold, as a groove holds a ball.
inline ContactKey second_key(ContactKey key) {
  return {key.high, key.low | std::uint64_t{1} << 62};
}

/// Collects rows that slide on in a detection, and then changes all at once.
class Followed {
 public:
  void begin() { moves_.clear(); }
  /// Notes a contact that has a row already, if that row is about a facet beyond whose end the node projects now,
  /// and the contact is about one onto which it does.
  /// @returns whether the contact needs a second row instead: where the boundary bends towards the node, a row that
  ///          moved on would push it back on to the facet before, for ever
  /// @param may_add  a second row; else the row moves on there, too
  bool look_at(const ContactSet& set, const Contact& contact, ContactKey key,
               const Surface& surface, View<Real> y, bool may_add);
  /// Gives the rows their new facets. Their stencils keep the vertices that they had.
  void move_on(const Surface& surface, ContactSet& set);

 private:
  std::vector<std::pair<Index, Index>> moves_;  ///< row, facet
};

}  // namespace node_to_facet
