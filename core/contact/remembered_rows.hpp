/// \file remembered_rows.hpp  The rows of contacts that a solver of increments remembers something of.
///
/// A spring that is compressed gives its energy back when it opens, though the bodies may be apart by
/// then where its row is evaluated, or the node may have left the end of its facet. Constraints look for
/// what overlaps, and do not find such a row any more. It is therefore added again as it was at t_n, as
/// long as the solver remembers the contact.
#pragma once

#include <vector>

#include "core/contact/constraint_list.hpp"
#include "core/contact/key_history.hpp"
#include "tactus/contact_set.hpp"

namespace tactus::core {

class RememberedRows {
 public:
  /// Keeps rows of an accepted step, and forgets all others.
  /// @param list  null: the constraint of the run is a single one
  void keep(const ContactSet& set, View<Index> rows, const ConstraintList* list);
  /// Appends the rows that detection has not found itself; returns how many these are.
  Index add_missing(ContactSet& set, ConstraintList* list) const;

  /// What the numbers of a row may be.
  struct Bounds {
    Index vertices = 0;        ///< of the surface
    std::int32_t patches = 0;  ///< named surfaces
    /// [entries] of the list, or of one if there is none: what its rows may push against outside
    std::vector<std::vector<std::int32_t>> outside;
  };

  void save(Archive& archive) const;
  /// Throws an Error, and remembers nothing, if a number is not within the bounds. A constraint takes
  /// the numbers of its rows as they are.
  void load(Archive& archive, const Bounds& bounds);

 private:
  ContactSet rows_;
  std::vector<Index> entry_;  ///< [rows] of the list
};

}  // namespace tactus::core
