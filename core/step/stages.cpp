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
    throw ModelError({misfit(component.pointer + "/type", message)});
  }
}

/// Behind "factor" the words are in the order of LinearMethod.
LinearMethod method_of(NewtonConfig::Linear wanted, bool is_symmetric) {
  if (wanted == NewtonConfig::Linear::factor)
    return is_symmetric ? LinearMethod::definite : LinearMethod::general;
  return static_cast<LinearMethod>(static_cast<int>(wanted) - 1);
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
               &model.supports(),
               &numbers_};
  const Setup setup{.layout = &model.layout(), .linear = &linear_};
  set_up(configuration.integrator, configuration,
         [&] { static_cast<Integrator&>(*configuration.integrator.object).setup(setup, context); });
  name_stages();
  const bool is_explicit = claims_of(*configuration.integrator.object).has(capability::separable);
  for (Entry& entry : stages_) entry.solved = make(entry, is_explicit, context);
  make_division(is_explicit, context);
}

/// What the integrator says of its stages is checked when a configuration is read, but for doubles that
/// tests put in its place.
void Stages::name_stages() {
  Problems problems(configuration_.places);
  check_stages(configuration_, problems);
  problems.throw_if_any();
  const View<Stage> stages = stages_of(configuration_);
  const Claims claims = claims_of(*configuration_.integrator.object);
  const auto refuse = [](const std::string& why) { throw PluginFault(Kind::integrator, why); };
  for (const Stage& stage : stages) {
    if (const auto same = std::ranges::count(stages, stage.name, &Stage::name); same > 1)
      refuse(stage.name.empty()
                 ? fmt::format("{} of its stages have no name; a step has one such stage", same)
                 : fmt::format("{} of its stages have the name \"{}\"", same, stage.name));
    stages_.push_back({.what = stage, .claimed = claims.has(claim_of(stage.unknown))});
  }
  if (std::ranges::find(stages, std::string_view(), &Stage::name) == stages.end())
    refuse("none of its stages is without a name, which is the one that /contact is for");
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

void Stages::set_up_constraint(const Entry& entry, std::size_t k, const Surface& surface,
                               Context& context) {
  const ConstraintConfig& configured = (*constraints_of(configuration_.contact, entry.what))[k];
  auto& constraint = static_cast<Constraint&>(*configured.constraint.object);
  const std::vector<PatchPair> pairs =
      pairs_of(configured.between, static_cast<Index>(k), entry.pairs, model_.named_surfaces(),
               places_of_outside(constraint, configuration_));
  set_up(configured.constraint, configuration_,
         [&] { constraint.setup({.surface = &surface, .pairs = pairs}, context); });
}

/// The constraint of the configuration; several constraints are combined into one.
Constraint& Stages::make_constraint(Entry& entry, Context& context) {
  const auto& configured = *constraints_of(configuration_.contact, entry.what);
  std::vector<const BetweenConfig*> between;
  std::vector<Constraint*> constraints;
  for (const ConstraintConfig& c : configured) {
    between.push_back(&c.between);
    constraints.push_back(static_cast<Constraint*>(c.constraint.object.get()));
  }
  entry.pairs =
      SurfacePairs(between, model_.named_surfaces(), configuration_.contact.outside.size());
  if (configured.size() == 1 && configured.front().between.is_any()) {
    set_up_constraint(entry, 0, model_.surface(), context);
    return *constraints.front();
  }
  auto list = std::make_unique<ConstraintList>(constraints, entry.pairs, model_.surface());
  for (std::size_t k = 0; k < configured.size(); ++k)
    set_up_constraint(entry, k, list->surface_of(k), context);
  list->setup({.surface = &model_.surface()}, context);
  entry.list = std::move(list);
  return *entry.list;
}

/// Null if the run has no contact.
ContactSolver* Stages::make_solver(const Entry& entry, Context& context) {
  if (!configuration_.contact.enabled) return nullptr;
  const ComponentConfig& configured = *solver_of(configuration_.contact, entry.what);
  auto* solver = static_cast<ContactSolver*>(configured.object.get());
  set_up(configured, configuration_, [&] {
    solver->setup({.layout = &model_.layout(), .linear = &linear_, .laws = laws_.laws()}, context);
  });
  return solver;
}

std::unique_ptr<KernelContact> Stages::make_contact(Entry& entry, std::vector<Real> solver_history,
                                                    Context& context) {
  ContactConfig& config = configuration_.contact;
  std::unique_ptr<KernelContact> contact;
  Constraint& constraint = make_constraint(entry, context);
  set_up(constraints_of(config, entry.what)->front().constraint, configuration_, [&] {
    contact = std::make_unique<KernelContact>(
        geometry_, static_cast<BroadPhase&>(*config.broad_phase.object), constraint,
        std::move(solver_history), context, config.neighbour_list);
  });
  contact->time_detection(times_);
  return contact;
}

std::unique_ptr<ContactStage> Stages::make(Entry& entry, bool is_explicit, Context& context) {
  ContactSolver* const solver = make_solver(entry, context);
  const ContactConfig& config = configuration_.contact;
  const std::string type = solver ? solver_of(config, entry.what)->type : std::string();
  const bool increments = entry.what.unknown == Unknown::increment;
  std::unique_ptr<KernelContact> contact;
  if (solver)
    contact =
        make_contact(entry, increments ? history_start(*solver) : std::vector<Real>{}, context);
  if (increments) {
    auto stage =
        std::make_unique<IncrementStage>(model_.layout(), solver, type, std::move(contact));
    if (!is_explicit && !solver) add_newton(*stage);
    if (has_no_inertia(configuration_))
      stage->set_equilibrium(std::make_unique<Equilibrium>(model_));
    return stage;
  }
  if (contact) contact->set_laws(&laws_);
  std::vector<Real> width;
  for (std::size_t b = 0; b < model_.bodies().size(); ++b)
    width.push_back(model_.bodies()[b].obstacle ? kUnlimited : model_.bodies()[b].thickness);
  auto stage = std::make_unique<ReactionStage>(
      geometry_, ReactionStage::Solver{solver, type, config.not_converged, config.gap_ahead},
      std::move(contact), laws_, std::move(width));
  if (!is_explicit) stage->set_inverse(linear_.make(LinearMethod::definite));
  return stage;
}

/// Divides steps if a constraint cannot see what happened within them. One that examines the whole path
/// of a step cannot miss a contact, and needs no substeps.
void Stages::make_division(bool is_explicit, const Context& context) {
  const ContactConfig& config = configuration_.contact;
  if (!config.enabled || !config.divides_steps()) return;
  bool sees_the_end = false;
  Detection wanted;
  for (const Entry& entry : stages_) {
    for (const ConstraintConfig& c : *constraints_of(config, entry.what))
      sees_the_end = sees_the_end || claims_of(*c.constraint.object).has(capability::end_of_step);
    widen(wanted, entry.solved->contact()->detection());
  }
  if (!sees_the_end) return;
  division_ = std::make_unique<StepDivision>(geometry_,
                                             static_cast<BroadPhase&>(*config.broad_phase.object),
                                             wanted, context.scales.altitude, config.substepping);
  if (is_explicit) return;
  for (const Entry& entry : stages_)
    if (entry.what.unknown == Unknown::increment)
      static_cast<IncrementStage&>(*entry.solved).set_division(division_.get());
}

/// The kernel's own solver of implicit steps. They are judged by their potential if it exists: materials
/// have an energy and dissipate nothing, and loads have a potential.
void Stages::add_newton(IncrementStage& stage) {
  Claims posed = claims_of(*configuration_.integrator.object);
  leave_out_potential(configuration_, posed);
  auto newton = std::make_unique<Newton>(configuration_.newton);
  newton->setup(linear_, method_of(configuration_.newton.linear, posed.has(capability::symmetric)));
  stage.set_newton(std::move(newton), posed.has(capability::potential));
}

ContactStage& Stages::of(Index stage, StepProblem& problem) const {
  const Entry& entry = stages_[static_cast<std::size_t>(stage)];
  const Unknown unknown = problem.unknown();
  if (unknown != entry.what.unknown)
    throw PluginFault(Kind::integrator,
                      fmt::format("it posed a problem in {} in a stage that it announced with one "
                                  "in {}",
                                  words_of(unknown), words_of(entry.what.unknown)));
  if (!entry.claimed)
    throw PluginFault(Kind::integrator,
                      fmt::format("it posed a problem in {}, and does not claim {}",
                                  words_of(unknown), claim_of(unknown)));
  return *entry.solved;
}

const ComponentConfig& Stages::solver(Index stage) const {
  return *solver_of(configuration_.contact, stages_[static_cast<std::size_t>(stage)].what);
}

KernelContact* Stages::contact(Index stage) const {
  return stages_[static_cast<std::size_t>(stage)].solved->contact();
}

ListFacts Stages::lists() const {
  ListFacts sum;
  for (const Entry& entry : stages_) {
    const KernelContact* contact = entry.solved->contact();
    if (!contact) continue;
    const NearList& list = contact->near_list();
    sum.searches += list.builds();
    sum.boxes += list.boxes();
    sum.pairs += list.pairs();
    sum.wear = std::max(sum.wear, list.wear());
  }
  return sum;
}

bool Stages::poses_velocities_after(Index stage) const {
  return std::any_of(stages_.begin() + stage + 1, stages_.end(),
                     [](const Entry& entry) { return entry.what.unknown == Unknown::velocity; });
}

Real Stages::time_step_limit(const Scales& scales) const {
  Real limit = kUnlimited;
  for (const Entry& entry : stages_) limit = std::min(limit, entry.solved->time_step_limit(scales));
  return limit;
}

void Stages::accept() const {
  for (const Entry& entry : stages_) entry.solved->accept();
}

void Stages::for_each_group(FunctionRef<void(const std::string&, ContactStage&)> use) const {
  for (const Entry& entry : stages_)
    if (entry.solved->contact())
      use(entry.what.name.empty() ? "contact" : fmt::format("stage/{}", entry.what.name),
          *entry.solved);
}

}  // namespace tactus::core
