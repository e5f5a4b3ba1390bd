#include "core/record/contact_pressure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tactus/geometry/facet_area.hpp"

namespace tactus::core {
namespace {

/// Facets count whose normals are nearly as close to the force as that of the best one: by this ratio of
/// cosines.
constexpr Real kFaces = 0.7;

Vector3 vector_of(const Real* values, int dim) {
  return {values[0], values[1], dim == 3 ? values[2] : 0};
}

}  // namespace

ContactPressure::ContactPressure(const Model& model) : model_(model), surface_(model.surface()) {
  for (const ModelBody& body : model.bodies())
    thickness_.push_back(model.dim() == 3 ? 1 : body.obstacle ? 0 : body.thickness);
  const auto vertices = static_cast<std::size_t>(surface_.vertices);
  normal_.assign(vertices, 0), shear_.assign(vertices, 0);
  y_.resize(surface_.reference.size());
}

void ContactPressure::find(View<Real> q, const ContactForces& forces) {
  std::ranges::fill(normal_, Real{0});
  std::ranges::fill(shear_, Real{0});
  if (forces.vertex_force.empty()) return;
  model_.motion().positions(q, y_);
  const auto dim = static_cast<std::size_t>(surface_.dim);
  for (std::size_t v = 0; v * dim < forces.vertex_force.size(); ++v) {
    const Vector3 force = vector_of(forces.vertex_force.data() + v * dim, surface_.dim);
    if (force.squaredNorm() == 0) continue;
    if (!forces.zone.empty() && forces.zone[v] != 0)
      normal_[v] = shear_[v] = std::numeric_limits<Real>::quiet_NaN();
    else
      find(static_cast<Index>(v), force);
  }
}

/// The facets round the vertex on which the force acts give the area and the normal. Contact that pulls at a
/// boundary acts along the outward normal.
void ContactPressure::find(Index vertex, const Vector3& force) {
  const Vector3 towards = -force.normalized();
  Real best = 0;  // the cosine that is farthest from 0
  around_.clear();
  for (const Index f : surface_.facets_of(vertex)) {
    around_.push_back(area_of(f));
    const Real cosine = around_.back().normalized().dot(towards);
    if (std::abs(cosine) > std::abs(best)) best = cosine;
  }
  Vector3 area = Vector3::Zero();
  Real size = 0;
  for (const Vector3& a : around_) {
    const Real length = a.norm();
    if (a.dot(towards) / length / best < kFaces) continue;
    area += a, size += length;
  }
  size *= thickness_[static_cast<std::size_t>(surface_.vertex_body[vertex])] / surface_.dim;
  if (!(size > 0)) return;
  const Vector3 normal = area.normalized();
  const Real pressing = -force.dot(normal);
  const auto v = static_cast<std::size_t>(vertex);
  normal_[v] = pressing / size;
  shear_[v] = (force + pressing * normal).norm() / size;
}

/// The outward normal of a facet times its length or area.
Vector3 ContactPressure::area_of(Index facet) const {
  const View<Index> points = surface_.facet_vertices(facet);
  Real corner[3][3] = {};
  for (std::size_t k = 0; k < points.size(); ++k)
    std::copy_n(y_.begin() + surface_.dim * points[k], surface_.dim, corner[k]);
  return facet_area(surface_.dim, corner);
}

}  // namespace tactus::core
