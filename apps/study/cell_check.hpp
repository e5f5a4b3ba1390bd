/// \file cell_check.hpp  Checks cells before they run: whether the configuration is valid, by the
/// same code as `tactus check`, which key identifies it, and about what it costs.
#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "apps/study/cell_record.hpp"
#include "apps/study/matrix.hpp"

namespace tactus::core {

struct CellCheck {
  bool is_read = true;  ///< false: there was no time for it, and nothing is known
  std::string refusal;  ///< the errors found by the check; empty: none
  /// Status of a cell with a refusal: `invalid` or `refused`; `crashed` if a file or a plugin could not
  /// be read, or a plugin ended the process that read the configuration; `timeout` if it did not return.
  CellStatus status = CellStatus::refused;
  /// SHA-256 of everything its results depend on: configuration, meshes, plugins, program. A cell
  /// that has been run with the same key need not be run again.
  std::string key;
  Real elements = 0;                 ///< of its meshes, about
  Real cost = 0;                     ///< elements times steps; the most expensive cells start first
  bool has_columns = false;          ///< whether the next two are known
  std::vector<std::string> columns;  ///< of its history
  std::vector<std::string> probes;   ///< columns of its probes.csv
  bool has_bodies = false;
  std::vector<std::string> bodies;    ///< names of its bodies
  std::vector<std::string> notes;     ///< what `tactus check` remarks on its configuration
  std::vector<std::string> mistakes;  ///< of an invalid cell, each a line of the refusal
  Json resolved;                      ///< the resolved configuration
};

/// @param own_plugins  whether a configuration may name its own plugins, whose code would run
CellCheck check_cell(const Cell& cell, const std::vector<std::filesystem::path>& plugin_folders,
                     bool own_plugins = true);

/// Checks all cells. Since reading a configuration runs code of plugins, this happens in a child
/// process. A plugin that ends the process costs only its own cell; the others are read in another
/// child.
/// @param patience  s, for the configuration of one cell
/// @param time  s, for all of them; cells for which there is none left are not read
std::vector<CellCheck> check_cells(const std::vector<Cell>& cells,
                                   const std::vector<std::filesystem::path>& plugin_folders,
                                   bool own_plugins, Real patience,
                                   Real time = std::numeric_limits<Real>::infinity());

/// What building the models of cells without errors finds: groups that a mesh does not have, say. A run
/// would tell the same, hours later perhaps.
/// @param time  s, for all of them; of cells for which there is none left nothing is known
/// @returns for each cell a line for each mistake
std::vector<std::vector<std::string>> mistakes_in_models(
    const std::vector<Cell>& cells, const std::vector<std::filesystem::path>& plugin_folders,
    bool own_plugins, Real time);

/// Checks that the columns, values of the summary and bodies that metrics name exist in some cell.
/// What a plugin measures is known only after a configuration has named the plugin, so that this
/// follows the check of the cells. What only cells with mistakes might have is not missed.
/// @returns a line for each that does not
std::vector<std::string> unknown_names(const Study& study, const std::vector<CellCheck>& checks);

}  // namespace tactus::core
