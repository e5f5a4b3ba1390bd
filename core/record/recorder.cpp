#include "core/record/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "core/record/output_marks.hpp"
#include "core/record/overlap_file.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/components.hpp"
#include "core/support/blas_name.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {
constexpr Real kCheckpointWall = 60;  ///< s of wall time, least time between two checkpoints

HistoryColumns columns_of(const Simulation& s) {
  return {.dim = s.model.dim(),
          .phases = phase_names(),
          .metrics = s.metrics.other_names(),
          .reactions = solves_reactions(s.configuration),
          .dissipation = !s.system.elements().dissipated().empty(),
          .statics = has_no_inertia(s.configuration)};
}

}  // namespace

Recorder::Recorder(const Simulation& simulation, const RunSettings& settings, Auditor& auditor)
    : s_(simulation), settings_(settings), auditor_(auditor), tally_(simulation.model.supports()),
      rotation_(simulation.model, simulation.system.elements()), columns_(columns_of(simulation)),
      history_(settings.out, "history", history_columns(columns_)),
      contacts_(settings.out, "contacts", contacts_columns(simulation.model.dim())),
      supports_(settings.out, "supports", supports_columns(simulation.model.dim())),
      residuals_(settings.out, "residuals", residuals_columns(),
                 simulation.configuration.output.residuals),
      probes_(simulation.configuration, simulation.model, simulation.system,
              simulation.stepper.mass(), settings.out),
      tables_{&history_, &contacts_, &supports_, &probes_.table(), &residuals_},
      progress_(STDERR_FILENO, settings.quiet),
      frames_(simulation), rows_{RowSums(simulation.model.supports())},
      holders_(holder_names(simulation.configuration, simulation.model.supports())) {}

void Recorder::begin() {
  for (RunTable* table : tables_) table->begin();
  probes_.begin();
  frames_.writer = std::make_unique<FrameWriter>(settings_.out, frames_.frame.mesh());
  if (s_.configuration.output.audit != AuditConfig::off) audit_now();
  write_row();
  write_frame();
  checkpoint();
}

void Recorder::resume(const CheckpointReader& from) {
  CheckpointGroup group = from.group("output");
  tally_.load(group, s_.model.layout().bodies, s_.model.sides());
  rotation_.load(group);
  rows_.gathered.load("gathered_", group, s_.model.sides());
  frames_.pace.next = group.integer("next_frame");
  checkpoints_.pace.next = group.integer("next_checkpoint");
  frames_.last_step = group.integer("last_frame_step");
  rows_.last_step = group.integer("last_row_step");
  clock_.resume(group.real("wall"), group.real("processor"));
  std::vector<Real> gathered;
  group.read("metrics", gathered);
  s_.metrics.restore(gathered);
  probes_.load(group);
  for (RunTable* table : tables_) table->resume(group);
  frames_.writer =
      std::make_unique<FrameWriter>(settings_.out, frames_.frame.mesh(), load_frames(group));
  const OutputConfig& out = s_.configuration.output;
  const Real time = s_.stepper.state().time;
  frames_.pace.renew(group.real("frames_every"), out.frames_every, time);
  checkpoints_.pace.renew(group.real("checkpoint_every"), out.checkpoint_every, time);
}

bool Recorder::is_current() const {
  return frames_.writer->is_current() &&
         std::ranges::all_of(tables_, [](const RunTable* table) { return table->is_current(); });
}

void Recorder::go_on() {
  for (RunTable* table : tables_) table->go_on();
  frames_.writer->go_on();
}

void Recorder::observe() {
  PhaseTimes::Section section(s_.stepper.times(), Phase::output);
  gather_step();
  write_residuals(s_.stepper.facts());
  const OutputConfig& out = s_.configuration.output;
  const bool frame = frames_.pace.due(out.frames_every, s_.stepper.state().time);
  if (out.audit == AuditConfig::steps || (out.audit == AuditConfig::frames && frame)) audit_now();
  if (frame || rotation_.due(s_.stepper.steps())) rotation_.look(s_.stepper.state(), s_.context);
  if (s_.stepper.steps() % out.history_every == 0) write_row();
  if (frame) write_frame();
  if (!frames_.frame.fault().empty()) throw EvaluationError(frames_.frame.fault(), {});
  show_progress();
  const bool late =
      std::chrono::duration<Real>(std::chrono::steady_clock::now() - checkpoints_.last).count() >
      kCheckpointWall;
  if (checkpoints_.pace.due(out.checkpoint_every, s_.stepper.state().time) || late) checkpoint();
}

void Recorder::gather_step() {
  const StepFacts& facts = s_.stepper.facts();
  const Account::Causes& account = s_.balance.account().step();
  tally_.add_step(facts, account, s_.stepper.state().time);
  s_.metrics.gather();
  rows_.gathered.add_step(facts, account, s_.stepper.state().time);
  probes_.add_step(facts);
}

void Recorder::audit_now() {
  const State& state = s_.stepper.state();
  surface_points_.resize(s_.model.surface().reference.size());
  s_.model.motion().positions(state.q, surface_points_);
  const AuditResult& result = auditor_.check(surface_points_);
  tally_.add_audit(result, state.time, s_.configuration);
  rows_.gathered.add_audit(result);
  if (is_at_fault(result, s_.configuration))
    write_overlaps(settings_.out, s_.model, s_.stepper.steps(), state.time, surface_points_,
                   result);
}

void Recorder::write_row() {
  const Index step = s_.stepper.steps();
  const State& state = s_.stepper.state();
  write_history(history_, columns_, rows_.gathered,
                {step, state, s_.stepper.facts(), s_.balance, s_.metrics, s_.model, s_.context},
                s_.metrics.other_values(), s_.stepper.times().seconds());
  write_contacts();
  if (step > 0) write_supports();
  probes_.write(step, state, s_.stepper.facts().contact.forces, s_.context);
  rows_.gathered.clear();
  s_.metrics.clear();
  s_.stepper.times().clear();
  rows_.last_step = step;
}

void Recorder::write_contacts() {
  for (const PairRecord& pair : rows_.gathered.pairs().records())
    contacts_.write(s_.stepper.steps(), s_.stepper.state().time,
                    side_name(s_.configuration, pair.body_a),
                    side_name(s_.configuration, pair.body_b), pair.contacts,
                    View<Real>(pair.impulse, static_cast<std::size_t>(s_.model.dim())));
}

void Recorder::write_supports() {
  const View<Real> reactions = rows_.gathered.reactions();
  for (std::size_t i = 0; i < holders_.size(); ++i) {
    const View<Real> impulse = reactions.subspan(3 * i, static_cast<std::size_t>(s_.model.dim()));
    if (is_listed(holders_[i], impulse))
      supports_.write(s_.stepper.steps(), s_.stepper.state().time, holders_[i].support,
                      holders_[i].body, holders_[i].group, impulse);
  }
}

/// Writes the iterations of all attempts at a step, rejected ones included, once.
void Recorder::write_residuals(const StepFacts& facts) {
  if (!residuals_.is_open() || facts.step == last_residuals_) return;
  last_residuals_ = facts.step;
  for (const SolverIteration& i : facts.residuals)
    residuals_.write(facts.step, i.time, i.attempt, i.iteration, i.residual);
}

void Recorder::write_frame() {
  frames_.writer->write(
      frames_.frame.at(s_.stepper.state(), s_.stepper.facts().contact.forces,
                       s_.configuration.contact.enabled, s_.system.elements(), s_.context),
      s_.context.executor);
  frames_.frame.release();
  frames_.last_step = s_.stepper.steps();
}

void Recorder::checkpoint() {
  for (RunTable* table : tables_) table->sync();
  frames_.writer->sync();
  CheckpointWriter writer(settings_.fingerprint);
  save(writer);
  writer.commit(settings_.out / "checkpoint.h5");
  checkpoints_.last = std::chrono::steady_clock::now();
}

void Recorder::save(CheckpointWriter& writer) const {
  {
    CheckpointGroup group = writer.group("state");
    s_.stepper.save(group);
    s_.balance.save(group);
  }
  {
    CheckpointGroup group = writer.group("model");
    s_.system.save(group);
  }
  s_.stepper.stages().for_each_group([&](const std::string& name, const ContactStage& stage) {
    CheckpointGroup group = writer.group(name);
    stage.save(group);
  });
  for (const RunComponent& component : components_of(s_.configuration)) {
    CheckpointGroup group = writer.group("component/" + component.name);
    call(component, [&](const Component& c) { c.save(group); });
  }
  CheckpointGroup group = writer.group("output");
  tally_.save(group);
  rotation_.save(group);
  rows_.gathered.save("gathered_", group);
  group.write_integer("next_frame", frames_.pace.next);
  group.write_integer("next_checkpoint", checkpoints_.pace.next);
  group.write_integer("last_frame_step", frames_.last_step);
  group.write_integer("last_row_step", rows_.last_step);
  group.write_real("wall", clock_.wall());
  group.write_real("processor", clock_.processor());
  group.write("metrics", s_.metrics.gathered());
  const OutputConfig& out = s_.configuration.output;
  group.write_real("frames_every", out.frames_every);
  group.write_real("checkpoint_every", out.checkpoint_every);
  for (const RunTable* table : tables_) table->save(group);
  probes_.save(group);
  save_frames(group, frames_.writer->frames());
}

void Recorder::show_progress() {
  const Balance& balance = s_.balance;
  const Real scale = balance.energy_scale();
  progress_.update({.step = s_.stepper.steps(),
                    .time = s_.stepper.state().time,
                    .end_time = s_.configuration.time.end,
                    .energy_drift = scale > 0 ? (balance.total() - balance.initial()) / scale : 0,
                    .contacts = s_.stepper.facts().contact.forces.contacts});
}

Summary Recorder::finish(RunStatus status, const std::string& reason) {
  progress_.finish();
  // An interrupted run continues from its checkpoint. A row or frame at the moment of the interrupt
  // would not exist in an uninterrupted run.
  if (status == RunStatus::completed || status == RunStatus::not_converged) {
    const bool unseen = frames_.last_step != s_.stepper.steps();
    rotation_.look(s_.stepper.state(), s_.context);
    if (unseen && s_.configuration.output.audit == AuditConfig::frames) audit_now();
    if (rows_.last_step != s_.stepper.steps()) write_row();
    if (unseen) write_frame();
  }
  const bool faulty = status == RunStatus::completed && !frames_.frame.fault().empty();
  if (status != RunStatus::failed) checkpoint();
  // Residuals of a step that failed. A resumed run repeats this step, and the checkpoint does not
  // include these rows.
  write_residuals(s_.stepper.failed());
  residuals_.flush();
  Summary summary = faulty ? summarize(RunStatus::not_converged, frames_.frame.fault())
                           : summarize(status, reason);
  write_summary(settings_.out / "summary.json", summary);
  return summary;
}

Summary Recorder::summarize(RunStatus status, const std::string& reason) const {
  Summary summary;
  summary.name = s_.configuration.name;
  summary.status = status;
  summary.reason = reason;
  summary.dim = s_.model.dim();
  summary.steps = s_.stepper.steps();
  summary.time = s_.stepper.state().time;
  summary.end_time = s_.configuration.time.end;
  const StartConfig& start = s_.configuration.start;
  summary.start = {start.from, start.sha256, start.time, start.steps};
  summary.wall = clock_.wall();
  summary.processor = clock_.processor();
  getloadavg(&summary.machine_load, 1);  // stays 0 where the system does not tell
  summary.blas = blas_name();
  s_.balance.fill(summary);
  rotation_.fill(summary);
  tally_.fill(summary, s_.configuration, s_.model);
  return summary;
}

}  // namespace tactus::core
