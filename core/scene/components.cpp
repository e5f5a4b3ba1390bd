#include "core/scene/components.hpp"

namespace tactus::core {
namespace {

void add(std::vector<RunComponent>& list, const std::string& name, const ComponentConfig& c) {
  if (!c.object) return;
  list.push_back({name, c.type, c.kind, c.object.get()});
  for (const PartConfig& part : c.parts)
    list.push_back({name + "/" + part.slot, part.type, part.kind, part.object});
}

}  // namespace

std::vector<RunComponent> components_of(const Configuration& configuration) {
  std::vector<RunComponent> list;
  add(list, "integrator", configuration.integrator);
  const ContactConfig& contact = configuration.contact;
  add(list, "contact/broad_phase", contact.broad_phase);
  const auto add_solved = [&](const std::string& by,
                              const std::vector<ConstraintConfig>& constraints,
                              const ComponentConfig& solver) {
    const bool one = constraints.size() == 1;
    for (std::size_t i = 0; i < constraints.size(); ++i)
      add(list, by + (one ? "/constraint" : "/constraint/" + std::to_string(i)),
          constraints[i].constraint);
    add(list, by + "/solver", solver);
  };
  add_solved("contact", contact.constraints, contact.solver);
  for (const StageConfig& stage : contact.stages) {
    const std::size_t first = list.size();
    add_solved("contact/stages/" + stage.name, stage.constraints, stage.solver);
    for (std::size_t i = first; i < list.size(); ++i) list[i].stage = stage.name;
  }
  for (std::size_t i = 0; i < contact.laws.size(); ++i)
    add(list, "contact/laws/" + std::to_string(i), contact.laws[i].law);
  for (std::size_t i = 0; i < configuration.materials.size(); ++i)
    add(list, "materials/" + std::to_string(i), configuration.materials[i]);
  for (std::size_t i = 0; i < configuration.loads.size(); ++i)
    add(list, "loads/" + std::to_string(i), configuration.loads[i].load);
  for (std::size_t i = 0; i < configuration.probes.size(); ++i)
    add(list, "probes/" + std::to_string(i), configuration.probes[i].probe);
  return list;
}

}  // namespace tactus::core
