// Computes the characteristic lengths, masses and speeds of a model, of which tolerances are
// multiples.
#include <algorithm>
#include <cmath>

#include "core/mesh/boundary.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// Bodies without elements are measured by their diameters, and every scale has a positive
/// fallback, because tolerances are multiples of these numbers. The speed is that of the fastest
/// pressure wave. Without elastic bodies it is the largest initial velocity.
void Model::make_scales(const std::vector<Mesh>& meshes) {
  Real altitude = kUnlimited, wave = 0, speed = 0, diagonal = 0, coordinate = 0;
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    const bool round = layout_bodies_[b].vertices.size() == 1 && bodies()[b].nodes.size() > 1;
    if (!round)
      for (const Real a : smallest_altitudes(meshes[b])) altitude = std::min(altitude, a);
    if (bodies()[b].material)
      wave =
          std::max(wave, std::sqrt(bodies()[b].material->p_wave_modulus() / bodies()[b].density));
  }
  for (const Real r : surface().radius)
    if (r > 0) altitude = std::min(altitude, 2 * r);
  for (const Real x : places()) coordinate = std::max(coordinate, std::abs(x));
  for (Index dof = 0; dof < layout_.dofs; ++dof)
    if (motion_.direction_of(dof) != kNone)
      speed = std::max(speed, std::abs(velocity_[static_cast<std::size_t>(dof)]));
  for (int i = 0; i < dim(); ++i) {
    Real low = kUnlimited, high = -kUnlimited;
    for (std::size_t p = static_cast<std::size_t>(i); p < places().size();
         p += static_cast<std::size_t>(dim())) {
      low = std::min(low, places()[p]);
      high = std::max(high, places()[p]);
    }
    diagonal += (high - low) * (high - low);
  }
  diagonal = std::sqrt(diagonal);
  if (diagonal == 0) diagonal = std::isfinite(altitude) ? altitude : 1;
  if (!std::isfinite(altitude)) altitude = diagonal;

  std::vector<Real> size(surface_.facet_size().begin(), surface_.facet_size().end());
  const auto middle = size.begin() + static_cast<std::ptrdiff_t>(size.size() / 2);
  if (!size.empty()) std::nth_element(size.begin(), middle, size.end());
  scales_.altitude = altitude;
  scales_.median_facet = size.empty() ? altitude : *middle;
  scales_.longest_facet = size.empty() ? altitude : surface_.longest_facet();
  scales_.length = diagonal;
  scales_.coordinate = std::max(coordinate, altitude);
  scales_.mass = kUnlimited;
  for (Index dof = 0; dof < layout_.dofs; ++dof)
    if (const Real m = mass_[static_cast<std::size_t>(dof)];
        m > 0 && motion_.direction_of(dof) != kNone)
      scales_.mass = std::min(scales_.mass, m);
  if (!std::isfinite(scales_.mass)) scales_.mass = 1;
  scales_.speed = wave > 0 ? wave : speed > 0 ? speed : 1;
}

}  // namespace tactus::core
