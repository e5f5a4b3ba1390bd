// Selects among all contacts of one node with one body those that are real: a node that is behind
// several facets has entered through some of them only.
#pragma once

#include <tuple>
#include <vector>

#include "contact.hpp"
#include "frozen_geometry.hpp"

namespace node_to_facet {

class Selection {
 public:
  /// Appends those of the candidates that need a row to `found`.
  /// @param candidates  contacts of one node with one body, sorted by pieces
  void choose(View<Contact> candidates, const FrozenGeometry& geometry,
              std::vector<Contact>& found);

 private:
  void take_best_of_each_piece(View<Contact> candidates, const FrozenGeometry& geometry);

  std::vector<Contact> at_node_;  ///< the best contact of each piece
  std::vector<Contact> taken_;    ///< those of them that do not exclude each other
};

}  // namespace node_to_facet
