// A semicircular masonry arch of rigid voussoirs on two springers.
#pragma once

#include <numbers>

#include "scene.hpp"

namespace tactus::friction {

/// Voussoirs with radial joints between circles; either circle is drawn with `pieces` chords to a
/// voussoir. The centre line has the radius 1 m, the springings are at y = 0.
struct Arch {
  int voussoirs = 27, pieces = 4;
  Real thickness = 0.1;  ///< m

  std::string text() const {
    const Real pi = std::numbers::pi;
    std::string bodies;
    for (int k = 0; k < voussoirs; ++k) {
      const Real from = pi * k / voussoirs, to = pi * (k + 1) / voussoirs;
      std::string points;
      for (const bool outer : {true, false})
        for (int i = 0; i <= pieces; ++i) {
          const Real s = static_cast<Real>(outer ? i : pieces - i) / pieces;
          const Real r = 1 + (outer ? 0.5 : -0.5) * thickness, a = from + s * (to - from);
          points += fmt::format("{}[{:.17g}, {:.17g}]", points.empty() ? "" : ", ", r * std::cos(a),
                                r * std::sin(a));
        }
      bodies += fmt::format(R"({{"name": "voussoir_{}", "type": "rigid", "density": 2000,
        "mesh": {{"type": "polygon", "points": [{}], "size": 1}}}},)",
                            k, points);
    }
    for (const Real x : {-1.5, 0.5})
      bodies += fmt::format(R"({}{{"name": "springer_{}", "type": "obstacle",
        "translate": [{}, -0.5],
        "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}}}})",
                            x < 0 ? "" : ", ", x < 0 ? "left" : "right", x);
    return bodies;
  }
};

}  // namespace tactus::friction
