#include "core/step/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contact/constraint_list.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/model_error.hpp"
#include "core/step/increment_stage.hpp"
#include "core/step/reaction_stage.hpp"
#include "core/step/step_failure.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// Calls a function that sets a component up. Errors that it finds are reported at the place of the
/// component in the configuration.
template <class Call>
void set_up(const ComponentConfig& component, const Configuration& configuration, Call&& call) {
  try {
    call();
  } catch (const ModelError&) {
    throw;
  } catch (const ConfigError& e) {
    std::string message = e.what();
    if (e.where.item == Item::body)
      message += fmt::format(" (body \"{}\")",
                             body_name(configuration, static_cast<std::int32_t>(e.where.index)));
    throw ModelError({{component.pointer + "/type", message}});
  }
}

/// The object that divides steps if the constraint cannot see what happened within them; null if it
/// is not needed.
std::unique_ptr<StepDivision> step_division(const Configuration& configuration,
                                            const ContactGeometry& geometry,
                                            const Detection& detection, const Context& context) {
  const ContactConfig& config = configuration.contact;
  const bool sees_the_end = std::ranges::any_of(config.constraints, [](const auto& c) {
    return claims_of(*c.constraint.object).has(capability::end_of_step);
  });
  // A constraint that examines the whole path of a step cannot miss a contact, and needs no
  // substeps.
  if (!config.substepping || !sees_the_end) return nullptr;
  return std::make_unique<StepDivision>(geometry,
                                        static_cast<BroadPhase&>(*config.broad_phase.object),
                                        detection, context.scales.altitude);
}

}  // namespace

Stages::Stages(const Model& model, Configuration& configuration, PhaseTimes& times,
               Context& context)
    : model_(model), configuration_(configuration), times_(times), linear_(model),
      laws_(configuration, model.law_pairs(), context.scales) {
  geometry_ = {&model.layout(),
               &model.surface(),
               &model.motion(),
               model.supports().holder(),
               static_cast<Index>(model.supports().holders().size()),
               &model.supports()};
  if (configuration.contact.enabled)
    solver_ = static_cast<ContactSolver*>(configuration.contact.solver.object.get());
  const Claims claims = claims_of(*configuration.integrator.object);
  const Setup setup{.layout = &model.layout(), .linear = &linear_};
  set_up(configuration.integrator, configuration,
         [&] { static_cast<Integrator&>(*configuration.integrator.object).setup(setup, context); });
  if (solver_)
    set_up(configuration.contact.solver, configuration, [&] {
      Setup with_laws = setup;
      with_laws.laws = laws_.laws();
      solver_->setup(with_laws, context);
    });
  if (claims.has(capability::increment))
    make_increments(claims.has(capability::separable), context);
  if (claims.has(capability::impulse)) make_reactions(context);
}

namespace {

/// [ContactConfig::outside] position of each name among those of a constraint, or -1.
std::vector<std::int32_t> places_of_outside(const Constraint& constraint,
                                            const Configuration& configuration) {
  std::vector<std::int32_t> places;
  const View<std::string_view> own = constraint.outside();
  for (const std::string& name : configuration.contact.outside) {
    const auto at = std::ranges::find(own, name);
    places.push_back(at == own.end() ? -1 : static_cast<std::int32_t>(at - own.begin()));
  }
  return places;
}

}  // namespace

void Stages::set_up_constraint(std::size_t k, const Surface& surface, Context& context) {
  const ConstraintConfig& configured = configuration_.contact.constraints[k];
  auto& constraint = static_cast<Constraint&>(*configured.constraint.object);
  const std::vector<PatchPair> pairs =
      pairs_of(configured.between, static_cast<Index>(k), model_.constraint_pairs(),
               model_.named_surfaces(), places_of_outside(constraint, configuration_));
  set_up(configured.constraint, configuration_,
         [&] { constraint.setup({.surface = &surface, .pairs = pairs}, context); });
}

/// The constraint of the configuration; several constraints are combined into one.
Constraint& Stages::make_constraint(Context& context) {
  const auto& configured = configuration_.contact.constraints;
  const auto of = [](const ConstraintConfig& c) {
    return static_cast<Constraint*>(c.constraint.object.get());
  };
  if (configured.size() == 1 && configured.front().between.is_any()) {
    set_up_constraint(0, model_.surface(), context);
    return *of(configured.front());
  }
  std::vector<Constraint*> entries;
  entries.reserve(configured.size());
  for (const ConstraintConfig& c : configured) entries.push_back(of(c));
  auto list =
      std::make_unique<ConstraintList>(entries, model_.constraint_pairs(), model_.surface());
  for (std::size_t k = 0; k < configured.size(); ++k)
    set_up_constraint(k, list->surface_of(k), context);
  list->setup({.surface = &model_.surface()}, context);
  lists_.push_back(std::move(list));
  return *lists_.back();
}

std::unique_ptr<KernelContact> Stages::make_contact(std::vector<Real> solver_history,
                                                    Context& context) {
  ContactConfig& config = configuration_.contact;
  std::unique_ptr<KernelContact> contact;
  Constraint& constraint = make_constraint(context);
  set_up(config.constraint(), configuration_, [&] {
    contact = std::make_unique<KernelContact>(geometry_,
                                              static_cast<BroadPhase&>(*config.broad_phase.object),
                                              constraint, std::move(solver_history), context);
  });
  contact->time_detection(times_);
  return contact;
}

/// @param is_explicit  the integrator is explicit; steps then are divided if the constraint sees
/// only their end
void Stages::make_increments(bool is_explicit, Context& context) {
  std::unique_ptr<KernelContact> contact;
  if (solver_) {
    contact = make_contact(history_start(*solver_), context);
    if (is_explicit)
      division_ = step_division(configuration_, geometry_, contact->detection(), context);
  }
  auto stage = std::make_unique<IncrementStage>(model_.layout(), solver_, std::move(contact));
  if (!is_explicit && !solver_) add_newton(*stage);
  increments_ = std::move(stage);
}

/// The kernel's own solver of implicit steps. They are judged by their potential if it exists: materials
/// with an energy that dissipate nothing, and constant gravity as the only load.
void Stages::add_newton(IncrementStage& stage) {
  bool has_potential = claims_of(*configuration_.integrator.object).has(capability::potential) &&
                       !model_.loads().any();
  for (const ComponentConfig& material : configuration_.materials) {
    const Claims claims = claims_of(*material.object);
    has_potential =
        has_potential && claims.has(capability::energy) && !claims.has(capability::dissipation);
  }
  auto newton = std::make_unique<Newton>(configuration_.newton);
  newton->setup(linear_);
  stage.set_newton(std::move(newton), has_potential);
}

void Stages::make_reactions(Context& context) {
  std::unique_ptr<KernelContact> contact;
  if (solver_) {
    contact = make_contact({}, context);
    contact->set_laws(&laws_);
    if (!division_)
      division_ = step_division(configuration_, geometry_, contact->detection(), context);
  }
  std::vector<Real> width;
  for (std::size_t b = 0; b < model_.bodies().size(); ++b)
    width.push_back(model_.bodies()[b].obstacle ? kUnlimited : model_.bodies()[b].thickness);
  reactions_ = std::make_unique<ReactionStage>(
      geometry_,
      ReactionStage::Solver{solver_, configuration_.contact.solver.type,
                            configuration_.contact.not_converged, configuration_.contact.gap_ahead},
      std::move(contact), laws_, std::move(width));
}

ContactStage& Stages::of(StepProblem& problem) const {
  const Unknown unknown = problem.unknown();
  const auto& stage = unknown == Unknown::increment ? increments_ : reactions_;
  if (!stage)
    throw PluginFault(
        Kind::integrator,
        fmt::format("it posed a problem in {}, and does not claim {}",
                    unknown == Unknown::increment ? "increments" : "velocities",
                    unknown == Unknown::increment ? capability::increment : capability::impulse));
  return *stage;
}

KernelContact* Stages::contact() const {
  for (const auto* stage : {&increments_, &reactions_})
    if (*stage && (*stage)->contact()) return (*stage)->contact();
  return nullptr;
}

Real Stages::time_step_limit(const Scales& scales) const {
  Real limit = kUnlimited;
  for (const auto* stage : {&increments_, &reactions_})
    if (*stage) limit = std::min(limit, (*stage)->time_step_limit(scales));
  return limit;
}

void Stages::accept() const {
  for (const auto* stage : {&increments_, &reactions_})
    if (*stage) (*stage)->accept();
}

void Stages::save(Archive& archive) const {
  for (const auto* stage : {&increments_, &reactions_})
    if (*stage) (*stage)->save(archive);
}

void Stages::load(Archive& archive, Context& context) const {
  for (const auto* stage : {&increments_, &reactions_})
    if (*stage) (*stage)->load(archive, context);
}

}  // namespace tactus::core
