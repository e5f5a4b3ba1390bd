#include "facet_boxes.hpp"

#include <algorithm>

namespace vertex_face {

void FacetBoxes::update(const Surface& surface, View<Real> y, View<Pair> pairs,
                        const crossing::Attention& attention, Executor& executor) {
  constexpr Index kFacets = 4096;  // that are worth a thread
  if (box_.size() != static_cast<std::size_t>(surface.facets) || ++number_ == 0) {
    box_.assign(static_cast<std::size_t>(surface.facets), {});
    number_ = 1;
  }
  facets_.clear();
  const auto add = [&](Index f) {
    Box& box = box_[static_cast<std::size_t>(f)];
    if (box.made == number_) return;
    box.made = number_;
    facets_.push_back(f);
  };
  for (const auto [f, g] : pairs) add(f), add(g);
  executor.for_each(static_cast<Index>(facets_.size()), kFacets, [&](Range range, Context&) {
    for (Index i = range.begin; i < range.end; ++i) {
      const Index f = facets_[static_cast<std::size_t>(i)];
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
