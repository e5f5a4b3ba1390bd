#include "facet_boxes.hpp"

#include <algorithm>

namespace vertex_face {

void FacetBoxes::update(const Surface& surface, View<Real> y, const crossing::Attention& attention,
                        Executor& executor) {
  constexpr Index kFacets = 4096;  // that are worth a thread
  box_.resize(static_cast<std::size_t>(surface.facets));
  executor.for_each(surface.facets, kFacets, [&](Range range, Context&) {
    for (Index f = range.begin; f < range.end; ++f) {
      const View<Index> corner = surface.facet_vertices(f);
      Box& box = box_[static_cast<std::size_t>(f)];
      const Real *a = y.data() + 3 * corner[0], *b = y.data() + 3 * corner[1],
                 *c = y.data() + 3 * corner[2];
      for (std::size_t d = 0; d < 3; ++d) {
        box.low[d] = std::min({a[d], b[d], c[d]});
        box.high[d] = std::max({a[d], b[d], c[d]});
      }
      box.looked_at = attention.any(corner);
    }
  });
}

}  // namespace vertex_face
