#include "core/scene/between.hpp"

namespace tactus::core {

void BetweenConfig::describe(OptionVisitor& o, bool required) {
  auto entry = o.words("between", names);
  entry.length(2).help(
      "names of two surfaces, in either order: \"body\" or an array (all of its boundary), "
      "\"body/group\" of its mesh, a floor, or \"*\" for any. Of several entries the first that "
      "fits holds");
  if (required)
    entry.required();
  else
    entry.optional();
}

SurfaceNameParts split_surface_name(std::string_view name) {
  const auto slash = name.find('/');
  if (slash == name.npos) return {name, {}, false};
  return {name.substr(0, slash), name.substr(slash + 1), true};
}

}  // namespace tactus::core
