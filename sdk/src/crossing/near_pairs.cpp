// Implements crossing/near_pairs.hpp.
//
// Let two boxes be apart by d along some axis, the first one below the other, when the list was made. Where all
// vertices of body a have moved by at most h_a along this axis and those of body b by at least l_b, the boxes are
// still apart if d > h_a - l_b. BodyMoves::relative() is at least that.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <tactus/crossing/near_pairs.hpp>
#include <tactus/geometry/extent.hpp>

namespace tactus::crossing {
namespace {

constexpr Real kRounding = 1 + 0x1p-40;  // of distances and displacements, with much to spare

template <int D>
Apart apart(const Real* low_a, const Real* high_a, const Real* low_b, const Real* high_b) {
  Apart most;
  for (std::size_t d = 0; d < D; ++d)
    if (const Real distance = std::max(low_a[d] - high_b[d], low_b[d] - high_a[d]);
        distance > most.distance)
      most = {distance, d};
  return most;
}

template <int D>
struct Box {
  Real low[D], high[D];
  Box(View<Real> y, View<Index> vertices) {
    std::fill_n(low, D, kUnlimited);
    std::fill_n(high, D, -kUnlimited);
    for (const Index v : vertices)
      for (int d = 0; d < D; ++d) {
        const Real x = y[static_cast<std::size_t>(D * v + d)];
        low[d] = std::min(low[d], x), high[d] = std::max(high[d], x);
      }
  }
};

}  // namespace

void BodyMoves::begin(const Surface& surface, View<Real> made) {
  if (pieces_.empty() || pieces_.back().end != surface.vertices) {
    pieces_.clear();
    for (Index v = 0; v < surface.vertices; ++v) {
      const std::int32_t body = surface.vertex_body[static_cast<std::size_t>(v)];
      if (pieces_.empty() || pieces_.back().body != body) pieces_.push_back({body, v, v});
      pieces_.back().end = v + 1;
    }
  }
  std::int32_t last = -1;
  for (const Piece& piece : pieces_) last = std::max(last, piece.body);
  dim_ = surface.dim;
  made_.assign(made.begin(), made.end());
  Box none;
  none.low.fill(kUnlimited), none.high.fill(-kUnlimited);
  none.watched = false;
  box_.assign(static_cast<std::size_t>(last + 1), none);
}

void BodyMoves::add(View<Real> y, View<std::uint8_t> moved) {
  with_dimension(dim_, [&]<int D>(Dimension<D>) {
    for (const Piece& piece : pieces_) {
      Box& box = box_[static_cast<std::size_t>(piece.body)];
      if (!box.watched) continue;
      const auto begin = static_cast<std::size_t>(piece.begin);
      const Index vertices = piece.end - piece.begin;
      if (!moved.empty() &&
          !std::memchr(moved.data() + begin, 1, static_cast<std::size_t>(vertices)))
        continue;
      extend_by_moves<D>(made_.data() + D * begin, y.data() + D * begin, vertices, box.low.data(),
                         box.high.data());
    }
  });
}

void SleepingPairs::begin(std::size_t dim, std::size_t bodies, Real farthest) {
  dim_ = dim;
  farthest_ = farthest;
  step_ = farthest / kSteps;
  run_ = 0;
  partner_.assign(bodies, {0, 0});
  entries_.clear();
  blocks_.clear();
}

SleepingPairs::Block& SleepingPairs::block_of(std::int32_t a, std::int32_t b) {
  if (blocks_.empty() || blocks_.back().a != a) ++run_;
  Partner& partner = partner_[static_cast<std::size_t>(b)];
  if (partner.run != run_) {
    partner = {run_, blocks_.size()};
    blocks_.push_back({.a = a, .b = b});
  }
  return blocks_[partner.block];
}

void SleepingPairs::add(const Pair& pair, std::int32_t a, std::int32_t b, const Apart& apart) {
  const auto block = static_cast<std::size_t>(&block_of(a, b) - blocks_.data());
  // What is not a number counts as near.
  const bool asleep = step_ > 0 && apart.distance > 0;
  const Real steps = asleep ? std::min<Real>(apart.distance / step_, kSteps - 1) : 0;
  entries_.push_back(
      {pair, (block * dim_ + apart.axis) * kSteps + static_cast<std::size_t>(steps)});
}

void SleepingPairs::add_far(std::int32_t a, std::int32_t b) { block_of(a, b).far = true; }

void SleepingPairs::end() {
  start_.assign(blocks_.size() * dim_ * kSteps + 2, 0);
  for (const Entry& entry : entries_) ++start_[entry.place + 2];
  for (std::size_t k = 1; k < start_.size(); ++k) start_[k] += start_[k - 1];
  sorted_.resize(entries_.size());
  for (const Entry& entry : entries_) sorted_[start_[entry.place + 1]++] = entry.pair;
  start_.pop_back();
  awake_.clear();
}

void SleepingPairs::watch(BodyMoves& moves) const {
  for (const Block& block : blocks_) moves.watch(block.a), moves.watch(block.b);
}

View<Pair> SleepingPairs::wake(const BodyMoves& moves) {
  far_may_meet_ = false;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    Block& block = blocks_[k];
    for (std::size_t d = 0; d < dim_; ++d) {
      std::uint8_t& awake = block.awake[d];
      if (awake == kSteps && !block.far) continue;
      const Real moved = moves.relative(block.a, block.b, d) * kRounding;
      far_may_meet_ |= block.far && !(farthest_ > moved);
      const std::size_t begin = awake;
      // Boxes that met, or touched, are awake in any case.
      while (awake < kSteps && !(static_cast<Real>(awake) * step_ > moved)) ++awake;
      const std::uint32_t* const start = start_.data() + (k * dim_ + d) * kSteps;
      awake_.insert(awake_.end(), sorted_.begin() + start[begin], sorted_.begin() + start[awake]);
    }
  }
  return awake_;
}

template <int D>
void NearPairs::make(const DetectQuery& query, const Neighbourhood& near, Real reach) {
  const Surface& surface = *query.surface;
  moves_.begin(surface, query.y_list);
  facet_pairs_.begin(D, moves_.bodies(), 2 * reach);
  const auto body = [&](Index facet) {
    return surface.facet_body[static_cast<std::size_t>(facet)];
  };
  Index last = kNone;
  Box<D> own(query.y_list, {});
  for (const auto& pair : query.candidates.facet_facet) {
    if (pair.first != last) own = Box<D>(query.y_list, surface.facet_vertices(last = pair.first));
    const Box<D> other(query.y_list, surface.facet_vertices(pair.second));
    facet_pairs_.add(pair, body(pair.first), body(pair.second),
                     apart<D>(own.low, own.high, other.low, other.high));
  }
  facet_pairs_.end();
  // Elements are listed up to twice as far. Few pairs come nearer by that much before the next list.
  const Real farthest = 2 * reach;
  inside_pairs_.begin(D, moves_.bodies(), farthest);
  for (const Index v : near.vertices()) {
    const Real* const p = query.y_list.data() + D * v;
    const std::int32_t a = surface.vertex_body[static_cast<std::size_t>(v)];
    for (const Index e : near.elements(v)) {
      const std::int32_t b = surface.element_body[static_cast<std::size_t>(e)];
      const Real* const box = near.box(e).data();
      const Apart gap = apart<D>(p, p, box, box + D);
      if (gap.distance > farthest)
        inside_pairs_.add_far(a, b);
      else
        inside_pairs_.add({v, e}, a, b, gap);
    }
  }
  inside_pairs_.end();
  facet_pairs_.watch(moves_);
  inside_pairs_.watch(moves_);
}

void NearPairs::update(const DetectQuery& query, const Neighbourhood& near, Real reach) {
  const bool anew = !made_ || list_ != query.list;
  if (anew) {
    with_dimension(query.surface->dim, [&]<int D>(Dimension<D>) { make<D>(query, near, reach); });
    list_ = query.list;
    made_ = true;
  }
  moves_.add(query.y, anew ? View<std::uint8_t>() : query.moved);
  facets_ = facet_pairs_.wake(moves_);
  inside_ = inside_pairs_.wake(moves_);
}

void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near,
                          const NearPairs& pairs, Attention& attention, std::vector<Event>& events,
                          InParts<Event>& parts, Executor& executor) {
  constexpr Index kGrain = 2048;  // pairs
  if (pairs.far_inside())
    return find_vertices_inside(query, near, attention, events, parts, executor);
  const Surface& surface = *query.surface;
  const View<Pair> all = pairs.inside();
  const auto before = static_cast<Index>(events.size());
  with_dimension(surface.dim, [&]<int D>(Dimension<D>) {
    parts.append(
        static_cast<Index>(all.size()), kGrain, events, executor,
        [&](Range range, std::vector<Event>& found) {
          for (Index i = range.begin; i < range.end; ++i) {
            const auto [v, e] = all[static_cast<std::size_t>(i)];
            if (!attention.at(v) && !attention.any(surface.element_vertices(e))) continue;
            if (is_inside<D>(surface, query.y, v, e))
              found.push_back({.kind = EventKind::vertex_inside, .first = v, .element = e});
          }
        });
  });
  // Of the elements that a vertex is inside of, which share faces, the first one counts.
  const auto begin = events.begin() + before;
  std::sort(begin, events.end(), [](const Event& a, const Event& b) {
    return std::pair(a.first, a.element) < std::pair(b.first, b.element);
  });
  events.erase(std::unique(begin, events.end(),
                           [](const Event& a, const Event& b) { return a.first == b.first; }),
               events.end());
}

}  // namespace tactus::crossing
