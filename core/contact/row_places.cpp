#include "core/contact/row_places.hpp"

#include "core/model/supports.hpp"
#include "tactus/copied.hpp"

namespace tactus::core {

RowPlaces::RowPlaces(const ContactGeometry& geometry) : geometry_(geometry) {
  const auto n = static_cast<std::size_t>(geometry.surface->vertices * geometry.surface->dim);
  y_.resize(n);
  y_old_.resize(n);
}

void RowPlaces::begin(const StateView& old, const ContactPoint& point) {
  old_ = old;
  point_ = copied(point);
  geometry_.motion->positions(base(), y_old_);
  find_mean_held();
}

Placement RowPlaces::placement(View<Real> w) const {
  // Some integrators evaluate contact at the unknown configuration (Kane: the end of the step),
  // others at one that is fixed before the solution (Moreau-Jean: the middle of the step). In the
  // second case the rows do not depend on the unknown.
  if (point_.frozen.empty()) return {base(), w, point_.fraction};
  return {base(), point_.frozen, 1};
}

void RowPlaces::move(const ContactSet& set, View<Index> rows, View<Real> w) const {
  const Placement at = placement(w);
  const SurfaceMotion& motion = *geometry_.motion;
  const View<std::uint8_t> movable = motion.movable();
  for (const Index r : rows)
    for (const Index v : set.stencil(r))
      // Only the vertices of these rows are moved. Components are evaluated by several threads at
      // once; they share no free degree of freedom, so that they write to different movable
      // vertices. Vertices that cannot move may be shared and are therefore left alone.
      if (movable[v]) motion.position(at, y_old_, v, y_);
}

View<Real> RowPlaces::move_all(View<Real> w) {
  geometry_.motion->positions(placement(w), y_old_, y_);
  return y_;
}

View<Real> RowPlaces::move_all(View<Real> w, View<Real> seen, Out<std::uint8_t> moved,
                               Executor& executor) {
  constexpr Index kGrain = 4096;  // vertices that are worth a thread
  const Placement at = placement(w);
  with_dimension(dim(), [&]<int D>(Dimension<D>) {
    executor.for_each(geometry_.surface->vertices, kGrain, [&](Range range, Context&) {
      geometry_.motion->positions(at, y_old_, range, y_);
      if (moved.empty()) return;
      const Real *now = y_.data() + D * range.begin, *then = seen.data() + D * range.begin;
      std::uint8_t* const out = moved.data() + range.begin;
      for (Index v = 0; v < range.size(); ++v, now += D, then += D) {
        unsigned differ = 0;
        for (int d = 0; d < D; ++d) differ |= static_cast<unsigned>(!(now[d] == then[d]));
        out[v] = static_cast<std::uint8_t>(differ);
      }
    });
  });
  return y_;
}

void RowPlaces::find_mean_held() {
  const Supports* supports = geometry_.supports;
  if (!supports || supports->dofs().empty() || !point_.frozen.empty()) return;
  const std::size_t dofs = geometry_.layout->prescribed.size();
  mean_held_.resize(dofs, 0);
  path_before_.resize(dofs, 0);
  supports->prescribe(old_.q, point_.time, mean_held_);
  supports->prescribe(old_.q, 2 * old_.time - point_.time, path_before_);
  for (const Index dof : supports->dofs())
    mean_held_[dof] = (mean_held_[dof] - path_before_[dof]) / 2;
}

}  // namespace tactus::core
