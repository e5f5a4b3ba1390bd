// A hybrid of solvers that a test has made, without a configuration file.
#pragma once

#include "tactus/contact_solver.hpp"
#include "tests/support/composed_of.hpp"

namespace tactus::testing {

template <class... S>
std::unique_ptr<ContactSolver> hybrid_of(std::unique_ptr<S>... solvers) {
  Parts<ContactSolver> parts;
  (parts.push_back(std::move(solvers)), ...);
  return composed_of(Kind::contact_solver, "hybrid", std::move(parts));
}

}  // namespace tactus::testing
