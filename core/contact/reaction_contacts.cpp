#include "core/contact/reaction_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/contact_bodies.hpp"

namespace tactus::core {

/// Positions are those of the frozen geometry, so that frames, weights and points remain valid for
/// the whole solve.
Outcome ReactionContacts::evaluate(ReactionRows& out, const ReactionMap* frames, Context& context) {
  const auto n = out.row.size(), dim = static_cast<std::size_t>(rows_.places().dim());
  const auto entries = static_cast<std::size_t>(rows_.entries_of(out.row));
  out.frame.assign(n * dim * dim, 0);
  out.point.assign(n * dim, 0);
  out.weight.assign(entries, 0);
  out.area.assign(n, std::numeric_limits<Real>::quiet_NaN());
  out.outside_velocity.assign(n * dim, 0);
  rows_.places().move(rows_.set(), out.row, {});
  const RowOutput asked{.value = nullptr,
                        .gradient = nullptr,
                        .frame = out.frame.data(),
                        .weight = out.weight.data(),
                        .point = out.point.data(),
                        .area = out.area.data(),
                        .outside_velocity = out.outside_velocity.data()};
  if (Outcome bad = rows_.ask(rows_.query(out.row), asked, context); !bad) return bad;
  for (std::size_t i = 0; frames && i < n; ++i)
    frames->turn(rows_.rows().key[out.row[i]], rows_.former_of(out.row[i]),
                 Out<Real>(out.frame).subspan(i * dim * dim, dim * dim));
  scatter(out);
  return {};
}

/// Writes the columns of H for the free degrees of freedom of each contact.
void ReactionContacts::scatter(ReactionRows& out) const {
  const auto dim = static_cast<std::size_t>(rows_.places().dim());
  const View<Index> start = rows_.map().start(), dof = rows_.map().dof();
  const Placement at = rows_.places().placement({});
  out.start.assign(1, 0);
  out.dof.clear();
  for (const Index r : out.row) {
    out.dof.insert(out.dof.end(), dof.begin() + start[r], dof.begin() + start[r + 1]);
    out.start.push_back(static_cast<Index>(out.dof.size()));
  }
  out.column.resize(out.dof.size() * dim);
  const Real* weight = out.weight.data();
  for (std::size_t i = 0; i < out.row.size(); ++i) {
    rows_.map().jacobian(rows_.row(out.row[i]), at, out.frame.data() + i * dim * dim, weight,
                         out.column.data() + static_cast<std::size_t>(out.start[i]) * dim,
                         View<Real>(out.point).subspan(i * dim, dim));
    weight += rows_.stencil(out.row[i]).size();
  }
}

void ReactionContacts::relative_velocity(const ReactionRows& rows, View<Real> velocity,
                                         Out<Real> U) const {
  const auto dim = static_cast<std::size_t>(rows_.places().dim());
  const Placement at = rows_.places().placement({});
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    Real relative[3] = {}, of_vertex[3] = {};
    const Real* outside = rows.outside_velocity.data() + i * dim;
    const View<Real> place = View<Real>(rows.point).subspan(i * dim, dim);
    for (const Index v : rows_.stencil(rows.row[i])) {
      motion().velocity(at, v, velocity, place, of_vertex);
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

void ReactionContacts::add_angular_momentum_error(const ReactionRows& rows, View<Real> reactions,
                                                  Real* moment) const {
  const View<Real> y = rows_.places().now();
  const auto dim = static_cast<std::size_t>(rows_.places().dim());
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    const Real* frame = rows.frame.data() + i * dim * dim;
    Real force[3] = {}, arm[3] = {};
    for (std::size_t d = 0; d < dim; ++d)
      for (std::size_t e = 0; e < dim; ++e) force[d] += frame[e * dim + d] * reactions[i * dim + e];
    for (const Index v : rows_.stencil(rows.row[i])) {
      const bool free_node = motion().is_node(v) && motion().movable()[v];
      for (std::size_t d = 0; d < dim && free_node; ++d)
        arm[d] += *weight * (y[static_cast<std::size_t>(v) * dim + d] - rows.point[i * dim + d]);
      ++weight;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t e = (d + 1) % 3, f = (d + 2) % 3;
      moment[d] += arm[e] * force[f] - arm[f] * force[e];
    }
  }
}

void ReactionContacts::collect(const ReactionRows& rows, const ReactionOutcome& step,
                               ContactForces& out) const {
  const ContactGeometry& geometry = rows_.places().geometry();
  const Surface& surface = *geometry.surface;
  const Index dim = surface.dim;
  out.vertex_force.resize(rows_.places().now().size(), 0);
  out.vertex_state.resize(static_cast<std::size_t>(surface.vertices));
  const Real* weight = rows.weight.data();
  for (std::size_t i = 0; i < rows.row.size(); ++i) {
    const Real* frame = rows.frame.data() + static_cast<Index>(i) * dim * dim;
    const Real* R = step.reactions.data() + static_cast<Index>(i) * dim;
    const auto [body_a, body_b] = sides_of(rows_, rows.row[i]);
    const bool grounded = rows_.memory().grounded[rows.row[i]] != 0;
    const Real* outside = rows.outside_velocity.data() + static_cast<Index>(i) * dim;
    PairImpulse pair{body_a, body_b, 1, {}};
    const bool acts = std::any_of(R, R + dim, [](Real r) { return r != 0; });
    const ContactState state = contact_state(R, static_cast<int>(dim), step.friction[i]);
    for (const Index v : rows_.stencil(rows.row[i])) {
      const View<Index> own = motion().is_node(v) ? motion().dofs_of(v) : View<Index>{};
      if (*weight != 0) out.mark(v, state);
      for (Index d = 0; d < dim && acts; ++d) {
        Real impulse = 0;
        for (Index e = 0; e < dim; ++e) impulse += frame[e * dim + d] * R[e];
        impulse *= step.fraction * *weight;
        const Real force = impulse / step.dt;
        out.vertex_force[static_cast<std::size_t>(dim * v + d)] += force;
        if (grounded) {
          out.hold(geometry.holders + 1, static_cast<int>(d), -force);
          out.held_work -= impulse * outside[d];
        }
        if (!own.empty() && geometry.layout->prescribed[own[d]]) {
          out.hold(geometry.holder[own[d]], static_cast<int>(d), force);
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
