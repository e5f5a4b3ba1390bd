#pragma once

#include <tactus/types.hpp>

namespace tactus::friction {

constexpr Real kGravity = 9.81;  ///< m/s^2

}  // namespace tactus::friction
