#include "core/step/reactions.hpp"

#include <algorithm>

namespace tactus::core {

std::vector<HolderName> holder_names(const Configuration& configuration, const Supports& supports) {
  std::vector<HolderName> names;
  for (const Holder& holder : supports.holders()) {
    if (holder.support == kNone) {
      names.push_back({{}, configuration.bodies[static_cast<std::size_t>(holder.body)].name, {}});
      continue;
    }
    const SupportConfig& support = configuration.supports[static_cast<std::size_t>(holder.support)];
    names.push_back({support.pointer, support.body, support.group});
  }
  names.push_back({{}, "(zone)", {}});
  names.push_back({{}, "(outside)", {}});
  return names;
}

bool is_listed(const HolderName& name, View<Real> impulse) {
  return !name.support.empty() ||
         std::any_of(impulse.begin(), impulse.end(), [](Real i) { return i != 0; });
}

}  // namespace tactus::core
