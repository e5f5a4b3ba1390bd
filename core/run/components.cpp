#include "core/run/components.hpp"

namespace tactus::core {
namespace {

using List = std::vector<std::pair<std::string, Component*>>;

void add(List& list, const std::string& name, const ComponentConfig& component) {
  if (!component.object) return;
  list.emplace_back(name, component.object.get());
  for (const PartConfig& part : component.parts)
    list.emplace_back(name + "/" + part.slot, part.object);
}

}  // namespace

List components_of(const Configuration& configuration) {
  List list;
  add(list, "integrator", configuration.integrator);
  const ContactConfig& contact = configuration.contact;
  add(list, "contact/broad_phase", contact.broad_phase);
  add(list, "contact/constraint", contact.constraint);
  add(list, "contact/solver", contact.solver);
  for (std::size_t i = 0; i < contact.laws.size(); ++i)
    add(list, "contact/laws/" + std::to_string(i), contact.laws[i].law);
  for (std::size_t i = 0; i < configuration.materials.size(); ++i)
    add(list, "materials/" + std::to_string(i), configuration.materials[i]);
  return list;
}

}  // namespace tactus::core
