#include "core/contact/list_wear.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

constexpr Index kPiece = 1024;     // vertices that are looked at in one go
constexpr Index kTogether = 4096;  // vertices, about, that are worth a thread

}  // namespace

ListWear::ListWear(const Surface& surface, View<std::uint8_t> self)
    : surface_(surface), self_(self.begin(), self.end()), near_(surface.dim) {
  // Particles of one body meet each other, too.
  for (Index v = 0; v < surface.boundary_vertices; ++v)
    if (surface.facets_of(v).empty()) self_[static_cast<std::size_t>(surface.vertex_body[v])] = 1;
}

void ListWear::cut(Index vertices) {
  cut_for_ = vertices;
  pieces_.clear();
  for (Index v = 0; v < vertices; ++v) {
    const std::int32_t body = surface_.vertex_body[v];
    if (pieces_.empty() || pieces_.back().body != body || pieces_.back().end % kPiece == 0)
      pieces_.push_back({.body = body, .begin = v, .end = v, .places = {}, .moves = {}});
    pieces_.back().end = v + 1;
  }
}

template <int D>
void ListWear::look_at(Piece& piece, View<Real> made, View<Real> now) const {
  BodyBox places,
      moves;  // not those of the piece, which could be among the positions for all one knows
  places.clear(), moves.clear();
  for (Index v = piece.begin; v < piece.end; ++v)
    for (int d = 0; d < D; ++d) {
      const Real from = made[D * v + d], to = now[D * v + d], radius = surface_.radius[v];
      places.add(d, to - radius);
      places.add(d, to + radius);
      moves.add(d, to - from);
    }
  for (BodyBox* box : {&places, &moves})
    if (D == 2) box->low[2] = box->high[2] = 0;
  piece.places = places, piece.moves = moves;
}

bool ListWear::is_worn(Index vertices, View<Real> made, View<Real> now, Real slack, Real ahead,
                       Executor& executor) {
  if (!(slack > 0)) return true;
  if (cut_for_ != vertices) cut(vertices);
  const auto pieces = static_cast<Index>(pieces_.size());
  const Index grain = std::max<Index>(1, kTogether * pieces / std::max<Index>(vertices, 1));
  with_dimension(surface_.dim, [&]<int D>(Dimension<D>) {
    executor.for_each(pieces, grain, [&](Range range, Context&) {
      for (Index p = range.begin; p < range.end; ++p)
        look_at<D>(pieces_[static_cast<std::size_t>(p)], made, now);
    });
  });
  BodyBox all;
  all.clear();
  for (const Piece& piece : pieces_) all.add(piece.moves);
  if (!pieces_.empty() && !(all.widest() < 2 * slack)) return pairs_are_worn(slack, ahead);
  wear_ = std::max<Real>(0, all.widest() / (2 * slack));
  return false;
}

bool ListWear::pairs_are_worn(Real slack, Real ahead) {
  BodyBox nothing;
  nothing.clear();
  places_.assign(self_.size(), nothing);
  moves_.assign(self_.size(), nothing);
  for (const Piece& piece : pieces_) {
    places_[static_cast<std::size_t>(piece.body)].add(piece.places);
    moves_[static_cast<std::size_t>(piece.body)].add(piece.moves);
  }
  Real widest = 0;
  for (std::size_t a = 0; a < moves_.size(); ++a)
    if (self_[a]) widest = std::max(widest, moves_[a].widest());
  const Real margin = 2 * (slack + ahead);
  for (const auto& [first, second] : near_.update(places_, margin)) {
    const auto a = static_cast<std::size_t>(first), b = static_cast<std::size_t>(second);
    BodyBox both = moves_[a];
    both.add(moves_[b]);
    const Real most = both.widest();
    if (most > widest && places_[a].meets(places_[b], margin)) widest = most;
  }
  wear_ = widest / (2 * slack);
  return !(widest < 2 * slack);
}

}  // namespace tactus::core
