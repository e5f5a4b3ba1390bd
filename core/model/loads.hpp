/// \file loads.hpp  The loads of a model: external forces on bodies that do not depend on contact (docs/loads.md).
///
/// Constant gravity has a potential and enters the sums of the element loop as one vector; other gravity is added
/// here. All other forces come from load plugins, whose points LoadPoints knows. They depend on the configuration
/// and the time alone and are added in a fixed order, so that they have the same bits for any number of threads and
/// after a restart. Their effect counts as work from outside (core/step/outside_work.hpp).
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/model/body_kind.hpp"
#include "core/model/load_points.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

class Model;

class Loads {
 public:
  Loads() = default;
  /// @param model   outlives this; its bodies, positions and masses are complete
  /// @param meshes  one per body, already placed
  /// @param problems  gets groups without a facet, and loads that are not supported
  /// @throws PluginFault of a load
  Loads(const Model& model, const Configuration& configuration, const std::vector<Mesh>& meshes,
        std::vector<ModelProblem>& problems);

  /// [dim] m/s^2, sum of the gravity that does not change over time.
  View<Real> gravity() const { return gravity_; }
  /// [bodies] 1/s, rates of mass-proportional damping; empty: none. Velocities are damped between
  /// steps (core/step/damping.hpp).
  View<Real> damping() const { return damping_; }
  /// Whether there is any load apart from constant gravity and damping.
  bool any() const { return !acting_.empty() || !varying_.empty(); }
  /// The degrees of freedom on which these other loads act, ascending.
  View<Index> dofs() const { return dofs_; }
  /// Writes the forces of all these other loads at a configuration and a time: [dofs] N and N m.
  void force(const Placement& at, Real time, Out<Real> force, Context& context) const;
  /// Whether all of these other loads have a potential.
  bool has_potential() const;
  /// J, potential of those loads that have one, at a fixed time; their force is its negative gradient.
  Real potential(const Placement& at, Real time, Context& context) const;
  /// N, about how large the sum of the magnitudes of all these forces gets.
  Real largest() const { return largest_; }

 private:
  /// One entry of "loads" on one body.
  struct Acting {
    TimeFactor factor;
    LoadPoints points;
    const Load* load = nullptr;  ///< owned by the configuration
    bool has_potential = false;
  };
  struct Varying {
    TimeFactor factor;
    std::vector<Real> acceleration;  ///< [dim] m/s^2
  };

  void add_gravity(const LoadConfig& load);
  void add_damping(const LoadConfig& load);
  void add_acting(const LoadConfig& load, const Mesh& mesh, const std::string& pointer,
                  std::vector<ModelProblem>& problems);
  void find_dofs();
  Real varying_work(const Varying& load, const Placement& at) const;

  const Model* model_ = nullptr;
  std::vector<Real> gravity_, damping_;
  std::vector<Acting> acting_;
  std::vector<Varying> varying_;
  std::vector<Index> dofs_;
  Real largest_ = 0;
};

/// Adds a problem for each load whose group does not exist in the mesh.
void check_load_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                       std::vector<ModelProblem>& problems);

}  // namespace tactus::core
