#include "core/scene/stages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/scene/capabilities.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// Whether a solver has an entry point for this kind of problem. Without a claim about velocities
/// it solves for increments.
bool solves(const Claims& solver, Unknown unknown) {
  const auto asks_for = [&](std::string_view name) {
    return std::ranges::any_of(solver.needs, [&](const auto& need) {
      return std::ranges::count(need, std::string(name)) > 0;
    });
  };
  return asks_for(claim_of(unknown)) ||
         (unknown == Unknown::increment && !asks_for(capability::impulse));
}

class StageCheck {
 public:
  StageCheck(const Configuration& configuration, Problems& problems)
      : contact_(configuration.contact), integrator_(configuration.integrator),
        stages_(stages_of(configuration)), problems_(problems) {}

  void check() {
    for (const StageConfig& entry : contact_.stages)
      if (std::ranges::find(stages_, entry.name, &Stage::name) == stages_.end())
        problems_.add(entry.pointer,
                      fmt::format("\"{}\" has no stage \"{}\" with the options given here; {}",
                                  integrator_.type, entry.name, known()),
                      stages_.size() > 1 ? ProblemKind::mistake : ProblemKind::misfit);
    const Claims poses = claims_of(*integrator_.object);
    for (const Stage& stage : stages_) {
      const ComponentConfig* solver = solver_of(contact_, stage);
      if (!solver)
        expect(stage);
      else if (solver->object &&
               poses.has(claim_of(stage.unknown)))  // else it is named in the step
        match(stage, *solver);
    }
    check_laws();
  }

 private:
  std::string known() const {
    std::vector<std::string> names;
    for (const Stage& stage : stages_)
      if (!stage.name.empty()) names.push_back(fmt::format("\"{}\"", stage.name));
    return names.empty() ? "it has no named stage: remove the entry, or give the integrator the "
                           "options with which it has one"
                         : fmt::format("its named stages: {}", fmt::join(names, ", "));
  }

  void expect(const Stage& stage) {
    problems_.add_misfit(
        "/contact",
        fmt::format("\"{}\" has a stage \"{}\", which poses {}, and nothing says how it "
                    "is solved; add \"stages\": {{\"{}\": {{\"solver\": ...}}}} with a "
                    "contact_solver for {}",
                    integrator_.type, stage.name, words_of(stage.unknown), stage.name,
                    words_of(stage.unknown)));
  }

  void match(const Stage& stage, const ComponentConfig& solver) {
    if (solves(claims_of(*solver.object), stage.unknown)) return;
    const std::string who = stage.name.empty() ? fmt::format("\"{}\"", integrator_.type)
                                               : fmt::format("the stage \"{}\" of \"{}\"",
                                                             stage.name, integrator_.type);
    problems_.add_misfit(
        solver.pointer + "/type",
        fmt::format("\"{}\" does not solve problems in {}, which is what {} "
                    "poses; take a contact_solver that does, or another integrator",
                    solver.type, words_of(stage.unknown), who));
  }

  /// With one stage it is told of its solver whether laws have a use.
  void check_laws() {
    if (contact_.laws.empty() || stages_.size() < 2 ||
        std::ranges::find(stages_, Unknown::velocity, &Stage::unknown) != stages_.end())
      return;
    problems_.add_misfit(
        "/contact/laws",
        fmt::format("contact laws act in stages that are posed in velocities, and \"{}\" "
                    "has none, so these would be without effect; remove \"laws\", or "
                    "take an integrator that poses velocities",
                    integrator_.type));
  }

  const ContactConfig& contact_;
  const ComponentConfig& integrator_;
  View<Stage> stages_;
  Problems& problems_;
};

}  // namespace

std::string_view claim_of(Unknown unknown) {
  return unknown == Unknown::increment ? capability::increment : capability::impulse;
}

std::string_view words_of(Unknown unknown) {
  return unknown == Unknown::increment ? "increments" : "velocities";
}

View<Stage> stages_of(const Configuration& configuration) {
  // Tests of the reader have components that are none of their kind.
  const auto* integrator = dynamic_cast<const Integrator*>(configuration.integrator.object.get());
  return integrator ? integrator->stages() : View<Stage>{};
}

const ComponentConfig* solver_of(const ContactConfig& contact, const Stage& stage) {
  if (stage.name.empty()) return &contact.solver;
  const StageConfig* entry = contact.stage(stage.name);
  return entry ? &entry->solver : nullptr;
}

const std::vector<ConstraintConfig>* constraints_of(const ContactConfig& contact,
                                                    const Stage& stage) {
  if (stage.name.empty()) return &contact.constraints;
  const StageConfig* entry = contact.stage(stage.name);
  return entry ? &entry->constraints : nullptr;
}

void check_stages(const Configuration& configuration, Problems& problems) {
  const ComponentConfig& integrator = configuration.integrator;
  if (!integrator.object || !configuration.contact.enabled) return;
  try {
    StageCheck(configuration, problems).check();
  } catch (const PluginFault& fault) {  // the integrator failed to say which stages it has
    problems.add(integrator.pointer, PluginRunError(fault, fault.type, fault.when).what(),
                 ProblemKind::plugin);
  }
}

}  // namespace tactus::core
