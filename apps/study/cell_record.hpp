/// \file cell_record.hpp  The record of a cell, stored beside its folder: how it ended and what
/// identifies it. A study that is started again uses it to decide which cells need not be run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/study/metric_value.hpp"

namespace tactus::core {

/// In the order in which counts and reasons are told.
enum class CellStatus : std::uint8_t {
  invalid,  ///< there is a mistake in its configuration
  ok,
  unsound,        ///< completed, but not physically sound by the run's own criteria
  not_accepted,   ///< a metric is beyond what "accept" allows, or could not be taken
  refused,        ///< its parts do not fit together, or contact cannot begin like this
  not_converged,  ///< a step failed and smaller steps did not help
  crashed,        ///< a signal, a failure of a plugin, a bug
  timeout,        ///< longer than limits/wall_s
  memory,         ///< more than limits/memory_MiB, or the machine had none left
  not_finite,     ///< its history contains a NaN or an infinite number
  interrupted,    ///< the study was stopped before this cell was completed
};
std::string_view to_string(CellStatus status);

/// Whether its results can be used: it was completed, and its numbers are finite.
bool has_results(CellStatus status);

struct CellRecord {
  std::string key;  ///< CellCheck::key
  CellStatus status = CellStatus::interrupted;
  std::string reason;  ///< a sentence, unless ok
  Real wall = 0;       ///< s, from its start to its end
  Real memory = 0;     ///< MiB, largest observed value; 0: too short to be observed
  Real cpu = 0;        ///< s of processor time
  Real load = 0;       ///< of the machine when it ended
  Real limit = 0;      ///< of /limits that it exceeded, s or MiB; 0: none
  /// Of the repeats: the largest load of the machine, and the least processor time per wall time
  Real repeat_load = 0, repeat_cpu_share = 0;
  std::vector<std::vector<Real>>
      /// Timing metrics of each repeat, including the first one, which is not used
      times{};
  std::string tables{};   ///< checksum_of_tables() of its folder, if there are results
  std::string history{};  ///< checksum_without_times() of its history, likewise
  /// Checksum of what the times are of: formulas and threads. Times of others are measured again.
  std::string times_of{};
};

/// Checksum of the files from which results are read: tables and summary. If it has changed since
/// the run ended, somebody has edited or removed them.
std::string checksum_of_tables(const std::filesystem::path& run);

/// Checksum of a history without its columns of wall times, which must be the same in every run of
/// the configuration.
std::string checksum_without_times(const std::filesystem::path& history);

/// The file cells/0007-LABELS.json, beside the folder of the same name.
std::filesystem::path record_file(const std::filesystem::path& study, const Cell& cell);
void write_record(const std::filesystem::path& file, const CellRecord& record);
/// Empty if there is no readable record; the cell is then run again.
std::optional<CellRecord> read_record(const std::filesystem::path& file);

}  // namespace tactus::core
