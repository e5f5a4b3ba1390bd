// A pile in Box2D, where that library is installed (Debian: libbox2d-dev).
#pragma once

#include <memory>
#include <vector>

#include "benchmarks/box2d/pile.hpp"

namespace tactus::bench {

bool box2d_is_installed();

/// How often Box2D sweeps over its contacts in a step.
struct Sweeps {
  int velocity = 0, position = 0;
};

/// Lengths and gravity are those of the pile times ten: Box2D is made for bodies of about a metre and
/// lets contacts be 5 mm deep, which are half a millimetre here. Bodies do not sleep, and no body is
/// followed within a step ("continuous physics"), as Tactus does neither.
class Box2DWorld {
 public:
  Box2DWorld(const Pile& pile, Sweeps sweeps);
  ~Box2DWorld();
  Box2DWorld(const Box2DWorld&) = delete;
  Box2DWorld& operator=(const Box2DWorld&) = delete;

  void step();
  /// A step that is listened to, and so takes longer.
  /// @returns m/s, the largest natural residual of a contact (sdk/include/tactus/reaction.hpp) of the
  ///          impulses and the velocities that Box2D ends with, where it saw the contacts when the step
  ///          began. Its correction of positions knows no velocities and no residual.
  Real step_with_residual();
  std::vector<Pose> poses() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tactus::bench
