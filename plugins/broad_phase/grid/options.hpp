/// \file options.hpp  What can be chosen for the broad phase grid.
#pragma once

#include <tactus/broad_phase.hpp>

namespace grid {
using namespace tactus;

struct Options {
  Index levels = 16, sweep_up_to = 4096;
  void describe(OptionVisitor& o) {
    o.integer("levels", levels).at_least(1).at_most(32).help("most cell sizes used side by side");
    o.integer("sweep_up_to", sweep_up_to)
        .at_least(0)
        .at_most(1000000)
        .help("number of boxes up to which no grid is used, but a sweep along one axis");
  }
};

}  // namespace grid
