#include "core/step/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/scene/capabilities.hpp"
#include "core/step/step_failure.hpp"

namespace tactus::core {
namespace {

constexpr Index kRetries = 8;       ///< attempts at a step, with smaller and smaller dt
constexpr Index kRenewEvery = 500;  ///< steps, after which the critical step is recomputed
constexpr Index kLookEvery = 5;     ///< steps between checks whether elements were crushed
constexpr int kInversions = 8;      ///< solutions of a step that may invert elements before
                                    ///< the step is repeated with a smaller dt
constexpr std::string_view kBefore = "before the first step";

Mass mass_of(const Integrator& integrator, const std::string& type) {
  try {
    return integrator.mass();
  } catch (const PluginFault& fault) {
    throw PluginRunError(fault, type, kBefore);
  }
}

/// Converts the fault to an error that names the responsible plugin.
PluginRunError named(const PluginFault& fault, const std::vector<RunComponent>& components,
                     std::string_view when) {
  const bool one_of_many = fault.kind == Kind::material || fault.kind == Kind::contact_law;
  if (!fault.type.empty() || one_of_many) return {fault, fault.type, when};
  for (const RunComponent& c : components)
    if (c.kind == fault.kind) return {fault, c.type, when};
  return {fault, {}, when};
}

/// A power of two, so that steps are equal as long as spins hardly change: steps of other lengths
/// change the energy that the integrator keeps. In the plane free rotation is exact in any step.
Real turning_limit(const Layout& layout, const State& state) {
  constexpr Real kTurn = 0.03;  // rad in a step
  Real fastest = 0;
  for (const Body& body : layout.bodies) {
    if (body.rotation.size() != 3) continue;
    const Real* spin = state.v.data() + body.rotation.begin;
    fastest = std::max(fastest, std::hypot(spin[0], spin[1], spin[2]));
  }
  return fastest > 0 ? std::exp2(std::floor(std::log2(kTurn / fastest))) : kUnlimited;
}

/// The vertices of an element that take part in contact, in ascending order.
std::vector<Index> boundary_corners(const Model& model, const Location& where) {
  std::vector<Index> found;
  if (where.item != Item::element) return found;
  const auto corners = static_cast<std::size_t>(model.dim() + 1);
  const View<Index> element =
      model.elements().subspan(static_cast<std::size_t>(where.index) * corners, corners);
  const View<Index> node = model.vertex_node();
  const auto boundary = static_cast<std::size_t>(model.surface().boundary_vertices);
  for (std::size_t v = 0; v < boundary; ++v)
    if (std::find(element.begin(), element.end(), node[v]) != element.end())
      found.push_back(static_cast<Index>(v));
  return found;
}

/// Adds the residuals of a solve that was to end at `time` to those of the step.
void note_residuals(const ContactStage& solver, Real time, StepFacts& facts) {
  const auto& noted = facts.residuals;
  const bool goes_on = !noted.empty() && noted.back().attempt == facts.retries;
  Index iteration = goes_on ? noted.back().iteration : 0;
  for (const Real residual : solver.residuals())
    facts.residuals.push_back({facts.retries, time, ++iteration, residual});
}

}  // namespace

Stepper::Stepper(const Model& model, FemSystem& system, Configuration& configuration,
                 Context& context)
    : model_(model), system_(system), configuration_(configuration), context_(context),
      integrator_(static_cast<Integrator&>(*configuration.integrator.object)),
      mass_(mass_of(integrator_, configuration.integrator.type)),
      components_(components_of(configuration)), lengths_{StepClock(configuration.time),
                                                          StrainLimit(model)},
      outside_(model, system, system.forces(), mass_, !has_no_inertia(configuration)),
      damping_(model, system, integrator_, mass_,
               !claims_of(integrator_).has(capability::impulse)) {
  const Claims claims = claims_of(integrator_);
  const ContactConfig& contact = configuration_.contact;
  const bool increments = claims.has(capability::increment);
  lengths_.steps_grow_back = increments && !claims.has(capability::separable);
  lengths_.is_static = has_no_inertia(configuration_);
  lengths_.limits_strain =
      increments && !lengths_.steps_grow_back && (!contact.enabled || contact.divides_steps());
  context_.scales = model.scales();
  note_step(-1, 0);
  const Layout& layout = model.layout();
  try {
    const Index extra = integrator_.extra_columns();
    state_.resize(layout, extra);
    next_.resize(layout, extra);
    stages_ = std::make_unique<Stages>(model, configuration, times_, context);
  } catch (const PluginFault& fault) {
    throw named(fault, components_, kBefore);
  }
}

void Stepper::start() try {
  std::ranges::copy(model_.initial_coordinates(), state_.q.begin());
  std::copy(model_.initial_velocity().begin(), model_.initial_velocity().end(), state_.v.begin());
  state_.time = 0;
  context_.step = {};
  if (Outcome bad = integrator_.start(system_, state_.out(), context_); !bad)
    throw StepError(
        "the first accelerations cannot be computed: " + bad.message + which_dof(bad, model_),
        bad.where);
  if (Outcome bad = system_.commit(state_.view(), context_); !bad)
    throw StepError("the first state has no energy: " + bad.message, bad.where);
  system_.accept();   // materials remember how bodies are strained at the start
  (void)own_limit();  // tells whether the critical step is needed
  if (system_.critical().is_wanted())
    if (Outcome bad = system_.critical().renew(state_.q, context_); !bad)
      throw StepError("the stable step cannot be computed: " + bad.message, bad.where);
  StepClock::Limits allowed = limits();
  allowed.needed = configuration_.contact.enabled && !has_no_inertia(configuration_) &&
                   !std::ranges::all_of(model_.layout().prescribed, [](auto held) { return held; });
  // The step must be known before the energy shift, which contains dt^2.
  lengths_.clock.choose(allowed);
  lengths_.clock.check(allowed);
  accepted_.first_dt = lengths_.clock.next(0);
  accepted_.account.shift_new =
      integrator_.energy_shift(system_, state_.view(), accepted_.first_dt);
} catch (const PluginFault& fault) {
  throw named(fault, components_, kBefore);
}

Real Stepper::own_limit() const {
  return damping_.stable_step(integrator_.time_step_limit(system_, state_.view()));
}

StepClock::Limits Stepper::limits() const {
  StepClock::Limits limits{.integrator = own_limit()};
  if (limits.integrator < kUnlimited && system_.critical().is_wanted())
    limits.critical = system_.critical_step();
  limits.turning = turning_limit(model_.layout(), state_);
  limits.contact = stages_->time_step_limit(context_.scales);
  return limits;
}

bool Stepper::advance() try {
  const ListFacts before = stages_->lists();
  // The vectors are moved along, so that their memory is reused.
  facts_ = StepFacts{.lists = {},
                     .residuals = std::move(facts_.residuals),
                     .outside = {.reactions = std::move(facts_.outside.reactions)},
                     .contact = {.forces = std::move(facts_.contact.forces)}};
  facts_.residuals.clear();
  facts_.step = steps_ + 1;
  const StepClock clock_before = lengths_.clock;
  const StrainLimit::Cap cap_before = lengths_.strain.cap();
  if (!lengths_.clock.in_parts()) choose_step();
  Real dt = lengths_.clock.next(state_.time);
  for (;; ++facts_.retries) {
    // Only a whole step is divided. A substep or a retry is shorter than what was examined here.
    if (facts_.retries == 0 && !clock_before.in_parts()) {
      Index parts = std::max(parts_of(dt), lengths_.clock.parts_for_zones());
      if (parts > StepDivision::kMostSubsteps) {
        // The step was chosen for others than what is fast: a small rigid body has no waves.
        lengths_.clock.limit(dt * StepDivision::kMostSubsteps / static_cast<Real>(parts));
        dt = lengths_.clock.next(state_.time);
        parts = StepDivision::kMostSubsteps;
      }
      if (parts > 1) {
        posed_ = nullptr;
        facts_.substeps = parts;
        dt = lengths_.clock.divide(dt, parts);
      }
    }
    const Outcome outcome = try_step(dt);
    if (outcome) break;
    posed_ = nullptr;
    for (const RunComponent& c : components_) c.object->reject();
    if (facts_.solver.rejected) {
      ++facts_.unconverged;
      facts_.unconverged_residual = std::max(facts_.unconverged_residual, facts_.solver.residual);
    }
    if (outcome.cause == Cause::interrupted) {
      lengths_.clock = clock_before;  // the step is repeated after a resume
      lengths_.strain.restore(cap_before);
      return false;
    }
    const bool at_limit =
        lengths_.is_static && may_be_limit(outcome) && lengths_.clock.is_at_limit(state_.time, dt);
    if (outcome.status == Status::failed || facts_.retries == kRetries || at_limit ||
        lengths_.clock.hardly_moves(dt))
      give_up(outcome, dt);
    dt = lengths_.clock.shorten(dt, outcome);
    // Contact that has no solution in this step, or none that was found, strains nothing: bodies that are
    // pinched would be followed with ever shorter steps instead of being refused.
    if (lengths_.limits_strain && outcome.cause != Cause::infeasible &&
        outcome.cause != Cause::not_converged)
      lengths_.strain.tried_again(dt);
    context_.log->write(Level::info,
                        fmt::format("step {} at t = {:.6g} s is tried again with dt = {:.3g} s: {}",
                                    steps_ + 1, state_.time, dt, outcome.message));
  }
  // Where a load step failed once, the next one goes to where that would have ended.
  lengths_.clock.made(facts_.contact.forces.impact_zone_nodes > 0,
                      !lengths_.is_static || facts_.retries == 0);
  if (!lengths_.clock.in_parts()) lengths_.strain.made();
  facts_.lists = stages_->lists();
  facts_.lists.searches -= before.searches;
  facts_.lists.boxes -= before.boxes;
  accept();
  return true;
} catch (const PluginFault& fault) {
  throw named(fault, components_,
              fmt::format("in step {} at t = {:.6g} s", steps_ + 1, state_.time));
}

/// Publishes step, time and dt of the coming attempt to all components.
void Stepper::announce(Real dt) {
  context_.step.step = steps_;
  context_.step.attempt = facts_.retries;
  context_.step.time = state_.time;
  context_.step.dt = dt;
  note_step(steps_, state_.time);
  next_.time = lengths_.clock.after(state_.time, dt);
  old_ = &damping_.damped(state_, dt, context_);
}

/// Makes one attempt at a step of dt into next_. Nothing here changes state_, so that a failed
/// attempt can be repeated with a smaller dt.
Outcome Stepper::try_step(Real dt) {
  announce(dt);
  facts_.contact = {.forces = std::move(facts_.contact.forces)};
  facts_.contact.forces.clear(static_cast<Index>(model_.supports().holders().size()));
  facts_.solver = {};
  attempt_ = {};
  StepReport report = outside_.new_report();
  for (Index stage = 0; stage < stages_->count(); ++stage)
    if (Outcome bad = run_stage(stage, report); !bad) return bad;
  if (Outcome bad = judge_contact_gain(report.account, attempt_.most_contact_gain, context_.step,
                                       facts_.contact.forces, configuration_);
      !bad)
    return bad;
  if (Outcome bad = system_.commit(next_.view(), context_); !bad) return bad;
  record(report, dt);
  return {};
}

Outcome Stepper::run_stage(Index stage, StepReport& report) {
  PhaseTimes::Section section(times_, Phase::elements);
  StepProblem* problem = std::exchange(posed_, nullptr);
  if (!problem)
    if (Outcome bad = begin(stage, problem); !bad) return bad;
  ContactStage& solver = stages_->of(stage, *problem);
  attempt_.last = &solver, attempt_.last_stage = stage;
  solver.expect(lengths_.clock.expected(state_.time, context_.step.dt));
  const auto solve = [&](View<Index> inverted) {
    PhaseTimes::Section inner(times_, Phase::solver);
    Outcome outcome = solver.solve(old_->view(), *problem, inverted, context_);
    if (configuration_.output.residuals) note_residuals(solver, next_.time, facts_);
    return outcome;
  };
  if (Outcome bad = solve({}); !bad) {
    solver.report(facts_);  // how close to convergence it came
    return bad;
  }
  report.impulse_fraction = 1;
  report.contact_at_start = false;
  outside_.begin_stage(report);
  std::vector<Index> corners;
  for (int k = 0;; ++k) {
    if (k > 0) report = outside_.again();
    const StepResult result = solver.result(context_.step.dt, context_);
    Outcome outcome =
        integrator_.finish(stage, old_->view(), system_, result, next_.out(), report, context_);
    if (outcome) break;
    if (outcome.cause != Cause::inverted_element || !solver.contact()) return outcome;
    // A solver with rigid impact zones may find a solution without the contact forces that inverted
    // the element.
    corners = boundary_corners(model_, outcome.where);
    if (corners.empty() || k == kInversions || (k > 0 && result.zone.empty())) return outcome;
    const Outcome again = solve(corners);
    if (again.cause == Cause::interrupted) return again;
    if (!again) return outcome;
  }
  PhaseTimes::Section inner(times_, Phase::solver);
  solver.report(facts_);
  // What enters no velocity is no force: a projection of positions is not among those of the step.
  if (report.impulse_fraction == 0) return {};
  solver.collect(report, context_.step.dt, facts_.contact.forces);
  // Where rows hold in the middle of a step contact gains by the rule, not by a fault of the step.
  if (problem->contact().fraction == 1)
    attempt_.most_contact_gain = std::min(attempt_.most_contact_gain, solver.most_contact_gain());
  return {};
}

Outcome Stepper::begin(Index stage, StepProblem*& problem) {
  if (stage == 0) system_.forces().begin();
  return integrator_.begin(stage, old_->view(), next_.out(), system_, problem, context_);
}

void Stepper::record(const StepReport& report, Real dt) {
  PhaseTimes::Section section(times_, Phase::solver);
  facts_.dt = dt;
  // Supports first: damping acts on nodes beside those that they hold, and takes momentum from both.
  outside_.measure({.from = *old_,
                    .to = next_,
                    .report = report,
                    .contact = facts_.contact.forces,
                    .contact_before = accepted_.contact.forces,
                    .dt = dt},
                   facts_.outside, context_);
  const Damping::Taken damping = damping_.finish(*old_, next_, dt, context_);
  OutsideWork::book_damping(damping, facts_.outside);
  facts_.contact.work = report.contact_work + facts_.contact.forces.held_work;
  Equilibrium::add(system_.forces(), facts_.equilibrium);
  facts_.account = report.account;
  facts_.account.shift_old += damping.shift_before;
  facts_.account.shift_new -= damping.shift_after;
}

void Stepper::accept() {
  for (const RunComponent& c : components_) c.object->accept();
  stages_->accept();
  system_.accept();
  std::swap(state_, next_);
  std::swap(facts_, accepted_);
  facts_.residuals.clear();
  ++steps_;
  if (!system_.critical().is_wanted()) return;
  const bool worn = steps_ % kLookEvery == 0 && own_limit() < kUnlimited &&
                    system_.critical().is_outdated(state_.q, context_);
  if (!worn && steps_ % kRenewEvery != 0) return;
  const Outcome ignored = system_.critical().renew(state_.q, context_);
  (void)ignored;  // the critical step stays as it was; the state itself is sound
}

}  // namespace tactus::core
