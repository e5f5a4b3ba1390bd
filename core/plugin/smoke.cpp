#include "core/plugin/smoke.hpp"

#include <algorithm>

namespace tactus::core {

bool needs(const Claims& claims, std::string_view capability) {
  return std::any_of(claims.needs.begin(), claims.needs.end(), [&](const auto& one_of) {
    return std::find(one_of.begin(), one_of.end(), capability) != one_of.end();
  });
}

}  // namespace tactus::core
