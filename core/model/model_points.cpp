// Bodies of a model without nodes: their places in its arrays, and where their points are.
#include <algorithm>
#include <array>

#include "core/model/model.hpp"
#include "core/model/rigid_scene.hpp"

namespace tactus::core {

void Model::add_rigid_bodies(const Configuration& configuration, const std::vector<Mesh>& meshes) {
  std::vector<RigidBody> rigid;
  std::vector<std::size_t> number;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (configuration.bodies[b].type != BodyConfigType::rigid) continue;
    const Index first = points(), corners = dim() + 1;
    const Mesh& mesh = meshes[b];
    places_.insert(places_.end(), mesh.points.begin(), mesh.points.end());
    bodies_[b].nodes = {first, points()};
    bodies_[b].elements.begin =
        element_count() + static_cast<Index>(shown_elements_.size()) / corners;
    for (const Index n : mesh.elements) shown_elements_.push_back(first + n);
    shown_body_.resize(shown_elements_.size() / static_cast<std::size_t>(corners),
                       static_cast<std::int32_t>(b));
    bodies_[b].elements.end = bodies_[b].elements.begin + mesh.element_count();
    // A faulty mesh is skipped here and reported later, together with all others.
    const bool whole = configuration.bodies[b].rigid.is_round() || !mesh.elements.empty();
    const auto known = [&](Index n) { return n >= 0 && n < mesh.nodes(); };
    rigid.push_back(whole && std::ranges::all_of(mesh.elements, known)
                        ? rigid_body(configuration.bodies[b], mesh)
                        : RigidBody{.properties = {}, .points = mesh.points});
    number.push_back(b);
  }
  if (rigid.empty()) return;
  const RigidBodies::First first{nodes(), layout_.coordinates, layout_.dofs};
  kinds_.push_back(std::make_unique<RigidBodies>(dim(), std::move(rigid), first));
  const KindRanges& ranges = kinds_.back()->ranges();
  for (const std::size_t b : number) {
    Body& body = layout_bodies_[b];
    body.coordinates = {layout_.coordinates,
                        layout_.coordinates + RigidBodies::coordinates_per_body(dim())};
    body.dofs = {layout_.dofs, layout_.dofs + RigidBodies::dofs_per_body(dim())};
    layout_.coordinates = body.coordinates.end;
    layout_.dofs = body.dofs.end;
    block_start_.push_back(layout_.dofs);
  }
  start_.resize(static_cast<std::size_t>(ranges.coordinates.end));
  kinds_.back()->initial_coordinates(start_);
}

/// [points * dim] 1/kg. For a point of a rotating body it is the mean over the directions in which
/// the point may be pushed, tr(J M^-1 J') / dim.
std::vector<Real> Model::point_inverse_mass() const {
  const auto d = static_cast<std::size_t>(dim());
  std::vector<Real> inverse(places_.size());
  std::copy_n(inverse_mass_.begin(), static_cast<std::size_t>(nodes()) * d, inverse.begin());
  std::array<Real, 3 * SurfaceMotion::kMostDofs> J;
  for (const auto& kind : kinds_)
    for (Index p = kind->ranges().points.begin; p < kind->ranges().points.end; ++p) {
      const Range dofs = kind->dofs_of(p);
      const auto columns = static_cast<std::size_t>(dofs.size());
      kind->jacobian({.q = start_}, p, nullptr, J.data());
      Real sum = 0;
      for (std::size_t i = 0; i < d * columns; ++i)
        sum += J[i] * J[i] * inverse_mass_[static_cast<std::size_t>(dofs.begin) + i % columns];
      std::fill_n(inverse.begin() + p * dim(), d, sum / static_cast<Real>(d));
    }
  return inverse;
}

void Model::place_points(View<Real> q, Out<Real> x) const {
  std::copy_n(q.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds_) kind->place({.q = q}, x);
}

void Model::point_velocities(View<Real> q, View<Real> v, Out<Real> x) const {
  std::copy_n(v.begin(), nodes() * dim(), x.begin());
  for (const auto& kind : kinds_) kind->velocities(q, v, x);
}

}  // namespace tactus::core
