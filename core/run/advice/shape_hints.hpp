/// \file shape_hints.hpp  Finds slips in the size of bodies (millimetres), and meshes that are too coarse for what they
/// are to show: linear triangles are stiffer than the body, the fewer of them are across it, and the nearer its
/// material is to incompressible.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"

namespace tactus::core {

/// How many times stiffer than the body a strip of `layers` rows of cells is in bending in plane strain, each cell two
/// linear triangles, `aspect` times as long as it is high; 1 is exact.
///
/// In pure bending the strain along the strip, kappa y, is constant in each triangle: that of one of its two edges
/// along the strip. The strain across it can follow the mean over a layer only, so that the part d = kappa h / (2 n)
/// that changes sign from triangle to triangle takes the P-wave modulus M and not E' = E / (1 - nu^2). The
/// deflection kappa x^2 / 2 is straight over a cell of length l, which leaves a shear strain of kappa l / 2. With
/// M / E' = (1 - nu)^2 / (1 - 2 nu) and G / E' = (1 - nu) / 2 the energy is that of the strip times
///   1 - 1/n^2 + 3/n^2 ((1 - nu)^2 / (1 - 2 nu) + (1 - nu) / 2 (l n / h)^2).
Real bending_stiffness(Real layers, Real aspect, Real poisson);

/// Appends one sentence per body whose size is most likely that of other units.
void look_at_sizes(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found);

/// Appends one sentence per body whose elements lock.
void look_at_locking(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                     std::vector<std::string>& found);

}  // namespace tactus::core
