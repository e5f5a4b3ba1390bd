#include "core/contact/pressed_forces.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/contact_bodies.hpp"
#include "core/contact/zone_forces.hpp"

namespace tactus::core {
namespace {

/// Whether the gradient of a row [vertices * dim] adds up to zero over its vertices. The gradient
/// of a gap between two bodies does, because a translation of both leaves the gap unchanged. The
/// tolerance is far above the rounding error of any sensible formula.
bool is_closed(View<Real> gradient, int dim) {
  Real sum[3] = {}, size = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    sum[i % static_cast<std::size_t>(dim)] += gradient[i];
    size += std::abs(gradient[i]);
  }
  return std::abs(sum[0]) + std::abs(sum[1]) + std::abs(sum[2]) <= 1e-6 * size;
}

}  // namespace

Outcome PressedForces::look(View<Real> w, View<Real> multiplier, Context& context) {
  pressed_.clear();
  for (Index r = 0; r < rows_.rows().count; ++r)
    if (multiplier[r] > 0) pressed_.push_back(r);
  if (pressed_.empty()) return {};
  rows_.places().move(rows_.set(), pressed_, w);
  const auto dim = static_cast<std::size_t>(rows_.places().dim());
  gradient_.resize(static_cast<std::size_t>(rows_.entries_of(pressed_)) * dim);
  outside_velocity_.assign(pressed_.size() * dim, 0);
  if (Outcome bad = rows_.ask(
          rows_.query(pressed_),
          {.gradient = gradient_.data(), .outside_velocity = outside_velocity_.data()}, context);
      !bad) {
    pressed_.clear();
    return bad;
  }
  find_grounded_rows();
  return {};
}

/// Finds those rows with a force that push against something outside the model, whether or not
/// their constraint has declared them as grounded.
void PressedForces::find_grounded_rows() {
  const int dim = rows_.places().dim();
  const Real* gradient = gradient_.data();
  for (const Index r : pressed_) {
    const std::size_t size = rows_.stencil(r).size() * static_cast<std::size_t>(dim);
    if (!rows_.memory().grounded[r] && !is_closed({gradient, size}, dim)) rows_.ground(r);
    gradient += size;
  }
}

void PressedForces::collect(const ContactOutcome& step, ContactForces& out) const {
  const bool zones =
      std::any_of(step.zone.begin(), step.zone.end(), [](Index zone) { return zone != kNone; });
  if (rows_.rows().count == 0 && !zones) return;
  const RowPlaces& places = rows_.places();
  out.vertex_force.resize(places.now().size(), 0);
  out.vertex_state.resize(static_cast<std::size_t>(places.geometry().surface->vertices));
  const auto dim = static_cast<std::size_t>(places.dim());
  const Real *gradient = gradient_.data(), *outside_velocity = outside_velocity_.data();
  for (const Index r : pressed_) {
    add_row(r, places.point().fraction * step.multiplier[r], gradient, outside_velocity, step, out);
    gradient += rows_.stencil(r).size() * dim;
    outside_velocity += dim;
  }
  out.contacts += static_cast<Index>(pressed_.size());
  if (zones) add_zones(places.geometry(), step, out);
  out.join_pairs();
}

/// The fraction of a row's force that acted.
Real PressedForces::fraction_of(Index row, const ContactOutcome& step) const {
  const ContactRows& rows = rows_.rows();
  if (step.component.empty() || rows.start[row] == rows.start[row + 1]) return step.fraction;
  const Index component = step.component[rows.dof[rows.start[row]]];
  const Real own = component == kNone ? -1 : step.of_component[component];
  return own < 0 ? step.fraction : own;
}

void PressedForces::add_row(Index row, Real multiplier, const Real* gradient,
                            const Real* outside_velocity, const ContactOutcome& step,
                            ContactForces& out) const {
  const ContactGeometry& geometry = rows_.places().geometry();
  const Surface& surface = *geometry.surface;
  const int dim = surface.dim;
  const SurfaceMotion& motion = *geometry.motion;
  const View<Real> mean_held = rows_.places().mean_held();
  const View<Index> stencil = rows_.stencil(row);
  const auto [body_a, body_b] = sides_of(rows_, row);
  PairImpulse pair{body_a, body_b, 1, {}};
  const bool grounded = rows_.memory().grounded[row] != 0;
  const Real fraction = fraction_of(row, step);
  const bool along_mean = step.at_start && !mean_held.empty();
  out.grounded = out.grounded || grounded;
  if (grounded)
    out.outside_speed =
        std::max(out.outside_speed, std::hypot(outside_velocity[0], outside_velocity[1],
                                               dim == 3 ? outside_velocity[2] : Real{0}));
  for (std::size_t a = 0; a < stencil.size(); ++a) {
    const Index v = stencil[a];
    const View<Index> own = motion.is_node(v) ? motion.dofs_of(v) : View<Index>{};
    for (int d = 0; d < dim; ++d) {
      const Real force = fraction * (multiplier * gradient[a * static_cast<std::size_t>(dim) + d]);
      out.vertex_force[dim * v + d] += force;
      if (force != 0) out.mark(v, ContactState::slips);
      // the reaction on the outside world
      if (grounded) {
        out.hold(geometry.holders + 1, d, -force);
        out.held_work -= force * step.dt * outside_velocity[d];
        out.outside_power -= force * outside_velocity[d];
      }
      if (!own.empty() && geometry.layout->prescribed[own[d]]) {
        out.hold(geometry.holder[own[d]], d, force);
        out.held_work += force * (along_mean ? mean_held : step.w)[own[d]];
      }
      if (surface.vertex_body[v] == pair.body_a) pair.impulse[d] += step.dt * force;
    }
  }
  out.pairs.push_back(pair);
}

Outcome PressedForces::add_held_work(const ContactModel& contact, View<Real> w,
                                     View<Real> multiplier, View<Index> component, Out<Real> out,
                                     Context& context) const {
  const ContactRows& rows = rows_.rows();
  for (const Index r : pressed_) {
    if (!rows.held[r] || rows.start[r] == rows.start[r + 1]) continue;
    Real change = 0;
    RowBuffer row;
    row.held = &change;
    if (Outcome bad = contact.evaluate(View<Index>(&r, 1), w, row, context); !bad) return bad;
    out[component[rows.dof[rows.start[r]]]] += multiplier[r] * change;
  }
  return {};
}

void PressedForces::release_held_groups(Out<Index> group) {
  std::vector<Index>& held = held_groups_;
  held.clear();
  const ContactRows& rows = rows_.rows();
  for (Index r = 0; r < rows.count; ++r)
    if (rows.held[r] && rows.start[r] < rows.start[r + 1])
      held.push_back(group[rows.dof[rows.start[r]]]);
  if (held.empty()) return;
  std::sort(held.begin(), held.end());
  for (Index& g : group)
    if (g != kNone && std::binary_search(held.begin(), held.end(), g)) g = kNone;
}

}  // namespace tactus::core
