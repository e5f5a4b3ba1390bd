// Points of a model: their velocities, mobilities and places.
#include <algorithm>
#include <array>
#include <numeric>

#include "core/model/model.hpp"

namespace tactus::core {

void Model::add_velocities_without_nodes(const Configuration& configuration) {
  for (std::size_t b = 0; b < bodies().size(); ++b)
    if (const ModelBody& body = bodies()[b]; body.kind)
      for (const VelocityConfig& entry : configuration.bodies[b].velocity)
        body.kind->add_velocity(entry, body.number_in_kind, start_, velocity_);
}

/// [points * dim] 1/kg, the diagonal of J M^-1 J'. Of a point of a body that may turn it is the mean over
/// directions, tr(J M^-1 J') / dim: which way the point is pushed more easily changes as the body turns.
std::vector<Real> Model::point_inverse_mass() const {
  const auto d = static_cast<std::size_t>(dim());
  std::vector<Real> inverse(places().size());
  std::copy_n(inverse_mass_.begin(), static_cast<std::size_t>(nodes()) * d, inverse.begin());
  massless_.lend_mobility(layout_, inverse_mass_, inverse);
  std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
  for (const auto& kind : kinds())
    for (Index p = kind->ranges().points.begin; p < kind->ranges().points.end; ++p) {
      const Range dofs = kind->dofs_of(p);
      const auto columns = static_cast<std::size_t>(dofs.size());
      kind->jacobian({.q = start_}, p, nullptr, J.data());
      const auto of = inverse.begin() + p * dim();
      bool turns = false;
      std::fill_n(of, d, Real{0});
      for (std::size_t i = 0; i < d * columns; ++i) {
        const Index dof = dofs.begin + static_cast<Index>(i % columns);
        const Real mobility = inverse_mass_[static_cast<std::size_t>(dof)];
        turns = turns || (i % columns >= d && mobility > 0);
        of[static_cast<std::ptrdiff_t>(i / columns)] += J[i] * J[i] * mobility;
      }
      if (turns) std::fill_n(of, d, std::accumulate(of, of + dim(), Real{0}) / dim());
    }
  return inverse;
}

void Model::place_points(View<Real> q, Out<Real> x) const {
  std::copy_n(q.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds()) kind->place({.q = q}, x);
}

void Model::point_velocities(View<Real> q, View<Real> v, Out<Real> x) const {
  std::copy_n(v.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds()) kind->velocities(q, v, x);
}

}  // namespace tactus::core
