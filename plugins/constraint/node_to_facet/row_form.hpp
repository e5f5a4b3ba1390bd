// What a row is about: its form, and of a row with a facet where in the stencil the ends of that facet are. A row
// follows its node to the next facet within a step. Its stencil then has the vertices of both facets, and
// ContactSet::branch says which of them count.
#pragma once

#include <tactus/contact_set.hpp>

#include "contact.hpp"

namespace node_to_facet {

inline constexpr std::int32_t kForms = 4;  ///< branch = form + kForms * (places of the ends)
inline constexpr std::int32_t kPlaces =
    1024;  ///< place of the first end + kPlaces * that of the second

inline Form form_of(std::int32_t branch) { return static_cast<Form>(branch % kForms); }

/// Places of the ends of its facet in the stencil of a row of this form; 1 and 2 at first.
struct EndPlaces {
  std::int32_t first = 1, second = 2;

  static EndPlaces of(std::int32_t branch) {
    const std::int32_t both = branch / kForms;
    return both == 0 ? EndPlaces{} : EndPlaces{both % kPlaces, both / kPlaces};
  }
  std::int32_t branch() const {
    return static_cast<std::int32_t>(Form::facet) + kForms * (first + kPlaces * second);
  }
};

/// The two vertices of the facet of a row.
struct FacetEnds {
  Index vertex[2];
  FacetEnds(const ContactSet& set, Index row) : vertex{} {
    const EndPlaces at = EndPlaces::of(set.branch[static_cast<std::size_t>(row)]);
    const View<Index> v = set.stencil(row);
    vertex[0] = v[static_cast<std::size_t>(at.first)],
    vertex[1] = v[static_cast<std::size_t>(at.second)];
  }
  operator View<Index>() const { return {vertex, 2}; }
};

}  // namespace node_to_facet
