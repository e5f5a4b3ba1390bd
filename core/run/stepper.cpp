#include "core/run/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/model/model_error.hpp"
#include "core/run/named_fields.hpp"

namespace tactus::core {
namespace {

constexpr Index kRetries = 8;            ///< of a step, each smaller, before it is given up
constexpr Index kRenewEvery = 500;       ///< steps, after which the critical step is computed anew
constexpr Index kLookEvery = 5;          ///< steps between two looks whether it is worn before
constexpr Index kTraceEvery = 64;        ///< steps, after which traces of plugins are looked for
constexpr Index kCloseLookEvery = 4096;  ///< steps, of which one is looked at call by call
constexpr Index kZoneRun = 2;    ///< whole steps with rigid impact zones in a row, after which
constexpr Index kZoneParts = 4;  ///< the next one is divided into so many parts
constexpr int kInversions = 8;   ///< solutions of a step that invert elements, before it is halved
constexpr std::string_view kBefore = "before the first step";

std::string body_name(const Configuration& configuration, std::int32_t body) {
  return body < 0 ? "?" : configuration.bodies[static_cast<std::size_t>(body)].name;
}

/// Calls what sets a component up; what that finds wrong is wrong with the component's place in the
/// configuration.
template <class Call>
void set_up(const ComponentConfig& component, const Configuration& configuration, Call&& call) {
  try {
    calling({.kind = component.kind, .type = component.type.c_str()}, call);
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

}  // namespace

Stepper::Stepper(const Model& model, FemSystem& system, Configuration& configuration,
                 Context& context)
    : model_(model), system_(system), configuration_(configuration), context_(context),
      integrator_(static_cast<Integrator&>(*configuration.integrator.object)),
      components_(components_of(configuration)), end_(configuration.time.end) {
  context_.scales = model.scales();
  note_step(-1, 0);
  const CloseLook look(process_);
  const Layout& layout = model.layout();
  const auto dofs = static_cast<std::size_t>(layout.dofs);
  for (auto* a : {&held_old_, &w_, &force_, &impulse_}) a->assign(dofs, 0);
  for (Index dof = 0; dof < layout.dofs; ++dof)
    if (layout.prescribed[dof]) prescribed_.push_back(dof);
  try {
    const Index extra = calling(Kind::integrator, [&] { return integrator_.extra_columns(); });
    state_.resize(layout, extra);
    next_.resize(layout, extra);
    if (configuration.contact.enabled) make_contact(configuration.contact);
  } catch (const PluginFault& fault) {
    throw named(fault, kBefore);
  }
}

void Stepper::make_contact(ContactConfig& contact) {
  const Layout& layout = model_.layout();
  for (const Index node : model_.vertex_node()) {
    bool moves = false;
    for (int d = 0; d < layout.dim; ++d) moves = moves || !layout.prescribed[node * layout.dim + d];
    vertex_dof_.push_back(node * layout.dim);
    movable_.push_back(moves ? 1 : 0);
  }
  solver_ = static_cast<ContactSolver*>(contact.solver.object.get());
  set_up(contact.solver, configuration_,
         [&] { solver_->setup({.layout = &layout, .linear = {}, .laws = {}}, context_); });
  const Index solver_history =
      calling(Kind::contact_solver, [&] { return solver_->history_size(); });
  const ContactGeometry geometry{
      &layout,  &model_.surface(),          vertex_dof_,
      movable_, model_.supports().holder(), static_cast<Index>(model_.supports().holders().size())};
  auto& broad_phase = static_cast<BroadPhase&>(*contact.broad_phase.object);
  set_up(contact.constraint(), configuration_, [&] {
    contact_ = std::make_unique<KernelContact>(
        geometry, broad_phase, static_cast<Constraint&>(*contact.constraint().object),
        solver_history, context_);
  });
  contact_->time_detection(times_);
  if (contact.cut_steps)
    cut_ = std::make_unique<StepCut>(geometry, broad_phase, contact_->detection());
}

void Stepper::start() {
  const CloseLook look(process_);
  try {
    set_first_state();
  } catch (const PluginFault& fault) {
    throw named(fault, kBefore);
  }
}

void Stepper::set_first_state() {
  std::copy(model_.reference().begin(), model_.reference().end(), state_.q.begin());
  std::copy(model_.initial_velocity().begin(), model_.initial_velocity().end(), state_.v.begin());
  state_.time = 0;
  context_.step = {};
  const auto first = [&] { return integrator_.start(system_, state_.out(), context_); };
  if (Outcome bad = calling(Kind::integrator, first); !bad)
    throw StepError("the first accelerations cannot be computed: " + bad.message, bad.where);
  std::copy(system_.held_back().begin(), system_.held_back().end(), held_old_.begin());
  if (Outcome bad = system_.renew_critical_step(state_.q, context_); !bad)
    throw StepError("the stable step cannot be computed: " + bad.message, bad.where);
  choose_step();
  check_given_step();
  facts_.account.shift_new = calling(Kind::integrator, [&] {
    return integrator_.energy_shift(system_, state_.view(), full_step_);
  });
}

bool Stepper::is_explicit() const { return own_limit() < kUnlimited; }

Real Stepper::own_limit() const {
  return calling(Kind::integrator,
                 [&] { return integrator_.time_step_limit(system_, state_.view()); });
}

void Stepper::choose_step() {
  const Real limit = own_limit();
  Real dt = configuration_.time.step;
  if (dt == kAutomatic) dt = limit;
  if (limit < kUnlimited) dt = std::min(dt, system_.critical_step());
  if (solver_)
    dt = std::min(dt, calling(Kind::contact_solver,
                              [&] { return solver_->time_step_limit(context_.scales); }));
  full_step_ = std::min(dt, end_);
}

void Stepper::check_given_step() const {
  const Real given = configuration_.time.step, critical = system_.critical_step();
  if (given != kAutomatic && is_explicit() && given > critical)
    throw ModelError(
        {{"/time/step", fmt::format("{:.6g} s is given, but no explicit step above 2/omega_max "
                                    "= {:.6g} s is stable; take \"auto\" or a smaller one",
                                    given, critical)}});
  if (!(full_step_ > 0 && full_step_ < kUnlimited))
    throw ModelError(
        {{"/time/step",
          std::string("\"auto\" is given, but this integrator knows no step of its own; "
                      "give a step in seconds")}});
}

/// The next step: a part of one that was cut, or a whole one; the last two may be shorter.
Real Stepper::next_dt() {
  // These keep their memory.
  facts_ = StepFacts{.reactions = std::move(facts_.reactions), .forces = std::move(facts_.forces)};
  if (parts_left_ > 0) return part_dt_;
  choose_step();
  // Times add up with round-off. What is left is neither stretched by more than 1e-6 of a step, nor
  // does it end with a sliver of one: in that, the margin of contact would be a speed.
  const Real left = end_ - state_.time;
  if (left <= full_step_ * (1 + 1e-6)) return left;
  return left < 2 * full_step_ ? left / 2 : full_step_;
}

bool Stepper::advance() {
  std::optional<CloseLook> look;
  if (steps_ % kTraceEvery == 0) expect_no_trace();
  if (steps_ % kCloseLookEvery == 0) look.emplace(process_);
  try {
    const bool made = make_step();
    if (finished()) expect_no_trace();
    return made;
  } catch (const PluginFault& fault) {
    throw named(fault, fmt::format("in step {} at t = {:.6g} s", steps_ + 1, state_.time));
  }
}

/// Of what plugins did to the program while nobody looked.
void Stepper::expect_no_trace() const {
  expect_undisturbed(process_, fmt::format("in one of the last {} steps before t = {:.6g} s",
                                           kTraceEvery, state_.time));
}

/// Who a plugin's fault is to be laid to.
PluginRunError Stepper::named(const PluginFault& fault, std::string_view when) const {
  if (!fault.type.empty()) return {fault, fault.type, when};
  const ContactConfig& contact = configuration_.contact;
  std::vector<const ComponentConfig*> called{&configuration_.integrator, &contact.broad_phase,
                                             &contact.solver};
  for (const ConstraintConfig& entry : contact.constraints) called.push_back(&entry.constraint);
  for (const ComponentConfig* c : called)
    if (c->kind == fault.kind && c->object) return {fault, c->type, when};
  return {fault, {}, when};
}

bool Stepper::make_step() {
  const Index builds = contact_ ? contact_->list_builds() : 0;
  Real dt = next_dt();
  const Index steps_before_cut = parts_left_;
  for (;; ++facts_.retries) {
    if (facts_.retries == 0 && steps_before_cut == 0) {
      const Index parts = std::max(parts_of(dt), zone_run_ >= kZoneRun ? kZoneParts : Index{1});
      if (parts > 1) {
        posed_ = nullptr;
        facts_.cuts = parts;
        parts_left_ = parts;
        dt = part_dt_ = dt / static_cast<Real>(parts);
      }
    }
    const Outcome outcome = try_step(dt);
    if (outcome) break;
    reject();
    if (outcome.cause == Cause::interrupted) {
      // As if the step had not been asked for: it is made again after a resume.
      parts_left_ = steps_before_cut;
      return false;
    }
    parts_left_ = 0;
    if (outcome.status == Status::failed || facts_.retries == kRetries) give_up(outcome, dt);
    dt *= outcome.dt_factor > 0 && outcome.dt_factor < 1 ? outcome.dt_factor : 0.5;
    context_.log->write(Level::info,
                        fmt::format("step {} at t = {:.6g} s is tried again with dt = {:.3g} s: {}",
                                    steps_ + 1, state_.time, dt, outcome.message));
  }
  // Nodes that are locked together by a zone in whole steps come apart in smaller ones.
  zone_run_ = zone_.empty() || parts_left_ > 0 ? 0 : zone_run_ + 1;
  if (parts_left_ > 0) --parts_left_;
  if (contact_) facts_.sorts = contact_->list_builds() - builds;
  accept();
  return true;
}

/// Poses the step and looks how far things near each other would move.
Index Stepper::parts_of(Real dt) {
  if (!cut_) return 1;
  StepProblem* problem = nullptr;
  announce(dt);
  {
    PhaseTimes::Section section(times_, Phase::elements);
    if (!begin(0, problem)) return 1;
  }
  PhaseTimes::Section section(times_, Phase::detection);
  contact_->begin(state_.view(), problem->contact());
  const Real half = context_.scales.altitude / 2;
  const RelativeMotion motion =
      cut_->measure(contact_->old_positions(), contact_->positions(problem->predictor()),
                    1e-9 * context_.scales.altitude, half, context_);
  const Real parts = std::ceil(motion.largest / half);
  if (parts <= 1) posed_ = problem;  // this is the step that will be made
  if (parts <= static_cast<Real>(StepCut::kMost))
    return std::max<Index>(1, static_cast<Index>(parts));
  throw StepError(fmt::format(
      "step {} at t = {:.6g} s: \"{}\" and \"{}\" move {:.3g} m relative to each other in one step "
      "of {:.3g} s, more than {} times half the smallest altitude {:.3g} m of the mesh; something "
      "could pass through unseen. Take a smaller /time/step or slower bodies",
      steps_ + 1, state_.time, body_name(configuration_, motion.body_a),
      body_name(configuration_, motion.body_b), motion.largest, dt, StepCut::kMost,
      context_.scales.altitude));
}

/// What everybody is told of the step that is about to be tried.
void Stepper::announce(Real dt) {
  context_.step.step = steps_;
  context_.step.attempt = facts_.retries;
  context_.step.time = state_.time;
  context_.step.dt = dt;
  note_step(steps_, state_.time);
  next_.time = state_.time + dt;
  // The end is met exactly: t + (end - t) may round to a neighbour of it.
  if (std::abs(next_.time - end_) <= 1e-12 * end_) next_.time = end_;
}

Outcome Stepper::try_step(Real dt) {
  announce(dt);
  StepReport report;
  const Index stages = calling(Kind::integrator, [&] { return integrator_.stages(); });
  for (Index stage = 0; stage < stages; ++stage) {
    StepProblem* problem = nullptr;
    if (Outcome bad = run_stage(stage, problem, report); !bad) return bad;
  }
  facts_.dt = dt;
  record(report, dt);
  return {};
}

Outcome Stepper::run_stage(Index stage, StepProblem*& problem, StepReport& report) {
  PhaseTimes::Section section(times_, Phase::elements);
  problem = std::exchange(posed_, nullptr);
  if (!problem)
    if (Outcome bad = begin(stage, problem); !bad) return bad;
  if (Outcome bad = solve(*problem, {}); !bad) return bad;
  for (int k = 0;; ++k) {
    const StepResult result = result_of(context_.step.dt);
    Outcome outcome = calling(Kind::integrator, [&] {
      return integrator_.finish(stage, state_.view(), system_, result, next_.out(), report,
                                context_);
    });
    if (outcome || outcome.cause != Cause::inverted_element || !contact_) return outcome;
    // A solver with rigid impact zones may do without the forces that inverted the element.
    const View<Index> corners = boundary_corners(outcome.where);
    if (corners.empty() || k == kInversions || (k > 0 && zone_.empty())) return outcome;
    const Outcome again = solve(*problem, corners);
    if (again.cause == Cause::interrupted) return again;
    if (!again) return outcome;
  }
}

/// The corners of an element that take part in contact, ascending.
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
  return calling(Kind::integrator, [&] {
    return integrator_.begin(stage, state_.view(), next_.out(), system_, problem, context_);
  });
}

/// @param inverted  corners of elements that the last solution of this step inverted
Outcome Stepper::solve(StepProblem& problem, View<Index> inverted) {
  PhaseTimes::Section section(times_, Phase::solver);
  if (calling(Kind::integrator, [&] { return problem.unknown(); }) != Unknown::increment)
    throw PluginFault(Kind::integrator,
                      "it posed a problem in velocities, which the kernel does not serve yet");
  const View<Real> predictor = calling(Kind::integrator, [&] { return problem.predictor(); });
  std::copy(predictor.begin(), predictor.end(), w_.begin());
  multiplier_.clear();
  group_.clear();
  zone_.clear();
  stored_energy_ = 0;
  if (!contact_) {
    std::fill(force_.begin(), force_.end(), Real{0});
    if (!problem.linear())
      return Outcome::failed(Cause::unsupported, "an implicit step needs a contact solver");
    return {};
  }
  contact_->begin(state_.view(), calling(Kind::integrator, [&] { return problem.contact(); }));
  StepSolution solution{.w = w_,
                        .contact_force = force_,
                        .multiplier = &multiplier_,
                        .group = &group_,
                        .zone = &zone_,
                        .inverted = inverted};
  Outcome outcome = calling(Kind::contact_solver,
                            [&] { return solver_->solve(problem, *contact_, solution, context_); });
  stored_energy_ = solution.stored_energy;
  if (outcome) check_solution();
  return outcome;
}

/// Arrays of a wrong size would be read beyond their end.
void Stepper::check_solution() const {
  const auto rows = static_cast<std::size_t>(contact_->rows().count);
  if (multiplier_.size() != rows)
    throw PluginFault(Kind::contact_solver, fmt::format("it answered {} multipliers for {} rows",
                                                        multiplier_.size(), rows));
  for (const auto& [numbers, what] : {std::pair(&group_, "groups"), std::pair(&zone_, "zones")})
    if (!numbers->empty() && numbers->size() != w_.size())
      throw PluginFault(Kind::contact_solver,
                        fmt::format("it answered {} {} for {} degrees of freedom", numbers->size(),
                                    what, w_.size()));
}

StepResult Stepper::result_of(Real dt) {
  map(Out<Real>(impulse_)) = dt * map(View<Real>(force_));
  StepResult result{.w = w_, .contact_impulse = impulse_, .zone = zone_};
  if (contact_) {
    const Outcome ignored = contact_->look_at_pressed_rows(w_, multiplier_, context_);
    (void)ignored;  // rows that had values at the solution have them here
  }
  if (group_.empty() && zone_.empty()) return result;
  group_.resize(w_.size(), kNone);  // zones alone are a contact without groups
  contact_->release_held_groups(group_);
  Index largest = kNone;
  for (const Index g : group_) largest = std::max(largest, g);
  result.group = group_;
  // A contact problem with prescribed degrees of freedom alone has no group, but its impulses count.
  result.groups = std::max<Index>(largest + 1, 1);
  return result;
}

void Stepper::record(const StepReport& report, Real dt) {
  PhaseTimes::Section section(times_, Phase::solver);
  facts_.contact_work = report.contact_work;
  facts_.account = report.account;
  facts_.stored_energy = stored_energy_;
  facts_.force_work_held = 0;
  collect_forces(report, dt);
  const Layout& layout = model_.layout();
  const View<Real> held = system_.held_back(), mass = system_.mass();
  const Supports& supports = model_.supports();
  facts_.reactions.assign(3 * (supports.holders().size() + 2), 0);
  for (const Index dof : prescribed_) {
    const Real force = report.reaction_old * held_old_[dof] + report.reaction_new * held[dof];
    const Real impulse = mass[dof] * (next_.v[dof] - state_.v[dof]) - dt * force;
    facts_.support_impulse[dof % layout.dim] += impulse;
    facts_.reactions[static_cast<std::size_t>(3 * supports.holder()[dof] + dof % layout.dim)] +=
        impulse;
    facts_.support_work += impulse * w_[dof] / dt;
    facts_.force_work_held += force * w_[dof];
  }
  for (int d = 0; d < layout.dim; ++d) facts_.support_impulse[d] -= dt * facts_.forces.held[d];
  for (std::size_t i = 0; i < facts_.forces.held_by.size(); ++i)
    facts_.reactions[i] -= dt * facts_.forces.held_by[i];
  // A body on a prescribed path does work on what it touches: contact hands it on, and who moves the
  // body brings it in.
  facts_.handed_on = facts_.forces.held_work;
  facts_.contact_work += facts_.handed_on;
  facts_.support_work -= facts_.handed_on;
}

void Stepper::collect_forces(const StepReport& report, Real dt) {
  if (!contact_) return;
  contact_->collect({.w = w_,
                     .multiplier = multiplier_,
                     .force = force_,
                     .zone = zone_,
                     .fraction = report.impulse_fraction,
                     .dt = dt},
                    facts_.forces);
}

void Stepper::accept() {
  for (const RunComponent& c : components_)
    calling({.kind = c.kind, .type = c.type.c_str()}, [&] { c.object->accept(); });
  if (contact_) contact_->accept();
  system_.accept();
  for (const Index dof : prescribed_) held_old_[dof] = system_.held_back()[dof];
  std::swap(state_, next_);
  ++steps_;
  const bool worn = steps_ % kLookEvery == 0 && is_explicit() &&
                    system_.is_critical_step_worn(state_.q, context_);
  if (worn || steps_ % kRenewEvery == 0) {
    const Outcome ignored = system_.renew_critical_step(state_.q, context_);
    (void)ignored;  // the step then stays as it was: the state itself is sound
  }
}

void Stepper::reject() {
  for (const RunComponent& c : components_)
    calling({.kind = c.kind, .type = c.type.c_str()}, [&] { c.object->reject(); });
}

/// The bodies that a failure of contact is about, in brackets.
std::string Stepper::who_takes_part(const Outcome& outcome) const {
  if (!contact_) return {};
  std::string_view how;
  std::vector<std::int32_t> bodies;
  if (outcome.where.item == Item::contact) {
    const auto [a, b] = contact_->bodies_of(outcome.where.index);
    bodies = {a, b};
    how = "between ";
  } else if (outcome.cause == Cause::infeasible) {
    bodies = contact_->violating_bodies();
    how = "of ";
  } else if (outcome.where.item == Item::element) {
    bodies = contact_->neighbours_of(
        model_.element_body()[static_cast<std::size_t>(outcome.where.index)]);
    how = "next to ";
  }
  std::string names;
  for (const std::int32_t body : bodies)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", body_name(configuration_, body));
  return names.empty() ? names : fmt::format(" ({}{})", how, names);
}

void Stepper::give_up(const Outcome& outcome, Real dt) const {
  throw StepError(
      fmt::format("step {} at t = {:.6g} s could not be made, down to dt = {:.3g} s: {}{}",
                  steps_ + 1, state_.time, dt, outcome.message, who_takes_part(outcome)),
      outcome.where);
}

template <class Self, class Use>
void Stepper::for_fields(Self& self, const Use& use) {
  use("time", self.state_.time);
  use("full_step", self.full_step_);
  use("part_dt", self.part_dt_);
  use("parts_left", self.parts_left_);
  use("zone_run", self.zone_run_);
  use("steps", self.steps_);
  use("energy", self.context_.step.energy);
  use("contact_gain", self.context_.step.contact_gain);
  use("q", self.state_.q);
  use("v", self.state_.v);
  use("a", self.state_.a);
  use("extra", self.state_.extra);
  use("held", self.held_old_);
}

void Stepper::save(Archive& archive) const { for_fields(*this, FieldWriter(archive)); }

void Stepper::load(Archive& archive) { for_fields(*this, FieldReader(archive)); }

}  // namespace tactus::core
