// Equilibrium of rigid bodies as a linear programme.
#include "statics.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "linear_programme.hpp"

namespace tactus::everyday {

using property::operator+;
using property::operator-;
using property::operator*;

Statics Statics::of(std::vector<Shape> shapes, std::vector<Real> weights, Real within) {
  Statics s{.shapes = std::move(shapes), .weights = std::move(weights), .joints = {}};
  const int n = static_cast<int>(s.shapes.size());
  for (int i = 0; i < n; ++i)
    for (int k = i + 1; k < n; ++k) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(k);
      if (s.weights[a] == 0 && s.weights[b] == 0) continue;
      for (const Touch& t : touches_of(s.shapes[a], s.shapes[b], within))
        s.joints.push_back({.one = i, .other = k, .touch = t});
    }
  return s;
}

bool Statics::rests(Real friction, Point down) const {
  std::vector<int> row(weights.size(), -1);
  int rows = 0;
  Real heaviest = 0;
  for (std::size_t b = 0; b < weights.size(); ++b)
    if (weights[b] > 0) row[b] = rows, rows += 3, heaviest = std::max(heaviest, weights[b]);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(rows, 2 * static_cast<Eigen::Index>(joints.size()));
  Eigen::VectorXd b = Eigen::VectorXd::Zero(rows);
  const auto add = [&](int body, Point place, Point force, Eigen::Index column) {
    const auto k = static_cast<std::size_t>(body);
    if (row[k] < 0) return;
    const Real scale = 1 / shapes[k].reach();  // moments as forces at the rim
    A(row[k], column) += force[0];
    A(row[k] + 1, column) += force[1];
    A(row[k] + 2, column) += scale * cross(place - shapes[k].centroid(), force);
  };
  for (std::size_t j = 0; j < joints.size(); ++j)
    for (const int edge : {0, 1}) {
      const Point n = joints[j].touch.normal;
      const Real slope = joints[j].smooth ? 0 : edge == 0 ? friction : -friction;
      const Point force = n + slope * Point{-n[1], n[0]};
      const auto column = 2 * static_cast<Eigen::Index>(j) + edge;
      add(joints[j].other, joints[j].touch.place, force, column);
      add(joints[j].one, joints[j].touch.place, -1. * force, column);
    }
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (row[k] >= 0) {
      b[row[k]] = -weights[k] / heaviest * down[0];
      b[row[k] + 1] = -weights[k] / heaviest * down[1];
    }
  return solve_feasibility(A, b).feasible;
}

Statics Statics::with_widths(Real factor) const {
  Statics out = *this;
  std::map<std::pair<int, int>, std::vector<std::size_t>> of_pair;
  for (std::size_t j = 0; j < joints.size(); ++j)
    of_pair[{joints[j].one, joints[j].other}].push_back(j);
  for (const auto& [pair, members] : of_pair) {
    Point middle{};
    for (const std::size_t j : members) middle = middle + joints[j].touch.place;
    middle = (1. / static_cast<Real>(members.size())) * middle;
    for (const std::size_t j : members) {
      Point& place = out.joints[j].touch.place;
      place = middle + factor * (place - middle);
    }
  }
  return out;
}

Statics Statics::with_smooth_sides() const {
  Statics out = *this;
  for (Joint& j : out.joints) j.smooth = std::abs(j.touch.normal[0]) > 0.99;
  return out;
}

Claim claim_of(const Statics& statics, Real friction, Point down) {
  if (statics.with_widths(0.99).with_smooth_sides().rests(0.99 * friction, down))
    return Claim::rests;
  if (!statics.with_widths(1.01).rests(1.01 * friction, down)) return Claim::moves;
  return Claim::none;
}

}  // namespace tactus::everyday
