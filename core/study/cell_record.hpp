/// \file cell_record.hpp  How a cell ended, and what is kept of it beside its folder, so that a study that
/// is started again knows which cells need not be run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/study/metric_value.hpp"

namespace tactus::core {

enum class CellStatus : std::uint8_t {
  ok,
  unsound,        ///< it came to its end, and is not physically sound by the run's own measures
  not_accepted,   ///< a metric is beyond what "accept" allows, or could not be taken
  refused,        ///< the configuration is none, or its parts do not fit together
  not_converged,  ///< a step failed and a smaller one did not help
  crashed,        ///< a signal, a plugin that broke off, a bug
  timeout,        ///< longer than limits/wall_s
  memory,         ///< more than limits/memory_MiB, or none was left
  not_finite,     ///< its history has a NaN or an infinite number
  interrupted,    ///< the study was stopped before this cell came to its end
};
std::string_view to_string(CellStatus status);

/// Whether its results can be read: it came to its end with numbers.
bool has_results(CellStatus status);

struct CellRecord {
  std::string key;  ///< CellCheck::key
  CellStatus status = CellStatus::interrupted;
  std::string reason;  ///< a sentence, unless ok
  Real wall = 0;       ///< s, from its start to its end
  Real memory = 0;     ///< MiB, the most that was seen; 0: it was too short to be seen
  std::vector<std::vector<Real>>
      times{};            ///< of each repeat the timing metrics, the dropped one first
  std::string tables{};   ///< checksum_of_tables() of its folder, where there are results
  std::string history{};  ///< checksum_without_times() of its history, likewise
};

/// Of what results are read from: tables and summary. Another one than when the run ended: somebody has
/// changed or removed them since.
std::string checksum_of_tables(const std::filesystem::path& run);

/// Of a history less its columns of times by the clock: what must be the same in every run of one
/// configuration.
std::string checksum_without_times(const std::filesystem::path& history);

/// cells/0007-LABELS.json, beside the folder of that name.
std::filesystem::path record_file(const std::filesystem::path& study, const Cell& cell);
void write_record(const std::filesystem::path& file, const CellRecord& record);
/// Nothing where there is none, or it cannot be read: then the cell runs again.
std::optional<CellRecord> read_record(const std::filesystem::path& file);

}  // namespace tactus::core
