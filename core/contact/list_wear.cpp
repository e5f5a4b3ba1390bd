#include "core/contact/list_wear.hpp"

#include <algorithm>

#include "tactus/geometry/extent.hpp"

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

/// Calls look(dimension, piece) for all pieces, by several threads where there are many vertices.
template <class Look>
void ListWear::for_pieces(Index vertices, Executor& executor, const Look& look) {
  const auto pieces = static_cast<Index>(pieces_.size());
  const Index grain = std::max<Index>(1, kTogether * pieces / std::max<Index>(vertices, 1));
  with_dimension(surface_.dim, [&]<int D>(Dimension<D> dimension) {
    executor.for_each(pieces, grain, [&](Range range, Context&) {
      for (Index p = range.begin; p < range.end; ++p)
        look(dimension, pieces_[static_cast<std::size_t>(p)]);
    });
  });
}

bool ListWear::is_worn(Index vertices, View<Real> made, View<Real> now, Real slack, Real ahead,
                       Executor& executor) {
  if (!(slack > 0)) return true;
  if (cut_for_ != vertices) cut(vertices);
  for_pieces(vertices, executor, [&]<int D>(Dimension<D>, Piece& piece) {
    piece.moves.clear();
    extend_by_moves<D>(made.data() + D * piece.begin, now.data() + D * piece.begin,
                       piece.end - piece.begin, piece.moves.low.data(), piece.moves.high.data());
    if (D == 2) piece.moves.low[2] = piece.moves.high[2] = 0;
  });
  BodyBox all;
  all.clear();
  for (const Piece& piece : pieces_) all.add(piece.moves);
  if (!pieces_.empty() && !(all.widest() < 2 * slack))
    return pairs_are_worn(vertices, now, slack, ahead, executor);
  wear_ = std::max<Real>(0, all.widest() / (2 * slack));
  return false;
}

bool ListWear::pairs_are_worn(Index vertices, View<Real> now, Real slack, Real ahead,
                              Executor& executor) {
  for_pieces(vertices, executor, [&]<int D>(Dimension<D>, Piece& piece) {
    BodyBox places;  // not that of the piece, which could be among the positions for all one knows
    places.clear();
    for (Index v = piece.begin; v < piece.end; ++v)
      for (std::size_t d = 0; d < D; ++d) {
        const Real x = now[static_cast<std::size_t>(D * v) + d],
                   radius = surface_.radius[static_cast<std::size_t>(v)];
        places.low[d] = std::min(places.low[d], x - radius);
        places.high[d] = std::max(places.high[d], x + radius);
      }
    if (D == 2) places.low[2] = places.high[2] = 0;
    piece.places = places;
  });
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
