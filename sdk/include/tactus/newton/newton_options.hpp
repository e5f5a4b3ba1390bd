/// \file newton/newton_options.hpp  The options of Newton's method (newton.hpp): the nested object
/// "newton" of whoever calls it.
#pragma once

#include "../options.hpp"

namespace tactus {

struct NewtonOptions {
  Index iterations = 40;
  Real tolerance = 1e-12;
  void describe(OptionVisitor& o) {
    o.integer("iterations", iterations)
        .at_least(1)
        .help("at most, before the step is tried again with a smaller dt");
    o.real("tolerance", tolerance)
        .above(0)
        .at_most(1e-3)
        .help(
            "ends when the largest correction of an iteration is this fraction of the largest "
            "increment of the step, or of a thousandth of the scene if that is larger");
  }
};

}  // namespace tactus
