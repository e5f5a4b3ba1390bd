/// \file capabilities.hpp  Checks before the first step whether the chosen components work
/// together.
///
/// The first word of a capability tells which components must provide it (tactus/capability.hpp):
/// material: every material; problem: the integrator; contact: the constraint; law: every contact
/// law; solver: the contact solver; pairs: the broad phase. A name defined by a plugin
/// ("acme.thermal") may be provided by any component. A need may list several names, of which one
/// is sufficient; different components may provide different ones. A contact solver uses laws if it
/// needs or prefers a capability that begins with "law.".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/json/problems.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/options/component_source.hpp"
#include "tactus/capability.hpp"

namespace tactus::core {

/// The capabilities that a component provides, needs and prefers.
struct Claims {
  struct Preference {
    std::string name, otherwise;
  };
  std::vector<std::string> provides;
  std::vector<std::vector<std::string>> needs;  ///< one name of each is sufficient
  std::vector<Preference> prefers;
  bool has(std::string_view name) const;
};
Claims claims_of(const Component& component);

/// Whether the steps of the configured integrator are implicit: it takes Newton's method to make one.
bool makes_implicit_steps(const Configuration& configuration);
/// Whether the configured integrator makes load steps: nothing has inertia, and time is the parameter of loads.
bool has_no_inertia(const Configuration& configuration);
/// Whether a constraint has rows in scenes of this dimension; one that claims none, in the plane.
bool works_in(const Claims& constraint, int dim);

/// Whether contact is a problem in reactions in at least one stage of a step.
bool solves_reactions(const Configuration& configuration);

/// Whether a material claims to tell what it dissipates.
bool dissipates(const Configuration& configuration);

/// Whether a contact solver needs or prefers a capability of laws.
bool uses_laws(const Claims& claims);

/// Takes problem.potential from the claims of an integrator whose steps are implicit where a force has none: its
/// equations contain all of them.
/// @returns which one, in words: of a material that dissipates or has no energy, or a load without a potential; or
///          nothing
std::string leave_out_potential(const Configuration& configuration, Claims& integrator);

/// Whether contact claims to keep bodies apart altogether, as methods with overlaps by design do not; so does
/// a run without contact.
bool leaves_no_overlap(const Configuration& configuration);
/// The first contact law that claims capability::explicit_law, or null.
const ComponentConfig* explicit_law(const Configuration& configuration);

/// A component with default options, or with sample values for options without a default, and its claims.
/// @throws Error if none can be created.
std::unique_ptr<Component> default_component(ComponentSource& components, Kind kind,
                                             std::string_view name);
Claims default_claims(ComponentSource& components, Kind kind, std::string_view name);

/// Reports unsatisfied needs as problems that name plugins which would fit, and unsatisfied
/// preferences as notes of the configuration. Components that could not be created are skipped.
void match_capabilities(Configuration& configuration, ComponentSource& components,
                        Problems& problems);

}  // namespace tactus::core
