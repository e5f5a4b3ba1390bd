// Friction contact problems that are made and not read: balls in a box, stacked as in a face-centred
// cubic lattice, and walls of bricks. Both have many more reactions than degrees of freedom, so that W
// is singular.
#pragma once

#include "apps/solve/friction_problem.hpp"

namespace tactus::bench {

/// Layers of side x side balls, and between them of one ball less each way in their hollows. A ball
/// touches up to twelve others, the floor and the walls of the box. The seed draws masses (1 to 10),
/// friction (0.2 to 0.8) and velocities of up to half of what gravity gives in a step.
core::FrictionProblem lattice(int side, int layers, unsigned seed);

/// Courses of bricks of 2 x 1 x 1 in running bond, with half bricks at the ends of every second
/// course. Bricks touch at four points of each joint, friction is 0.6. The seed draws the velocities
/// with which bricks are pushed out of the wall.
core::FrictionProblem wall(int bricks, int courses, unsigned seed);

}  // namespace tactus::bench
