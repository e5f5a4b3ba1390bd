#include "core/config/json/former_names.hpp"

#include <algorithm>
#include <array>

namespace tactus::core {
namespace {

/// One name may have become several, in different places.
constexpr std::array kFormerNames{
    FormerName{"cut_steps", "substepping"},
    FormerName{"cuts", "substeps"},
    FormerName{"cuts", "subdivided_steps"},
    FormerName{"sorts", "neighbour_list_rebuilds"},
    FormerName{"passes", "detection_passes"},
    FormerName{"contained", "overlaps_without_crossing"},
    FormerName{"contained_max", "overlaps_without_crossing_max"},
    FormerName{"zone_steps", "impact_zone_steps"},
    FormerName{"zone_nodes", "impact_zone_nodes"},
    FormerName{"zones/steps", "impact_zones/steps"},
    FormerName{"zones/share_of_steps", "impact_zones/share_of_steps"},
    FormerName{"zones/nodes_max", "impact_zones/nodes_max"},
    FormerName{"friction_taken_J", "friction_dissipation_J"},
    FormerName{"normal_taken_J", "normal_energy_loss_J"},
    FormerName{"first_touch_excess_m", "new_contact_excess_depth_m"},
    FormerName{"first_touch_excess_max_m", "new_contact_excess_depth_max_m"},
    FormerName{"moment_defect_z_kg_m2_per_s", "angular_momentum_error_z_kg_m2_per_s"},
    FormerName{"moment_defect_kg_m2_per_s/0", "angular_momentum_error_kg_m2_per_s/0"},
    FormerName{"shared_impacts", "simultaneous_impacts"},
    FormerName{"shared_impact_steps", "simultaneous_impact_steps"},
    FormerName{"repetitions", "restarts"},
    FormerName{"law_finished", "law_fallbacks"},
    FormerName{"law_by_cases", "law_direction_searches"},
    FormerName{"answered_by", "solver_used"},
    FormerName{"returns_to_sweeps", "sweep_fallbacks"},
    FormerName{"contact_put_in_J", "positive_contact_work_J"},
};

}  // namespace

std::span<const FormerName> former_names() { return kFormerNames; }

std::string present_name(std::string_view given, std::span<const std::string> known) {
  for (const FormerName& former : former_names()) {
    if (!given.ends_with(former.before)) continue;
    const std::string_view path = given.substr(0, given.size() - former.before.size());
    if (!path.empty() && !path.ends_with('/')) continue;
    std::string present = std::string(path) + std::string(former.now);
    if (std::ranges::find(known, present) != known.end()) return present;
  }
  return {};
}

}  // namespace tactus::core
