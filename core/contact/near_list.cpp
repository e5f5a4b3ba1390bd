// A neighbour list with skin (Verlet list). The broad phase is called with boxes that are
// inflated by the reach in every direction. The list remains complete as long as no two things that
// may touch have moved by twice the reach along an axis relative to each other: two boxes that did
// not overlap when the list was made cannot contain touching things before then. In practice a list
// serves 7 to 200 steps.
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
                   const Detection& wanted, const NeighbourListConfig& config)
    : geometry_(geometry), wanted_(wanted),
      finder_(*geometry.layout, *geometry.surface, broad_phase, wanted,
              taken(geometry, PairFinder::kQueries, 1)),
      neighbours_(*geometry.surface, finder_.self()), wear_(*geometry.surface, finder_.self()),
      sorting_(*geometry.surface, geometry.motion, wanted_, config) {}

View<Real> NearList::y_made() const {
  const View<Real> all = made_at_;
  return wanted_.swept ? all.subspan(all.size() / 2) : all;
}

/// The first vertices of the surface, of which things in the list consist. Inner ones have no facets; they
/// matter only if whole elements are in the list, or half-spaces.
Index NearList::watched() const {
  const Surface& surface = *geometry_.surface;
  const bool planes = wanted_.plane_vertex && surface.planes > 0;
  return wanted_.element_vertex || planes ? surface.vertices : surface.boundary_vertices;
}

/// m, by how much a coordinate has changed since a list was made; of a swept one, by how much it has left
/// the path of that step.
Real NearList::moved(View<Real> made, View<Real> y_old, View<Real> y) const {
  const auto n = static_cast<std::size_t>(watched() * geometry_.surface->dim);
  Real moved = 0;
  if (!wanted_.swept) {
    for (std::size_t i = 0; i < n; ++i) moved = std::max(moved, std::abs(y[i] - made[i]));
    return moved;
  }
  const std::size_t half = made.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const auto [low, high] = std::minmax(made[i], made[half + i]);
    moved = std::max({moved, low - y_old[i], y_old[i] - high, low - y[i], y[i] - high});
  }
  return moved;
}

bool NearList::needs_rebuild(View<Real> y_old, View<Real> y, Executor& executor) {
  if (made_at_.empty()) return true;
  const Surface& surface = *geometry_.surface;
  const bool planes = wanted_.plane_vertex && surface.planes > 0;
  const Real slack = wanted_.reach - std::max<Real>(0, ahead_ - made_ahead_);
  // Half-spaces do not move along with bodies, so that common motion wears pairs with them.
  if (!wanted_.swept && !planes) {
    const bool worn = wear_.is_worn(watched(), made_at_, y, slack, ahead_, executor);
    wear_now_ = worn ? 1 : wear_.wear();
    return worn;
  }
  const Real motion = moved(made_at_, y_old, y);
  wear_now_ = slack > 0 ? motion / slack : 1;
  return !(motion < slack);
}

Outcome NearList::update(View<Real> y_old, View<Real> y, Context& context, const Pace& pace) {
  if (sorting_.keeps() && !search_if_due(y_old, y, pace, context))
    return Outcome::failed(Cause::motion_too_large, sorting_.why());
  if (!made_far_ && !needs_rebuild(y_old, y, *context.executor)) return {};
  made_at_.clear();
  if (wanted_.swept) made_at_.assign(y_old.begin(), y_old.end());
  made_at_.insert(made_at_.end(), y.begin(), y.end());
  made_from_.clear();
  made_far_ = moves_beyond_boxes(y_old, y);
  if (made_far_ && pace.pass == 0) made_from_.assign(y_old.begin(), y_old.end());
  make(context);
  return {};
}

/// Whether things may be deeper in each other by now than boxes reach that are those of this moment alone.
bool NearList::moves_beyond_boxes(View<Real> y_old, View<Real> y) const {
  const int dim = geometry_.surface->dim;
  for (int d = 0; d < dim && !wanted_.swept; ++d) {
    Real low = kUnlimited, high = -kUnlimited;
    for (Index v = 0; v < watched(); ++v) {
      const Real moved = y[dim * v + d] - y_old[dim * v + d];
      low = std::min(low, moved), high = std::max(high, moved);
    }
    if (high - low > 2 * wanted_.reach) return true;
  }
  return false;
}

/// @returns false if the run is to end
bool NearList::search_if_due(View<Real> y_old, View<Real> y, const Pace& pace, Context& context) {
  const View<Real> last = sorting_.made_at();
  const Real motion = last.empty() ? 0 : moved(last, y_old, y);
  if (!sorting_.is_due(pace, motion, ahead_)) return true;
  if (sorting_.must_stop()) return false;
  const Real inflation = sorting_.begin(pace, y_old, y, ahead_);
  const bool far = pace.pass == 0 && moves_beyond_boxes(y_old, y);
  finder_.sort(far ? BoxPlace{.y = y_old, .y_end = y, .reach = inflation}
                   : place_of(sorting_.made_at(), inflation),
               context);
  count();
  return true;
}

BoxPlace NearList::place_of(View<Real> made, Real reach) const {
  if (!wanted_.swept) return {.y = made, .reach = reach};
  const std::size_t half = made.size() / 2;
  return {.y = made.first(half), .y_end = made.subspan(half), .reach = reach};
}

void NearList::count() {
  ++count_.searches;
  count_.boxes += finder_.boxes();
  count_.pairs = finder_.found();
}

void NearList::accept() {
  // Only the positions at which the list of an accepted step was made are stored in a checkpoint.
  // A resumed run builds the same list from them; a list made at other positions would contain
  // other pairs, and detection could differ in the last bits.
  sorting_.accept();
  // A list of a long step depends on its path, which is not stored: the next step makes a list of its own.
  if (std::exchange(made_far_, false)) {
    sorting_.drop();
    made_at_.clear(), accepted_at_.clear();
    return;
  }
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
  // The pairs that are kept may have been found later than this list was made.
  if (sorting_.keeps()) finder_.sort(place_of(made_at_, wanted_.reach + ahead_), context);
  make(context);
  accept();
}

void NearList::restore_sorting(View<Real> at, View<Real> numbers, Context& context) {
  if (!sorting_.restore(at, numbers)) return;
  finder_.sort(place_of(sorting_.made_at(), sorting_.inflation()), context);
  count();
}

/// Builds the list at made_at_.
void NearList::make(Context& context) {
  made_ahead_ = ahead_;
  BoxPlace place = place_of(made_at_, wanted_.reach + ahead_);
  if (!made_from_.empty()) place.y_end = place.y, place.y = made_from_;
  if (sorting_.keeps()) {
    finder_.pick(place, lists_, context);
  } else {
    finder_.find(place, lists_, context);
    count();
  }
  drop_neighbours(place, lists_, context);
  number_ = taken(geometry_, 1, number_ + 1);
  wear_now_ = 0;
}

Candidates NearList::sweep(View<Real> y0, View<Real> y1, Context& context) {
  const BoxPlace place{.y = y0, .y_end = y1, .reach = wanted_.reach + ahead_};
  finder_.find(place, sweep_lists_, context);
  drop_neighbours(place, sweep_lists_, context);
  return sweep_lists_.view();
}

void NearList::drop_neighbours(const BoxPlace& place, PairLists& lists, Context& context) {
  neighbours_.begin(place.y, place.y_end, context.scales.altitude);
  neighbours_.filter_facets(lists.facet_facet, *context.executor);
  neighbours_.filter_facet_vertex(lists.facet_vertex, *context.executor);
  neighbours_.filter_edges(lists.edge_edge, *context.executor);
}

}  // namespace tactus::core
