#include "core/record/run_table.hpp"

namespace tactus::core {
namespace {
constexpr TableMark kAbsent{.bytes = -1, .checksum = 0};  ///< marks a table that does not exist
}  // namespace

RunTable::RunTable(const std::filesystem::path& folder, std::string_view name,
                   std::vector<std::string> columns, bool wanted)
    : path_(folder / (std::string(name) + ".csv")), name_(name), columns_(std::move(columns)),
      wanted_(wanted) {}

void RunTable::begin() {
  if (wanted_) csv_.emplace(path_, columns_);
}

void RunTable::resume(const CheckpointGroup& from) {
  const TableMark mark{from.integer(name_ + "_bytes"), from.integer(name_ + "_checksum")};
  if (wanted_ && mark.bytes != kAbsent.bytes) csv_.emplace(path_, columns_, mark);
}

void RunTable::go_on() { csv_ ? csv_->go_on() : begin(); }

void RunTable::flush() {
  if (csv_) csv_->flush();
}

void RunTable::sync() {
  if (csv_) csv_->sync();
}

void RunTable::save(CheckpointGroup& to) const {
  const TableMark mark = csv_ ? csv_->mark() : kAbsent;
  to.write_integer(name_ + "_bytes", mark.bytes);
  to.write_integer(name_ + "_checksum", mark.checksum);
}

}  // namespace tactus::core
