/// \file paths.hpp  Boxes in space and time: each holds the path of a box over the next calls.
#pragma once

#include <algorithm>
#include <cmath>
#include <tactus/broad_phase.hpp>
#include <vector>

namespace space_time {
using namespace tactus;

/// The boxes of one set, and where each is expected to remain.
///
/// A box that has moved by u since the last call is expected within
///     hull(B, B + n u), inflated by  slack = (n + 1)/4 mean |u|
/// for n more calls. The mean is over all boxes, so that those at rest may begin to move, and those that
/// move may turn; |u| is the largest component of both corners.
class Paths {
 public:
  /// The boxes as a broad phase takes them, but along their paths.
  const Boxes& boxes() const { return boxes_; }

  /// Whether each box is within its path.
  bool hold(const Boxes& now) const {
    const int dim = now.dim;
    bool inside = true;
    for (Index i = 0; i < now.count; ++i) {
      const Real *a = now.lower(i), *path = boxes_.lower(i);
      for (int d = 0; d < dim; ++d) inside &= (path[d] <= a[d]) & (a[dim + d] <= path[dim + d]);
    }
    return inside;
  }

  void forget() { last_.clear(); }
  void note(const Boxes& now) { last_.assign(now.bounds.begin(), now.bounds.end()); }

  /// Makes the paths for `calls` calls after this one. Without a last call nothing is known of the motion,
  /// and the paths are the boxes.
  void make(const Boxes& now, Real calls) {
    boxes_ = now;
    bounds_.assign(now.bounds.begin(), now.bounds.end());
    boxes_.bounds = bounds_;
    if (last_.size() != bounds_.size() || bounds_.empty()) return;
    const auto width = static_cast<std::size_t>(2 * now.dim);
    Real sum = 0;
    for (std::size_t k = 0; k < bounds_.size(); k += width) sum += longest_way(k, width);
    const Real slack = (calls + 1) / 4 * sum / static_cast<Real>(now.count);
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
      const bool is_lower = k % width < width / 2;
      const Real way = way_of(k), at = bounds_[k];
      const Real end = at + calls * way;
      const Real far = is_lower ? std::min(at, end) - slack : std::max(at, end) + slack;
      if (std::isfinite(far)) bounds_[k] = far;
    }
  }

 private:
  Real way_of(std::size_t k) const {
    const Real way = bounds_[k] - last_[k];
    return std::isfinite(way) ? way : 0;
  }
  Real longest_way(std::size_t first, std::size_t width) const {
    Real most = 0;
    for (std::size_t k = first; k < first + width; ++k) most = std::max(most, std::abs(way_of(k)));
    return most;
  }

  Boxes boxes_;
  std::vector<Real> bounds_;  ///< of the paths
  std::vector<Real> last_;    ///< bounds in the last call
};

}  // namespace space_time
