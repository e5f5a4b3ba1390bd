#include "core/model/shown_facets.hpp"

#include "core/mesh/boundary.hpp"

namespace tactus::core {

ShownFacets shown_facets(const Model& model, View<Index> elements) {
  ShownFacets shown;
  add_outer_facets(model.dim(), elements, model.points(), shown.facet, shown.element);
  return shown;
}

}  // namespace tactus::core
