/// \file loads.hpp  The loads of a model: external forces on bodies that do not depend on contact
/// (docs/loads.md).
///
/// Constant gravity has a potential and enters the sums of the element loop as one vector. All
/// other loads change over time or with the surface they act on. Their forces are computed here
/// from the configuration and the time alone, and in a fixed order, so that they have the same bits
/// for any number of threads and after a restart. Their effect counts as work from outside
/// (core/step/outside_work.hpp).
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/model/body_kind.hpp"
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
  Loads(const Model& model, const Configuration& configuration, const std::vector<Mesh>& meshes,
        std::vector<ModelProblem>& problems);

  /// [dim] m/s^2, sum of the gravity that does not change over time.
  View<Real> gravity() const { return gravity_; }
  /// [bodies] 1/s, rates of mass-proportional damping; empty: none. Velocities are damped between
  /// steps (core/step/damping.hpp).
  View<Real> damping() const { return damping_; }
  /// Whether there is any load apart from constant gravity and damping.
  bool any() const { return !dead_.empty() || !following_.empty() || !varying_.empty(); }
  /// The degrees of freedom on which these other loads act, ascending.
  View<Index> dofs() const { return dofs_; }
  /// Writes the forces of all these other loads at a configuration and a time: [dofs] N and N m.
  void force(const Placement& at, Real time, Out<Real> force, Context& context) const;
  /// J, potential of those loads whose forces keep their direction, at a fixed time; their force is
  /// its negative gradient. Zero at the start.
  Real potential(const Placement& at, Real time) const;
  /// N, an upper bound of the sum of the magnitudes of all these forces at any time.
  Real largest() const { return largest_; }

 private:
  /// A force at a point of the model.
  struct PointForce {
    Index point = 0;
    Real force[3] = {};  ///< N
  };
  /// Forces at points, and at the degrees of freedom of bodies with a centre of mass.
  struct Dead {
    TimeFactor factor;
    std::vector<PointForce> at_points;
    std::vector<std::pair<Index, Real>> at_dofs;
  };
  struct Following {
    TimeFactor factor;
    Real weight = 0;  ///< N per m of an edge, or Pa on a triangle, against the outward normal
    std::vector<Index>
        facets;  ///< [facets * dim] points; the body is to their left, or behind them
  };
  struct Varying {
    TimeFactor factor;
    std::vector<Real> acceleration;  ///< [dim] m/s^2
  };

  void add_gravity(const LoadConfig& load);
  void add_damping(const LoadConfig& load);
  void add_surface(const LoadConfig& load, const Mesh& mesh, const std::string& pointer,
                   std::vector<ModelProblem>& problems);
  void add_force(const LoadConfig& load, const Mesh& mesh);
  Dead whole_body(const LoadConfig& load) const;
  Dead dead_on_facets(const LoadConfig& load, const std::vector<Index>& facets) const;
  Index nearest_point(const LoadConfig& load) const;
  void note_largest(const Dead& load);
  void find_dofs();

  void push(const Placement& at, const PointForce& load, Real factor, Out<Real> force) const;
  void place(const Placement& at, Index point, Real* x) const;
  const BodyKind& kind_of(Index point) const;

  const Model* model_ = nullptr;
  std::vector<Real> gravity_, damping_;
  std::vector<Dead> dead_;
  std::vector<Following> following_;
  std::vector<Varying> varying_;
  std::vector<Index> dofs_;
  Real largest_ = 0;
};

/// Adds a problem for each load whose group does not exist in the mesh.
void check_load_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                       std::vector<ModelProblem>& problems);

}  // namespace tactus::core
