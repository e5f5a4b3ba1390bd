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

void put_all(CsvWriter& csv, View<Real> values, std::size_t expected, const char* what) {
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

/// Not a number: an empty cell.
void put_known(CsvWriter& csv, Real value) { std::isnan(value) ? csv.put_empty() : csv.put(value); }

void put_count(CsvWriter& csv, Index count) { count == kNone ? csv.put_empty() : csv.put(count); }

void put_reactions(CsvWriter& csv, const HistoryRow::Reactions& r, int dim) {
  for (const Real energy : {r.friction_dissipation, r.normal_energy_loss}) csv.put(energy);
  for (const Index count : {r.open, r.sticking, r.slipping}) csv.put(count);
  for (const Real length : {r.depth, r.new_contact_excess_depth}) csv.put(length);
  put_all(csv, r.angular_momentum_error, angular_size(dim),
          "history: the defect of moments has 1 number in the plane, 3 in space");
  for (const Index count :
       {r.simultaneous_impacts, r.unconverged, r.immovable, r.accepted_unconverged})
    csv.put(count);
  for (const Real residual : {r.resv, r.largest_residual}) put_known(csv, residual);
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

HistoryWriter::HistoryWriter(const std::filesystem::path& path, HistoryColumns columns)
    : TableWriter(path, history_columns(columns)), columns_(std::move(columns)) {}

HistoryWriter::HistoryWriter(const std::filesystem::path& path, HistoryColumns columns,
                             const TableMark& mark)
    : TableWriter(path, history_columns(columns), mark), columns_(std::move(columns)) {}

void HistoryWriter::write(const HistoryRow& row) {
  const auto dim = static_cast<std::size_t>(columns_.dim);
  csv_.put(row.step);
  for (const Real value :
       {row.time, row.kinetic_energy, row.strain_energy, row.external_energy, row.total_energy})
    csv_.put(value);
  put_all(csv_, row.linear_momentum, dim, "history: linear momentum has dim numbers");
  put_all(csv_, row.angular_momentum, angular_size(columns_.dim),
          "history: angular momentum has 1 number in the plane, 3 in space");
  for (const Real value : {row.dt, row.contact_energy, row.contact_stored_energy}) csv_.put(value);
  for (const Real value :
       {row.contact_gain, row.integration_gain, row.step_change, row.discrete_energy})
    put_known(csv_, value);
  put_all(csv_, row.support_impulse, dim, "history: the impulse of supports has dim numbers");
  csv_.put(row.contacts);
  put_count(csv_, row.intersections);
  put_count(csv_, row.overlaps_without_crossing);
  for (const Real depth : {row.depth, row.depth_in_facets})
    row.overlaps_without_crossing == kNone || !std::isfinite(depth) ? csv_.put_empty()
                                                                    : csv_.put(depth);
  for (const Index count : {row.inadmissible_branches, row.inconsistent_qps, row.substeps,
                            row.retries, row.neighbour_list_rebuilds, row.solver_iterations,
                            row.detection_passes, row.impact_zone_steps, row.impact_zone_nodes})
    csv_.put(count);
  if (columns_.reactions) put_reactions(csv_, row.reactions, columns_.dim);
  if (columns_.dissipation) csv_.put(row.dissipated_energy);
  put_all(csv_, row.metrics, columns_.metrics.size(), "history: one number a metric");
  put_all(csv_, row.wall, columns_.phases.size(), "history: one wall time a phase");
  csv_.end_row();
}

ContactsWriter::ContactsWriter(const std::filesystem::path& path, int dim)
    : TableWriter(path, contacts_columns(dim)), dim_(dim) {}

ContactsWriter::ContactsWriter(const std::filesystem::path& path, int dim, const TableMark& mark)
    : TableWriter(path, contacts_columns(dim), mark), dim_(dim) {}

void ContactsWriter::write(const ContactsRow& row) {
  csv_.put(row.step);
  csv_.put(row.time);
  csv_.put(row.body_a);
  csv_.put(row.body_b);
  csv_.put(row.contacts);
  put_all(csv_, row.impulse, static_cast<std::size_t>(dim_),
          "contacts: an impulse has dim numbers");
  csv_.end_row();
}

namespace {
const std::vector<std::string> kResiduals{"step", "time_s", "attempt", "iteration",
                                          "residual_m_per_s"};
}  // namespace

ResidualsWriter::ResidualsWriter(const std::filesystem::path& path)
    : TableWriter(path, kResiduals) {}

ResidualsWriter::ResidualsWriter(const std::filesystem::path& path, const TableMark& mark)
    : TableWriter(path, kResiduals, mark) {}

void ResidualsWriter::write(const ResidualsRow& row) {
  csv_.put(row.step);
  csv_.put(row.time);
  csv_.put(row.attempt);
  csv_.put(row.iteration);
  csv_.put(row.residual);
  csv_.end_row();
}

namespace {

std::vector<std::string> with_time(const std::vector<std::string>& columns) {
  std::vector<std::string> all{"step", "time_s"};
  all.insert(all.end(), columns.begin(), columns.end());
  return all;
}

}  // namespace

ProbesWriter::ProbesWriter(const std::filesystem::path& path,
                           const std::vector<std::string>& columns)
    : TableWriter(path, with_time(columns)), values_(columns.size()) {}

ProbesWriter::ProbesWriter(const std::filesystem::path& path,
                           const std::vector<std::string>& columns, const TableMark& mark)
    : TableWriter(path, with_time(columns), mark), values_(columns.size()) {}

void ProbesWriter::write(Index step, Real time, View<Real> values) {
  if (values.size() != values_) throw PreconditionError("probes: one value a column");
  csv_.put(step);
  csv_.put(time);
  for (const Real value : values) put_known(csv_, value);
  csv_.end_row();
}

SupportsWriter::SupportsWriter(const std::filesystem::path& path, int dim)
    : TableWriter(path, supports_columns(dim)), dim_(dim) {}

SupportsWriter::SupportsWriter(const std::filesystem::path& path, int dim, const TableMark& mark)
    : TableWriter(path, supports_columns(dim), mark), dim_(dim) {}

void SupportsWriter::write(const SupportsRow& row) {
  csv_.put(row.step);
  csv_.put(row.time);
  for (const std::string_view name : {row.support, row.body, row.group}) csv_.put(name);
  put_all(csv_, row.impulse, static_cast<std::size_t>(dim_),
          "supports: an impulse has dim numbers");
  csv_.end_row();
}

}  // namespace tactus::core
