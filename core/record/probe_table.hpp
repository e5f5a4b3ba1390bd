/// \file probe_table.hpp  Writes probes.csv: time histories that the configuration asks for, with
/// one row for each row of the history. A run without probes has no such file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/fem_system.hpp"
#include "core/record/checkpoint.hpp"
#include "core/record/contact_pressure.hpp"
#include "core/record/history.hpp"
#include "core/record/plugin_probe.hpp"
#include "core/step/state.hpp"
#include "core/step/step_facts.hpp"

namespace tactus::core {

/// Column names of one probe, to be appended to its name and a dot. Used by the reference page and
/// the table. Those of a probe of a material depend on the column that it names.
std::vector<std::string> probe_columns(ProbeType type, int dim);

/// All columns of a run's probes.csv except "step" and "time_s".
std::vector<std::string> probe_columns(const Configuration& configuration);

class ProbeTable {
 public:
  /// All arguments except the path outlive the table. @param mass  the mass matrix that the
  /// integrator uses
  ProbeTable(const Configuration& configuration, const Model& model, const FemSystem& system,
             Mass mass, const std::filesystem::path& folder);

  RunTable& table() { return table_; }  ///< begun, continued and synchronised with all others
  void begin();                         ///< at the start of a run
  void load(CheckpointGroup& from);

  /// Adds the contact forces of an accepted step, and notes its energies.
  void add_step(const StepFacts& facts);
  /// Writes one row: the sums since the previous row, and the current state with the contact forces of
  /// the last step.
  void write(Index step, const State& state, const ContactForces& forces, Context& context);
  void save(CheckpointGroup& to) const;

 private:
  /// Effect of contact on a body, or on a group of its nodes, since the previous row.
  struct Pushed {
    std::size_t probe = 0;
    std::vector<Index> vertices;  ///< of the Surface, those of the group or of the body
    Index contacts = 0;           ///< largest number in one step
    Real impulse[3] = {};         ///< N s
  };
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  std::vector<Index> vertices_of(const ProbeConfig& probe, std::size_t number) const;
  void add_body(const StepFacts& facts, const ProbeConfig& probe, Pushed& pushed) const;
  void add_group(const StepFacts& facts, Pushed& pushed) const;
  void note_energies();
  void put_contact(const Pushed& pushed, const ContactForces& forces);
  void put_energy(std::size_t body, const State& state, Context& context);
  void put_material(const ProbeConfig& probe, Context& context);
  Real kinetic_energy(std::size_t body, const State& state, Context& context) const;

  const Configuration& configuration_;
  const std::vector<ProbeConfig>& probes_;
  const Model& model_;
  const FemSystem& system_;
  Mass mass_;
  RunTable table_;
  Real duration_ = 0;           ///< s, total length of the steps since the previous row
  std::vector<Pushed> pushed_;  ///< for the contact probes, in their order
  ContactPressure pressure_;
  std::vector<PluginProbe> plugins_;  ///< for those of plugins, in their order
  std::vector<Real> strain_energy_;  ///< [bodies] J, after the last accepted step; empty: not asked
  std::vector<Real> values_;         ///< of the row being written
  std::vector<Real> remembered_;     ///< [elements] of a material's column
  std::vector<Real> places_, velocities_;
};

}  // namespace tactus::core
