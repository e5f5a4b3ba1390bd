// A neighbour list with skin (Verlet list). The broad phase is called with boxes that are
// inflated by the reach in every direction. The list remains complete as long as no coordinate
// has changed by the reach or more: two boxes that did not overlap when the list was made, each
// inflated by the reach, cannot contain touching things before then. In practice a list serves 7
// to 200 steps.
#include "core/contact/near_list.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

std::uint64_t taken(const ContactGeometry& geometry, std::uint64_t count, std::uint64_t otherwise) {
  return geometry.numbers ? geometry.numbers->take(count) : otherwise;
}

}  // namespace

NearList::NearList(const ContactGeometry& geometry, BroadPhase& broad_phase,
                   const Detection& wanted)
    : geometry_(geometry), wanted_(wanted),
      finder_(*geometry.layout, *geometry.surface, broad_phase, wanted,
              taken(geometry, PairFinder::kQueries, 1)),
      neighbours_(*geometry.surface, finder_.self()), wear_(*geometry.surface, finder_.self()) {}

View<Real> NearList::y_made() const {
  const View<Real> all = made_at_;
  return wanted_.swept ? all.subspan(all.size() / 2) : all;
}

bool NearList::needs_rebuild(View<Real> y_old, View<Real> y) {
  if (made_at_.empty()) return true;
  const Surface& surface = *geometry_.surface;
  // Inner vertices have no facets. They matter only if whole elements are in the list, or half-spaces.
  const bool planes = wanted_.plane_vertex && surface.planes > 0;
  const Index watched =
      wanted_.element_vertex || planes ? surface.vertices : surface.boundary_vertices;
  const auto n = static_cast<std::size_t>(watched * surface.dim);
  Real moved = 0;
  const Real slack = wanted_.reach - std::max<Real>(0, ahead_ - made_ahead_);
  // Half-spaces do not move along with bodies, so that common motion wears pairs with them.
  const bool by_pairs = surface.dim == 3 && finder_.self().size() <= ListWear::kMost && !planes;
  if (!wanted_.swept && by_pairs) return wear_.is_worn(watched, made_at_, y, slack, ahead_);
  if (!wanted_.swept) {
    for (std::size_t i = 0; i < n; ++i) moved = std::max(moved, std::abs(y[i] - made_at_[i]));
    return !(moved < slack);
  }
  const std::size_t half = made_at_.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const auto [low, high] = std::minmax(made_at_[i], made_at_[half + i]);
    moved = std::max({moved, low - y_old[i], y_old[i] - high, low - y[i], y[i] - high});
  }
  return !(moved < slack);
}

void NearList::update(View<Real> y_old, View<Real> y, Context& context) {
  if (!needs_rebuild(y_old, y)) return;
  made_at_.clear();
  if (wanted_.swept) made_at_.assign(y_old.begin(), y_old.end());
  made_at_.insert(made_at_.end(), y.begin(), y.end());
  make(context);
}

void NearList::accept() {
  // Only the positions at which the list of an accepted step was made are stored in a checkpoint.
  // A resumed run builds the same list from them; a list made at other positions would contain
  // other pairs, and detection could differ in the last bits.
  if (accepted_ == number_) return;
  accepted_ = number_;
  accepted_at_ = made_at_;
  accepted_ahead_ = made_ahead_;
}

void NearList::restore(View<Real> made, Real ahead, Context& context) {
  const auto n = static_cast<std::size_t>(geometry_.surface->vertices * geometry_.surface->dim);
  if (made.size() != (wanted_.swept ? 2 * n : n)) return;
  made_at_.assign(made.begin(), made.end());
  ahead_ = ahead;
  make(context);
  accept();
}

void NearList::make(Context& context) {
  made_ahead_ = ahead_;
  BoxPlace place{.y = made_at_, .reach = wanted_.reach + ahead_};
  if (wanted_.swept) {
    const std::size_t half = made_at_.size() / 2;
    place.y = View<Real>(made_at_).first(half);
    place.y_end = View<Real>(made_at_).subspan(half);
  }
  finder_.find(place, lists_, context);
  drop_neighbours(place, lists_, context);
  number_ = taken(geometry_, 1, number_ + 1);
  ++builds_;
}

Candidates NearList::sweep(View<Real> y0, View<Real> y1, Context& context) {
  const BoxPlace place{.y = y0, .y_end = y1, .reach = wanted_.reach + ahead_};
  finder_.find(place, sweep_lists_, context);
  drop_neighbours(place, sweep_lists_, context);
  return sweep_lists_.view();
}

void NearList::drop_neighbours(const BoxPlace& place, PairLists& lists, Context& context) {
  neighbours_.begin(place.y, place.y_end, context.scales.altitude);
  neighbours_.filter_facets(lists.facet_facet);
  neighbours_.filter_facet_vertex(lists.facet_vertex);
  neighbours_.filter_edges(lists.edge_edge);
}

}  // namespace tactus::core
