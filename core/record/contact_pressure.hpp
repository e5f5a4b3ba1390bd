/// \file contact_pressure.hpp  Contact forces of nodes as pressure and shear on the boundary, for frames and
/// probes. A nodal force depends on how fine the mesh is; a pressure does not.
#pragma once

#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/model/model.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// Divides the force on each vertex of the surface by the area around it: half of each of its facets in the plane
/// (times the thickness of the body), a third in space, of those facets that the force acts on. At a corner these
/// are the facets that face the force, within about 45 degrees, so that the corner of a block that lies on the
/// ground has half of a facet and the normal of its bottom. Where a contact ends within a facet the area counts
/// whole, so that the pressure is told too low there. Particles have no facets, and obstacles of the plane no
/// thickness: theirs is 0. In a rigid impact zone the force is not that of contact alone, and there is no number.
class ContactPressure {
 public:
  /// `model` outlives this
  explicit ContactPressure(const Model& model);

  /// @param q  [coordinates] at the end of the step in which the forces acted
  void find(View<Real> q, const ContactForces& forces);

  /// [vertices] Pa, positive where the body is pressed, negative where contact pulls at it
  View<Real> normal() const { return normal_; }
  /// [vertices] Pa, of the part of the force along the boundary; not negative
  View<Real> shear() const { return shear_; }

 private:
  void find(Index vertex, const Vector3& force);
  Vector3 area_of(Index facet) const;

  const Model& model_;
  const Surface& surface_;
  std::vector<Real> thickness_;  ///< [bodies] m; 1 in space, 0 for obstacles of the plane
  std::vector<Real> y_;          ///< [vertices * dim] m
  std::vector<Real> normal_, shear_;
  std::vector<Vector3> around_;  ///< areas of the facets round a vertex
};

}  // namespace tactus::core
