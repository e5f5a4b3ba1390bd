#include "core/scene/body_form.hpp"

#include <algorithm>

#include "core/scene/configuration.hpp"

namespace tactus::core {

void describe_body(std::shared_ptr<BodyForm> form, OptionVisitor& o) {
  BodyConfig body;
  body.type = BodyConfigType::of_kind;
  body.form = std::move(form);
  body.describe(o);
}

const std::vector<BodyKindType>& body_kinds() {
  static const std::vector<BodyKindType> table = [] {
    std::vector<BodyKindType> types = listed_body_kinds();
    std::ranges::stable_sort(types, {}, &BodyKindType::rank);
    return types;
  }();
  return table;
}

const BodyKindType* find_body_kind(std::string_view name) {
  const auto& types = body_kinds();
  const auto found = std::ranges::find(types, name, &BodyKindType::name);
  return found == types.end() ? nullptr : &*found;
}

}  // namespace tactus::core
