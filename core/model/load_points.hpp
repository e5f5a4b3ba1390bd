/// \file load_points.hpp  The points on which an entry of "loads" acts: those of a part of a boundary,
/// the nodes of a group, the node nearest to a place, or a whole body. Knows where they are and which
/// degrees of freedom a force on them reaches.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/model/body_kind.hpp"
#include "core/scene/load_config.hpp"
#include "tactus/load.hpp"

namespace tactus::core {

class Model;

class LoadPoints {
 public:
  /// @param model  outlives this; its bodies, positions and masses are complete
  /// @param mesh   of the body, already placed. @pre it has the group
  LoadPoints(const Model& model, const LoadConfig& load, const Mesh& mesh);

  /// A group without facets has none.
  Index count() const { return static_cast<Index>(mass_.size()); }
  /// What the load is told; the views are valid as long as this, wherever it is moved.
  LoadTarget target() const;
  /// x [count * dim] m.
  void place(const Placement& at, Out<Real> x) const;
  /// force += J' (force at the points [count * dim]), which does the same work.
  void add_forces(const Placement& at, View<Real> point_force, Out<Real> force) const;
  /// Degrees of freedom that forces on these points reach, each at least once.
  std::vector<Index> dofs() const;

 private:
  void find_facets(const LoadConfig& load, const Mesh& mesh, Index first);
  void find_nodes(const LoadConfig& load, const Mesh& mesh);
  void take_centre();
  void describe_points();
  Index nearest(const LoadConfig& load) const;
  const BodyKind& kind_of(Index point) const;
  void push(const Placement& at, Index point, const Real* point_force, Out<Real> force) const;

  const Model* model_;
  std::size_t body_;
  bool whole_ = false;
  const BodyKind* centre_of_ = nullptr;  ///< the one point is the centre of mass of such a body
  std::vector<Index> centre_dofs_;       ///< [dim] of its translation
  std::vector<Index> points_;            ///< of the model; empty: the centre
  std::vector<Index> facet_;             ///< [facets * dim] positions in points_
  std::vector<Real> reference_, mass_;
};

}  // namespace tactus::core
