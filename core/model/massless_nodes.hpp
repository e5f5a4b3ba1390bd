/// \file massless_nodes.hpp  Nodes of a surface that give their mass to the nearest nodes inside. What they
/// weighed when they struck something made contact forces oscillate from step to step; without mass they are in
/// equilibrium with what presses them (Khenous, Laborde and Renard 2008).
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

class MasslessNodes {
 public:
  MasslessNodes() = default;
  /// Takes the nodes of the groups that bodies name as massless, where not all of their motion is prescribed.
  /// @param layout    with the prescribed degrees of freedom
  /// @param bodies    [bodies] their degrees of freedom
  /// @param places    [points * dim] m, undeformed
  /// @param mass      [dofs] kg, in and out: what the nodes had goes to the nearest node of an element with
  ///                  theirs that keeps its mass, the first of equally near ones
  /// @param problems  an unknown group, a node without a neighbour that keeps its mass, an integrator that does
  ///                  not move nodes without mass, or one that moves nothing else
  MasslessNodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                const Layout& layout, const std::vector<Body>& bodies, View<Real> places,
                Out<Real> mass, std::vector<ModelProblem>& problems);

  bool has(Index node) const {
    return !carrier_.empty() && carrier_[static_cast<std::size_t>(node)] != kNone;
  }
  /// Gives them the inverse mass of the nodes that carry their mass, along directions that are free: contact
  /// weighs what it moves by it.
  /// @param inverse  [nodes * dim] 1/kg, in and out
  void lend_mobility(const Layout& layout, View<Real> of_dofs, Out<Real> inverse) const;

 private:
  void take(const BodyConfig& config, const std::string& pointer, const Mesh& mesh, int dim,
            Index first, const Layout& layout, View<Real> places,
            std::vector<ModelProblem>& problems);
  /// Finds the carriers of the nodes of one body. @returns a node that has none, or kNone
  Index find_carriers(const Mesh& mesh, int dim, Index first, View<Real> places);

  std::vector<Index>
      carrier_;  ///< [nodes] who carries its mass; kNone: it has its own; empty: all have
};

}  // namespace tactus::core
