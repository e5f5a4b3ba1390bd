/// \file curved_motion.hpp  Finds bodies whose vertices leave the straight line between the two ends of
/// a step by so much that these ends say nothing of where the body was in between: bodies that turn
/// far, and bodies on paths that come back, or that move within a small part of the step alone.
#pragma once

#include <vector>

#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// A body that does not move straight and evenly in a step.
struct Bend {
  std::int32_t body = -1;
  /// m, bound on how far any of its vertices can get from its start: its largest speed in the step
  /// times the length of the step
  Real length = 0;
};

/// The coming step of length dt from `time`, in which degrees of freedom change by u from q, and vertices
/// move from x to y. A path of the length l between two points at the distance c leaves the line between
/// them by sqrt(l^2 - c^2) / 2 at most; a body counts as bent where this exceeds a quarter of the smallest
/// altitude of an element. Nodes of deformable bodies move straight within a step.
/// Allocates nothing if no body is bent.
std::vector<Bend> bends(const Model& model, const Configuration& configuration, Real time, Real dt,
                        View<Real> q, View<Real> u, View<Real> x, View<Real> y);

}  // namespace tactus::core
