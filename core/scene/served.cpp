#include "core/scene/served.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/scene/bodies_alike.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/stages.hpp"
#include "core/support/quoted.hpp"
#include "tactus/crossing/capabilities.hpp"
#include "tactus/friction/own_friction.hpp"

namespace tactus::core {
namespace {

/// Refuses what implicit steps have no part for.
void refuse_implicit(const Configuration& configuration, Problems& problems) {
  if (!makes_implicit_steps(configuration)) return;
  const std::string& type = configuration.integrator.type;
  for (const BodyConfig& body : configuration.bodies)
    if (body.type == BodyConfigType::of_kind)
      return problems.add_misfit(
          body.pointer + "/type",
          fmt::format(
              "\"{}\" given, but the steps of \"{}\" are implicit with the options given "
              "here, and only bodies that consist of nodes have a part in them yet; make it "
              "deformable, or take an explicit integrator",
              body.kind->name, type));
}

/// Refuses rows without a force where bodies touch: an implicit step is solved to its forces.
void refuse_degenerate(const Configuration& configuration, Problems& problems) {
  if (configuration.dim != 3 || !makes_implicit_steps(configuration)) return;
  for (const ConstraintConfig& c : configuration.contact.constraints)
    if (c.constraint.object && claims_of(*c.constraint.object).has(capability::degenerate_in_space))
      return problems.add_misfit(
          c.constraint.pointer + "/type",
          fmt::format(
              "\"{}\" needs explicit steps in space: the gradients of its rows vanish where "
              "bodies touch, so that the equations of an implicit step, which those of \"{}\" "
              "are, have no solution; take another constraint",
              c.constraint.type, configuration.integrator.type));
}

/// Refuses what needs inertia where there is none.
void refuse_without_inertia(const Configuration& configuration, Problems& problems) {
  if (!has_no_inertia(configuration)) return;
  const auto refuse = [&](const std::string& pointer, std::string_view what) {
    problems.add_misfit(
        pointer,
        fmt::format("{} given, but nothing has inertia in the load steps of \"{}\", and it "
                    "would be without effect; remove it, or take another integrator",
                    what, configuration.integrator.type));
  };
  for (const BodyConfig& body : configuration.bodies) {
    if (!body.velocity.empty()) return refuse(body.pointer + "/velocity", "a velocity is");
    if (body.type == BodyConfigType::particles)
      return problems.add_misfit(
          body.pointer + "/type",
          fmt::format(
              "\"particles\" given, but they have no stiffness, and nothing has inertia in the "
              "load steps of \"{}\": nothing would hold them; take another integrator",
              configuration.integrator.type));
  }
  for (const LoadConfig& load : configuration.loads)
    if (load.type == LoadType::damping) return refuse(load.pointer, "damping is");
}

/// Refuses laws in problems of increments. Laws relate reactions to velocities, so that a solver
/// for increments would ignore them.
void refuse_laws_in_increments(const Configuration& configuration, Problems& problems) {
  const ComponentConfig &solver = configuration.contact.solver,
                        &integrator = configuration.integrator;
  if (!solver.object || !integrator.object) return;
  const auto is_law = [](const std::string& name) { return name.starts_with("law."); };
  for (const auto& need : claims_of(*solver.object).needs)
    if (std::ranges::any_of(need, is_law) &&
        !claims_of(*integrator.object).has(capability::impulse))
      return problems.add_misfit(
          solver.pointer + "/type",
          fmt::format("\"{}\" needs contact laws, which act in steps that are posed in velocities, "
                      "but \"{}\" poses increments: it would run without. Take an integrator "
                      "that poses velocities, or a contact_solver without laws",
                      solver.type, integrator.type));
}

/// Refuses an option "restitution" for laws that do not use it. Newton's restitution is part of
/// implicit laws as Solfec (74); other laws produce restitution by their own parameters.
void refuse_restitution(const LawConfig& entry, Problems& problems) {
  if (entry.restitution == 0 || !entry.law.object ||
      claims_of(*entry.law.object).has(capability::implicit_law))
    return;
  problems.add_misfit(
      entry.law.pointer + "/restitution",
      fmt::format(
          "{} given, but \"{}\" does not solve for its reaction: how it bounces follows from "
          "its own options; remove \"restitution\", or take an implicit law",
          entry.restitution, entry.law.type));
}

/// Refuses an option "friction" for laws that would not read it.
void refuse_friction(const LawConfig& entry, Problems& problems) {
  if (entry.friction == 0 || !entry.law.object ||
      !claims_of(*entry.law.object).has(capability::own_friction))
    return;
  problems.add_misfit(
      entry.law.pointer + "/friction",
      fmt::format("{} given, but how \"{}\" rubs follows from its own "
                  "options; remove \"friction\", or take a law of Coulomb's friction",
                  entry.friction, entry.law.type));
}

}  // namespace

void expect_laws(const Configuration& configuration, Problems& problems) {
  const std::vector<LawConfig>& laws = configuration.contact.laws;
  const auto& bodies = configuration.bodies;
  const auto has_group = [](const LawConfig& l) {
    return !l.between.first.group.empty() || !l.between.second.group.empty() ||
           l.between.first.bodies.empty() || l.between.second.bodies.empty();
  };
  if (laws.empty() || std::ranges::any_of(laws, has_group)) return;
  const std::vector<ConstraintConfig>& constraints = configuration.contact.constraints;
  if (constraints.empty() || !constraints.front().between.is_any()) return;
  const std::vector<std::size_t> some = two_of_each_kind(configuration);
  for (auto at = some.begin(); at != some.end(); ++at)
    for (auto to = at; to != some.end(); ++to) {
      const std::size_t a = *at, b = *to;
      const bool obstacles =
          bodies[a].type == BodyConfigType::obstacle && bodies[b].type == BodyConfigType::obstacle;
      if (obstacles || (a == b && !bodies[a].touches_itself())) continue;
      if (std::ranges::any_of(laws, [&](auto& l) { return l.between.between_bodies(a, b); }))
        continue;
      problems.add("/contact/laws",
                   fmt::format("no law is for {0} and {1}; add one with \"between\": [{0}, "
                               "{1}], or with \"*\" for any",
                               quoted_short(bodies[a].name), quoted_short(bodies[b].name)));
      return;
    }
}

void refuse_not_served(const Configuration& configuration, Problems& problems) {
  refuse_implicit(configuration, problems);
  refuse_without_inertia(configuration, problems);
  refuse_degenerate(configuration, problems);
  check_stages(configuration, problems);
  refuse_laws_in_increments(configuration, problems);
  for (const LawConfig& law : configuration.contact.laws) {
    refuse_restitution(law, problems);
    refuse_friction(law, problems);
  }
}

}  // namespace tactus::core
