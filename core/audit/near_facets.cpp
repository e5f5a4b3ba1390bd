#include "core/audit/near_facets.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <span>

namespace tactus::core {
namespace {

/// Of the size of facets. Neighbours on a regular mesh are farther apart.
constexpr Real kMargin = 0.3;
/// Points of a body to which a motion is fitted.
constexpr std::size_t kSample = 32;

using Points = std::span<const SpacePoint>;

SpacePoint mean(Points points) {
  SpacePoint sum{};
  for (const SpacePoint& p : points) sum = along(sum, 1 / static_cast<Real>(points.size()), p);
  return sum;
}

/// How far apart two sets of points are along an axis: their convex hulls are at least as far apart.
Real gap(const SpacePoint& axis, Points one, Points two) {
  const Real square = dot(axis, axis);
  if (!(square > 1e-200)) return 0;
  const auto ends = [&](Points points) {
    Box<1> range = Box<1>::empty();
    for (const SpacePoint& p : points) {
      const Real at = dot(axis, p - one[0]);
      range.include(&at);
    }
    return range;
  };
  const Box<1> a = ends(one), b = ends(two);
  const Real wide = std::max(a.lo[0] - b.hi[0], b.lo[0] - a.hi[0]) / std::sqrt(square);
  return wide > 0 ? wide : 0;
}

/// The gap of points and a facet along some axes: a given one, the facet's normal, and across its sides in its plane.
Real apart(Points points, const Triangle& facet, const SpacePoint& axis, Real enough) {
  Real most = gap(axis, points, facet);
  if (most >= enough) return most;
  const SpacePoint normal = cross(facet[1] - facet[0], facet[2] - facet[0]);
  most = std::max(most, gap(normal, points, facet));
  for (std::size_t k = 0; k < 3 && most < enough; ++k)
    most = std::max(most, gap(cross(facet[(k + 1) % 3] - facet[k], normal), points, facet));
  return most;
}

}  // namespace

Real apart_at_least(const SpaceBoundary& boundary, View<Real> points, Index f, Index g,
                    Real enough) {
  const Index *p = boundary.facet.data() + 3 * f, *q = boundary.facet.data() + 3 * g;
  Triangle one, two;
  std::size_t shared = 0, at_one = 0, at_two = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    one[k] = point_at(points.data() + 3 * p[k]), two[k] = point_at(points.data() + 3 * q[k]);
    for (std::size_t l = 0; l < 3; ++l)
      if (p[k] == q[l]) ++shared, at_one = k, at_two = l;
  }
  if (shared > 1) return kUnlimited;
  if (shared == 0) {
    const SpacePoint axis = mean(two) - mean(one);
    const Real distance = apart(one, two, axis, enough);
    return distance >= enough ? distance : std::max(distance, apart(two, one, axis, enough));
  }
  const auto across = [enough](const Triangle& t, std::size_t k, const Triangle& other) {
    const SpacePoint edge[] = {t[(k + 1) % 3], t[(k + 2) % 3]};
    return apart(edge, other, mean(edge) - t[k], enough);
  };
  return std::min(across(one, at_one, two), across(two, at_two, one));
}

bool NearFacets::holds(const SpaceBoundary& boundary, std::int32_t body, View<Real> points,
                       const Box<3>& box) {
  const Range range = boundary.body_vertices[static_cast<std::size_t>(body)];
  if (seen_.empty()) return false;
  const auto now = [&](std::size_t v) {
    const auto vertex = static_cast<std::size_t>(range.begin) + v;
    return Eigen::Map<const Vec<3>>(points.data() + 3 * boundary.vertices[vertex]);
  };
  const auto then = [&](std::size_t v) { return Eigen::Map<const Vec<3>>(seen_[v].data()); };
  const std::size_t stride = (seen_.size() + kSample - 1) / kSample;
  const auto samples = static_cast<Real>((seen_.size() + stride - 1) / stride);
  Vec<3> c = Vec<3>::Zero(), d = Vec<3>::Zero();
  for (std::size_t v = 0; v < seen_.size(); v += stride)
    c += now(v) / samples, d += then(v) / samples;
  Mat<3> square = Mat<3>::Zero(), mixed = Mat<3>::Zero();
  for (std::size_t v = 0; v < seen_.size(); v += stride) {
    const Vec<3> arm = now(v) - c;
    square += arm * arm.transpose(), mixed += (then(v) - d) * arm.transpose();
  }
  const Mat<3> B = mixed * square.inverse();
  // What is rounded, and no number where the points that were taken lie in a plane.
  const Vec<3> corner(Eigen::Map<const Vec<3>>(box.hi.data()) -
                      Eigen::Map<const Vec<3>>(box.lo.data()));
  if (!((B.cwiseAbs() * corner).sum() < 100 * size_)) return false;
  Real farthest = 0;
  for (std::size_t v = 0; v < seen_.size(); ++v)
    farthest = std::max(farthest, (B * (now(v) - c) - (then(v) - d)).squaredNorm());
  reach_ = 2 * std::sqrt(farthest) + rounding_;
  return reach_ < margin_;
}

void NearFacets::find(const SpaceBoundary& boundary, std::int32_t body, const BoxTree<3>& tree,
                      View<Real> points) {
  const auto b = static_cast<std::size_t>(body);
  const Range facets = boundary.bodies[b], vertices = boundary.body_vertices[b];
  seen_.clear(), pairs_.clear();
  for (Index v = vertices.begin; v < vertices.end; ++v)
    seen_.push_back(point_at(points.data() + 3 * boundary.vertices[static_cast<std::size_t>(v)]));
  const Box<3>& box = tree.box();
  size_ = rounding_ = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    size_ += box.hi[k] - box.lo[k];
    rounding_ += 0x1p-48 * std::max(std::abs(box.lo[k]), std::abs(box.hi[k]));
  }
  rounding_ += 1e-12 * size_;
  // Facets of an area A have about a pair of them for each A within a margin: few are listed where few are small.
  Real small = 0;
  for (Index f = facets.begin; f < facets.end; ++f) {
    const Index* p = boundary.facet.data() + 3 * f;
    Real squares = 0;
    for (int k = 0; k < 3; ++k) {
      const SpacePoint side =
          point_at(points.data() + 3 * p[(k + 1) % 3]) - point_at(points.data() + 3 * p[k]);
      squares += dot(side, side) / 4;
    }
    small += 1 / squares;
  }
  margin_ = kMargin * std::sqrt(static_cast<Real>(facets.size()) / small);
  reach_ = rounding_;
  tree.self_pairs(
      [&](Index f, Index g) {
        const Real distance = apart_at_least(boundary, points, f, g, margin_);
        if (!(distance >= margin_)) pairs_.push_back({distance, f, g});
      },
      margin_ + rounding_);
  std::ranges::sort(pairs_);
}

}  // namespace tactus::core
