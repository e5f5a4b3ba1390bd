// Asks components what they claim, and what follows from the claims of a configuration.
#include <fmt/format.h>

#include <algorithm>

#include "core/json/json.hpp"
#include "core/plugin/registry.hpp"
#include "core/plugin/sample_options.hpp"
#include "core/scene/capabilities.hpp"
#include "core/support/guard/guard.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/midpoint/capabilities.hpp"
#include "tactus/statics/capabilities.hpp"

namespace tactus::core {
namespace {

class ClaimCollector final : public Capabilities {
 public:
  explicit ClaimCollector(Claims& claims) : claims_(claims) {}
  void provides(std::string_view name) override { claims_.provides.emplace_back(name); }
  void needs(std::string_view name) override { claims_.needs.push_back({std::string(name)}); }
  void needs_one_of(std::initializer_list<std::string_view> names) override {
    claims_.needs.emplace_back(names.begin(), names.end());
  }
  void prefers(std::string_view name, std::string_view otherwise) override {
    claims_.prefers.push_back({std::string(name), std::string(otherwise)});
  }

 private:
  Claims& claims_;
};

/// What has no potential, in words; empty: there is none.
std::string force_without_potential(const Configuration& configuration) {
  const auto said = [](const ComponentConfig& component, std::string_view what) {
    return fmt::format("\"{}\" ({}) {}", component.type, component.pointer, what);
  };
  for (const ComponentConfig& material : configuration.materials) {
    if (!material.object) continue;
    try {
      const Claims claims = claims_of(*material.object);
      if (claims.has(capability::dissipation)) return said(material, "dissipates");
      if (!claims.has(capability::energy)) return said(material, "has no energy");
    } catch (const PluginFault&) {
      continue;  // it is named where it is asked what it needs
    }
  }
  for (const LoadConfig& load : configuration.loads)
    if (load.load.object && !load.has_potential) return said(load.load, "has no potential");
  return {};
}

}  // namespace

bool Claims::has(std::string_view name) const {
  return std::ranges::find(provides, name) != provides.end();
}

Claims claims_of(const Component& component) {
  Claims claims;
  ClaimCollector collector(claims);
  component.capabilities(collector);
  return claims;
}

bool works_in(const Claims& constraint, int dim) {
  const bool space = constraint.has(capability::space);
  return dim == 3 ? space : !space || constraint.has(capability::plane);
}

bool solves_reactions(const Configuration& configuration) {
  return configuration.contact.enabled &&
         claims_of(*configuration.integrator.object).has(capability::impulse);
}

bool makes_implicit_steps(const Configuration& configuration) {
  const Component* integrator = configuration.integrator.object.get();
  return integrator && !claims_of(*integrator).has(capability::separable);
}

bool has_no_inertia(const Configuration& configuration) {
  const Component* integrator = configuration.integrator.object.get();
  return integrator && claims_of(*integrator).has(capability::statics);
}

bool dissipates(const Configuration& configuration) {
  return std::ranges::any_of(configuration.materials, [](const ComponentConfig& material) {
    return material.object && claims_of(*material.object).has(capability::dissipation);
  });
}

bool uses_laws(const Claims& claims) {
  const auto is_of_law = [](const std::string& name) { return name.starts_with("law."); };
  return std::ranges::any_of(claims.needs,
                             [&](const auto& n) { return std::ranges::any_of(n, is_of_law); }) ||
         std::ranges::any_of(claims.prefers, is_of_law, &Claims::Preference::name);
}

std::string leave_out_potential(const Configuration& configuration, Claims& integrator) {
  if (integrator.has(capability::separable)) return {};
  std::string without = force_without_potential(configuration);
  if (!without.empty()) std::erase(integrator.provides, capability::potential);
  return without;
}

bool leaves_no_overlap(const Configuration& configuration) {
  const ContactConfig& contact = configuration.contact;
  const auto is_complete = [](const ConstraintConfig& c) {
    return claims_of(*c.constraint.object).has(capability::complete);
  };
  const Component* const integrator = configuration.integrator.object.get();
  if (contact.enabled && integrator && claims_of(*integrator).has(capability::middle_contact))
    return false;
  return !contact.enabled || (std::ranges::all_of(contact.constraints, is_complete) &&
                              claims_of(*contact.solver.object).has(capability::feasible));
}

const ComponentConfig* explicit_law(const Configuration& configuration) {
  for (const LawConfig& entry : configuration.contact.laws)
    if (entry.law.object && claims_of(*entry.law.object).has(capability::explicit_law))
      return &entry.law;
  return nullptr;
}

std::unique_ptr<Component> default_component(ComponentSource& components, Kind kind,
                                             std::string_view name) {
  const Registration* what = components.find(kind, name);
  if (!what) throw ConfigError(fmt::format("{} is no {}", quoted_short(name), kind_name(kind)));
  Sample sample = make_sample(*what);
  if (!sample.component) throw Error(sample.fault);
  return guard(std::move(sample.component), kind, what->name);
}

Claims default_claims(ComponentSource& components, Kind kind, std::string_view name) {
  return claims_of(*default_component(components, kind, name));
}

}  // namespace tactus::core
