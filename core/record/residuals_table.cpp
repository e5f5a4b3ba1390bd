#include "core/record/residuals_table.hpp"

#include "core/record/output_marks.hpp"

namespace tactus::core {
namespace {

constexpr const char* kResidualsTable = "residuals";
constexpr TableMark kAbsent{.bytes = -1, .checksum = 0};  ///< marks a table that does not exist

}  // namespace

void ResidualsTable::begin() {
  if (wanted_) writer_ = std::make_unique<ResidualsWriter>(path_);
}

void ResidualsTable::resume(const CheckpointGroup& from) {
  const TableMark mark = load_table(from, kResidualsTable);
  if (wanted_ && mark.bytes != kAbsent.bytes)
    writer_ = std::make_unique<ResidualsWriter>(path_, mark);
}

void ResidualsTable::go_on() { writer_ ? writer_->go_on() : begin(); }

void ResidualsTable::write(const StepFacts& facts) {
  if (!writer_ || facts.step == last_step_) return;
  last_step_ = facts.step;
  for (const SolverIteration& i : facts.residuals)
    writer_->write({.step = facts.step,
                    .time = i.time,
                    .attempt = i.attempt,
                    .iteration = i.iteration,
                    .residual = i.residual});
}

void ResidualsTable::flush() {
  if (writer_) writer_->flush();
}

void ResidualsTable::sync() {
  if (writer_) writer_->sync();
}

void ResidualsTable::save(CheckpointGroup& to) const {
  save_table(to, kResidualsTable, writer_ ? writer_->mark() : kAbsent);
}

}  // namespace tactus::core
