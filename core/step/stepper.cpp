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

}  // namespace

Stepper::Stepper(const Model& model, FemSystem& system, Configuration& configuration,
                 Context& context)
    : model_(model), system_(system), configuration_(configuration), context_(context),
      integrator_(static_cast<Integrator&>(*configuration.integrator.object)),
      mass_(mass_of(integrator_, configuration.integrator.type)),
      components_(components_of(configuration)), clock_(configuration.time), strain_(model),
      outside_(model, system, mass_), damping_(model, system, integrator_, mass_,
                                               !claims_of(integrator_).has(capability::impulse)) {
  const Claims claims = claims_of(integrator_);
  const ContactConfig& contact = configuration_.contact;
  const bool increments = claims.has(capability::increment);
  steps_grow_back_ = increments && !claims.has(capability::separable);
  limits_strain_ = increments && !steps_grow_back_ && (!contact.enabled || contact.divides_steps());
  context_.scales = model.scales();
  note_step(-1, 0);
  const Layout& layout = model.layout();
  try {
    const Index extra = integrator_.extra_columns();
    state_.resize(layout, extra);
    next_.resize(layout, extra);
    stages_ = std::make_unique<Stages>(model, configuration, times_, context);
  } catch (const PluginFault& fault) {
    throw named(fault, kBefore);
  }
}

void Stepper::start() {
  try {
    set_first_state();
  } catch (const PluginFault& fault) {
    throw named(fault, kBefore);
  }
}

void Stepper::set_first_state() {
  std::ranges::copy(model_.initial_coordinates(), state_.q.begin());
  std::copy(model_.initial_velocity().begin(), model_.initial_velocity().end(), state_.v.begin());
  state_.time = 0;
  context_.step = {};
  if (Outcome bad = integrator_.start(system_, state_.out(), context_); !bad)
    throw StepError("the first accelerations cannot be computed: " + bad.message, bad.where);
  if (Outcome bad = system_.commit(state_.view(), context_); !bad)
    throw StepError("the first state has no energy: " + bad.message, bad.where);
  system_.accept();   // materials remember how bodies are strained at the start
  (void)own_limit();  // tells whether the critical step is needed
  if (system_.critical_step_wanted())
    if (Outcome bad = system_.renew_critical_step(state_.q, context_); !bad)
      throw StepError("the stable step cannot be computed: " + bad.message, bad.where);
  const StepClock::Limits allowed = limits();
  // The step must be known before the energy shift, which contains dt^2.
  clock_.choose(allowed);
  clock_.check(allowed);
  accepted_.first_dt = clock_.whole_step();
  accepted_.account.shift_new =
      integrator_.energy_shift(system_, state_.view(), clock_.whole_step());
}

bool Stepper::is_explicit() const { return own_limit() < kUnlimited; }

Real Stepper::own_limit() const {
  return damping_.stable_step(integrator_.time_step_limit(system_, state_.view()));
}

StepClock::Limits Stepper::limits() const {
  StepClock::Limits limits{.integrator = own_limit()};
  if (limits.integrator < kUnlimited && system_.critical_step_wanted())
    limits.critical = system_.critical_step();
  limits.turning = turning_limit();
  limits.contact = stages_->time_step_limit(context_.scales);
  return limits;
}

/// A power of two, so that steps are equal as long as spins hardly change: steps of other lengths
/// change the energy that the integrator keeps. In the plane free rotation is exact in any step.
Real Stepper::turning_limit() const {
  constexpr Real kTurn = 0.03;  // rad in a step
  Real fastest = 0;
  for (const Body& body : model_.layout().bodies) {
    if (body.rotation.size() != 3) continue;
    const Real* spin = state_.v.data() + body.rotation.begin;
    fastest = std::max(fastest, std::hypot(spin[0], spin[1], spin[2]));
  }
  return fastest > 0 ? std::exp2(std::floor(std::log2(kTurn / fastest))) : kUnlimited;
}

bool Stepper::advance() {
  try {
    return make_step();
  } catch (const PluginFault& fault) {
    throw named(fault, fmt::format("in step {} at t = {:.6g} s", steps_ + 1, state_.time));
  }
}

/// Converts the fault to an error that names the responsible plugin.
PluginRunError Stepper::named(const PluginFault& fault, std::string_view when) const {
  const bool one_of_many = fault.kind == Kind::material || fault.kind == Kind::contact_law;
  if (!fault.type.empty() || one_of_many) return {fault, fault.type, when};
  for (const RunComponent& c : components_)
    if (c.kind == fault.kind) return {fault, c.type, when};
  return {fault, {}, when};
}

bool Stepper::make_step() {
  const ListFacts before = stages_->lists();
  // The vectors are moved along, so that their memory is reused.
  facts_ = StepFacts{.lists = {},
                     .residuals = std::move(facts_.residuals),
                     .outside = {.reactions = std::move(facts_.outside.reactions)},
                     .contact = {.forces = std::move(facts_.contact.forces)}};
  facts_.residuals.clear();
  facts_.step = steps_ + 1;
  const StepClock clock_before = clock_;
  const StrainLimit::Cap cap_before = strain_.cap();
  if (!clock_.in_parts()) choose_step();
  Real dt = clock_.next(state_.time);
  for (;; ++facts_.retries) {
    // Only a whole step is divided. A substep or a retry is shorter than what was examined here.
    if (facts_.retries == 0 && !clock_before.in_parts()) {
      const Index parts = std::max(parts_of(dt), clock_.parts_for_zones());
      if (parts > 1) {
        posed_ = nullptr;
        facts_.substeps = parts;
        dt = clock_.divide(dt, parts);
      }
    }
    const Outcome outcome = try_step(dt);
    if (outcome) break;
    reject();
    if (facts_.solver.rejected) {
      ++facts_.unconverged;
      facts_.unconverged_residual = std::max(facts_.unconverged_residual, facts_.solver.residual);
    }
    if (outcome.cause == Cause::interrupted) {
      clock_ = clock_before;  // the step is repeated after a resume
      strain_.restore(cap_before);
      return false;
    }
    if (outcome.status == Status::failed || facts_.retries == kRetries || clock_.hardly_moves(dt))
      give_up(outcome, dt);
    dt = clock_.shorten(dt, outcome);
    // Contact that has no solution in this step, or none that was found, strains nothing: bodies that are
    // pinched would be followed with ever shorter steps instead of being refused.
    if (limits_strain_ && outcome.cause != Cause::infeasible &&
        outcome.cause != Cause::not_converged)
      strain_.tried_again(dt);
    context_.log->write(Level::info,
                        fmt::format("step {} at t = {:.6g} s is tried again with dt = {:.3g} s: {}",
                                    steps_ + 1, state_.time, dt, outcome.message));
  }
  clock_.made(facts_.contact.forces.impact_zone_nodes > 0);
  if (!clock_.in_parts()) strain_.made();
  facts_.lists = stages_->lists();
  facts_.lists.searches -= before.searches;
  facts_.lists.boxes -= before.boxes;
  accept();
  return true;
}

/// Publishes step, time and dt of the coming attempt to all components.
void Stepper::announce(Real dt) {
  context_.step.step = steps_;
  context_.step.attempt = facts_.retries;
  context_.step.time = state_.time;
  context_.step.dt = dt;
  note_step(steps_, state_.time);
  next_.time = clock_.after(state_.time, dt);
  old_ = &damping_.damped(state_, dt, context_);
}

/// Makes one attempt at a step of dt into next_. Nothing here changes state_, so that a failed
/// attempt can be repeated with a smaller dt.
Outcome Stepper::try_step(Real dt) {
  announce(dt);
  facts_.contact = {.forces = std::move(facts_.contact.forces)};
  facts_.contact.forces.clear(static_cast<Index>(model_.supports().holders().size()));
  facts_.solver = {};
  last_ = nullptr;
  most_contact_gain_ = kUnlimited;
  StepReport report = outside_.new_report();
  for (Index stage = 0; stage < stages_->count(); ++stage)
    if (Outcome bad = run_stage(stage, report); !bad) return bad;
  if (Outcome bad = judge_contact_gain(report.account, most_contact_gain_, context_.step,
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
  last_ = &solver, last_stage_ = stage;
  solver.expect(clock_.expected(state_.time, context_.step.dt));
  const auto solve = [&](View<Index> inverted) {
    PhaseTimes::Section inner(times_, Phase::solver);
    Outcome outcome = solver.solve(old_->view(), *problem, inverted, context_);
    if (configuration_.output.residuals) note_residuals(solver);
    return outcome;
  };
  if (Outcome bad = solve({}); !bad) {
    solver.report(facts_);  // how close to convergence it came
    return bad;
  }
  report.impulse_fraction = 1;
  report.contact_at_start = false;
  outside_.begin_stage(report);
  for (int k = 0;; ++k) {
    if (k > 0) report = outside_.again();
    const StepResult result = solver.result(context_.step.dt, context_);
    Outcome outcome =
        integrator_.finish(stage, old_->view(), system_, result, next_.out(), report, context_);
    if (outcome) break;
    if (outcome.cause != Cause::inverted_element || !solver.contact()) return outcome;
    // A solver with rigid impact zones may find a solution without the contact forces that inverted
    // the element.
    const View<Index> corners = boundary_corners(outcome.where);
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
    most_contact_gain_ = std::min(most_contact_gain_, solver.most_contact_gain());
  return {};
}

void Stepper::note_residuals(const ContactStage& solver) {
  const auto& noted = facts_.residuals;
  const bool goes_on = !noted.empty() && noted.back().attempt == facts_.retries;
  Index iteration = goes_on ? noted.back().iteration : 0;
  for (const Real residual : solver.residuals())
    facts_.residuals.push_back({facts_.retries, next_.time, ++iteration, residual});
}

/// The vertices of an element that take part in contact, in ascending order.
View<Index> Stepper::boundary_corners(const Location& where) {
  corners_.clear();
  if (where.item != Item::element) return corners_;
  const auto corners = static_cast<std::size_t>(model_.dim() + 1);
  const View<Index> element =
      model_.elements().subspan(static_cast<std::size_t>(where.index) * corners, corners);
  const View<Index> node = model_.vertex_node();
  const auto boundary = static_cast<std::size_t>(model_.surface().boundary_vertices);
  for (std::size_t v = 0; v < boundary; ++v)
    if (std::find(element.begin(), element.end(), node[v]) != element.end())
      corners_.push_back(static_cast<Index>(v));
  return corners_;
}

Outcome Stepper::begin(Index stage, StepProblem*& problem) {
  if (stage == 0) system_.forces().begin();
  return integrator_.begin(stage, old_->view(), next_.out(), system_, problem, context_);
}

void Stepper::record(const StepReport& report, Real dt) {
  PhaseTimes::Section section(times_, Phase::solver);
  facts_.dt = dt;
  const Damping::Taken damping = damping_.finish(*old_, next_, dt, context_);
  outside_.measure({.from = *old_,
                    .to = next_,
                    .report = report,
                    .contact = facts_.contact.forces,
                    .damping = damping,
                    .dt = dt},
                   facts_.outside, context_);
  facts_.contact.work = report.contact_work + facts_.outside.handed_on;
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
  renew_critical_step();
}

void Stepper::renew_critical_step() {
  if (!system_.critical_step_wanted()) return;
  const bool worn = steps_ % kLookEvery == 0 && is_explicit() &&
                    system_.is_critical_step_outdated(state_.q, context_);
  if (!worn && steps_ % kRenewEvery != 0) return;
  const Outcome ignored = system_.renew_critical_step(state_.q, context_);
  (void)ignored;  // the critical step stays as it was; the state itself is sound
}

void Stepper::reject() {
  posed_ = nullptr;
  for (const RunComponent& c : components_) c.object->reject();
}

}  // namespace tactus::core
