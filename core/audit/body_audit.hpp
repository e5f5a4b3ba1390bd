/// \file body_audit.hpp  What the audit of bodies in the plane and the one in space have in common: which
/// bodies and particles are compared, and how that which is found is counted and listed.
#pragma once

#include <vector>

#include "core/audit/audit_method.hpp"
#include "core/audit/box_sweep.hpp"
#include "core/audit/depth.hpp"

namespace tactus::core {

/// @tparam Boundary  PlaneBoundary or SpaceBoundary
template <int dim, class Boundary>
class BodyAudit : public AuditMethod {
 public:
  const AuditResult& check(View<Real> points) final;

 protected:
  /// What has been found so far for a pair of bodies, or for a body with itself.
  struct Meeting {
    std::int32_t a = 0, b = 0;
    Index crossings = 0;
    bool overlap = false;
    Real cut = 0;  ///< m, how far facets, or edges and facets, that cross reach past each other
    Real cut_in_facets = 0;  ///< the same as a multiple of the length of a facet
    AuditFinding inside{};   ///< the first overlap found, if `overlap`
  };
  /// A point without facets, or the centre of a round body.
  struct Particle {
    Index point = 0;
    std::int32_t body = 0;
    Real radius = 0;  ///< m
  };

  explicit BodyAudit(const AuditInput& input);

  /// The tree of a body, fitted to the points of the current check.
  BoxTree<dim>& fitted_tree(std::int32_t body);
  void add_crossing(Index f, Index g, Meeting& meeting);
  /// Counts what comparing two bodies, or a body with itself, has found.
  void finish(const Meeting& meeting);

  Boundary boundary_;
  std::vector<std::int32_t> facet_body_;
  std::vector<BoxTree<dim>> trees_;  ///< [bodies]
  std::vector<Box<dim>> boxes_;      ///< of bodies first, then of particles
  View<Real> points_{};              ///< the points of the current check
  Real touching_ = 0;

 private:
  /// Called at the start of a check, before anything is compared.
  virtual void do_begin() {}
  virtual Box<dim> box_of(std::int32_t body) const = 0;
  /// Finds facets that cross and what else overlaps, and calls finish().
  virtual void meet_bodies(std::int32_t a, std::int32_t b) = 0;
  virtual void meet_self(std::int32_t body) = 0;
  /// A facet by which a point is seen to be inside a body; kNone if it is not.
  virtual Index facet_around(Index point, std::int32_t body) const = 0;
  /// One of the facets of `body` that are nearer to a particle than its radius; kNone if there is none.
  virtual Index facet_within_radius(const Particle& particle, std::int32_t body) const = 0;
  virtual Depth depth_of(const Particle& particle, std::int32_t body) const = 0;
  virtual Depth depth_of(std::int32_t inner, std::int32_t outer) const = 0;
  /// Whether two bodies, or a body and itself, overlap by rounding alone.
  virtual bool touches(const Meeting& meeting) const = 0;

  void check_finite() const;
  void fit_boxes();
  void meet(Index i, Index j);
  void meet_particle(const Particle& particle, std::int32_t body);
  void meet_particles(const Particle& one, const Particle& other);
  void measure(const Meeting& meeting);
  AuditOverlap overlap_of(std::int32_t inner, std::int32_t outer, const Depth& depth) const;
  Real in_smaller_body(const AuditOverlap& overlap);
  void add_overlap(const AuditOverlap& overlap, Real in_facets);

  std::vector<std::uint8_t> self_;
  std::vector<Particle> particles_;
  std::size_t findings_;
  Index points_needed_ = 0;
  std::vector<std::uint8_t> fitted_;
  BoxSweep<dim> sweep_;
  std::vector<AuditFinding> all_;
  AuditResult result_;
};

}  // namespace tactus::core
