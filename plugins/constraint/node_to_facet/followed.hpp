// Rows whose nodes slide on to the next facet within a step.
#pragma once

#include <utility>
#include <vector>

#include "contact.hpp"
#include "row_form.hpp"

namespace node_to_facet {

/// Collects them in a detection, and then changes all at once.
class Followed {
 public:
  void begin() { moves_.clear(); }
  /// Notes a contact that has a row already, if that row is about a facet beyond whose end the node projects now,
  /// and the contact is about one onto which it does that has no row yet.
  /// @returns whether the row stays where it is, and its facet and that of the contact meet at a re-entrant vertex
  bool look_at(const ContactSet& set, const Contact& contact, ContactKey key,
               const Surface& surface, View<Real> y);
  /// Gives the rows their new facets. Their stencils keep the vertices that they had.
  void move_on(const Surface& surface, ContactSet& set);

 private:
  std::vector<std::pair<Index, Index>> moves_;  ///< row, facet
};

}  // namespace node_to_facet
