// The linkage into which a symmetric arch of eight stones falls apart, as an ordinary differential
// equation.
#pragma once

#include <Eigen/Geometry>
#include <numbers>

#include "tactus/types.hpp"

namespace tactus::friction {

/// Half of the arch: two stones turn about the outer end of the springing, the next two about the
/// inner end of the joint between the pairs, and the outer end of the joint at the crown moves on
/// the axis of symmetry. One coordinate q is left, the angle of the lower pair. Lagrange's equation
/// M q'' + M' q'^2 / 2 + V' = 0 is integrated by Runge and Kutta's method from rest at q = 0.
class ArchLinkage {
 public:
  explicit ArchLinkage(Real thickness) : ri_(1 - thickness / 2), ro_(1 + thickness / 2) {
    lower_ = body(0, 2), upper_ = body(2, 4), stone_ = body(3, 4);
  }
  void advance(Real h) {
    const auto rate = [&](const P& s) { return P(s[1], acceleration(s[0], s[1])); };
    const P a = rate(s_), b = rate(s_ + h / 2 * a), c = rate(s_ + h / 2 * b), d = rate(s_ + h * c);
    s_ += h / 6 * (a + 2 * b + 2 * c + d);
  }
  /// m, by how much the middle of mass of the stone at the crown has come down.
  Real drop_of_crown_stone() const { return stone_.centre[1] - of_upper(s_[0], stone_.centre)[1]; }

 private:
  using P = Eigen::Vector2d;
  struct Part {
    Real area = 0, inertia = 0;  ///< of unit density and thickness; about the middle of mass
    P centre = P::Zero();
  };
  P at(Real r, int joint) const {
    const Real a = std::numbers::pi * joint / 8;
    return {r * std::cos(a), r * std::sin(a)};
  }
  /// The stones between two joints.
  Part body(int from, int to) const {
    Part part;
    Real about_origin = 0;
    P moment = P::Zero();
    for (int k = from; k < to; ++k) {
      const P corner[] = {at(ri_, k), at(ro_, k), at(ro_, k + 1), at(ri_, k + 1)};
      for (int i = 0; i < 4; ++i) {
        const P &p = corner[i], &q = corner[(i + 1) % 4];
        const Real c = p[0] * q[1] - p[1] * q[0];
        part.area += c / 2;
        moment += c / 6 * (p + q);
        about_origin += c / 12 * (p.dot(p) + p.dot(q) + q.dot(q));
      }
    }
    part.centre = moment / part.area;
    part.inertia = about_origin - part.area * part.centre.squaredNorm();
    return part;
  }
  static P turned(Real angle, const P& x) { return Eigen::Rotation2D<Real>(angle) * x; }
  P of_lower(Real q, const P& x) const { return at(ro_, 0) + turned(q, x - at(ro_, 0)); }
  /// The angle of the upper pair, with which the hinge at the crown stays at x = 0.
  Real upper_angle(Real q) const {
    const P hinge = of_lower(q, at(ri_, 2)), arm = at(ro_, 4) - at(ri_, 2);
    return std::acos(-hinge[0] / arm.norm()) - std::atan2(arm[1], arm[0]);
  }
  P of_upper(Real q, const P& x) const {
    return of_lower(q, at(ri_, 2)) + turned(upper_angle(q), x - at(ri_, 2));
  }
  Real potential(Real q) const {
    return kGravity * (lower_.area * of_lower(q, lower_.centre)[1] +
                       upper_.area * of_upper(q, upper_.centre)[1]);
  }
  Real mass(Real q) const {
    const auto slope = [&](auto&& f) { return (f(q + kStep) - f(q - kStep)) / (2 * kStep); };
    const P low = (of_lower(q + kStep, lower_.centre) - of_lower(q - kStep, lower_.centre)) /
                  (2 * kStep),
            up = (of_upper(q + kStep, upper_.centre) - of_upper(q - kStep, upper_.centre)) /
                 (2 * kStep);
    const Real turn = slope([&](Real x) { return upper_angle(x); });
    return lower_.area * low.squaredNorm() + lower_.inertia + upper_.area * up.squaredNorm() +
           upper_.inertia * turn * turn;
  }
  Real acceleration(Real q, Real speed) const {
    const auto slope = [&](auto&& f) { return (f(q + kStep) - f(q - kStep)) / (2 * kStep); };
    const Real dV = slope([&](Real x) { return potential(x); }),
               dM = slope([&](Real x) { return mass(x); });
    return -(dV + dM * speed * speed / 2) / mass(q);
  }

  static constexpr Real kGravity = 9.81, kStep = 1e-4;  ///< m/s^2; rad, of differences
  Real ri_, ro_;
  Part lower_, upper_, stone_;
  P s_ = P::Zero();  ///< angle, rad, and its rate
};

}  // namespace tactus::friction
