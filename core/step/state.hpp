/// \file state.hpp  The arrays behind StateView and StateOut.
#pragma once

#include <vector>

#include "tactus/state.hpp"

namespace tactus::core {

/// Configuration, velocity and acceleration at one time.
struct State {
  Real time = 0;
  std::vector<Real> q, v, a, extra;

  void resize(const Layout& layout, Index extra_columns) {
    q.assign(static_cast<std::size_t>(layout.coordinates), 0);
    v.assign(static_cast<std::size_t>(layout.dofs), 0);
    a.assign(static_cast<std::size_t>(layout.dofs), 0);
    extra.assign(static_cast<std::size_t>(layout.dofs * extra_columns), 0);
  }
  StateView view() const { return {time, q, v, a, extra}; }
  StateOut out() { return {time, q, v, a, extra}; }
};

}  // namespace tactus::core
