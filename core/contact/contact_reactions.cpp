// Contact rows as a problem in reactions needs them: frames, relative velocities, and the forces
// that follow from reactions.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/contact_model.hpp"

namespace tactus::core {

/// Positions are those of the frozen geometry, so that frames, weights and points remain valid for
/// the whole solve.
Outcome KernelContact::evaluate_reactions(ReactionRows& out, const ReactionMap* frames,
                                          Context& context) const {
  const auto n = out.row.size(), dim = static_cast<std::size_t>(geometry_.surface->dim);
  const auto entries = static_cast<std::size_t>(entries_of(out.row));
  out.frame.assign(n * dim * dim, 0);
  out.point.assign(n * dim, 0);
  out.weight.assign(entries, 0);
  out.area.assign(n, std::numeric_limits<Real>::quiet_NaN());
  out.outside_velocity.assign(n * dim, 0);
  set_positions(out.row, {});
  try {
    constraint_.evaluate(query(out.row),
                         {.value = nullptr,
                          .gradient = nullptr,
                          .frame = out.frame.data(),
                          .weight = out.weight.data(),
                          .point = out.point.data(),
                          .area = out.area.data(),
                          .outside_velocity = out.outside_velocity.data()},
                         context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  for (std::size_t i = 0; frames && i < n; ++i)
    frames->turn(memory_.set.key[out.row[i]], former_of(out.row[i]),
                 Out<Real>(out.frame).subspan(i * dim * dim, dim * dim));
  scatter_reactions(out);
  return {};
}

/// Writes the columns of H for the free degrees of freedom of each contact.
void KernelContact::scatter_reactions(ReactionRows& out) const {
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  const View<Index> start = map_.start(), dof = map_.dof();
  const Placement at = placement({});
  out.start.assign(1, 0);
  out.dof.clear();
  for (const Index r : out.row) {
    out.dof.insert(out.dof.end(), dof.begin() + start[r], dof.begin() + start[r + 1]);
    out.start.push_back(static_cast<Index>(out.dof.size()));
  }
  out.column.resize(out.dof.size() * dim);
  const Real* weight = out.weight.data();
  for (std::size_t i = 0; i < out.row.size(); ++i) {
    map_.jacobian(row(out.row[i]), at, out.frame.data() + i * dim * dim, weight,
                  out.column.data() + static_cast<std::size_t>(out.start[i]) * dim,
                  View<Real>(out.point).subspan(i * dim, dim));
    weight += memory_.set.stencil(out.row[i]).size();
  }
}

void KernelContact::relative_velocity(const ReactionRows& rows, View<Real> velocity,
                                      Out<Real> U) const {
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  const Placement at = placement({});
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    Real relative[3] = {}, of_vertex[3] = {};
    const Real* outside = rows.outside_velocity.data() + i * dim;
    const View<Real> place = View<Real>(rows.point).subspan(i * dim, dim);
    for (const Index v : memory_.set.stencil(rows.row[i])) {
      geometry_.motion->velocity(at, v, velocity, place, of_vertex);
      for (std::size_t d = 0; d < dim; ++d) relative[d] += *weight * of_vertex[d];
      ++weight;
    }
    for (std::size_t d = 0; d < dim; ++d) relative[d] -= outside[d];
    const Real* frame = rows.frame.data() + i * dim * dim;
    for (std::size_t d = 0; d < dim; ++d) {
      Real u = 0;
      for (std::size_t e = 0; e < dim; ++e) u += frame[d * dim + e] * relative[e];
      U[i * dim + d] = u;
    }
  }
}

void KernelContact::add_angular_momentum_error(const ReactionRows& rows, View<Real> reactions,
                                               Real* moment) const {
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    const Real* frame = rows.frame.data() + i * dim * dim;
    Real force[3] = {}, arm[3] = {};
    for (std::size_t d = 0; d < dim; ++d)
      for (std::size_t e = 0; e < dim; ++e) force[d] += frame[e * dim + d] * reactions[i * dim + e];
    for (const Index v : memory_.set.stencil(rows.row[i])) {
      const bool free_node = geometry_.motion->is_node(v) && geometry_.motion->movable()[v];
      for (std::size_t d = 0; d < dim && free_node; ++d)
        arm[d] += *weight * (y_[static_cast<std::size_t>(v) * dim + d] - rows.point[i * dim + d]);
      ++weight;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t e = (d + 1) % 3, f = (d + 2) % 3;
      moment[d] += arm[e] * force[f] - arm[f] * force[e];
    }
  }
}

void KernelContact::collect_reactions(const ReactionRows& rows, const ReactionOutcome& step,
                                      ContactForces& out) const {
  const Surface& surface = *geometry_.surface;
  const Index dim = surface.dim;
  out.vertex_force.resize(y_.size(), 0);
  out.vertex_state.resize(static_cast<std::size_t>(surface.vertices));
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    const Real* frame = rows.frame.data() + static_cast<Index>(i) * dim * dim;
    const Real* R = step.reactions.data() + static_cast<Index>(i) * dim;
    const auto [body_a, body_b] = sides_of(rows.row[i]);
    const bool grounded = memory_.grounded[rows.row[i]] != 0;
    const Real* outside = rows.outside_velocity.data() + static_cast<Index>(i) * dim;
    PairImpulse pair{body_a, body_b, 1, {}};
    const bool acts = std::any_of(R, R + dim, [](Real r) { return r != 0; });
    const ContactState state = contact_state(R, static_cast<int>(dim), step.friction[i]);
    for (const Index v : memory_.set.stencil(rows.row[i])) {
      const View<Index> own =
          geometry_.motion->is_node(v) ? geometry_.motion->dofs_of(v) : View<Index>{};
      if (*weight != 0) out.mark(v, state);
      for (Index d = 0; d < dim && acts; ++d) {
        Real impulse = 0;
        for (Index e = 0; e < dim; ++e) impulse += frame[e * dim + d] * R[e];
        impulse *= step.fraction * *weight;
        const Real force = impulse / step.dt;
        out.vertex_force[static_cast<std::size_t>(dim * v + d)] += force;
        if (grounded) {
          out.hold(geometry_.holders + 1, static_cast<int>(d), -force);
          out.held_work -= impulse * outside[d];
        }
        if (!own.empty() && geometry_.layout->prescribed[own[d]]) {
          out.hold(geometry_.holder[own[d]], static_cast<int>(d), force);
          out.held_work += impulse * step.velocity[own[d]];
        }
        if (surface.vertex_body[v] == body_a) pair.impulse[d] += impulse;
      }
      ++weight;
    }
    if (!acts) continue;
    out.grounded = out.grounded || grounded;
    out.outside_speed = std::max(
        out.outside_speed, std::hypot(outside[0], outside[1], dim == 3 ? outside[2] : Real{0}));
    ++out.contacts;
    out.pairs.push_back(pair);
  }
  out.join_pairs();
}

}  // namespace tactus::core
