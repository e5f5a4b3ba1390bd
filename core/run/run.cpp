#include "core/run/run.hpp"

#include <fmt/format.h>

#include "core/config/resolved.hpp"
#include "core/output/log_file.hpp"
#include "core/plugin/sha256.hpp"
#include "core/run/parts.hpp"
#include "core/run/recorder.hpp"
#include "core/run/run_folder.hpp"

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
  for (const RunComponent& component : components_of(configuration)) {
    CheckpointGroup group = from.group("component/" + component.name);
    call(component, "when its state was read", [&](Component& c) { c.load(group); });
  }
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
      parts.balance.account().stop_runaway(parts.stepper.steps(), parts.stepper.state().time);
    }
  } catch (const PluginRunError& e) {
    reason = e.what();
    return RunStatus::failed;
  } catch (const StepError& e) {
    reason = e.what();
    return RunStatus::not_converged;
  } catch (const EvaluationError& e) {
    reason = e.what();
    return RunStatus::not_converged;
  }
  return RunStatus::completed;
}

/// A file of the run failed, and more of them may, or a plugin did: what can still be said is.
void leave_word(Recorder& recorder, const std::string& reason) {
  try {
    recorder.finish(RunStatus::failed, reason);
  } catch (const Error&) {
    return;  // who calls reports the first error
  }
}

/// Does something with the files of the run. Where that fails, the summary says so.
template <class Work>
void or_leave_word(Recorder& recorder, Work&& work) {
  try {
    work();
  } catch (const FileError& e) {
    leave_word(recorder, e.what());
    throw;
  } catch (const PluginRunError& e) {
    leave_word(recorder, e.what());
    throw;
  }
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
    parts.balance.start(parts.stepper.state(), parts.stepper.facts(), context);
    lock = prepare_run_folder(settings);
    log.open(settings.out / "log.txt", LogFile::Open::fresh);
    or_leave_word(recorder, [&] { recorder.begin(); });
  }
  context.log->write(
      Level::info,
      fmt::format("{} elements, step {:.4g} s, 2/omega_max {:.4g} s", parts.model.element_count(),
                  parts.stepper.step_size(), parts.system.critical_step()));
  std::string reason;
  Summary summary;
  RunStatus status{};
  or_leave_word(recorder, [&] {
    status = step_to_the_end(parts, recorder, settings.stop, reason);
    summary = recorder.finish(status, reason);
  });
  if (!reason.empty()) context.log->write(Level::warning, reason);
  const std::string words = in_words(summary);
  context.log->write(Level::info, words);
  fmt::print("{}\n", words);
  const bool accepted = configuration.accept == AcceptConfig::completed || judge(summary).sound;
  if (!accepted) context.log->write(Level::warning, "not sound, and only that is accepted");
  return exit_code(status, accepted);
}

}  // namespace tactus::core
