#include "core/model/initial_velocity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/groups.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {
namespace {

/// The sine is evaluated at the coordinates of the configuration file, not at stored ones, which
/// are relative to Layout::origin.
void add_wave(const VelocityConfig& entry, std::size_t dim, const Real* x, View<Real> centre,
              Real* v) {
  Real angle = 0;
  for (std::size_t i = 0; i < dim; ++i) angle += entry.wave_vector[i] * (x[i] + centre[i]);
  const Real sine = std::sin(angle + entry.phase);
  for (std::size_t i = 0; i < dim; ++i) v[i] += entry.amplitude[i] * sine;
}

/// Reference points of one entry, in stored coordinates.
struct Places {
  View<Real> mass_centre, about;
  View<Real> centre;  ///< of the scene: coordinates of the file minus stored ones
};

void add_spin(const std::array<Real, 3>& spin, int dim, const Real* x, View<Real> centre, Real* v) {
  const Real arm[3] = {x[0] - centre[0], x[1] - centre[1], dim == 3 ? x[2] - centre[2] : 0};
  v[0] -= spin[2] * arm[1];
  v[1] += spin[2] * arm[0];
  if (dim == 2) return;
  v[0] += spin[1] * arm[2];
  v[1] -= spin[0] * arm[2];
  v[2] += spin[0] * arm[1] - spin[1] * arm[0];
}

/// Adds one entry at one node. @param x, v  [dim]
void add(const VelocityConfig& entry, int dim, const Real* x, const Places& places, Real* v) {
  const auto d = static_cast<std::size_t>(dim);
  for (std::size_t i = 0; i < std::min(d, entry.constant.size()); ++i) v[i] += entry.constant[i];
  if (const auto spin = entry.angular_velocity(); spin != std::array<Real, 3>{})
    add_spin(spin, dim, x, places.mass_centre, v);
  if (entry.gradient.size() >= d * d)
    for (std::size_t i = 0; i < d; ++i)
      for (std::size_t j = 0; j < d; ++j)
        v[i] += entry.gradient[i * d + j] * (x[j] - places.about[j]);
  if (!entry.amplitude.empty()) add_wave(entry, d, x, places.centre, v);
}

/// Whether x [dim] is in the closed box of the entry; true if it has none. Nodes on the faces of
/// the box count as inside in spite of the rounding errors of placing. @param centre  of the scene
bool in_box(const VelocityConfig& entry, int dim, const Real* x, View<Real> centre) {
  const auto d = static_cast<std::size_t>(dim);
  if (entry.box.size() < 2 * d) return true;
  for (std::size_t i = 0; i < d; ++i) {
    const auto [low, high] = std::minmax(entry.box[i], entry.box[d + i]);
    const Real round_off =
        8 * 0x1p-52 * std::max({std::abs(low), std::abs(high), std::abs(centre[i])});
    if (x[i] < low - centre[i] - round_off || x[i] > high - centre[i] + round_off) return false;
  }
  return true;
}

}  // namespace

std::vector<Real> centre_of_mass(const Body& body, int dim, View<Real> q, View<Real> mass) {
  const auto d = static_cast<std::size_t>(dim);
  const auto first = static_cast<std::size_t>(body.dofs.begin);
  const auto last = static_cast<std::size_t>(body.dofs.end);
  // Relative to the first node, so that no digits are lost for a small body far from the origin.
  std::vector<Real> weighted(d, 0), plain(d, 0), total(d, 0);
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t k = (i - first) % d;
    const Real x = q[i] - q[first + k];
    weighted[k] += mass[i] * x;
    plain[k] += x;
    total[k] += mass[i];
  }
  const std::size_t count = (last - first) / d;
  const Real nodes = static_cast<Real>(count);
  for (std::size_t k = 0; k < d && first < last; ++k)
    weighted[k] = q[first + k] + (total[k] > 0 ? weighted[k] / total[k] : plain[k] / nodes);
  return weighted;
}

std::vector<Real> initial_velocity(const Configuration& configuration,
                                   const std::vector<Mesh>& meshes, View<Body> bodies,
                                   View<Real> reference, View<Real> mass, View<Real> centre) {
  const int dim = configuration.dim;
  std::vector<Real> v(mass.size(), 0);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (configuration.bodies[b].type == BodyConfigType::of_kind) continue;
    const std::vector<Real> c = centre_of_mass(bodies[b], dim, reference, mass);
    for (const VelocityConfig& entry : configuration.bodies[b].velocity) {
      std::vector<Real> about = c;
      for (std::size_t i = 0; i < std::min(about.size(), entry.about.size()); ++i)
        about[i] = entry.about[i] - centre[i];
      const auto nodes = nodes_of(meshes[b], bodies[b].dofs.size() / dim, entry.group);
      bool any = false;
      for (const Index n : nodes.value()) {
        const auto at = static_cast<std::size_t>(bodies[b].dofs.begin + n * dim);
        if (!in_box(entry, dim, reference.data() + at, centre)) continue;
        add(entry, dim, reference.data() + at, {c, about, centre}, v.data() + at);
        any = true;
      }
      if (!any)
        throw ModelError(
            {{fmt::format("/bodies/{}/velocity", b), "no node of the body lies in the \"box\""}});
    }
  }
  return v;
}

}  // namespace tactus::core
