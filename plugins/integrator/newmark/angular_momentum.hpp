// Computes the angular momentum that an explicit contact step with (3.17) adds, and the rotation
// that removes it again.
#pragma once

#include <array>
#include <tactus/integrator.hpp>
#include <vector>

namespace newmark {
using namespace tactus;

/// square q^2 + linear q + constant, J, of the rate q by which contact changes velocities.
struct QuadraticOfRate {
  Real square = 0, linear = 0, constant = 0;
};

/// The bodies that degrees of freedom belong to.
class BodiesOfDofs {
 public:
  explicit BodiesOfDofs(const Layout& layout);
  /// Positions in Layout::bodies, ascending, of the bodies with some of these.
  /// @param dofs  ascending
  std::vector<std::size_t> of(View<Index> dofs) const;

 private:
  struct First {
    Range dofs;
    std::size_t body;
  };
  std::vector<First> first_;  ///< of all bodies, in the order of their degrees of freedom
};

/// A contact step changes the angular momentum of each independent contact problem (group) by
///   dL = sum_i m_i [d_i x w_i + q (x_i - c) x d_i],   x = x_{n+1}, w = v_n + dt/2 a_n.
/// Here d is the correction of the position and q d that of the velocity. The cause is that forces
/// acting at x_{n+1} moved nodes that were on their way to x_pre. (Kane et al. state that angular
/// momentum is conserved; it is not.) A rigid rotation of the group's velocities about its centre
/// of mass c, dv = omega x (x - c) with omega = -I_c^-1 dL, restores it and leaves linear momentum
/// unchanged. A rigid body takes part as a node at its centre; dL includes the spin q I d_turn that
/// contact gives it, and I_c includes its own inertia. This is done only for groups on which
/// nothing acts from outside and that have an extent. For a single node the lever arms are rounding
/// errors, and dL divided by their inertia would be arbitrary.
class AngularMomentum {
 public:
  struct Step {
    const Layout& layout;
    View<Real> mass;    ///< [dofs] kg
    View<Index> group;  ///< [dofs] kNone: not in a group that is restored
    Index groups = 0;
    View<Real> x;        ///< [coordinates] m, at the end of the step
    View<Real> w;        ///< [dofs] m/s, velocity of the predictor
    View<Real> d;        ///< [dofs] m, correction by contact
    Real q = 0;          ///< 1/s, correction of velocity per correction of position
    View<Real> rates{};  ///< [groups] q of each group; empty: q
    View<Index> zone{};  ///< [dofs] rigid impact zone, or kNone; empty: no zones
    Real zone_q = 0;     ///< 1/s, q of nodes in zones, which reflect
    /// Zones, whose groups come after all contact problems, have no rate of their own.
    Real rate_of(Index g) const {
      return g < static_cast<Index>(rates.size()) ? rates[static_cast<std::size_t>(g)] : q;
    }
  };
  /// The kinetic energy that q d and the rotation that belongs to it add to each group, as a
  /// function of q.
  /// @param v    [dofs] m/s, velocity without contact at the end of the step
  /// @param out  [groups] what is added to it
  void kinetic_energy(const Step& step, View<Real> v, std::vector<QuadraticOfRate>& out);
  /// Adds the rotations to `v` [dofs]. Returns the kinetic energy that they add, J.
  Real restore(const Step& step, Out<Real> v);

  /// A group, given by its degrees of freedom, before the step is finished.
  struct Part {
    const Layout& layout;
    const BodiesOfDofs& bodies;
    View<Index> dofs;  ///< ascending
    View<Real> mass, inverse_mass;
    StateView old;
    View<Real> u;      ///< [dofs] m, the step's increment
    View<Real> force;  ///< [dofs] N, d = dt^2/2 M^-1 force
    Real dt = 0, q = 0;
  };
  /// J, energy that the rotation of this group would add, with a_n in place of a_{n+1}.
  /// Thread-safe.
  static Real energy_of(const Part& part);

 private:
  using Vector = std::array<Real, 3>;
  /// The inertia of a rigid body in space.
  struct Spin;
  /// Sums over the nodes of a group: first the masses, then terms relative to their centre.
  struct Group {
    Real mass = 0;
    Real coordinate = 0;  ///< m, largest of its nodes; lever arms are uncertain by 2^-52 of it
    Vector centre{}, defect{}, spin{};
    std::array<Real, 9> inertia{};
    void weigh(Real m, const Vector& x);
    void find_centre();
    Vector arm(const Vector& x) const;
    void add(Real m, const Vector& arm, const Vector& d, const Vector& w, Real q);
    void add_spin(const Spin& turning, const Vector& d, Real q);
    void solve(int dim);
  };
  /// A node, or the centre of a rigid body, which is followed by its rotational degrees of freedom.
  struct Node {
    Index dof = 0, coordinate = 0, group = 0;
    bool turns = false, in_zone = false;
  };
  static Real turn(const Spin& body, const Vector& spin, Out<Real> v);
  void collect_nodes(const Step& step);
  void sum_up(const Step& step);
  /// The rotation of each group for one q.
  void find_spins(Real q, const Step& step, std::vector<Vector>& spins);

  std::vector<Group> groups_;
  std::vector<Node> nodes_;
  std::vector<Vector> spin_at_0_, spin_at_1_;  ///< [groups]
};

}  // namespace newmark
