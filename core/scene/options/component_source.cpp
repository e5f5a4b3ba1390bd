#include "core/scene/options/component_source.hpp"

#include "core/plugin/registry.hpp"

namespace tactus::core {

std::vector<std::string> RegistrySource::names(Kind kind) const { return registry_.names(kind); }

const Registration* RegistrySource::find(Kind kind, std::string_view name) {
  return registry_.known(kind, name) ? &registry_.find(kind, name) : nullptr;
}

std::string RegistrySource::refusal(std::string_view name) const {
  for (const PluginRefusal& r : registry_.refusals())
    if (r.path.stem() == name)
      return r.path.string() + " was refused: " + r.cause + "; " + r.remedy;
  return {};
}

}  // namespace tactus::core
