/// \file near_list.hpp  Pairs of things that may touch soon: boxes, broad phase, filter; made anew
/// only when the surface has moved.
#pragma once

#include <vector>

#include "core/model/surface_motion.hpp"
#include "tactus/constraint.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// What contact is about and what moves it; valid for the run.
struct ContactGeometry {
  const Layout* layout = nullptr;
  const Surface* surface = nullptr;
  const SurfaceMotion* motion = nullptr;
  View<std::int32_t> holder{};  ///< [dofs] who holds it, -1: nobody
  Index holders = 0;
};

/// Boxes of facets and of particles, in the order the broad phase is asked about them.
class SurfaceBoxes {
 public:
  explicit SurfaceBoxes(const ContactGeometry& geometry);

  /// Boxes round the positions y, and y_end too if it is not empty, each inflated by `reach`, those
  /// of particles by their radius too.
  void update(View<Real> y, View<Real> y_end, Real reach);

  const Boxes& facets() const { return facets_; }
  const Boxes& particles() const { return particles_; }
  /// Vertex of a particle's box.
  Index particle_vertex(Index i) const { return particle_vertex_[static_cast<std::size_t>(i)]; }

 private:
  void set_box(Real* box, View<Index> vertices, View<Real> y, View<Real> y_end, Real reach) const;

  const Surface* surface_;
  Boxes facets_, particles_;
  std::vector<Real> facet_bounds_, particle_bounds_;
  std::vector<Index> particle_vertex_;
  std::vector<std::int32_t> particle_body_;
};

/// Asks the broad phase and brings its answer into the form that does not depend on it: pairs whose
/// boxes overlap, sorted, each once.
class PairFinder {
 public:
  PairFinder(const ContactGeometry& geometry, BroadPhase& broad_phase);

  /// `identity` numbers the question, see BoxQuery.
  void facet_pairs(const SurfaceBoxes& boxes, std::uint64_t identity, std::vector<Pair>& pairs,
                   Context& context);
  /// Pairs (facet, vertex) of facets and particles.
  void particle_pairs(const SurfaceBoxes& boxes, std::uint64_t identity, std::vector<Pair>& pairs,
                      Context& context);
  /// Pairs of particles (vertices), lower number first.
  void particle_particle(const SurfaceBoxes& boxes, std::uint64_t identity,
                         std::vector<Pair>& pairs, Context& context);

 private:
  void ask(const BoxQuery& query, std::vector<Pair>& pairs, Context& context);

  BroadPhase& broad_phase_;
  bool sorted_ = false;  ///< the plugin claims that its answer has this form already
  std::vector<std::uint8_t> self_, movable_;
  std::vector<std::uint8_t> all_;  ///< particles of one body are things of their own
};

/// The near list of a run: pairs of boundary facets, of facets with particles and of particles, as
/// the constraint wants them, whose boxes, each inflated by the reach, meet. Serves until a boundary
/// vertex has moved by the reach.
class NearList {
 public:
  NearList(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted);

  /// Makes the list at y unless the present one still holds there.
  void update(View<Real> y, Context& context);
  /// The step is accepted, and the list with it.
  void accept();
  /// Makes the list at the positions of a checkpoint.
  void restore(View<Real> y_made, Context& context);

  const std::vector<Pair>& facet_facet() const { return facet_facet_; }
  const std::vector<Pair>& facet_vertex() const { return facet_vertex_; }
  const std::vector<Pair>& vertex_vertex() const { return vertex_vertex_; }
  View<Real> y_made() const { return y_made_; }  ///< empty: none made yet
  /// Of the list when the last step was accepted: one made in an attempt that came to nothing is not
  /// what a run goes on from.
  View<Real> y_accepted() const { return y_accepted_; }
  std::uint64_t number() const { return number_; }
  Index builds() const { return builds_; }  ///< lists made since the start

 private:
  bool worn_out(View<Real> y) const;
  void make(View<Real> y, Context& context);

  ContactGeometry geometry_;
  Detection wanted_;
  SurfaceBoxes boxes_;
  PairFinder finder_;
  std::vector<Real> y_made_, y_accepted_;
  std::vector<Pair> facet_facet_, facet_vertex_, vertex_vertex_;
  std::uint64_t number_ = 0, accepted_ = 0;
  Index builds_ = 0;
};

}  // namespace tactus::core
