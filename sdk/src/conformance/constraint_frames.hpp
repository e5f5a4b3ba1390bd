/// Tests what a constraint promises about the place where bodies touch: frames, weights and points,
/// which friction, rigid bodies and velocities need.
#pragma once

#include <Eigen/LU>

#include "constraint_values.hpp"
#include "worst.hpp"

namespace tactus::conformance::constraint_tests {

/// m, within which all bodies of the scene have rows with what is outside.
inline constexpr Real kFar = 1e3;

using Places = Trial::Places;

/// The frame of a row: its rows are directions, with the normal first.
inline Eigen::MatrixXd frame_of(const Places& p, Index row, int dim) {
  const ConstMap list(p.frame.data() + row * dim * dim, dim * dim);
  return list.reshaped<Eigen::RowMajor>(dim, dim);
}
/// How far the rows of a frame are from being orthonormal.
inline Real off_orthonormal(const Eigen::MatrixXd& Q) {
  return (Q.lazyProduct(Q.transpose()) - Eigen::MatrixXd::Identity(Q.rows(), Q.rows())).norm();
}
inline bool is_left_handed(const Eigen::MatrixXd& Q) {
  return (Q.rows() == 2 ? Q.topLeftCorner<2, 2>().determinant()
                        : Q.topLeftCorner<3, 3>().determinant()) < 0;
}
inline ConstMap position(const Positions& y, Index vertex, int dim) {
  return {y.data() + vertex * dim, dim};
}

/// The rows of a frame are orthonormal and right-handed, so that tangents never change orientation.
/// The weights of a row between bodies add up to zero.
inline Finding frames_are_orthonormal(Trial& trial) {
  trial.detect(trial.scene().tangled());
  const Places p = trial.places(trial.scene().tangled());
  const int D = trial.dim();
  Real worst = 0;
  for (Index r = 0; r < trial.set.rows(); ++r) {
    const Eigen::MatrixXd Q = frame_of(p, r, D);
    const Real off = off_orthonormal(Q);
    if (std::isnan(off)) return within(off, 1e-13);
    if (off < 0.5 && is_left_handed(Q)) return broken("a frame is left-handed");
    raise_to(worst, off);
    std::set<std::int32_t> bodies;
    Real sum = 0;
    const Range entries = trial.set.stencils.range(r);
    for (Index e = entries.begin; e < entries.end; ++e) {
      const Index v = trial.set.stencils.all()[static_cast<std::size_t>(e)];
      bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(v)]);
      sum += p.weight[static_cast<std::size_t>(e)];
    }
    if (std::isnan(sum)) return within(sum, 1e-13);
    if (bodies.size() > 1) raise_to(worst, std::abs(sum));
  }
  return within(worst, 1e-13);
}

/// For a gap with a frame dg/dy_a = c_a n, and the normal points in the direction that opens the
/// gap. Therefore the first component of U = Q sum of c_a v_a is dg/dt.
inline Finding gradient_is_weight_times_normal(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  const Places f = trial.places(y);
  const std::vector<Real> gradient = trial.gradients(y);
  const auto D = static_cast<std::size_t>(trial.dim());
  Real worst = 0;
  for (std::size_t r = 0, e = 0; r < trial.set.key.size(); ++r)
    for (std::size_t k = 0; k < trial.set.stencil(static_cast<Index>(r)).size(); ++k, ++e)
      for (std::size_t d = 0; d < D; ++d) {
        const Real off = std::abs(gradient[e * D + d] - f.weight[e] * f.frame[r * D * D + d]);
        raise_to(worst, off);
      }
  return within(worst, 1e-13);
}

/// If two bodies are moved and rotated together as a whole, the only relative velocity where they
/// touch is that of the gap between them: |U| <= |gap| |omega|.
inline Finding rigid_motion_is_no_slip(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y);
  const Places p = trial.places(y);
  const std::vector<Real> value = trial.values(y);
  const int D = trial.dim();
  const Vec<3> omega = D == 2 ? Vec<3>(0, 0, 1) : Vec<3>(0.6, 0, 0.8), shift(1, 2, 3);
  for (Index r = 0; r < trial.set.rows(); ++r) {
    std::set<std::int32_t> bodies;
    Vec<3> sum = Vec<3>::Zero();
    Real radius = 0;
    const Range entries = trial.set.stencils.range(r);
    for (Index e = entries.begin; e < entries.end; ++e) {
      const Index v = trial.set.stencils.all()[static_cast<std::size_t>(e)];
      bodies.insert(trial.surface().vertex_body[static_cast<std::size_t>(v)]);
      radius += trial.surface().radius[static_cast<std::size_t>(v)];
      const Vec<3> velocity = shift + omega.cross(in_space(position(y, v, D)));
      sum += p.weight[static_cast<std::size_t>(e)] * velocity;
    }
    if (bodies.size() < 2) continue;
    const Real slip = sum.norm(), gap = std::abs(value[static_cast<std::size_t>(r)]);
    if (!(slip <= gap + radius + 1e-12))
      return broken(text_of("bodies that turn together with 1 rad/s slip by ", slip, " m/s, ", gap,
                            " m inside each other"));
  }
  return kept();
}

/// Tests the point and the normal of contact. The point is no farther from either side than the gap
/// (plus the radius of a round particle), and a force along the normal has no moment about it. The
/// sides follow from the weights: x = sum of |c_a| y_a over the vertices of one body.
inline Finding points_are_where_bodies_touch(Trial& trial) {
  const Positions y = trial.scene().tangled();
  trial.detect(y, {.reach = trial.constraint().outside().empty() ? 0 : kFar});
  const Places p = trial.places(y);
  const std::vector<Real> value = trial.values(y);
  const int D = trial.dim();
  if (std::all_of(p.point.begin(), p.point.end(), [](Real x) { return std::isnan(x); }))
    return kept("none are given");
  for (Index r = 0; r < trial.set.rows(); ++r) {
    const ConstMap point(p.point.data() + r * D, D);
    const Eigen::VectorXd n = frame_of(p, r, D).row(0);
    if (!point.allFinite()) return broken("a row has no point, and others have one");
    std::map<std::int32_t, Eigen::VectorXd> side;
    std::map<std::int32_t, Real> radius;
    const Range entries = trial.set.stencils.range(r);
    for (Index e = entries.begin; e < entries.end; ++e) {
      const Index v = trial.set.stencils.all()[static_cast<std::size_t>(e)];
      const auto body = trial.surface().vertex_body[static_cast<std::size_t>(v)];
      Eigen::VectorXd& x = side.try_emplace(body, Eigen::VectorXd::Zero(D)).first->second;
      x += std::abs(p.weight[static_cast<std::size_t>(e)]) * position(y, v, D);
      radius[body] += trial.surface().radius[static_cast<std::size_t>(v)];
    }
    const Real gap = std::abs(value[static_cast<std::size_t>(r)]) / trial.set.scale[r];
    for (const auto& [body, x] : side) {
      const Eigen::VectorXd arm = point - x;
      if (!(arm.norm() <= gap + radius[body] + 1e-9))
        return broken(text_of("the point is ", arm.norm(), " m from one of two bodies, which are ",
                              gap, " m inside each other"));
      const Real moment = (arm - n.dot(arm) * n).norm();
      if (!(moment <= 1e-12))
        return broken(text_of(
            "a push along the normal has a moment about the point, with an arm of ", moment, " m"));
    }
  }
  return kept();
}

/// If the whole scene is rotated and moved, normals and points rotate and move with it.
inline Finding frames_turn_with_the_world(const Make<Constraint>& make, int dim) {
  Trial here(make, dim), there(make, dim, {.angle = 0.9, .shift = 3});
  const Eigen::MatrixXd turn = there.scene().world().turn(dim);
  const Positions y = here.scene().tangled(), moved = there.scene().moved(y);
  here.detect(y), there.detect(moved);
  const Places a = here.places(y), b = there.places(moved);
  for (Index r = 0; r < here.set.rows(); ++r) {
    const auto found = std::find(there.set.key.begin(), there.set.key.end(),
                                 here.set.key[static_cast<std::size_t>(r)]);
    if (found == there.set.key.end()) return broken("a row is missing");
    const Index s = found - there.set.key.begin();
    const Eigen::VectorXd n = frame_of(a, r, dim).row(0), m = frame_of(b, s, dim).row(0);
    if (!((turn * n - m).norm() <= 1e-12)) return broken("a normal does not turn with the world");
    const Eigen::VectorXd p = ConstMap(a.point.data() + r * dim, dim),
                          q = ConstMap(b.point.data() + s * dim, dim);
    if (p.allFinite() && !((turn * p + Eigen::VectorXd::Constant(dim, 3) - q).norm() <= 1e-12))
      return broken("a point does not move with the world");
  }
  return kept();
}

}  // namespace tactus::conformance::constraint_tests
