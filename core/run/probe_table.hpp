/// \file probe_table.hpp  probes.csv: time histories of what the configuration asks for, a row with each
/// of the history. A run without probes has no such file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/model/fem_system.hpp"
#include "core/output/checkpoint.hpp"
#include "core/output/history.hpp"
#include "core/run/state.hpp"
#include "core/run/step_facts.hpp"

namespace tactus::core {

/// Columns of one probe behind its name and a dot, for the page of outputs and the table.
std::vector<std::string> probe_columns(ProbeType type, int dim);

/// All columns of a run's probes.csv but "step" and "time_s".
std::vector<std::string> probe_columns(const Configuration& configuration);

class ProbeTable {
 public:
  /// All but the path outlive it. @param mass  that the integrator moves bodies with
  ProbeTable(const Configuration& configuration, const Model& model, const FemSystem& system,
             Mass mass, const std::filesystem::path& folder);

  void begin();
  void resume(CheckpointGroup& from);
  /// After resume(): whether the table holds what the checkpoint knows, and nothing else.
  bool is_current() const { return !writer_ || writer_->is_current(); }
  void go_on();

  /// Adds what contact did in an accepted step.
  void add_step(const StepFacts& facts);
  /// A row, of the sums since the row before and of the state as it is.
  void write(Index step, const State& state, Context& context);
  void sync();
  void save(CheckpointGroup& to) const;

 private:
  /// What contact did to a body, or to a group of its nodes, since the row before.
  struct Pushed {
    std::size_t probe = 0;
    std::vector<Index> vertices;  ///< of the Surface, of a group
    Index contacts = 0;           ///< the largest number of a step
    Real impulse[3] = {};         ///< N s
  };
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  void add_body(const StepFacts& facts, const ProbeConfig& probe, Pushed& pushed) const;
  void add_group(const StepFacts& facts, Pushed& pushed) const;
  void put_motion(View<Index> points);
  void put_contact(const Pushed& pushed);
  void put_energy(std::size_t body, const State& state, Context& context);
  Real kinetic_energy(std::size_t body, const State& state, Context& context) const;

  const Configuration& configuration_;
  const std::vector<ProbeConfig>& probes_;
  const Model& model_;
  const FemSystem& system_;
  Mass mass_;
  std::filesystem::path path_;
  std::unique_ptr<ProbesWriter> writer_;  ///< null: there are no probes, or not yet
  Real duration_ = 0;                     ///< s, of the steps since the row before
  std::vector<Pushed> pushed_;            ///< of the probes of contact, in their order
  std::vector<Real> values_;              ///< of the row in the making
  std::vector<Real> places_, velocities_;
};

}  // namespace tactus::core
