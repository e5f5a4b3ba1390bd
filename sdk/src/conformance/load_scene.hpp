/// Points for loads under test: those of a closed boundary in the plane or in space, as a load sees them.
#pragma once

#include <array>
#include <vector>

#include "tactus/conformance/random.hpp"
#include "tactus/load.hpp"

namespace tactus::conformance {

struct LoadScene {
  int dim;
  bool whole;
  std::vector<Real> reference, mass, origin;
  std::vector<Index> facet;

  /// A square or an octahedron, out of shape, somewhere.
  LoadScene(int of_dim, bool of_whole) : dim(of_dim), whole(of_whole) {
    Random random(5);
    const auto d = static_cast<std::size_t>(dim);
    const auto corner = [&](std::size_t axis, Real side) {
      for (std::size_t k = 0; k < d; ++k)
        reference.push_back((k == axis ? side : 0) + random.between(-0.2, 0.2));
      mass.push_back(random.between(1, 2));
    };
    for (std::size_t axis = 0; axis < d; ++axis) corner(axis, 1), corner(axis, -1);
    if (dim == 2) {  // corners +x -x +y -y, counter-clockwise
      facet = {0, 2, 2, 1, 1, 3, 3, 0};
    } else {
      for (const Index z : {4, 5})
        for (const auto& [a, b] : {std::array{0, 2}, {2, 1}, {1, 3}, {3, 0}})
          for (const Index p : {z == 4 ? a : b, z == 4 ? b : a, static_cast<int>(z)})
            facet.push_back(p);
    }
    origin = {3, -2, 5};
    origin.resize(d);
  }

  LoadTarget target() const {
    return {.dim = dim,
            .whole = whole,
            .thickness = dim == 2 ? 0.7 : 1,
            .reference = reference,
            .mass = mass,
            .facet = facet,
            .origin = origin};
  }
  std::size_t points() const { return mass.size(); }

  /// The same with the axes moved, or with the points in reverse order.
  LoadScene with_origin_moved(Real by) const {
    LoadScene moved = *this;
    for (Real& o : moved.origin) o += by;
    for (Real& x : moved.reference) x -= by;
    return moved;
  }
  LoadScene reversed() const {
    LoadScene other = *this;
    other.reference = in_reverse(reference);
    other.mass = std::vector<Real>(mass.rbegin(), mass.rend());
    for (Index& p : other.facet) p = static_cast<Index>(points()) - 1 - p;
    return other;
  }
  /// The last facet comes first, and triangles begin with their last corner.
  LoadScene with_facets_reordered() const {
    LoadScene other = *this;
    const auto corners = static_cast<std::size_t>(dim);
    const std::size_t facets = facet.size() / corners, turn = dim == 3 ? 1 : 0;
    for (std::size_t f = 0; f < facets; ++f)
      for (std::size_t k = 0; k < corners; ++k)
        other.facet[(facets - 1 - f) * corners + (k + turn) % corners] = facet[f * corners + k];
    return other;
  }
  /// [points * dim] with the points in reverse order.
  std::vector<Real> in_reverse(const std::vector<Real>& x) const {
    std::vector<Real> out;
    const auto d = static_cast<std::size_t>(dim);
    for (std::size_t p = points(); p-- > 0;)
      for (std::size_t k = 0; k < d; ++k) out.push_back(x[p * d + k]);
    return out;
  }
};

}  // namespace tactus::conformance
