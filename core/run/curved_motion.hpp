/// \file curved_motion.hpp  Finds what turns so far, or goes and comes back, within one step that the
/// straight line between the two ends of its path says nothing of where it was in between.
#pragma once

#include "core/config/scene/configuration.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// The longest curved path of a boundary vertex in a step.
struct CurvedMotion {
  Real length = 0;         ///< m, along the path; 0: all vertices move straight, or by a little
  std::int32_t body = -1;  ///< to which the vertex belongs
};

/// The coming step of length dt from `time`, in which vertices move from x to y and degrees of freedom
/// by u from q. A path counts as curved if it is longer than the line between its ends by more than 2 %,
/// as in a rotation by more than 0.7 rad. Vertices on paths of supports are judged by these paths, those
/// of rigid bodies by their velocities; nodes of deformable bodies move straight within a step.
CurvedMotion longest_curve(const Model& model, const Configuration& configuration, Real time,
                           Real dt, View<Real> q, View<Real> u, View<Real> x, View<Real> y);

}  // namespace tactus::core
