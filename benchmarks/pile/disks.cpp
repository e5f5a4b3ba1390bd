#include "benchmarks/pile/disks.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::bench {
namespace {

constexpr Real kRadius = 0.05, kMass = 1, kStep = 1e-3, kGravity = 9.81;

/// A contact between disk `a` and disk or wall `b`; the normal points to a.
struct Touch {
  Index a = kNone, b = kNone;  ///< kNone: floor or wall
  Vec<2> normal{0, 1};

  /// Relative velocity over the velocity (x, y, spin) of a body, +1 for a and -1 for b.
  Eigen::Matrix<Real, 2, 3> row(Index body) const {
    const Real side = body == a ? 1 : -1;
    const Vec<2> t(-normal[1], normal[0]);
    Eigen::Matrix<Real, 2, 3> H;
    H << side * normal[0], side * normal[1], 0, side * t[0], side * t[1], -kRadius;
    return H;
  }
};

std::vector<Touch> touches_of(Index columns, Index rows) {
  std::vector<Touch> out;
  const Real high = std::sqrt(3.0) / 2;
  const auto disk = [&](Index c, Index r) { return r * columns + c; };
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) {
      const Index a = disk(c, r), shifted = r % 2;
      if (r == 0) out.push_back({a, kNone, {0, 1}});
      if (c == 0 && !shifted) out.push_back({a, kNone, {1, 0}});
      if (c == columns - 1 && shifted) out.push_back({a, kNone, {-1, 0}});
      if (c > 0) out.push_back({a, disk(c - 1, r), {1, 0}});
      if (r == 0) continue;
      const Index left = c - 1 + shifted;  // of the two below
      if (left >= 0) out.push_back({a, disk(left, r - 1), {0.5, high}});
      if (left + 1 < columns) out.push_back({a, disk(left + 1, r - 1), {-0.5, high}});
    }
  return out;
}

}  // namespace

core::FrictionProblem disks_in_a_box(Index columns, Index rows, Real friction) {
  const std::vector<Touch> touches = touches_of(columns, rows);
  std::vector<std::vector<Index>> of_disk(static_cast<std::size_t>(columns * rows));
  for (std::size_t i = 0; i < touches.size(); ++i)
    for (const Index body : {touches[i].a, touches[i].b})
      if (body != kNone) of_disk[static_cast<std::size_t>(body)].push_back(static_cast<Index>(i));
  const Vec<3> lightness(1 / kMass, 1 / kMass, 2 / (kMass * kRadius * kRadius));
  core::FrictionProblem p;
  p.name = "disks";
  p.dim = 2;
  p.contacts = static_cast<Index>(touches.size());
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& mine = touches[i];
    p.friction.push_back(friction);
    Vec<2> free = Vec<2>::Zero();
    std::vector<Index> near;
    for (const Index body : {mine.a, mine.b})
      if (body != kNone) {
        free += mine.row(body) * Vec<3>(0, -kGravity * kStep, 0);
        const auto& others = of_disk[static_cast<std::size_t>(body)];
        near.insert(near.end(), others.begin(), others.end());
      }
    p.free_velocity.insert(p.free_velocity.end(), {free[0], free[1]});
    std::ranges::sort(near);
    near.erase(std::ranges::unique(near).begin(), near.end());
    for (const Index j : near) {
      const Touch& other = touches[static_cast<std::size_t>(j)];
      Mat<2> W = Mat<2>::Zero();
      for (const Index body : {mine.a, mine.b})
        if (body != kNone && (body == other.a || body == other.b))
          W += mine.row(body) * lightness.asDiagonal() * other.row(body).transpose();
      p.column.push_back(j);
      p.value.insert(p.value.end(), W.data(), W.data() + 4);
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  return p;
}

void sweep_by_hand(const core::FrictionProblem& p, std::vector<Real>& R) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.contacts); ++i) {
    double un = p.free_velocity[2 * i], ut = p.free_velocity[2 * i + 1];
    double nn = 0, nt = 0, tn = 0, tt = 0;
    for (auto k = static_cast<std::size_t>(p.start[i]);
         k < static_cast<std::size_t>(p.start[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(p.column[k]);
      const double* w = &p.value[4 * k];
      if (j == i) {
        nn = w[0], nt = w[1], tn = w[2], tt = w[3];
        continue;
      }
      un += w[0] * R[2 * j] + w[1] * R[2 * j + 1];
      ut += w[2] * R[2 * j] + w[3] * R[2 * j + 1];
    }
    double rn = 0, rt = 0;
    if (un < 0) {
      const double mu = p.friction[i], det = nn * tt - nt * tn;
      rn = (nt * ut - tt * un) / det, rt = (tn * un - nn * ut) / det;
      if (std::abs(rt) > mu * rn) {
        const double side = rt > 0 ? mu : -mu;
        rn = -un / (nn + nt * side), rt = side * rn;
      }
    }
    R[2 * i] = rn, R[2 * i + 1] = rt;
  }
}

}  // namespace tactus::bench
