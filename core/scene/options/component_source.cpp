#include "core/scene/options/component_source.hpp"

#include <algorithm>

#include "core/plugin/registry.hpp"
#include "core/scene/options/declared_option.hpp"

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

Json one_of_each(ComponentSource& components, Kind kind) {
  Json list = Json::array();
  for (const std::string& name : components.names(kind)) try {
      OptionList options;
      components.find(kind, name)->describe(options);
      if (std::ranges::any_of(options.options(), [](const DeclaredOption& o) {
            return o.required || o.type == DeclaredOption::Type::parts;
          }))
        continue;
      Json part = Json::object();
      part.set("type", Json::of(name));
      list.if_array()->push_back(std::move(part));
    } catch (const Error&) {
      continue;
    }
  return list;
}

}  // namespace tactus::core
