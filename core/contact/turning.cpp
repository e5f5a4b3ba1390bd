// How normal velocities of contacts change within a step because bodies turn.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/contact_model.hpp"

namespace tactus::core {

/// Whether some body of a row turns in this time by more than the rounding of its angles. Nodes do
/// not turn.
bool KernelContact::turns(Index row, View<Real> velocity, Real time) const {
  constexpr Real kRounding = 64 * std::numeric_limits<Real>::epsilon();
  const SurfaceMotion& motion = *geometry_.motion;
  return std::ranges::any_of(memory_.set.stencil(row), [&](Index v) {
    return !motion.is_node(v) && std::ranges::any_of(motion.dofs_of(v), [&](Index dof) {
      return motion.direction_of(dof) == kNone &&
             std::abs(velocity[static_cast<std::size_t>(dof)]) * time > kRounding;
    });
  });
}

Outcome KernelContact::turning(const ReactionRows& rows, View<Real> velocity, Real ahead,
                               Out<Real> out, Context& context) {
  std::fill(out.begin(), out.end(), Real{0});
  ahead_.rows.clear();
  for (std::size_t i = 0; i < rows.row.size(); ++i)
    if (turns(rows.row[i], velocity, ahead)) ahead_.rows.push_back(rows.row[i]);
  if (ahead_.rows.empty()) return {};
  const Placement here = placement({});
  ahead_.u.resize(velocity.size());
  for (std::size_t i = 0; i < ahead_.u.size(); ++i) ahead_.u[i] = here.u[i] + ahead * velocity[i];
  const Placement there{here.q, ahead_.u, 1};
  if (Outcome bad = look_there(there, point_.time + ahead, context); !bad) return bad;
  const auto square = static_cast<std::size_t>(rows.dim * rows.dim);
  const auto dim = static_cast<std::size_t>(rows.dim);
  const Real *weight = rows.weight.data(), *weight_there = ahead_.weight.data();
  for (std::size_t i = 0, k = 0; i < rows.row.size() && k < ahead_.rows.size(); ++i) {
    const Index r = rows.row[i];
    const std::size_t entries = memory_.set.stencil(r).size();
    if (r == ahead_.rows[k]) {
      out[i] = normal_velocity(r, there, velocity, ahead_.frame.data() + square * k, weight_there,
                               ahead_.outside_velocity.data() + dim * k) -
               normal_velocity(r, here, velocity, rows.frame.data() + square * i, weight,
                               rows.outside_velocity.data() + dim * i);
      weight_there += entries, ++k;
    }
    weight += entries;
  }
  return {};
}

/// Frames and weights of the rows that turn, at another time and placement of their vertices.
Outcome KernelContact::look_there(const Placement& there, Real time, Context& context) {
  const auto dim = static_cast<std::size_t>(geometry_.surface->dim);
  ahead_.y.resize(y_.size());
  for (const Index r : ahead_.rows)
    for (const Index v : memory_.set.stencil(r))
      geometry_.motion->position(there, y_old_, v, ahead_.y);
  ahead_.frame.resize(ahead_.rows.size() * dim * dim);
  ahead_.weight.resize(static_cast<std::size_t>(entries_of(ahead_.rows)));
  ahead_.outside_velocity.assign(ahead_.rows.size() * dim, 0);
  try {
    constraint_.evaluate({&memory_.set, ahead_.rows, ahead_.y, time},
                         {.frame = ahead_.frame.data(),
                          .weight = ahead_.weight.data(),
                          .outside_velocity = ahead_.outside_velocity.data()},
                         context);
  } catch (const EvaluationError& e) {
    return Outcome::retry(Cause::not_finite, e.what(), e.where);
  }
  return {};
}

/// m/s, of the vertices of a row, less what is outside, along the normal of its frame.
Real KernelContact::normal_velocity(Index row, const Placement& at, View<Real> velocity,
                                    const Real* frame, const Real* weight,
                                    const Real* outside_velocity) const {
  Real normal = 0, of_vertex[3] = {};
  for (int d = 0; d < geometry_.surface->dim; ++d) normal -= frame[d] * outside_velocity[d];
  for (const Index v : memory_.set.stencil(row)) {
    geometry_.motion->velocity(at, v, velocity, {}, of_vertex);
    for (int d = 0; d < geometry_.surface->dim; ++d) normal += *weight * frame[d] * of_vertex[d];
    ++weight;
  }
  return normal;
}

}  // namespace tactus::core
