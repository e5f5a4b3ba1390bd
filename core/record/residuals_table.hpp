/// \file residuals_table.hpp  Writes residuals.csv if the configuration asks for it. The table is
/// opened, continued and closed together with the other tables. A resumed run may ask for it
/// although the original run did not, and vice versa.
#pragma once

#include <filesystem>
#include <memory>

#include "core/record/checkpoint.hpp"
#include "core/record/history.hpp"
#include "core/step/step_facts.hpp"

namespace tactus::core {

class ResidualsTable {
 public:
  ResidualsTable(const std::filesystem::path& folder, bool wanted)
      : path_(folder / "residuals.csv"), wanted_(wanted) {}

  void begin();
  void resume(const CheckpointGroup& from);
  /// After resume(): whether the table holds exactly what the checkpoint expects.
  bool is_current() const { return !writer_ || writer_->is_current(); }
  void go_on();

  /// Writes the rows of a step, including all rejected attempts; call it once per step.
  void write(const StepFacts& facts);
  void flush();
  void sync();
  void save(CheckpointGroup& to) const;

 private:
  std::filesystem::path path_;
  bool wanted_;
  Index last_step_ = 0;
  std::unique_ptr<ResidualsWriter> writer_;  ///< null: not wanted, or not open yet
};

}  // namespace tactus::core
