// Arches of four-node stones that are thinner than statics allows: the limit by statics, the scene, and
// the linkage into which a symmetric arch falls apart.
#pragma once

#include <array>
#include <numbers>
#include <vector>

#include "arch.hpp"

namespace tactus::friction {

/// The least thickness, relative to the radius of the centre line, at which a semicircular arch of n
/// stones with straight edges stands under its own weight. By symmetry two numbers describe all
/// states of equilibrium: the thrust H at the crown and its moment w = H y about the origin. The
/// resultant must pass between the ends of each joint (Heyman), which is linear in H and w.
class LeastThickness {
 public:
  explicit LeastThickness(int stones) : stones_(stones) {}
  Real value() const {
    Real low = 0.05, high = 0.2;
    for (int k = 0; k < 50; ++k) {
      const Real middle = (low + high) / 2;
      (stands(middle) ? high : low) = middle;
    }
    return high;
  }

 private:
  using P = std::array<Real, 2>;
  /// Area and first moment about x = 0.
  static P area_of(const std::array<P, 4>& corner) {
    P sum{};
    for (std::size_t i = 0; i < 4; ++i) {
      const P &p = corner[i], &q = corner[(i + 1) % 4];
      const Real c = p[0] * q[1] - p[1] * q[0];
      sum[0] += c / 2, sum[1] += (p[0] + q[0]) * c / 6;
    }
    return sum;
  }
  bool stands(Real t) const {
    const auto joint = [&](int k) { return std::numbers::pi * k / stones_; };
    const Real ri = 1 - t / 2, ro = 1 + t / 2;
    std::vector<P> possible = {{0, 0}, {10, 0}, {10, 20}, {0, 20}};  // (H, w), cut by each joint
    P load{};                                                        // of the right half above
    for (int k = stones_ / 2; k >= 0; --k) {
      const Real a = joint(k), b = joint(k + 1);
      const P inner = {ri * std::cos(a), ri * std::sin(a)},
              outer = {ro * std::cos(a), ro * std::sin(a)};
      const bool crown = 2 * k == stones_, keystone = 2 * k + 1 == stones_;
      P add{};
      if (keystone)
        add = area_of({inner, outer, {0, outer[1]}, {0, inner[1]}});
      else if (!crown)
        add = area_of({inner,
                       outer,
                       {ro * std::cos(b), ro * std::sin(b)},
                       {ri * std::cos(b), ri * std::sin(b)}});
      load[0] += add[0], load[1] += add[1];
      for (const Real sign : {1., -1.}) {
        const P& p = sign > 0 ? inner : outer;
        possible = cut(possible, {sign * p[1], -sign}, sign * (load[1] - load[0] * p[0]));
      }
    }
    return !possible.empty();
  }
  /// The part of a convex polygon where n.x <= c.
  static std::vector<P> cut(const std::vector<P>& polygon, const P& n, Real c) {
    std::vector<P> part;
    const auto excess = [&](const P& x) { return n[0] * x[0] + n[1] * x[1] - c; };
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const P &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
      const Real ep = excess(p), eq = excess(q);
      if (ep <= 0) part.push_back(p);
      if ((ep < 0) == (eq < 0) || ep == eq) continue;
      const Real u = ep / (ep - eq);
      part.push_back({p[0] + u * (q[0] - p[0]), p[1] + u * (q[1] - p[1])});
    }
    return part;
  }
  int stones_;
};

/// Such an arch with friction 1 on two springers.
/// @param beside  further bodies, each with a comma in front of it
inline testing::Simulation falling_arch(int stones, Real thickness, Real step, Real end,
                                        const std::string& beside = "") {
  return testing::Simulation(fmt::format(
      R"({{"bodies": [{}{}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "interior_point"}},
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 1}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
      Arch{.voussoirs = stones, .pieces = 1, .thickness = thickness}.text(), beside, end, step));
}

}  // namespace tactus::friction
