/// \file projection/rigid_motion.hpp  The rigid motion of a set of nodes on which contact does no work.
///
/// Nodes that contact cannot settle by rows move in a step as one rigid body, from the positions x_n at
/// its start. Contact then cannot move each node by itself: its correction d = u - u_pre of the
/// increments u_pre, with which the nodes would have moved freely, leaves u rigid. It is the one with
///   sum m d = 0                                  linear momentum,
///   (1/dt) sum m (x_n + x_{n+1}) x d = 0         angular momentum, for v += (2/dt) d,
///   sum m d.u = 0                                work of contact.
/// The third follows from the first two. With c and U the mass means of x_n and u_pre, r = x_n - c,
/// q = u_pre - U, R the rotation and u = U + (R - 1) r, the second is
///   in the plane   tan(theta/2) = S/(2 I + C),  S = sum m r x q, C = sum m r.q, I = sum m r.r
///   in space       sum m r' x (omega x r' - q) = 0,  (R - 1) r = omega x r', r' = (r + R r)/2,
/// R the Cayley rotation of omega; there it takes Newton's method.
///
/// A set may contain rigid bodies. Such a body takes part as a whole: its centre counts as a node
/// with the body's mass, and it turns by the same angle theta. With the moment of inertia I_b
/// about the centre and the rotation f_b that it would have had, the second condition in the plane is
///   I sin(theta) - S (1 + cos(theta))/2 + C sin(theta)/2 + sum I_b (theta - f_b) = 0,
/// by Newton's method. In space each of its principal axes e_k counts as a node of mass
/// (I_i + I_j - I_k)/2 on an arm of length 1 from the centre: such nodes have the body's moments of
/// inertia. Work of contact on the spins is then of the order of theta^2/12 of itself, since what a spin
/// adds up to in a step is an angle, which is no Cayley vector.
#pragma once

#include "../error.hpp"
#include "../types.hpp"

namespace tactus {

/// A set of nodes at the start of a step. Views of the same number of nodes.
struct RigidNodes {
  int dim = 0;
  View<Real> position{};   ///< [nodes * dim] m, x_n
  View<Real> increment{};  ///< [nodes * dim] m, u_pre; of prescribed components: what is prescribed
  View<Real> mass{};       ///< [nodes], in any unit
  /// [nodes * dim] 1: prescribed. All components of a node, or some of them.
  View<std::uint8_t> fixed{};
  /// Rigid bodies, whose centres are among the nodes: [bodies] moments of inertia in the unit of `mass`
  /// times m^2, and rotations with which they would have moved freely, rad. In space [bodies * 3], about
  /// the principal axes, and [bodies * 9] these axes as the columns of a matrix, row-major.
  View<Real> inertia{}, spin{}, axes{};
};

/// Writes the increments u [nodes * dim] of the rigid motion. With prescribed nodes it is the one that
/// fits them: about a node, about the line through several in space, none at all; where a node is
/// prescribed in some directions only, a translation in those directions that are free for all.
/// @returns retry with Cause::infeasible where no rigid motion fits the prescribed increments, or where
/// Newton's method does not converge (rotations of a radian in a step).
/// @param turn  as `spin`, rad: increments of the rigid bodies' rotations
Outcome find_rigid_motion(const RigidNodes& nodes, Out<Real> u, Out<Real> turn = {});

}  // namespace tactus
