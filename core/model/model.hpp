/// \file model.hpp  The model: all bodies of a run where they are placed, and everything else that does not change
/// during the run: their masses, what acts on them, and the surfaces by which they touch.
#pragma once

#include <vector>

#include "core/model/loads.hpp"
#include "core/model/massless_nodes.hpp"
#include "core/model/placed_bodies.hpp"
#include "core/model/supports.hpp"
#include "core/model/surface_data.hpp"
#include "core/model/surface_pairs.hpp"
#include "tactus/surface.hpp"

namespace tactus::core {

/// Initial state of a run that starts from the state of another run.
struct StartState {
  std::vector<Real> q, v;  ///< [coordinates], [dofs], as in Layout
};

class Model : public PlacedBodies {
 public:
  /// @param configuration  outlives the model, which refers to its materials
  /// @param meshes         one per body, as generated or read (scaled, rotated and translated here); ignored for
  ///                       particles
  /// @param start          null: bodies as they are placed, with the velocities of the configuration
  /// @throws ModelError with all problems found
  Model(const Configuration& configuration, std::vector<Mesh> meshes,
        const StartState* start = nullptr)
      : Model(configuration, meshes, start, {}) {}

  const Surface& surface() const { return surface_.view(); }
  /// The surfaces to which the numbers in Surface::facet_patch refer.
  const std::vector<NamedSurface>& named_surfaces() const { return named_surfaces_.list(); }
  /// The entry of Configuration::contact.laws, or of its constraints, that applies to two surfaces.
  const SurfacePairs& law_pairs() const { return law_pairs_; }
  const SurfacePairs& constraint_pairs() const { return constraint_pairs_; }
  /// Bodies and what is outside of the model, which is numbered behind them where contacts are told.
  std::size_t sides() const { return sides_; }
  const Scales& scales() const { return scales_; }

  View<Real> initial_velocity() const { return velocity_; }  ///< [dofs] m/s, including supports
  View<Real> mass() const { return mass_; }                  ///< [dofs] kg, lumped
  View<Real> inverse_mass() const { return inverse_mass_; }  ///< [dofs] 1/kg, 0 where prescribed
  const Loads& loads() const { return loads_; }
  View<Real> gravity() const { return loads_.gravity(); }  ///< [dim] m/s^2, the constant part
  const Supports& supports() const { return supports_; }

  /// [probes] points of the model that each entry of Configuration::probes refers to.
  const std::vector<std::vector<Index>>& probe_nodes() const { return probe_nodes_; }

  /// x [points * dim] m at q, and the velocities of the points.
  void place_points(View<Real> q, Out<Real> x) const;
  void point_velocities(View<Real> q, View<Real> v, Out<Real> x) const;

  /// [Surface::vertices] node or point of the model.
  View<Index> vertex_node() const { return surface_.vertex_node(); }

  /// How degrees of freedom move the vertices of the Surface.
  const SurfaceMotion& motion() const { return motion_; }

 private:
  Model(const Configuration& configuration, std::vector<Mesh>& meshes, const StartState* start,
        std::vector<ModelProblem> problems);

  std::vector<Real> point_inverse_mass() const;
  void take_start(const StartState& start, std::vector<ModelProblem>& problems);
  void find_probe_nodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                        std::vector<ModelProblem>& problems);
  void name_surfaces(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void add_velocities_without_nodes(const Configuration& configuration);
  void make_mass(const Configuration& configuration);
  void make_loads(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void make_scales(const std::vector<Mesh>& meshes);

  MasslessNodes massless_;
  std::vector<Real> velocity_, mass_, inverse_mass_;
  Supports supports_;
  std::vector<std::vector<Index>> probe_nodes_;
  Loads loads_;
  NamedSurfaces named_surfaces_;
  SurfacePairs law_pairs_, constraint_pairs_;
  std::size_t sides_ = 0;
  SurfaceData surface_;
  SurfaceMotion motion_;
  Scales scales_;
};

}  // namespace tactus::core
