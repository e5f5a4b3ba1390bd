/// \file cell_check.hpp  What is known of a cell before it runs: whether its configuration is one, by the
/// same check as `tactus check`, by what it is known, and about what it costs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/study/matrix.hpp"

namespace tactus::core {

struct CellCheck {
  std::string refusal;  ///< the sentences of the check; empty: none
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

/// The key of a run that a resolved.json belongs to.
std::string key_of(const std::string& resolved_json);

/// Columns and values of the summary that metrics name and no cell has. What a plugin measures is known
/// only once a configuration has named the plugin, so this comes after the cells' check.
/// @throws ConfigurationErrors
void check_names(const Study& study, const std::vector<CellCheck>& checks);

}  // namespace tactus::core
