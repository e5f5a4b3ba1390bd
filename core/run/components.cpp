#include "core/run/components.hpp"

#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

using Visit = std::function<void(const std::string&, Component&)>;

void call(const Visit& f, const std::string& name, Component& component, Kind kind,
          std::string_view type, std::string_view when) {
  try {
    calling(kind, [&] { f(name, component); });
  } catch (const PluginFault& fault) {
    throw PluginRunError(fault, type, when);
  }
}

}  // namespace

void each_component(const Configuration& configuration, std::string_view when, const Visit& f) {
  const auto visit = [&](const std::string& name, const ComponentConfig& c) {
    if (!c.object) return;
    call(f, name, *c.object, c.kind, c.type, when);
    for (const PartConfig& part : c.parts)
      call(f, name + "/" + part.slot, *part.object, part.kind, part.type, when);
  };
  visit("integrator", configuration.integrator);
  const ContactConfig& contact = configuration.contact;
  visit("contact/broad_phase", contact.broad_phase);
  visit("contact/constraint", contact.constraint);
  visit("contact/solver", contact.solver);
  for (std::size_t i = 0; i < contact.laws.size(); ++i)
    visit("contact/laws/" + std::to_string(i), contact.laws[i].law);
  for (std::size_t i = 0; i < configuration.materials.size(); ++i)
    visit("materials/" + std::to_string(i), configuration.materials[i]);
}

}  // namespace tactus::core
