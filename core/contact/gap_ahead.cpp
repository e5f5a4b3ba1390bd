#include "core/contact/gap_ahead.hpp"

#include <algorithm>
#include <cmath>

#include "core/scene/capabilities.hpp"

namespace tactus::core {

GapAhead::GapAhead(const ContactGeometry& geometry, const PairLaws& laws)
    : geometry_(geometry), speed_(geometry.layout->bodies.size(), 0) {
  for (std::size_t l = 0; l < laws.laws().size(); ++l) {
    const bool implicit = claims_of(*laws.laws()[l]).has(capability::implicit_law);
    const auto law = static_cast<std::int32_t>(l);
    const bool acts_open = laws.reach(law) > laws.touching();
    serves_.push_back(implicit && !acts_open && laws.restitution(law) == 0 ? 1 : 0);
  }
  serves_any_ = std::ranges::count(serves_, 1) > 0;
  if (serves_any_)
    vertex_velocity_.resize(
        static_cast<std::size_t>(geometry.surface->vertices * geometry.surface->dim));
}

void GapAhead::begin(View<Real> q, View<Real> velocity, Real h) {
  h_ = h;
  furthest_ = 0;
  if (!serves_any_) return;
  const Surface& surface = *geometry_.surface;
  geometry_.motion->velocities(q, velocity, vertex_velocity_);
  std::fill(speed_.begin(), speed_.end(), Real{0});
  const auto moves = [&](Index vertex, std::int32_t body) {
    Real square = 0;
    for (Index d = 0; d < surface.dim; ++d) {
      const Real u = vertex_velocity_[static_cast<std::size_t>(vertex * surface.dim + d)];
      square += u * u;
    }
    Real& speed = speed_[static_cast<std::size_t>(body)];
    speed = std::max(speed, square);
  };
  for (Index v = 0; v < surface.boundary_vertices; ++v) moves(v, surface.vertex_body[v]);
  for (std::size_t p = 0; p < surface.plane_vertex.size(); ++p)
    moves(surface.plane_vertex[static_cast<Index>(p)], surface.plane_body[static_cast<Index>(p)]);
  Real first = 0, second = 0;
  for (std::size_t b = 0; b < speed_.size(); ++b) {
    speed_[b] = std::sqrt(speed_[b]);
    const Real other = speed_[b] > first ? std::exchange(first, speed_[b]) : speed_[b];
    second = std::max(second, other);
    if (geometry_.layout->bodies[b].self_contact) furthest_ = std::max(furthest_, 2 * speed_[b]);
  }
  furthest_ = h * std::max(furthest_, first + second);
}

}  // namespace tactus::core
