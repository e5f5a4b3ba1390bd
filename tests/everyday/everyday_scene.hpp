/// \file everyday_scene.hpp  A scene of rigid bodies as the generators of everyday scenes make it: as
/// numbers for the judge, and as the configuration that the program runs.
#pragma once

#include <string>
#include <vector>

#include "shapes.hpp"

namespace tactus::everyday {

struct Body {
  std::string name{};
  Shape shape{};  ///< at the start, but for the placing of the scene
  Real density = 1000;
  bool held = false;  ///< an obstacle
  Point velocity{};
  Real spin = 0;
};

struct EverydayScene {
  std::string kind{};
  unsigned seed = 0;
  std::vector<Body> bodies{};
  Real friction = 0.5, gravity = 9.81;
  Real rotate = 0;    ///< rad, of all bodies about the origin ...
  Point translate{};  ///< ... before they are moved
  /// The file has corners where they are, in whole hundredths, and not the move.
  bool absolute = false;
  Real step = 1e-3, end = 0.3;
  /// What `/contact` has beside its parts, such as "gap_ahead": false; members, with a comma at the end.
  std::string contact{};

  std::string json() const;
  /// Where a body is at the start.
  Shape placed(std::size_t body) const;
};

/// The solver of the tests: what TACTUS_EVERYDAY_SOLVER holds (a name or a JSON object), or the default.
std::string solver_text();

/// Whole hundredths, thousandths, ...: what a hand writes.
Real decimal(Real value, int digits);

}  // namespace tactus::everyday
