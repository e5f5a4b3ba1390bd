/// \file history.hpp  The columns of the tables of a run: history.csv, of the declared numbers; contacts.csv, with a
/// row for each pair of bodies in contact; supports.csv, by supports; residuals.csv, by iterations of solvers;
/// probes.csv, as the configuration asks. Units are part of the names of columns.
#pragma once

#include <string>
#include <vector>

#include "core/record/row_sums.hpp"
#include "core/record/run_table.hpp"

namespace tactus::core {

/// Optional columns of the history.
struct HistoryColumns {
  int dim = 2;
  std::vector<std::string> phases;   ///< "elements" becomes wall_elements_s
  std::vector<std::string> metrics;  ///< whole names, unit included
  bool reactions = false;            ///< those of Measure::Runs::reactions
  bool dissipation = false;          ///< likewise
  bool statics = false;              ///< likewise
  bool has(Measure::Runs runs) const {
    switch (runs) {
      case Measure::Runs::reactions:
        return reactions;
      case Measure::Runs::dissipation:
        return dissipation;
      case Measure::Runs::statics:
        return statics;
      default:
        return true;
    }
  }
};

/// The header, in order. All wall times are at the end, so that runs can be compared without them.
std::vector<std::string> history_columns(const HistoryColumns& columns);

/// Writes a row of history.csv. @param wall  s, one a phase
void write_history(RunTable& table, const HistoryColumns& columns, const RowSums& sums,
                   const RowSource& now, View<Real> metrics, View<Real> wall);

/// The headers of the other tables. `probes` are the columns of probes.csv behind "step" and "time_s".
std::vector<std::string> contacts_columns(int dim);
std::vector<std::string> supports_columns(int dim);
std::vector<std::string> probes_columns(const std::vector<std::string>& probes);
std::vector<std::string> residuals_columns();

}  // namespace tactus::core
