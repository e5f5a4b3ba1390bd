// Frames for the tests of `tactus plot`: two squares of two triangles, one moving, and a particle.
// Usage: example_frames FOLDER
#include "core/record/vtu_writer.hpp"

int main(int count, char** arguments) {
  using namespace tactus;
  if (count != 2) return 2;
  const std::vector<Index> elements{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7}, lone{8};
  const std::vector<std::int32_t> bodies{0, 0, 1, 1, 2};
  const std::vector<Real> start{0, 0, 1, 0, 1, 1, 0, 1, 2, 0, 3, 0, 3, 1, 2, 1, 1.5, 2};
  core::FrameWriter writer(arguments[1],
                           {2, elements, lone, bodies, {"target", "mover -- fast", "grain"}});
  for (int frame = 0; frame <= 10; ++frame) {
    const Real time = frame * 1e-5;
    std::vector<Real> points = start, displacement(start.size()), velocity(start.size());
    std::vector<Real> force(start.size()), stress(6 * 4);
    for (int p = 4; p < 8; ++p) {
      displacement[2 * p] = -1e4 * time;
      velocity[2 * p] = -1e4;
      points[2 * p] += displacement[2 * p];
    }
    if (frame > 5) force[2] = -7, force[8] = 7;
    for (int e = 0; e < 4; ++e) stress[6 * e] = 1e6 * e;  // uniaxial: von Mises is the same
    writer.write({time, points, displacement, velocity, force, stress});
  }
}
