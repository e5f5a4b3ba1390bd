/// \file cell_check.hpp  What is known of a cell before it runs: whether its configuration is one, by the
/// same check as `tactus check`, by what it is known, and about what it costs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/study/cell_record.hpp"
#include "core/study/matrix.hpp"

namespace tactus::core {

struct CellCheck {
  std::string refusal;  ///< the sentences of the check; empty: none
  /// What a cell with a refusal is: `refused`; `crashed` or `timeout` where a plugin ended the process
  /// that read the configuration, or did not return.
  CellStatus status = CellStatus::refused;
  /// SHA-256 of all that its results depend on: configuration, meshes, plugins, program. A cell that was
  /// run with the same key need not be run again.
  std::string key;
  Real cost = 0;                     ///< elements times steps, to begin with the longest cells
  std::vector<std::string> columns;  ///< of its history
  std::vector<std::string> probes;   ///< columns of its probes.csv
  Json resolved;                     ///< the resolved configuration
};

/// @param own_plugins  whether a configuration may name plugins of its own, whose code would run
CellCheck check_cell(const Cell& cell, const std::vector<std::filesystem::path>& plugin_folders,
                     bool own_plugins = true);

/// The checks of all cells. Plugins run when a configuration is read, so all are read in a copy of this
/// process: a plugin that ends it costs its own cell, and the others are read in another copy.
/// @param patience  s, for the configuration of one cell
std::vector<CellCheck> check_cells(const std::vector<Cell>& cells,
                                   const std::vector<std::filesystem::path>& plugin_folders,
                                   bool own_plugins, Real patience);

/// Columns and values of the summary that metrics name and no cell has. What a plugin measures is known
/// only once a configuration has named the plugin, so this comes after the cells' check.
/// @throws ConfigurationErrors
void check_names(const Study& study, const std::vector<CellCheck>& checks);

}  // namespace tactus::core
