// The intersection function of Kane et al., appendix A.2, in space. Of two facets that cross, (x1, x2,
// x3) and (x4, x5, x6), let x4 be the corner that is alone on its side of the plane of the first one, and
// x1 the one that is alone on its side of the plane of the second one. The lines x4 x5 and x4 x6 meet
// the plane of the first facet in the points A and B of (A.3) and (A.4), and (A.5),
//   V = ((B - x1) x (x1 - A)) . (x1 - x4) = h4^2 k / ((h4 - h5) (h4 - h6)),
// is six times a signed volume. Here h_i = orient(x1, x2, x3, x_i) and k = orient(x4, x5, x6, x1). The
// denominator is positive because x4 is alone; the numerator is the polynomial form.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <tactus/geometry/orient.hpp>
#include <utility>

namespace facet_intersection {
using namespace tactus;

enum class Form : std::uint8_t { rational, polynomial };

using Six = std::array<const Real*, 6>;  ///< x1 to x6

/// Whether the open edge (p, q) passes through the interior of the triangle (a, b, c); exactly.
inline bool pierces(const Real* p, const Real* q, const Real* a, const Real* b, const Real* c) {
  const int above = orient_sign(a, b, c, p);
  if (above == 0 || above != -orient_sign(a, b, c, q)) return false;
  const int side = orient_sign(p, q, a, b);
  return side != 0 && side == orient_sign(p, q, b, c) && side == orient_sign(p, q, c, a);
}

/// How many edges of the triangle (x[0], x[1], x[2]) pass through the triangle (y[0], y[1], y[2]).
inline int edges_through(const Real* const* x, const Real* const* y) {
  int count = 0;
  for (int k = 0; k < 3; ++k) count += pierces(x[k], x[(k + 1) % 3], y[0], y[1], y[2]);
  return count;
}

/// The corner of (x[0], x[1], x[2]) that is alone on its side of the plane of (y[0], y[1], y[2]);
/// corners on the plane count as being on the side of the others. 3 where there is none.
inline int lone_corner(const Real* const* x, const Real* const* y) {
  int sign[3];
  for (int k = 0; k < 3; ++k) sign[k] = orient_sign(y[0], y[1], y[2], x[k]);
  for (int k = 0; k < 3; ++k)
    if (sign[k] != 0 && sign[(k + 1) % 3] != sign[k] && sign[(k + 2) % 3] != sign[k]) return k;
  return 3;
}

/// g and its derivatives over (x1, ..., x6), 18 numbers.
class SpaceCrossing {
 public:
  using Gradient = Eigen::Matrix<Real, 18, 1>;
  using Hessian = Eigen::Matrix<Real, 18, 18, Eigen::RowMajor>;

  explicit SpaceCrossing(const Six& x)
      : h4_(x, {0, 1, 2, 3}), h5_(x, {0, 1, 2, 4}), h6_(x, {0, 1, 2, 5}), k_(x, {3, 4, 5, 0}) {}

  /// (h4 - h5) (h4 - h6)
  Real denominator() const { return (h4_.value - h5_.value) * (h4_.value - h6_.value); }
  Real numerator() const { return h4_.value * h4_.value * k_.value; }
  Real value(Form form) const {
    return form == Form::polynomial ? numerator() : numerator() / denominator();
  }
  Gradient gradient(Form form) const {
    const Outer outer = derivatives(form);
    Gradient sum = Gradient::Zero();
    for (int i = 0; i < 4; ++i) sum += outer.first[i] * part(i).gradient;
    return sum;
  }
  Hessian hessian(Form form) const {
    const Outer outer = derivatives(form);
    Hessian sum = Hessian::Zero();
    for (int i = 0; i < 4; ++i) {
      part(i).add_hessian(outer.first[i], sum);
      for (int j = 0; j < 4; ++j)
        sum += outer.second(i, j) * part(i).gradient * part(j).gradient.transpose();
    }
    return sum;
  }

 private:
  /// orient() of four of the six points.
  struct Volume {
    using Vec3 = Eigen::Matrix<Real, 3, 1>;
    std::array<int, 4> at;
    Vec3 u, v, w;  ///< edges from the first point
    Real value;
    Gradient gradient = Gradient::Zero();

    Volume(const Six& x, std::array<int, 4> points) : at(points) {
      const auto from_first = [&](int i) -> Vec3 {
        const Real *a = x[static_cast<std::size_t>(at[0])],
                   *b = x[static_cast<std::size_t>(at[static_cast<std::size_t>(i)])];
        return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
      };
      u = from_first(1), v = from_first(2), w = from_first(3);
      value = u.cross(v).dot(w);
      const Vec3 of_edge[] = {v.cross(w), w.cross(u), u.cross(v)};
      for (int i = 0; i < 3; ++i) {
        gradient.segment<3>(3 * at[static_cast<std::size_t>(i) + 1]) += of_edge[i];
        gradient.segment<3>(3 * at[0]) -= of_edge[i];
      }
    }
    /// The volume is linear in each edge: d2/(du dv) is the matrix of the cross product with w, and
    /// so on round. What an edge depends on is its own point and, with the sign turned, the first.
    void add_hessian(Real factor, Hessian& sum) const {
      add_pair(1, 2, factor * w, sum);
      add_pair(2, 3, factor * u, sum);
      add_pair(3, 1, factor * v, sum);
    }
    void add_pair(std::size_t p, std::size_t q, const Vec3& c, Hessian& sum) const {
      Eigen::Matrix<Real, 3, 3> block;  // x' block y = c . (x cross y)
      block << 0, c[2], -c[1], -c[2], 0, c[0], c[1], -c[0], 0;
      for (const auto& [i, sign_i] : {std::pair(at[p], 1), std::pair(at[0], -1)})
        for (const auto& [j, sign_j] : {std::pair(at[q], 1), std::pair(at[0], -1)}) {
          sum.block<3, 3>(3 * i, 3 * j) += sign_i * sign_j * block;
          sum.block<3, 3>(3 * j, 3 * i) += sign_i * sign_j * block.transpose();
        }
    }
  };

  /// Derivatives of the function of (h4, h5, h6, k).
  struct Outer {
    Real first[4];
    Eigen::Matrix<Real, 4, 4> second;
  };
  Outer derivatives(Form form) const {
    const Real h = h4_.value, k = k_.value;
    Outer d{{2 * h * k, 0, 0, h * h}, Eigen::Matrix<Real, 4, 4>::Zero()};
    d.second(0, 0) = 2 * k;
    d.second(0, 3) = d.second(3, 0) = 2 * h;
    if (form == Form::polynomial) return d;
    // V = n r with r = 1/(a b), a = h4 - h5, b = h4 - h6.
    const Real a = h - h5_.value, b = h - h6_.value, r = 1 / (a * b), n = numerator();
    const Real ra = -r / a, rb = -r / b, raa = 2 * r / (a * a), rbb = 2 * r / (b * b),
               rab = r / (a * b);
    const Eigen::Matrix<Real, 4, 1> dn(d.first[0], 0, 0, d.first[3]), dr(ra + rb, -ra, -rb, 0);
    Eigen::Matrix<Real, 4, 4> d2r = Eigen::Matrix<Real, 4, 4>::Zero();
    d2r(0, 0) = raa + 2 * rab + rbb;
    d2r(0, 1) = d2r(1, 0) = -raa - rab;
    d2r(0, 2) = d2r(2, 0) = -rbb - rab;
    d2r(1, 1) = raa;
    d2r(2, 2) = rbb;
    d2r(1, 2) = d2r(2, 1) = rab;
    d.second = r * d.second + dn * dr.transpose() + dr * dn.transpose() + n * d2r;
    for (int i = 0; i < 4; ++i) d.first[i] = r * dn[i] + n * dr[i];
    return d;
  }

  const Volume& part(int i) const { return i == 0 ? h4_ : i == 1 ? h5_ : i == 2 ? h6_ : k_; }

  Volume h4_, h5_, h6_, k_;
};

}  // namespace facet_intersection
