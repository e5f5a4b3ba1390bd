#include "core/scene/other_solvers.hpp"

#include <algorithm>

#include "core/scene/capabilities.hpp"

namespace tactus::core {
namespace {

/// What all laws, and all constraints, provide, and the integrator.
bool provided(const Configuration& configuration, std::string_view name) {
  const auto has = [&](const ComponentConfig& c) { return claims_of(*c.object).has(name); };
  if (name.starts_with("law."))
    return std::ranges::all_of(configuration.contact.laws, has, &LawConfig::law);
  if (name.starts_with("contact."))
    return std::ranges::all_of(configuration.contact.constraints, has,
                               &ConstraintConfig::constraint);
  return has(configuration.integrator);
}

bool fits(const Configuration& configuration, const Claims& solver) {
  const auto asks_for_reactions = [](const std::vector<std::string>& one_of) {
    return std::ranges::count(one_of, std::string(capability::impulse)) > 0;
  };
  return std::ranges::any_of(solver.needs, asks_for_reactions) &&
         std::ranges::all_of(solver.needs, [&](const std::vector<std::string>& one_of) {
           return std::ranges::any_of(
               one_of, [&](const std::string& name) { return provided(configuration, name); });
         });
}

bool is_used(const ComponentConfig& solver, const std::string& name) {
  return solver.type == name || std::ranges::count(solver.parts, name, &PartConfig::type) > 0;
}

}  // namespace

std::vector<std::string> other_solvers(const Configuration& configuration,
                                       ComponentSource& components) {
  std::vector<std::string> names;
  for (const std::string& name : components.names(Kind::contact_solver)) {
    if (is_used(configuration.contact.solver, name)) continue;
    try {
      if (fits(configuration, default_claims(components, Kind::contact_solver, name)))
        names.push_back(name);
    } catch (const std::exception&) {  // it cannot be loaded or created: no advice
      continue;
    }
  }
  return names;
}

}  // namespace tactus::core
