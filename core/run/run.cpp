#include "core/run/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "core/record/recorder.hpp"
#include "core/run/advice/estimate.hpp"
#include "core/run/parts.hpp"
#include "core/run/run_folder.hpp"
#include "core/run/setup_watch.hpp"
#include "core/scene/other_solvers.hpp"
#include "core/scene/resolved.hpp"
#include "core/step/runaway.hpp"
#include "core/step/step_failure.hpp"
#include "core/support/log_file.hpp"
#include "core/support/sha256.hpp"

namespace tactus::core {
namespace {

/// Collects messages until there is a run folder; from then on writes straight to its log.
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

void load_all(Parts& parts, Configuration& configuration, const CheckpointReader& from) {
  {
    CheckpointGroup group = from.group("state");
    parts.stepper.load(group);
    parts.balance.load(group);
  }
  CheckpointGroup model = from.group("model");
  parts.system.load(model);
  parts.stepper.stages().for_each_group([&](const std::string& name, ContactStage& stage) {
    CheckpointGroup group = from.group(name);
    stage.load(group, parts.runtime.context());
  });
  for (const RunComponent& component : components_of(configuration)) {
    CheckpointGroup group = from.group("component/" + component.name);
    call(component, [&](Component& c) { c.load(group); });
  }
}

/// A checkpoint that does not fit is reported as a faulty file, whichever part detects it.
void load(Parts& parts, Configuration& configuration, const CheckpointReader& from) {
  try {
    load_all(parts, configuration, from);
  } catch (const FileError&) {
    throw;
  } catch (const PluginRunError&) {
    throw;
  } catch (
      const std::exception& e) {  // also what counts and places lead to that no run has written
    throw FileError(
        fmt::format("the checkpoint cannot be continued: {}; run again with --force", e.what()));
  }
}

/// Stops a run that ran away in its last step; one that was resumed after this step stops again.
void stop_runaway(const Parts& parts, const Configuration& configuration) {
  const Account& account = parts.balance.account();
  const Stepper& stepper = parts.stepper;
  if (stepper.steps() == 0 || account.runaway().empty()) return;
  const State& state = stepper.state();
  account.stop_runaway(stepper.steps(), state.time,
                       pressed_bodies(stepper.facts().contact.forces, configuration),
                       where_energy_rose(parts.model, configuration, state.q, state.v));
}

/// Names the solvers that were not tried, after a step whose reactions did not converge.
std::string untried_solvers(const Parts& parts, const Configuration& configuration,
                            ComponentSource* components) {
  if (!components || !parts.stepper.failed().solver.rejected) return {};
  const std::vector<std::string> names = other_solvers(configuration, *components);
  if (names.empty()) return {};
  return fmt::format("; not in use here: \"{}\"", fmt::join(names, "\", \""));
}

RunStatus step_to_the_end(Parts& parts, const Configuration& configuration, Recorder& recorder,
                          const RunSettings& settings, std::string& reason) {
  const std::atomic<bool>* stop = settings.stop;
  try {
    stop_runaway(parts, configuration);
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
      stop_runaway(parts, configuration);
    }
  } catch (const PluginRunError& e) {
    reason = e.what();
    return RunStatus::failed;
  } catch (const StepError& e) {
    reason = e.what() + untried_solvers(parts, configuration, settings.components);
    return RunStatus::not_converged;
  } catch (const EvaluationError& e) {
    reason = e.what();
    return RunStatus::not_converged;
  }
  return RunStatus::completed;
}

/// Something failed, perhaps a file, and more may fail. This writes as much of the summary as is
/// possible.
void leave_word(Recorder& recorder, const std::string& reason) {
  try {
    recorder.finish(RunStatus::failed, reason);
  } catch (const std::exception&) {
    return;  // the caller reports the first error
  }
}

/// Ignores errors: a terminal that was closed must not end the run, and the text is in the log,
/// too.
void print(std::FILE* to, const std::string& words) {
  std::fputs((words + "\n").c_str(), to);
  std::fflush(to);
}

/// The last words of a run: its folder, and what ParaView opens.
std::string where_results_are(const std::filesystem::path& out) {
  std::string text = fmt::format("results are in {}", out.string());
  const std::filesystem::path frames = out / "frames.pvd";
  std::error_code unreadable;
  if (std::filesystem::exists(frames, unreadable))
    text += fmt::format("; ParaView opens {}", frames.string());
  return text;
}

std::string farewell(const Configuration& configuration, bool resume) {
  return configuration.name + (resume ? ": interrupted before it went on; nothing was changed"
                                      : ": interrupted before the first step; nothing was written");
}

/// Describes the bodies of a run, and gives hints about likely mistakes, before the first step.
void describe_bodies(Parts& parts, Log& log, const RunSettings& settings,
                     const Configuration& configuration) {
  for (const Remark& remark : bodies_and_hints(configuration, parts)) {
    log.write(remark.level, remark.text);
    if (!settings.quiet) print(stderr, remark.text);
  }
}

/// Creates the files of a new run, or reopens those of a resumed run.
void start_files(Parts& parts, Recorder& recorder, const RunSettings& settings,
                 const Configuration& configuration) {
  Log& log = *parts.runtime.context().log;
  if (settings.resume) {
    recorder.go_on();
    const std::string from = fmt::format("goes on from step {}, t = {:.6g} s",
                                         parts.stepper.steps(), parts.stepper.state().time);
    log.write(Level::info, from);
    if (!settings.quiet) print(stderr, configuration.name + ": " + from);
  } else {
    describe_bodies(parts, log, settings, configuration);
    recorder.begin();
  }
  // Whoever asks for the critical step has it computed again and again; implicit steps need none.
  const std::string stable =
      parts.system.critical().is_wanted()
          ? fmt::format(", 2/omega_max {:.4g} s", parts.system.critical_step())
          : std::string();
  log.write(Level::info, fmt::format("{} elements, step {:.4g} s{}", parts.model.element_count(),
                                     parts.stepper.step_size(), stable));
}

/// Makes the remaining steps and reports how the run ended.
Summary run_to_the_end(Parts& parts, Recorder& recorder, const RunSettings& settings, EarlyLog& log,
                       const Configuration& configuration) {
  try {
    log.open(settings.out / "log.txt",
             settings.resume ? LogFile::Open::append : LogFile::Open::fresh);
    start_files(parts, recorder, settings, configuration);
    std::string reason;
    const RunStatus status = step_to_the_end(parts, configuration, recorder, settings, reason);
    return recorder.finish(status, reason);
  } catch (const std::exception& e) {
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

bool is_accepted(const Configuration& configuration, const Summary& summary) {
  return configuration.accept == AcceptConfig::completed || judge(summary).sound;
}

/// Handles --resume of a run that is complete: results remain untouched, and its summary is printed
/// again.
int say_again(const Configuration& configuration, const Recorder& recorder) {
  const Summary summary = recorder.summarize(RunStatus::completed, "");
  print(stdout, in_words(summary) +
                    "  the run was complete already, and nothing was left to do; --resume with a "
                    "later /time/end makes it longer\n");
  return exit_code(summary.status, is_accepted(configuration, summary));
}

/// Refuses to start from the run in the output folder, which would be deleted by this run.
void refuse_own_start(const StartConfig& start, const std::filesystem::path& out) {
  std::error_code missing;
  if (!start.from.empty() && std::filesystem::equivalent(start.from, out, missing))
    throw ConfigError(fmt::format(
        "{} holds the run that /start/from names, and would be replaced by what goes on from it; "
        "give another folder with --out",
        out.string()));
}

}  // namespace

int run(Configuration& configuration, const RunSettings& given) {
  RunSettings settings = given;
  refuse_own_start(configuration.start, settings.out);
  settings.fingerprint = sha256(run_identity(given.resolved_json));
  RunFolder folder(settings);
  EarlyLog log;
  SetupWatch watch({.stop = settings.stop,
                    .quiet = settings.quiet,
                    .before_exit = [&folder] { folder.remove_unused(); },
                    .farewell = farewell(configuration, settings.resume)});
  const auto stage = [&](std::string_view words) {
    watch.stage(words);
    log.write(Level::info, words);
  };
  Parts parts(
      configuration, settings.threads,
      [&log](Level level, std::string_view text) { log.write(level, text); }, stage);
  Context& context = parts.runtime.context();
  context.stop = settings.stop;
  Recorder recorder({configuration, parts.model, parts.system, parts.stepper, parts.balance,
                     parts.metrics, context},
                    settings, parts.auditor);
  if (settings.resume) {
    stage("reading the checkpoint, the tables and the frames");
    const CheckpointReader checkpoint(settings.out / "checkpoint.h5", settings.fingerprint);
    load(parts, configuration, checkpoint);
    recorder.resume(checkpoint);
    watch.end();
    if (parts.stepper.finished() && recorder.is_current() && folder.is_finished())
      return say_again(configuration, recorder);
    folder.go_on();
  } else {
    stage("looking for the stable step");
    parts.stepper.start();
    parts.balance.start(parts.stepper.state(), parts.stepper.facts(), context);
    watch.end();
    folder.begin();
  }
  const Summary summary = run_to_the_end(parts, recorder, settings, log, configuration);
  if (!summary.reason.empty()) context.log->write(Level::warning, summary.reason);
  const std::string words = in_words(summary);
  context.log->write(Level::info, words);
  print(stdout, settings.quiet ? words : words + where_results_are(settings.out));
  const bool accepted = is_accepted(configuration, summary);
  if (!accepted) context.log->write(Level::warning, "not sound, and only that is accepted");
  return exit_code(summary.status, accepted);
}

}  // namespace tactus::core
