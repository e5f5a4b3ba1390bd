/// \file ball.cpp  Generates a ball round the origin: a cube of cells whose shells are put on spheres.
/// Each cell has 6 tetrahedra round its diagonal from the side of the centre outwards, so that none has
/// two facets on the boundary. Nodes that are mirror images with respect to the planes of the axes are
/// exactly so. Group: boundary.
#include "core/mesh/generator.hpp"
#include "core/mesh/lattice.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/square_map.hpp"

namespace tactus::core {
namespace {

class Ball final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override {
    const Real n = static_cast<Real>(cells_);
    return 48 * n * n * n;
  }
  Mesh do_make(int dim) const override;

  Real radius_ = 1;  ///< m
  Index cells_ = 4;
};

void Ball::describe(OptionVisitor& o) {
  o.real("radius", radius_).unit("m").above(0).help("of the nodes on the boundary");
  o.integer("cells", cells_).at_least(1).at_most(200).help("from the centre to the boundary");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million tetrahedra");
}

Mesh Ball::do_make(int) const {
  const Index n = cells_;
  const Lattice lattice{.cells = {2 * n, 2 * n, 2 * n}};
  const auto place = [&](Index i, Index j, Index k) {
    std::array<Real, 3> at = round_place<3>({i - n, j - n, k - n}, n);
    for (Real& x : at) x *= radius_;
    return at;
  };
  const auto mirror = [&](Index i, Index j, Index k) {
    return std::array<bool, 3>{i < n, j < n, k < n};
  };
  Mesh mesh = lattice_mesh(lattice, Cut::six, place, mirror);
  add_sides(mesh, lattice, "boundary",
            {{0, false}, {0, true}, {1, false}, {1, true}, {2, false}, {2, true}});
  return mesh;
}

}  // namespace

MeshGeneratorType ball_generator() {
  return generator_type<Ball>("A ball in space, its origin in the centre; group boundary", 45, 3);
}

}  // namespace tactus::core
