// Copper that flows: its constants, and the shipped metal with them.
#pragma once

#include <tactus/material.hpp>

#include "tests/support/make_component.hpp"

namespace tactus::testing::copper {

constexpr Real kYoung = 117e9, kPoisson = 0.35, kYield = 400e6, kHardening = 100e6;  // copper
constexpr Real kShear = kYoung / (2 * (1 + kPoisson)), kBulk = kYoung / (3 * (1 - 2 * kPoisson));
constexpr Real kStep = 1e-6;  // s; a law without rates has the same answer for any other

inline std::unique_ptr<Material> metal(OptionValues more = {{"yield_stress", kYield},
                                                            {"hardening", kHardening}}) {
  more.insert({{"young", kYoung}, {"poisson", kPoisson}});
  return make_component<Material>("j2_plastic", std::move(more));
}

inline Matrix3 diagonal(Real a, Real b, Real c) { return Eigen::Vector3d(a, b, c).asDiagonal(); }

}  // namespace tactus::testing::copper
