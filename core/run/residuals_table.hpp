/// \file residuals_table.hpp  residuals.csv of a run that wants it: begun, continued and closed with the
/// other tables. A run that goes on may want it where the one before did not, and the other way round.
#pragma once

#include <filesystem>
#include <memory>

#include "core/output/checkpoint.hpp"
#include "core/output/history.hpp"
#include "core/run/step_facts.hpp"

namespace tactus::core {

class ResidualsTable {
 public:
  ResidualsTable(const std::filesystem::path& folder, bool wanted)
      : path_(folder / "residuals.csv"), wanted_(wanted) {}

  void begin();
  void resume(const CheckpointGroup& from);
  /// After resume(): whether the table holds what the checkpoint knows, and nothing else.
  bool is_current() const { return !writer_ || writer_->is_current(); }
  void go_on();

  /// Rows of a step, of all attempts at it; once for each step.
  void write(const StepFacts& facts);
  void flush();
  void sync();
  void save(CheckpointGroup& to) const;

 private:
  std::filesystem::path path_;
  bool wanted_;
  Index last_step_ = 0;
  std::unique_ptr<ResidualsWriter> writer_;  ///< null: not wanted, or not yet
};

}  // namespace tactus::core
