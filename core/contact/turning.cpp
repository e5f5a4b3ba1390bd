// How normal velocities of contacts change within a step because bodies turn.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contact/reaction_contacts.hpp"

namespace tactus::core {

/// Whether some body of a row turns in this time by more than the rounding of its angles. Nodes do
/// not turn.
bool ReactionContacts::turns(Index row, View<Real> velocity, Real time) const {
  constexpr Real kRounding = 64 * std::numeric_limits<Real>::epsilon();
  const SurfaceMotion& motion = this->motion();
  return std::ranges::any_of(rows_.stencil(row), [&](Index v) {
    return !motion.is_node(v) && std::ranges::any_of(motion.dofs_of(v), [&](Index dof) {
      return motion.direction_of(dof) == kNone &&
             std::abs(velocity[static_cast<std::size_t>(dof)]) * time > kRounding;
    });
  });
}

Outcome ReactionContacts::turning(const ReactionRows& rows, View<Real> velocity, Real ahead,
                                  Out<Real> out, Context& context) {
  std::fill(out.begin(), out.end(), Real{0});
  ahead_.rows.clear();
  for (std::size_t i = 0; i < rows.row.size(); ++i)
    if (turns(rows.row[i], velocity, ahead)) ahead_.rows.push_back(rows.row[i]);
  if (ahead_.rows.empty()) return {};
  const Placement here = rows_.places().placement({});
  ahead_.u.resize(velocity.size());
  for (std::size_t i = 0; i < ahead_.u.size(); ++i) ahead_.u[i] = here.u[i] + ahead * velocity[i];
  const Placement there{here.q, ahead_.u, 1};
  if (Outcome bad = look_there(there, rows_.places().point().time + ahead, context); !bad)
    return bad;
  const auto square = static_cast<std::size_t>(rows.dim * rows.dim);
  const auto dim = static_cast<std::size_t>(rows.dim);
  const Real *weight = rows.weight.data(), *weight_there = ahead_.weight.data();
  for (std::size_t i = 0, k = 0; i < rows.row.size() && k < ahead_.rows.size(); ++i) {
    const Index r = rows.row[i];
    const std::size_t entries = rows_.stencil(r).size();
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
Outcome ReactionContacts::look_there(const Placement& there, Real time, Context& context) {
  const auto dim = static_cast<std::size_t>(rows_.places().dim());
  ahead_.y.resize(rows_.places().now().size());
  for (const Index r : ahead_.rows)
    for (const Index v : rows_.stencil(r))
      motion().position(there, rows_.places().before(), v, ahead_.y);
  ahead_.frame.resize(ahead_.rows.size() * dim * dim);
  ahead_.weight.resize(static_cast<std::size_t>(rows_.entries_of(ahead_.rows)));
  ahead_.outside_velocity.assign(ahead_.rows.size() * dim, 0);
  return rows_.ask({&rows_.set(), ahead_.rows, ahead_.y, time},
                   {.frame = ahead_.frame.data(),
                    .weight = ahead_.weight.data(),
                    .outside_velocity = ahead_.outside_velocity.data()},
                   context);
}

/// m/s, of the vertices of a row, less what is outside, along the normal of its frame.
Real ReactionContacts::normal_velocity(Index row, const Placement& at, View<Real> velocity,
                                       const Real* frame, const Real* weight,
                                       const Real* outside_velocity) const {
  Real normal = 0, of_vertex[3] = {};
  for (int d = 0; d < dim(); ++d) normal -= frame[d] * outside_velocity[d];
  for (const Index v : rows_.stencil(row)) {
    motion().velocity(at, v, velocity, {}, of_vertex);
    for (int d = 0; d < dim(); ++d) normal += *weight * frame[d] * of_vertex[d];
    ++weight;
  }
  return normal;
}

}  // namespace tactus::core
