/// \file plural.hpp  Numbers with a noun in singular or plural: "1 step", "2 steps".
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

inline std::string plural(Index count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace tactus::core
