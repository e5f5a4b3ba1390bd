// A problem of friction that `tactus solve` reads.
#pragma once

namespace tactus::test {

/// A body of 1 kg on two points, 1 m/s downwards and 0.1 m/s along: it sticks.
inline constexpr const char* kBlock =
    "fc3d 1\ndimension 2\ncontacts 2\nblocks 4\nmu 0.5 0.5\nq\n-1 0.1\n-1 0.1\nM\n"
    "0 0 2 0.5 0.5 2\n0 1 0.5 0.5 -0.5 1\n1 0 0.5 -0.5 0.5 1\n1 1 2 -0.5 -0.5 2\nend\n";

}  // namespace tactus::test
