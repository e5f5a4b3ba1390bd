/// \file recorder.hpp  Writes what a run leaves behind: rows of tables, frames, checkpoints,
/// results of audits, and progress.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "core/record/checkpoint.hpp"
#include "core/record/history.hpp"
#include "core/record/model_frame.hpp"
#include "core/record/probe_table.hpp"
#include "core/record/rotation_watch.hpp"
#include "core/record/run_clock.hpp"
#include "core/record/run_settings.hpp"
#include "core/record/tally.hpp"
#include "core/record/vtu_writer.hpp"
#include "core/step/reactions.hpp"
#include "core/support/progress.hpp"

namespace tactus::core {

/// The parts of a simulation that a recorder reads; they outlive it.
struct Simulation {
  Configuration& configuration;
  Model& model;
  FemSystem& system;
  Stepper& stepper;
  Balance& balance;
  Metrics& metrics;
  Context& context;
};

class Recorder {
 public:
  Recorder(const Simulation& simulation, const RunSettings& settings, Auditor& auditor);

  void begin();  ///< opens new files, writes the first row, frame and checkpoint
  /// Checks whether the files in the folder are those of the checkpoint; changes none of them.
  void resume(const CheckpointReader& from);
  /// After resume(): whether tables and frames hold exactly what the checkpoint expects.
  bool is_current() const;
  void go_on();    ///< after resume(): truncates tables to the checkpoint and opens them
  void observe();  ///< records an accepted step
  void checkpoint();
  /// Writes the last frame and row and summary.json. Returns the summary.
  Summary finish(RunStatus status, const std::string& reason);
  /// The summary that finish() writes, for the current state.
  Summary summarize(RunStatus status, const std::string& reason) const;

 private:
  struct Frames {
    explicit Frames(const Simulation& s) : frame(s.model, s.configuration.output.frames) {}
    ModelFrame frame;
    std::unique_ptr<FrameWriter> writer{};
    OutputPace pace{};
    Index last_step = kNone;
  };
  struct Rows {
    RowSums gathered;  ///< since the last row
    Index last_step = kNone;
  };
  struct Checkpoints {
    OutputPace pace{};
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
  };

  void audit_now();
  void write_row();
  void write_contacts();
  void write_supports();
  void write_frame();
  void save(CheckpointWriter& writer) const;
  void show_progress();
  void gather_step();
  void write_residuals(const StepFacts& facts);

  Simulation s_;
  const RunSettings& settings_;
  Auditor& auditor_;
  Tally tally_;
  RotationWatch rotation_;
  HistoryColumns columns_;
  RunTable history_, contacts_, supports_, residuals_;
  ProbeTable probes_;
  std::array<RunTable*, kTables.size()> tables_;  ///< all of them, in the order of kTables
  Index last_residuals_ = 0;                      ///< step whose residuals were written last
  Progress progress_;
  RunClock clock_;
  Frames frames_;
  Checkpoints checkpoints_;
  Rows rows_;
  std::vector<HolderName> holders_;

  std::vector<Real> surface_points_;
};

}  // namespace tactus::core
