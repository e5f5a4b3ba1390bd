/// \file history.hpp  The tables of a run: history.csv; contacts.csv, by pairs of bodies in contact;
/// supports.csv, by supports; residuals.csv, by iterations; probes.csv, by what is asked for. Columns
/// and their order, units in the names.
#pragma once

#include <string>
#include <vector>

#include "core/output/csv_writer.hpp"

namespace tactus::core {

/// What a step is remembered by. Vectors have `dim` numbers; in the plane all are per thickness.
struct HistoryRow {
  Index step = 0;                  ///< steps accepted so far; 0: the start
  Real time = 0;                   ///< s, at the end of the step
  Real kinetic_energy = 0;         ///< J
  Real strain_energy = 0;          ///< J, zero for bodies at rest and undeformed
  Real external_energy = 0;        ///< J, potential of the loads less the work of supports
  Real total_energy = 0;           ///< J, what is to stay constant
  View<Real> linear_momentum{};    ///< [dim] kg m/s
  View<Real> angular_momentum{};   ///< [1 in the plane, 3 in space] kg m^2/s
  Real dt = 0;                     ///< s
  Real contact_energy = 0;         ///< J, work of contact in the step
  Real contact_stored_energy = 0;  ///< J, in penalty springs
  Real dissipated_energy = 0;      ///< J, by materials since the start; where one tells it
  /// J, account of the integrator; not a number where it keeps none
  Real contact_gain = 0, integration_gain = 0, step_change = 0;
  Real discrete_energy = 0;      ///< J, what the integrator conserves on linear systems
  View<Real> support_impulse{};  ///< [dim] N s, of supports and obstacles on the rest
  Index contacts = 0;
  Index intersections = kNone;  ///< facet pairs that cross, by the audit; kNone: not audited
  Index contained = kNone;      ///< overlaps without crossing, by the audit; kNone: not audited
  Real depth = 0, depth_in_facets = 0;  ///< m and parts of a facet, where audited
  Index inadmissible_branches = 0, inconsistent_qps = 0;
  Index cuts = 0;     ///< times the step was divided so that nothing passes unseen
  Index retries = 0;  ///< times the step was tried again with a smaller dt
  Index sorts = 0, solver_iterations = 0, passes = 0;
  Index zone_steps = 0;  ///< steps with rigid impact zones
  Index zone_nodes = 0;  ///< the most nodes in zones in one of them
  View<Real> wall{};     ///< [phases] s, wall time of each phase
  View<Real> metrics{};  ///< [metrics] of the plugins
  /// What the reactions did, see core/run/reaction_facts.hpp; in runs that solve for them.
  struct Reactions {
    Real friction_taken = 0, normal_taken = 0;   ///< J
    Index open = 0, sticking = 0, slipping = 0;  ///< contacts of the last step
    Real depth = 0, first_touch_excess = 0;      ///< m, the largest
    View<Real> moment_defect{};                  ///< [1 in the plane, 3 in space] kg m^2/s
    Index shared_impacts = 0;                    ///< steps
    Index unconverged = 0;                       ///< attempts
    Index immovable = 0;                         ///< contacts left out
  } reactions{};
};

/// Columns beside the fixed ones.
struct HistoryColumns {
  int dim = 2;
  std::vector<std::string> phases;   ///< "elements" becomes wall_elements_s
  std::vector<std::string> metrics;  ///< whole names, unit included
  bool reactions = false;            ///< those of HistoryRow::reactions
  bool dissipation = false;          ///< HistoryRow::dissipated_energy
};

/// The header, in order. All wall times are at the end, so that runs can be compared without them.
std::vector<std::string> history_columns(const HistoryColumns& columns);

/// What every table has beside its rows; see CsvWriter.
class TableWriter {
 public:
  void flush() { csv_.flush(); }
  void sync() { csv_.sync(); }
  void go_on() { csv_.go_on(); }
  bool is_current() const { return csv_.is_current(); }
  TableMark mark() const { return csv_.mark(); }

 protected:
  TableWriter(const std::filesystem::path& path, const std::vector<std::string>& columns)
      : csv_(path, columns) {}
  TableWriter(const std::filesystem::path& path, const std::vector<std::string>& columns,
              const TableMark& mark)
      : csv_(path, columns, mark) {}
  ~TableWriter() = default;

  CsvWriter csv_;
};

/// history.csv.
class HistoryWriter : public TableWriter {
 public:
  HistoryWriter(const std::filesystem::path& path, HistoryColumns columns);
  /// Goes on from `mark` once go_on() is called; see CsvWriter.
  HistoryWriter(const std::filesystem::path& path, HistoryColumns columns, const TableMark& mark);

  /// @throws PreconditionError where a view has another size than its columns; FileError.
  void write(const HistoryRow& row);

 private:
  HistoryColumns columns_;
};

/// The header of contacts.csv and of supports.csv.
std::vector<std::string> contacts_columns(int dim);
std::vector<std::string> supports_columns(int dim);

/// What passed between two bodies since the row before.
struct ContactsRow {
  Index step = 0;
  Real time = 0;
  std::string_view body_a, body_b;
  Index contacts = 0;    ///< the largest number of a step
  View<Real> impulse{};  ///< [dim] N s, on body_a
};

/// contacts.csv.
class ContactsWriter : public TableWriter {
 public:
  ContactsWriter(const std::filesystem::path& path, int dim);
  /// Goes on from `mark` once go_on() is called; see CsvWriter.
  ContactsWriter(const std::filesystem::path& path, int dim, const TableMark& mark);

  void write(const ContactsRow& row);

 private:
  int dim_;
};

/// residuals.csv: how a solver of reactions came to its end.
struct ResidualsRow {
  Index step = 0;       ///< the step that was tried
  Real time = 0;        ///< s, that the attempt was to end at
  Index attempt = 0;    ///< 0: the first one at this step
  Index iteration = 0;  ///< from 1
  Real residual = 0;    ///< m/s
};

class ResidualsWriter : public TableWriter {
 public:
  explicit ResidualsWriter(const std::filesystem::path& path);
  /// Goes on from `mark` once go_on() is called; see CsvWriter.
  ResidualsWriter(const std::filesystem::path& path, const TableMark& mark);

  void write(const ResidualsRow& row);
};

/// probes.csv: a row with each of the history, whose columns are the probes of the configuration.
class ProbesWriter : public TableWriter {
 public:
  /// @param columns  those behind "step" and "time_s"
  ProbesWriter(const std::filesystem::path& path, const std::vector<std::string>& columns);
  /// Goes on from `mark` once go_on() is called; see CsvWriter.
  ProbesWriter(const std::filesystem::path& path, const std::vector<std::string>& columns,
               const TableMark& mark);

  /// @param values  one for each column; not a number: an empty cell
  void write(Index step, Real time, View<Real> values);

 private:
  std::size_t values_;
};

/// What a support did to the bodies since the row before.
struct SupportsRow {
  Index step = 0;
  Real time = 0;
  std::string_view support, body, group;  ///< see HolderName
  View<Real> impulse{};                   ///< [dim] N s
};

/// supports.csv.
class SupportsWriter : public TableWriter {
 public:
  SupportsWriter(const std::filesystem::path& path, int dim);
  /// Goes on from `mark` once go_on() is called; see CsvWriter.
  SupportsWriter(const std::filesystem::path& path, int dim, const TableMark& mark);

  void write(const SupportsRow& row);

 private:
  int dim_;
};

}  // namespace tactus::core
