/// \file shapes.hpp  Solids of all kinds, drawn at random or made of cells.
#pragma once

#include <functional>

#include "solid.hpp"
#include "tests/property/random_numbers.hpp"

namespace tactus::space_scenes {

using property::RandomNumbers;

/// Cells of a lattice that `keep` keeps, each cut into 6 tetrahedra round its diagonal. Its lowest corner
/// is the origin.
using Keep = std::function<bool(int, int, int)>;
Solid cells(const std::array<int, 3>& count, const Point& size, const Keep& keep = {});

/// All of them fit into a ball of radius `size` about the origin, roughly.
Solid box_of(RandomNumbers& random, Real size);
Solid tetrahedron(RandomNumbers& random, Real size);
/// Corners of an icosahedron at random distances, joined to the middle: reentrant, or with spikes.
Solid star(RandomNumbers& random, Real size);
/// A plate, a rod, a needle or a blade.
Solid thin(RandomNumbers& random, Real size);
/// An L, a U, a cross, a comb.
Solid bent(RandomNumbers& random, Real size);
Solid any_shape(RandomNumbers& random, Real size);

/// A cube with a cavity of half its width in the middle, closed or with a mouth.
Solid shell(Real size, bool mouth);

Point direction(RandomNumbers& random);
Eigen::Matrix3d rotation(RandomNumbers& random);

}  // namespace tactus::space_scenes
