/// \file history.hpp  The tables of a run and their columns: history.csv; contacts.csv, with a row
/// for each pair of bodies in contact; supports.csv, by supports; residuals.csv, by iterations of
/// solvers; probes.csv, as the configuration asks. Units are part of the names of columns.
#pragma once

#include <string>
#include <vector>

#include "core/record/run_table.hpp"

namespace tactus::core {

/// The values of one row of the history. Vectors have `dim` components.
struct HistoryRow {
  Index step = 0;                  ///< number of accepted steps; 0: the start
  Real time = 0;                   ///< s, at the end of the step
  Real kinetic_energy = 0;         ///< J
  Real strain_energy = 0;          ///< J, zero for undeformed bodies at rest
  Real external_energy = 0;        ///< J, potential of the loads minus the work of supports
  Real total_energy = 0;           ///< J, which should remain constant
  View<Real> linear_momentum{};    ///< [dim] kg m/s
  View<Real> angular_momentum{};   ///< [1 in the plane, 3 in space] kg m^2/s
  Real dt = 0;                     ///< s
  Real contact_energy = 0;         ///< J, work of contact in the step
  Real contact_stored_energy = 0;  ///< J, in penalty springs
  Real dissipated_energy = 0;      ///< J, by materials since the start; where one tells it
  /// J, account of the integrator; not a number where it keeps none
  Real contact_gain = 0, integration_gain = 0, step_change = 0;
  Real discrete_energy = 0;      ///< J, the energy that the integrator conserves for linear systems
  View<Real> support_impulse{};  ///< [dim] N s, of supports and obstacles on the bodies
  Index contacts = 0;
  Index intersections = kNone;              ///< pairs of facets that cross; kNone: not audited
  Index overlaps_without_crossing = kNone;  ///< kNone: not audited
  Real depth = 0, depth_in_facets = 0;      ///< m and multiples of a facet length, if audited
  Index inadmissible_branches = 0, inconsistent_qps = 0;
  Index substeps = 0;  ///< into which steps were divided; 0: none was
  Index retries = 0;   ///< number of attempts with a smaller dt
  Index neighbour_list_rebuilds = 0, solver_iterations = 0, detection_passes = 0;
  Index impact_zone_steps = 0;  ///< steps with rigid impact zones
  Index impact_zone_nodes = 0;  ///< largest number of nodes in zones in one step
  View<Real> wall{};            ///< [phases] s, wall time of each phase
  View<Real> metrics{};         ///< [metrics] of the plugins
  /// Evaluation of the reactions, see core/step/reaction_facts.hpp; only in runs that solve for
  /// them.
  struct Reactions {
    Real friction_dissipation = 0, normal_energy_loss = 0;  ///< J
    Index open = 0, sticking = 0, slipping = 0;             ///< contacts of the last step
    Real depth = 0, new_contact_excess_depth = 0;           ///< m, the largest
    View<Real> angular_momentum_error{};  ///< [1 in the plane, 3 in space] kg m^2/s
    Index simultaneous_impacts = 0;       ///< steps
    Index unconverged = 0;                ///< attempts
    Index immovable = 0;                  ///< contacts left out
    /// Steps accepted although their reactions had not converged; of steps with contacts the
    /// largest resv, and the largest natural residual of a contact [m/s]; not a number: none
    Index accepted_unconverged = 0;
    Real resv = 0, largest_residual = 0;
  } reactions{};
};

/// Optional columns of the history.
struct HistoryColumns {
  int dim = 2;
  std::vector<std::string> phases;   ///< "elements" becomes wall_elements_s
  std::vector<std::string> metrics;  ///< whole names, unit included
  bool reactions = false;            ///< those of HistoryRow::reactions
  bool dissipation = false;          ///< HistoryRow::dissipated_energy
};

/// The header, in order. All wall times are at the end, so that runs can be compared without them.
std::vector<std::string> history_columns(const HistoryColumns& columns);

/// Writes a row of history.csv.
/// @throws PreconditionError if the size of a view does not match its columns; FileError.
void write_history(const HistoryRow& row, const HistoryColumns& columns, RunTable& table);

/// The headers of the other tables. `probes` are the columns of probes.csv behind "step" and "time_s".
std::vector<std::string> contacts_columns(int dim);
std::vector<std::string> supports_columns(int dim);
std::vector<std::string> probes_columns(const std::vector<std::string>& probes);
std::vector<std::string> residuals_columns();

}  // namespace tactus::core
