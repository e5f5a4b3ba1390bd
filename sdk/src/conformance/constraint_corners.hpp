/// Tests what a constraint promises of two blocks whose corners meet, where neither presses on the middle of a side.
#pragma once

#include "constraint_notch.hpp"
#include "tactus/conformance/claims.hpp"

namespace tactus::conformance::constraint_tests {

/// Two blocks: the first one of the scene, and one whose first corner points at a corner of it.
struct CornersThatMeet {
  Vec<3> centre;
  Mat<3> half;  ///< of the second block; half-axes are columns

  static constexpr Real kFirst = 0.5, kSecond = 0.4;  ///< m, half a side

  CornersThatMeet(int dim, Random& random) {
    const Vec<3> out = Vec<3>(1, 1, dim == 2 ? 0 : 1),
                 lean(random.between(-0.35, 0.35), random.between(-0.35, 0.35), 0);
    const auto turn = [](Real angle, const Vec<3>& axis) {
      return Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
    };
    Mat<3> axes =
        turn(dim == 2 ? lean[0] : random.between(-3, 3), dim == 2 ? Vec<3>(0, 0, 1) : out);
    if (dim == 3) axes = turn(lean[0], {1, -1, 0}) * turn(lean[1], {1, 1, -2}) * axes;
    half = kSecond * axes;
    Vec<3> tip = kFirst * out;
    for (int d = 0; d < dim; ++d) tip[d] += random.between(-0.04, 0.04);
    centre = tip + half * out;
  }
  Vec<3> way_out() const { return centre.normalized(); }
  Vec<3> tip(int dim) const { return centre - half * Vec<3>(1, 1, dim == 2 ? 0 : 1); }

  /// m, how far the blocks are apart along the direction in which they are most; negative: they overlap.
  Real separation(int dim) const {
    std::vector<Vec<3>> normals;
    for (int i = 0; i < dim; ++i) {
      normals.insert(normals.end(), {Vec<3>::Unit(i), half.col(i).normalized()});
      for (int j = 0; dim == 3 && j < 3; ++j)
        normals.push_back(Vec<3>::Unit(i).cross(half.col(j)).normalized());
    }
    Real most = -kUnlimited;
    for (const Vec<3>& n : normals) {
      Real reach = 0;
      for (int i = 0; i < dim; ++i) reach += kFirst * std::abs(n[i]) + std::abs(n.dot(half.col(i)));
      most = std::max(most, std::abs(n.dot(centre)) - reach);
    }
    return most;
  }
  /// m, how deep the corner of either is inside the other, if it is; negative: neither is.
  Real depth_of_tips(int dim) const {
    Real of_second = kUnlimited, of_first = kUnlimited;
    const Vec<3> own = tip(dim), other = Vec<3>(kFirst, kFirst, dim == 2 ? 0 : kFirst) - centre;
    for (int i = 0; i < dim; ++i) {
      of_second = std::min(of_second, kFirst - std::abs(own[i]));
      of_first = std::min(of_first, kSecond - std::abs(other.dot(half.col(i).normalized())));
    }
    return std::max(of_second, of_first);
  }
};

/// A corner that is inside another block beside the block's own corner is seen. Corners that cross, so that neither is
/// inside, are seen by a constraint that claims to be complete. Where blocks are apart nothing is wrong.
inline Finding corners_are_seen(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  if (const auto bodies = bodies_with_rows(trial); !bodies.contains(0) || !bodies.contains(1))
    return kept("it does not look at corners on sides");
  const int dim = trial.dim(), tries = dim == 2 ? 1000 : 300;
  constexpr Real kLittle = 1e-3;
  Random random(14);
  int crossing = 0, seen = 0, inside = 0;
  for (int k = 0; k < tries; ++k) {
    const CornersThatMeet pair(dim, random);
    const Real apart = pair.separation(dim), deep = pair.depth_of_tips(dim);
    if (std::abs(apart) < kLittle || std::abs(deep) < kLittle) continue;
    trial.set.clear();
    const Index needs =
        trial
            .detect_from(trial.scene().beside_first(pair.centre + 0.2 * pair.way_out(), pair.half),
                         trial.scene().beside_first(pair.centre, pair.half))
            .needs;
    if (apart > 0 && needs > 0)
      return broken(text_of("corners ", apart, " m apart are ", needs, " violations"));
    if (apart > 0) continue;
    if (deep > 0 && needs == 0)
      return broken(text_of("a corner ", deep, " m inside another block is not seen"));
    inside += deep > 0, crossing += deep < 0, seen += deep < 0 && needs > 0;
  }
  if (Claims(trial.constraint()).has(capability::complete) && seen < crossing)
    return broken(text_of("of ", crossing, " corners that cross, ", seen, " are seen"));
  return kept(text_of(inside, " corners inside, ", seen, " of ", crossing, " that cross"));
}

/// For a claim to be persistent: a block that stands on the first one and tilts about a corner that both have in common
/// has a row there, which is 0; and a corner exactly in the deepest point of a notch has no fewer than one beside it.
inline Finding corners_may_coincide(Trial& trial) {
  const Real reach = 0.1 * trial.wanted().reach;
  const auto rows_at = [&](const Positions& y) {
    trial.set.clear();
    trial.detect_from(y, y);
    trial.set.clear();
    trial.detect(y, {.reach = reach, .keep_start = true});
    return trial.set.rows();
  };
  trial.detect(trial.scene().pressed(0.02));
  if (const auto bodies = bodies_with_rows(trial); !bodies.contains(0) || !bodies.contains(1))
    return kept("it does not look at corners on sides");
  for (const Real side : {1., -1.})
    for (const Real tilt : {0.02, 0.1, 0.4}) {
      const Mat<3> half =
          0.5 * Eigen::AngleAxis<Real>(-side * tilt, Vec<3>::UnitZ()).toRotationMatrix();
      const Vec<3> centre = Vec<3>(side * 0.5, 0.5, 0) - half * Vec<3>(side, -1, 0);
      const Positions y = trial.scene().beside_first(centre, half);
      if (rows_at(y) == 0)
        return broken(
            text_of("a block that tilts by ", tilt, " rad about a common corner has no row"));
      Real least = kUnlimited;
      for (const Real value : trial.values(y)) least = std::min(least, std::abs(value));
      if (!(least <= 1e-9))
        return broken(text_of("at a common corner the least value of a row is ", least));
    }
  const auto in_notch = [&](Real x) {
    return rows_at(pressed_into_notches(trial, 0.15, -0.01 * reach, x, 0, {.tilt = 0.1}, 0.5));
  };
  const Index there = in_notch(0), beside = in_notch(0.1 * reach);
  if (there >= beside) return kept(text_of(there, " rows in a notch"));
  return broken(
      text_of(there, " rows in the deepest point of a notch, and ", beside, " beside it"));
}

}  // namespace tactus::conformance::constraint_tests
