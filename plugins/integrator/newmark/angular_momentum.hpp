// The angular momentum that an explicit contact step with (3.17) gains, and the spin that takes it
// back.
#pragma once

#include <array>
#include <tactus/integrator.hpp>
#include <vector>

namespace newmark {
using namespace tactus;

/// A contact step changes the angular momentum of each independent contact problem (group) by
///   dL = sum_i m_i [d_i x w_i + q (x_i - c) x d_i],   x = x_{n+1}, w = v_n + dt/2 a_n,
/// d the correction of the position and q d that of the velocity: forces that act at x_{n+1} moved
/// nodes that had started towards x_pre. (Kane et al. call it conserved; it is not.) One rigid
/// rotation of the group's velocities about its centre of mass c, dv = omega x (x - c), omega =
/// -I_c^-1 dL, restores it and leaves linear momentum alone. Only for groups that nothing holds from
/// outside, and that have an extent: round a single node, arms are round-off, and dL over their
/// inertia is any number.
class AngularMomentum {
 public:
  struct Step {
    const Layout& layout;
    View<Real> mass;    ///< [dofs] kg
    View<Index> group;  ///< [dofs], kNone: not of a group that is restored
    Index groups = 0;
    View<Real> x;  ///< [coordinates] m, at the end of the step
    View<Real> w;  ///< [dofs] m/s, velocity of the predictor
    View<Real> d;  ///< [dofs] m, correction by contact
    Real q = 0;    ///< 1/s, correction of velocity per correction of position
  };
  /// Adds the rotations to `v` [dofs].
  void restore(const Step& step, Out<Real> v);

 private:
  using Vector = std::array<Real, 3>;
  struct Group {
    Real mass = 0;
    Real coordinate = 0;  ///< m, largest of its nodes: by 2^-52 of it arms are uncertain
    Vector centre{}, defect{}, spin{};
    std::array<Real, 9> inertia{};
  };
  struct Node {
    Index dof = 0, coordinate = 0, group = 0;
  };
  void collect_nodes(const Step& step);
  void sum_up(const Step& step);
  static Vector solve(const Group& group, int dim);

  std::vector<Group> groups_;
  std::vector<Node> nodes_;
};

}  // namespace newmark
