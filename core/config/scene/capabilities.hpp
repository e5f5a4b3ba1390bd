/// \file capabilities.hpp  Whether the chosen components work together, before the first step.
///
/// The first word of a claim says who is asked (tactus/capability.hpp): material: every material;
/// problem: the integrator; contact: the constraint; law: every contact law; solver: the contact
/// solver; pairs: the broad phase. A name of a plugin's own ("acme.thermal") is put to all
/// components: one that provides it is enough. Of several names one is enough, and each component that
/// is asked may provide another one. A contact solver uses laws if it needs or prefers
/// something of "law.".
#pragma once

#include <string>
#include <vector>

#include "core/config/json/problems.hpp"
#include "core/config/options/component_source.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {

/// What a component says of itself.
struct Claims {
  struct Preference {
    std::string name, otherwise;
  };
  std::vector<std::string> provides;
  std::vector<std::vector<std::string>> needs;  ///< one of each is enough
  std::vector<Preference> prefers;
  bool has(std::string_view name) const;
};
Claims claims_of(const Component& component);

/// Whether contact of a run is a problem in reactions, at least in one stage of a step.
bool solves_reactions(const Configuration& configuration);

/// Whether a material claims to tell what it dissipates.
bool dissipates(const Configuration& configuration);

/// Whether contact claims to keep bodies apart altogether, as methods with overlaps by design do not; so does
/// a run without contact.
bool leaves_no_overlap(const Configuration& configuration);

/// What a component with default options claims, or with some values for those that have no default.
/// @throws Error where none can be made.
Claims default_claims(ComponentSource& components, Kind kind, std::string_view name);

/// Refused needs become problems that name the plugins which would fit; unmet preferences become
/// notes of the configuration. Components that could not be made are left out.
void match_capabilities(Configuration& configuration, ComponentSource& components,
                        Problems& problems);

}  // namespace tactus::core
