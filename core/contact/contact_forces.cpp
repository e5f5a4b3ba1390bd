// Forces of contact in a solved step: which rows exert a force, and what each pair of bodies and
// each support received.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/contact/contact_model.hpp"

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

void ContactForces::clear(Index holders) {
  contacts = impact_zone_nodes = 0;
  pairs.clear();
  zone.clear();
  vertex_force.clear();
  vertex_state.clear();
  std::fill(std::begin(held), std::end(held), Real{0});
  held_by.assign(static_cast<std::size_t>(3 * (holders + 2)), 0);
  held_work = outside_speed = 0;
  grounded = false;
}

/// A stable sort, so that impulses are added up in the order in which they came.
void ContactForces::join_pairs() {
  std::ranges::stable_sort(pairs, BodyOrder{});
  std::size_t kept = 0;
  for (const PairImpulse& pair : pairs) {
    if (kept == 0 || BodyOrder{}(pairs[kept - 1], pair)) {
      pairs[kept++] = pair;
      continue;
    }
    PairImpulse& sum = pairs[kept - 1];
    sum.contacts += pair.contacts;
    for (int d = 0; d < 3; ++d) sum.impulse[d] += pair.impulse[d];
  }
  pairs.resize(kept);
}

Outcome KernelContact::look_at_pressed_rows(View<Real> w, View<Real> multiplier, Context& context) {
  pressed_.clear();
  for (Index r = 0; r < rows_.count; ++r)
    if (multiplier[r] > 0) pressed_.push_back(r);
  if (pressed_.empty()) return {};
  set_positions(pressed_, w);
  pressed_gradient_.resize(static_cast<std::size_t>(entries_of(pressed_)) *
                           static_cast<std::size_t>(geometry_.surface->dim));
  pressed_outside_velocity_.assign(
      pressed_.size() * static_cast<std::size_t>(geometry_.surface->dim), 0);
  try {
    constraint_.evaluate(query(pressed_),
                         {.gradient = pressed_gradient_.data(),
                          .outside_velocity = pressed_outside_velocity_.data()},
                         context);
  } catch (const EvaluationError& e) {
    pressed_.clear();
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  find_grounded_rows();
  return {};
}

/// Finds those rows with a force that push against something outside the model, whether or not
/// their constraint has declared them as grounded.
void KernelContact::find_grounded_rows() {
  const int dim = geometry_.surface->dim;
  const Real* gradient = pressed_gradient_.data();
  for (const Index r : pressed_) {
    const std::size_t size = memory_.set.stencil(r).size() * static_cast<std::size_t>(dim);
    if (!memory_.grounded[r] && !is_closed({gradient, size}, dim))
      memory_.grounded[r] = memory_.held[r] = 1;
    gradient += size;
  }
}

void KernelContact::collect(const ContactOutcome& step, ContactForces& out) const {
  const bool zones =
      std::any_of(step.zone.begin(), step.zone.end(), [](Index zone) { return zone != kNone; });
  if (rows_.count == 0 && !zones) return;
  out.vertex_force.resize(y_.size(), 0);
  out.vertex_state.resize(static_cast<std::size_t>(geometry_.surface->vertices));
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  const Real *gradient = pressed_gradient_.data(),
             *outside_velocity = pressed_outside_velocity_.data();
  for (const Index r : pressed_) {
    add_row(r, point_.fraction * step.multiplier[r], gradient, outside_velocity, step, out);
    gradient += memory_.set.stencil(r).size() * dim;
    outside_velocity += dim;
  }
  out.contacts += static_cast<Index>(pressed_.size());
  if (zones) add_zones(step, out);
  out.join_pairs();
}

/// The fraction of a row's force that acted.
Real KernelContact::fraction_of(Index row, const ContactOutcome& step) const {
  if (step.component.empty() || rows_.start[row] == rows_.start[row + 1]) return step.fraction;
  const Index component = step.component[rows_.dof[rows_.start[row]]];
  const Real own = component == kNone ? -1 : step.of_component[component];
  return own < 0 ? step.fraction : own;
}

void KernelContact::add_row(Index row, Real multiplier, const Real* gradient,
                            const Real* outside_velocity, const ContactOutcome& step,
                            ContactForces& out) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  const SurfaceMotion& motion = *geometry_.motion;
  const View<Index> stencil = memory_.set.stencil(row);
  const auto [body_a, body_b] = sides_of(row);
  PairImpulse pair{body_a, body_b, 1, {}};
  const bool grounded = memory_.grounded[row] != 0;
  const Real fraction = fraction_of(row, step);
  const bool along_mean = step.at_start && !mean_held_.empty();
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
        out.hold(geometry_.holders + 1, d, -force);
        out.held_work -= force * step.dt * outside_velocity[d];
      }
      if (!own.empty() && geometry_.layout->prescribed[own[d]]) {
        out.hold(geometry_.holder[own[d]], d, force);
        out.held_work += force * (along_mean ? mean_held_ : step.w)[own[d]];
      }
      if (surface.vertex_body[v] == pair.body_a) pair.impulse[d] += step.dt * force;
    }
  }
  out.pairs.push_back(pair);
}

}  // namespace tactus::core
