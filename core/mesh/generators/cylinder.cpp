/// \file cylinder.cpp  Generates a cylinder round the z axis, from z = 0 upwards: layers of a square of
/// cells whose shells are put on circles. Each cell has 6 tetrahedra round its diagonal from the side
/// of the axis outwards, so that none has two facets on the side. Groups: side, bottom, top.
#include "core/mesh/generator.hpp"
#include "core/mesh/lattice.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/square_map.hpp"

namespace tactus::core {
namespace {

class Cylinder final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override { return 24 * cells_[0] * cells_[0] * cells_[1]; }
  Mesh do_make(int dim) const override;

  Real radius_ = 0.5, height_ = 1;  ///< m
  std::vector<Real> cells_{3, 6};   ///< whole numbers
};

void Cylinder::describe(OptionVisitor& o) {
  o.real("radius", radius_).unit("m").above(0).help("of the nodes on the side");
  o.real("height", height_).unit("m").above(0).help("along z");
  o.reals("cells", cells_)
      .at_least(1)
      .at_most(5000)
      .length(2)
      .help("from the axis to the side, and along z");
  o.require(cells_[0] == std::floor(cells_[0]) && cells_[1] == std::floor(cells_[1]), "cells",
            "numbers of cells are whole");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million tetrahedra");
}

Mesh Cylinder::do_make(int) const {
  const auto n = static_cast<Index>(cells_[0]), layers = static_cast<Index>(cells_[1]);
  const Lattice lattice{.cells = {2 * n, 2 * n, layers}};
  const auto place = [&](Index i, Index j, Index k) {
    const std::array<Real, 2> at = round_place<2>({i - n, j - n}, n);
    return std::array<Real, 3>{radius_ * at[0], radius_ * at[1],
                               height_ * (static_cast<Real>(k) / cells_[1])};
  };
  const auto mirror = [&](Index i, Index j, Index) {
    return std::array<bool, 3>{i < n, j < n, false};
  };
  Mesh mesh = lattice_mesh(lattice, Cut::six, place, mirror);
  add_sides(mesh, lattice, "side", {{0, false}, {0, true}, {1, false}, {1, true}});
  add_sides(mesh, lattice, "bottom", {{2, false}});
  add_sides(mesh, lattice, "top", {{2, true}});
  return mesh;
}

}  // namespace

MeshGeneratorType cylinder_generator() {
  return generator_type<Cylinder>(
      "A cylinder in space along z, its origin in the centre of the bottom; groups side, bottom, "
      "top",
      50, 3);
}

}  // namespace tactus::core
