#include "core/contact/list_wear.hpp"

#include <algorithm>

namespace tactus::core {

void ListWear::Box::clear() {
  low.fill(kUnlimited);
  high.fill(-kUnlimited);
}

void ListWear::Box::add(int d, Real x) {
  const auto k = static_cast<std::size_t>(d);
  low[k] = std::min(low[k], x);
  high[k] = std::max(high[k], x);
}

void ListWear::Box::add(const Box& other) {
  for (int d = 0; d < 3; ++d) {
    const auto k = static_cast<std::size_t>(d);
    add(d, other.low[k]);
    add(d, other.high[k]);
  }
}

bool ListWear::Box::meets(const Box& other, Real margin) const {
  for (std::size_t k = 0; k < 3; ++k)
    if (low[k] - margin > other.high[k] || other.low[k] - margin > high[k]) return false;
  return true;
}

Real ListWear::Box::widest() const {
  Real most = 0;
  for (std::size_t k = 0; k < 3; ++k) most = std::max(most, high[k] - low[k]);
  return most;
}

ListWear::ListWear(const Surface& surface, View<std::uint8_t> self)
    : surface_(surface), self_(self.begin(), self.end()), ways_(self.size()) {
  // Particles of one body meet each other, too.
  for (Index v = 0; v < surface.boundary_vertices; ++v)
    if (surface.facets_of(v).empty()) self_[static_cast<std::size_t>(surface.vertex_body[v])] = 1;
}

bool ListWear::is_worn(Index vertices, View<Real> made, View<Real> now, Real slack, Real ahead) {
  if (!(slack > 0)) return true;
  for (Way& way : ways_) way.any = false, way.places.clear(), way.moves.clear();
  for (Index v = 0; v < vertices; ++v) {
    Way& way = ways_[static_cast<std::size_t>(surface_.vertex_body[v])];
    way.any = true;
    for (int d = 0; d < 3; ++d) {
      const Real from = made[3 * v + d], to = now[3 * v + d];
      way.places.add(d, to - surface_.radius[v]);
      way.places.add(d, to + surface_.radius[v]);
      way.moves.add(d, to - from);
    }
  }
  Box all;
  all.clear();
  for (const Way& way : ways_)
    if (way.any) all.add(way.moves);
  if (!(all.widest() < 2 * slack)) return pairs_are_worn(slack, ahead);
  wear_ = std::max<Real>(0, all.widest() / (2 * slack));
  return false;
}

bool ListWear::pairs_are_worn(Real slack, Real ahead) {
  Real widest = 0;
  for (std::size_t a = 0; a < ways_.size(); ++a) {
    if (!ways_[a].any) continue;
    if (self_[a] && !(ways_[a].moves.widest() < 2 * slack)) return true;
    if (self_[a]) widest = std::max(widest, ways_[a].moves.widest());
    for (std::size_t b = 0; b < a; ++b) {
      if (!ways_[b].any || !ways_[a].places.meets(ways_[b].places, 2 * (slack + ahead))) continue;
      Box both = ways_[a].moves;
      both.add(ways_[b].moves);
      if (!(both.widest() < 2 * slack)) return true;
      widest = std::max(widest, both.widest());
    }
  }
  wear_ = widest / (2 * slack);
  return false;
}

}  // namespace tactus::core
