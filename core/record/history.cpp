#include "core/record/history.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace tactus::core {
namespace {

/// Adds name_x_unit, name_y_unit [, name_z_unit].
void add_vector(std::vector<std::string>& columns, int dim, const std::string& name,
                const std::string& unit) {
  for (int k = 0; k < dim; ++k) columns.push_back(fmt::format("{}_{}_{}", name, "xyz"[k], unit));
}

std::size_t angular_size(int dim) { return dim == 2 ? 1 : 3; }

void put_all(RunTable& csv, View<Real> values, std::size_t expected, const char* what) {
  if (values.size() != expected) throw PreconditionError(what);
  for (const Real value : values) csv.put(value);
}

void add_reactions(std::vector<std::string>& columns, int dim) {
  columns.insert(columns.end(), {"friction_dissipation_J", "normal_energy_loss_J", "open_contacts",
                                 "sticking_contacts", "slipping_contacts", "contact_depth_m",
                                 "new_contact_excess_depth_m"});
  if (dim == 2) columns.push_back("angular_momentum_error_z_kg_m2_per_s");
  if (dim == 3) add_vector(columns, 3, "angular_momentum_error", "kg_m2_per_s");
  columns.insert(columns.end(),
                 {"simultaneous_impacts", "unconverged_attempts", "immovable_contacts",
                  "accepted_unconverged", "resv", "largest_residual_m_per_s"});
}

void put_count(RunTable& csv, Index count) {
  count == kNone ? csv.put(std::nan("")) : csv.put(count);
}

void put_reactions(RunTable& csv, const HistoryRow::Reactions& r, int dim) {
  for (const Real energy : {r.friction_dissipation, r.normal_energy_loss}) csv.put(energy);
  for (const Index count : {r.open, r.sticking, r.slipping}) csv.put(count);
  for (const Real length : {r.depth, r.new_contact_excess_depth}) csv.put(length);
  put_all(csv, r.angular_momentum_error, angular_size(dim),
          "history: the defect of moments has 1 number in the plane, 3 in space");
  for (const Index count :
       {r.simultaneous_impacts, r.unconverged, r.immovable, r.accepted_unconverged})
    csv.put(count);
  for (const Real residual : {r.resv, r.largest_residual}) csv.put(residual);
}

}  // namespace

std::vector<std::string> contacts_columns(int dim) {
  std::vector<std::string> columns{"step", "time_s", "body_a", "body_b", "contacts"};
  add_vector(columns, dim, "impulse", "N_s");
  return columns;
}

std::vector<std::string> supports_columns(int dim) {
  std::vector<std::string> columns{"step", "time_s", "support", "body", "group"};
  add_vector(columns, dim, "impulse", "N_s");
  return columns;
}

std::vector<std::string> probes_columns(const std::vector<std::string>& probes) {
  std::vector<std::string> columns{"step", "time_s"};
  columns.insert(columns.end(), probes.begin(), probes.end());
  return columns;
}

std::vector<std::string> residuals_columns() {
  return {"step", "time_s", "attempt", "iteration", "residual_m_per_s"};
}

std::vector<std::string> history_columns(const HistoryColumns& columns) {
  std::vector<std::string> result{
      "step",          "time_s", "kinetic_energy_J", "strain_energy_J", "external_energy_J",
      "total_energy_J"};
  add_vector(result, columns.dim, "linear_momentum", "kg_m_per_s");
  if (columns.dim == 2) result.push_back("angular_momentum_z_kg_m2_per_s");
  if (columns.dim == 3) add_vector(result, 3, "angular_momentum", "kg_m2_per_s");
  result.insert(result.end(),
                {"dt_s", "contact_energy_J", "contact_stored_energy_J", "contact_gain_J",
                 "integration_gain_J", "step_change_J", "discrete_energy_J"});
  add_vector(result, columns.dim, "support_impulse", "N_s");
  result.insert(result.end(),
                {"contacts", "intersections", "overlaps_without_crossing", "depth_m",
                 "depth_facets", "inadmissible_branches", "inconsistent_qps", "substeps", "retries",
                 "neighbour_list_rebuilds", "solver_iterations", "detection_passes",
                 "impact_zone_steps", "impact_zone_nodes"});
  if (columns.reactions) add_reactions(result, columns.dim);
  if (columns.dissipation) result.push_back("dissipated_energy_J");
  result.insert(result.end(), columns.metrics.begin(), columns.metrics.end());
  for (const std::string& phase : columns.phases) result.push_back("wall_" + phase + "_s");
  return result;
}

void write_history(const HistoryRow& row, const HistoryColumns& columns, RunTable& table) {
  const auto dim = static_cast<std::size_t>(columns.dim);
  table.put(row.step);
  for (const Real value :
       {row.time, row.kinetic_energy, row.strain_energy, row.external_energy, row.total_energy})
    table.put(value);
  put_all(table, row.linear_momentum, dim, "history: linear momentum has dim numbers");
  put_all(table, row.angular_momentum, angular_size(columns.dim),
          "history: angular momentum has 1 number in the plane, 3 in space");
  for (const Real value : {row.dt, row.contact_energy, row.contact_stored_energy}) table.put(value);
  for (const Real value :
       {row.contact_gain, row.integration_gain, row.step_change, row.discrete_energy})
    table.put(value);
  put_all(table, row.support_impulse, dim, "history: the impulse of supports has dim numbers");
  table.put(row.contacts);
  put_count(table, row.intersections);
  put_count(table, row.overlaps_without_crossing);
  for (const Real depth : {row.depth, row.depth_in_facets})
    table.put(row.overlaps_without_crossing == kNone || !std::isfinite(depth) ? std::nan("")
                                                                              : depth);
  for (const Index count : {row.inadmissible_branches, row.inconsistent_qps, row.substeps,
                            row.retries, row.neighbour_list_rebuilds, row.solver_iterations,
                            row.detection_passes, row.impact_zone_steps, row.impact_zone_nodes})
    table.put(count);
  if (columns.reactions) put_reactions(table, row.reactions, columns.dim);
  if (columns.dissipation) table.put(row.dissipated_energy);
  put_all(table, row.metrics, columns.metrics.size(), "history: one number a metric");
  put_all(table, row.wall, columns.phases.size(), "history: one wall time a phase");
  table.end_row();
}

}  // namespace tactus::core
