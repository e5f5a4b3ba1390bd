// Tests of ipopt in a build without it, which are skipped and say so.
#pragma once

#include <catch2/catch.hpp>

#include "tests/support/make_component.hpp"

namespace tactus::testing {

/// Whether this build has ipopt; says so where it has not.
inline bool ipopt_built() {
  if (built("ipopt")) return true;
  WARN("skipped: this build has no ipopt (Debian: coinor-libipopt-dev)");
  return false;
}

}  // namespace tactus::testing
