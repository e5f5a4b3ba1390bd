/// \file shown_facets.hpp  The outside of the elements of a model, for frames that show surfaces only.
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace tactus::core {

struct ShownFacets {
  std::vector<Index> facet;    ///< [facets * dim] points of the model
  std::vector<Index> element;  ///< [facets] behind the facet
};

/// The facets that belong to one of the elements [elements * (dim + 1)] only, in their order.
ShownFacets shown_facets(const Model& model, View<Index> elements);

}  // namespace tactus::core
