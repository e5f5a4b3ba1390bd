/// \file system.hpp  The mechanical system without contact, as the kernel provides it to
/// integrators.
///
/// As everywhere, positions are relative to layout().origin. A force that depends on coordinates of
/// the configuration has to add it.
///
/// Responsibilities are divided as follows: the kernel assembles; the materials know the stress;
/// the integrator decides at which configuration, with which weights and by which rule stress is
/// evaluated in time.
#pragma once

#include <memory>

#include "linear.hpp"
#include "material.hpp"
#include "state.hpp"

namespace tactus {

/// How the stress in a step follows from the deformations at its two ends. Null rule: P(F) of the
/// material at the requested configuration. An energy-momentum method provides its own rule
/// (averaged second Piola stress, discrete gradient; Simo-Tarnow, Gonzalez). It may call the
/// material as often as necessary, at any F, and combines the results. S at C = (C_n + C_{n+1})/2
/// follows for an objective law from F = chol(C)', S = F^-1 P. Tiles as in MaterialBatch.
class StressRule : public Grows {
 public:
  virtual ~StressRule() = default;
  /// `next`: F at q_n (+) u; out: W and P as requested, and A = dP/dF_next, which need not be
  /// symmetric. `F_old`: F at q_n. Const and thread-safe; allocates from the context's scratch only.
  /// Throws EvaluationError. Batches of its own begin as a copy of `next`, which holds the history.
  virtual void evaluate(const Material& material, const MaterialBatch& next, View<Tensor> F_old,
                        Context& context) const = 0;
};

/// What the force of an evaluation counts for in the step (StepReport::weight). `start` and `end`
/// are the forces at the accepted states at t_n and t_{n+1}; the kernel evaluates them itself, so
/// that an integrator may weigh them whether it asked for them or not. `a`, `b` and `c` are those of
/// the last evaluation with this label in the step. `trial` counts for nothing.
enum class ForceLabel : std::uint8_t { trial, start, end, a, b, c };
inline constexpr int kForceLabels = 6;

/// The configuration q (+) fraction * u at which forces are requested, at time `time`. With a rule,
/// fraction is 1, because the rule itself combines the two ends.
struct ForceQuery {
  std::uint32_t size = sizeof(ForceQuery);
  ForceLabel label = ForceLabel::trial;
  View<Real> q{};  ///< [coordinates]
  View<Real> u{};  ///< [dofs], or empty for q itself
  View<Real> v{};  ///< [dofs] for gyroscopic and damping forces; empty: none of these
  Real fraction = 1;
  Real time = 0;
  const StressRule* rule = nullptr;
  /// [dofs] 1: the tangent has a unit row here; empty: Layout::prescribed
  View<std::uint8_t> fixed{};
};

enum class Mass : std::uint8_t { lumped, consistent };

class System {
 public:
  virtual const Layout& layout() const = 0;

  /// out = q (+) u; rotations by the exponential map. out may be q.
  virtual void move(View<Real> q, View<Real> u, Out<Real> out) const = 0;

  // Velocities and increments of bodies that rotate in space refer to axes that rotate with them.
  // The three functions below handle everything that is different for such bodies, so that an
  // integrator needs no special case.

  /// Writes the increment u during dt of a motion that starts at q with the velocity w and
  /// conserves momentum in space. For positions and for angles in the plane u = dt w. In space it
  /// is the Lie midpoint rule, u = dt I^-1 (R exp(u/2))' p with p = R I w, solved up to rounding. u
  /// may be w.
  virtual void drift(View<Real> /*q*/, View<Real> w, Real dt, Out<Real> u) const {
    map(u) = dt * map(w);
  }
  /// Transfers a velocity (or acceleration) x at q_from to q_to so that the momentum in space is
  /// the same: I^-1 R_to' R_from I x in space. This replaces gyroscopic terms exactly; forces do
  /// not contain any.
  /// @returns x itself if nothing rotates, or `memory` [dofs], filled.
  virtual View<Real> carry(View<Real> /*q_from*/, View<Real> /*q_to*/, View<Real> x,
                           Out<Real> /*memory*/) const {
    return x;
  }
  /// Converts a force (or impulse) that does work on increments at u, such as contact forces, to
  /// one that does work on velocities at q (+) u: T(u)^-T of a moment in space, with exp(u + d) =
  /// exp(u) exp(T(u) d).
  /// @returns `force` itself if nothing rotates, or `memory` [dofs], filled.
  virtual View<Real> to_velocity(View<Real> /*u*/, View<Real> force, Out<Real> /*memory*/) const {
    return force;
  }

  /// Diagonal [dofs], kg and kg m^2; constant. It is zero where mass was redistributed away from
  /// the contact boundary and never infinite: prescribed degrees of freedom keep their mass here
  /// and have an `inverse_mass` of 0.
  virtual View<Real> mass() const = 0;
  /// [dofs] 1/kg; 0 where prescribed *or massless*.
  virtual View<Real> inverse_mass() const = 0;
  /// y = M x.
  virtual void apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& context) const = 0;

  /// force = f_ext - f_int (and gyroscopic terms), N, on every degree of freedom. On prescribed
  /// ones it accelerates nothing; of labelled evaluations the kernel keeps it there, and the forces
  /// of loads everywhere, from which impulses and work of supports and loads follow.
  virtual Outcome force(const ForceQuery& query, Out<Real> force, Context& context) = 0;
  /// [dofs] N, the part of the last force() that loads beside constant gravity have in it; empty:
  /// there are none. What such loads change from one configuration to another is no stiffness.
  virtual View<Real> load_force() const { return {}; }
  /// a = M^-1 force with the lumped mass; 0 where prescribed or massless.
  Outcome acceleration(const ForceQuery& query, Out<Real> a, Context& context) {
    Outcome outcome = force(query, a, context);
    map(a).array() *= map(inverse_mass()).array();
    return outcome;
  }
  /// Potential of internal forces and of loads that have one, J; its negative gradient is `force`
  /// for a null rule.
  virtual Outcome potential(const ForceQuery& query, Real& energy, Context& context) = 0;
  /// An operator for tangent() to fill, with the sparsity of the model. The caller owns it.
  virtual std::unique_ptr<LinearOperator> new_tangent() = 0;
  /// into = mass_weight * M - force_weight * d force / du, the derivative taken with respect to u (so
  /// it carries `fraction`), with unit rows and columns where ForceQuery::fixed. Loads that follow a
  /// surface have no part in it.
  /// @param into  made by new_tangent() of this system
  virtual Outcome tangent(const ForceQuery& query, Mass mass, Real mass_weight, Real force_weight,
                          LinearOperator& into, Context& context) = 0;
  /// change = (d force / dq) x at the place of the query, on every degree of freedom: what
  /// StepReport::more_force of a linearised step consists of. Loads have no part in it.
  virtual Outcome force_change(const ForceQuery& at, View<Real> x, Out<Real> change,
                               Context& context) = 0;
  /// x = M^-1 b; 0 where prescribed or massless. The consistent mass takes iterations.
  virtual Outcome solve_mass(Mass mass, View<Real> b, Out<Real> x, Context& context) = 0;

  /// Writes the increments of prescribed degrees of freedom from t_n to `time`; other entries are
  /// not changed.
  virtual void prescribe(View<Real> q, Real time, Out<Real> u) const = 0;
  virtual void prescribe_velocity(Real time, Out<Real> v) const = 0;

  /// s, 2/omega_max of the assembled model, computed from the internal force itself and renewed
  /// every few hundred steps (h/c is not reliable on real meshes). Infinite if nothing is elastic.
  virtual Real critical_step() const = 0;

 protected:
  ~System() = default;
};

}  // namespace tactus
