#include "core/run/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "core/config/resolved.hpp"
#include "core/model/fem_system.hpp"
#include "core/output/log_file.hpp"
#include "core/plugin/sha256.hpp"
#include "core/run/components.hpp"
#include "core/run/meshes.hpp"
#include "core/run/model_auditor.hpp"
#include "core/run/recorder.hpp"
#include "core/run/run_folder.hpp"
#include "core/run/unseen.hpp"
#include "core/support/executor.hpp"

namespace tactus::core {
namespace {

/// Messages until there is a folder to write them to; then straight to its log.
class EarlyLog {
 public:
  void write(Level level, std::string_view text) {
    if (file_)
      file_->write(level, text);
    else
      early_.emplace_back(level, text);
  }
  void open(const std::filesystem::path& path, LogFile::Open how) {
    file_ = std::make_unique<LogFile>(path, how);
    for (const auto& [level, text] : early_) file_->write(level, text);
    early_.clear();
  }

 private:
  std::vector<std::pair<Level, std::string>> early_;
  std::unique_ptr<LogFile> file_;
};

/// Everything of a run but its folder.
struct Parts {
  Runtime runtime;
  Model model;
  FemSystem system;
  Auditor auditor;
  Stepper stepper;
  Balance balance;
  Metrics metrics;

  Parts(Configuration& configuration, int threads, CallbackLog::Callback log)
      : runtime(threads, std::move(log)), model(configuration, make_meshes(configuration)),
        system(model), auditor(make_auditor(model)),
        stepper(model, system, configuration, runtime.context()), balance(model, system) {
    if (stepper.contact()) refuse_unseen(model, stepper.contact()->detection(), configuration);
    if (configuration.contact.enabled) refuse_overlap(model, auditor);
    each_component(configuration, "when it was asked for its metrics",
                   [&](const std::string&, Component& component) { component.measure(metrics); });
  }
};

void load(Parts& parts, Configuration& configuration, const CheckpointReader& from) {
  {
    CheckpointGroup group = from.group("state");
    parts.stepper.load(group);
    parts.balance.load(group);
  }
  CheckpointGroup model = from.group("model");
  parts.system.load(model);
  if (parts.stepper.contact()) {
    CheckpointGroup group = from.group("contact");
    parts.stepper.contact()->load(group, parts.runtime.context());
  }
  each_component(configuration, "when its state was read from a checkpoint",
                 [&](const std::string& name, Component& component) {
                   CheckpointGroup group = from.group("component/" + name);
                   component.load(group);
                 });
}

RunStatus step_to_the_end(Parts& parts, Recorder& recorder, const std::atomic<bool>* stop,
                          std::string& reason) {
  try {
    while (!parts.stepper.finished()) {
      const bool stopped = stop && stop->load(std::memory_order_relaxed);
      if (stopped || !parts.stepper.advance()) {
        reason = "interrupted; the same command with --resume goes on from here";
        return RunStatus::interrupted;
      }
      {
        PhaseTimes::Section section(parts.stepper.times(), Phase::output);
        parts.balance.update(parts.stepper.state(), parts.stepper.facts(), parts.runtime.context());
      }
      recorder.observe();
    }
  } catch (const PluginRunError& e) {
    reason = e.what();
    return RunStatus::failed;
  } catch (const StepError& e) {
    reason = e.what();
    return RunStatus::not_converged;
  }
  return RunStatus::completed;
}

int exit_code(RunStatus status, bool accepted) {
  switch (status) {
    case RunStatus::completed:
      return accepted ? 0 : 5;
    case RunStatus::interrupted:
      return 130;
    case RunStatus::not_converged:
      return 3;
    case RunStatus::failed:
      break;
  }
  return 4;
}

}  // namespace

int run(Configuration& configuration, const RunSettings& given) {
  RunSettings settings = given;
  settings.fingerprint = sha256(run_identity(given.resolved_json));
  check_run_folder(settings);
  EarlyLog log;
  Parts parts(configuration, settings.threads,
              [&log](Level level, std::string_view text) { log.write(level, text); });
  Context& context = parts.runtime.context();
  context.stop = settings.stop;
  Recorder recorder({configuration, parts.model, parts.system, parts.stepper, parts.balance,
                     parts.metrics, context},
                    settings, parts.auditor);
  FolderLock lock;
  if (settings.resume) {
    const CheckpointReader checkpoint(settings.out / "checkpoint.h5", settings.fingerprint);
    load(parts, configuration, checkpoint);
    lock = prepare_run_folder(settings);
    log.open(settings.out / "log.txt", LogFile::Open::append);
    recorder.resume(checkpoint);
    const std::string from = fmt::format("goes on from step {}, t = {:.6g} s",
                                         parts.stepper.steps(), parts.stepper.state().time);
    context.log->write(Level::info, from);
    if (!settings.quiet) fmt::print(stderr, "{}: {}\n", configuration.name, from);
  } else {
    parts.stepper.start();
    parts.balance.start(parts.stepper.state(), context);
    lock = prepare_run_folder(settings);
    log.open(settings.out / "log.txt", LogFile::Open::fresh);
    recorder.begin();
  }
  context.log->write(
      Level::info,
      fmt::format("{} elements, step {:.4g} s, 2/omega_max {:.4g} s", parts.model.element_count(),
                  parts.stepper.step_size(), parts.system.critical_step()));
  std::string reason;
  const RunStatus status = step_to_the_end(parts, recorder, settings.stop, reason);
  const Summary summary = recorder.finish(status, reason);
  if (!reason.empty()) context.log->write(Level::warning, reason);
  const std::string words = in_words(summary);
  context.log->write(Level::info, words);
  fmt::print("{}\n", words);
  const bool accepted = configuration.accept == AcceptConfig::completed || judge(summary).sound;
  if (!accepted) context.log->write(Level::warning, "not sound, and only that is accepted");
  return exit_code(status, accepted);
}

namespace {

/// Bytes of memory in use, as the system counts them; 0 where it does not say.
Real resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  Real total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<Real>(sysconf(_SC_PAGESIZE));
}

/// Seconds a step takes, from a few steps at the start: contact may make later ones dearer.
Real seconds_a_step(Parts& parts) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Index steps = 0;
  Real elapsed = 0;
  while (steps < 50 && elapsed < 0.3 && !parts.stepper.finished()) {
    parts.stepper.advance();
    ++steps;
    elapsed = std::chrono::duration<Real>(Clock::now() - start).count();
  }
  return elapsed / static_cast<Real>(std::max<Index>(steps, 1));
}

}  // namespace

std::string describe_run(Configuration& configuration, int threads) {
  Parts parts(configuration, threads, {});
  parts.stepper.start();
  const Real step = parts.stepper.step_size(), critical = parts.system.critical_step();
  const Real steps = std::ceil(configuration.time.end / step);
  const Real cost = seconds_a_step(parts);
  const Model& model = parts.model;
  return fmt::format(
      "{} bodies, {} nodes, {} elements, {} boundary facets\n"
      "step {:.4g} s (2/omega_max {:.4g} s), about {:.0f} steps to {:.4g} s\n"
      "about {:.2g} ms a step before contact, {} in all; {:.0f} MB of memory\n",
      model.bodies().size(), model.nodes(), model.element_count(), model.surface().facets, step,
      critical, steps, configuration.time.end, 1e3 * cost, duration_in_words(steps * cost),
      resident_bytes() / 1e6);
}

}  // namespace tactus::core
