/// \file box.cpp  Generates the box [0, size_x] x [0, size_y] x [0, size_z] from cells of equal size.
/// A cell has 6 tetrahedra round its diagonal from the lowest to the highest corner, or 5, which
/// alternate from cell to cell and have no preferred direction. Groups: left and right (the ends of
/// x), front and back (of y), bottom and top (of z).
#include <algorithm>
#include <cmath>

#include "core/mesh/generator.hpp"
#include "core/mesh/lattice.hpp"
#include "core/mesh/limits.hpp"

namespace tactus::core {
namespace {

class Box final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override {
    return cells_[0] * cells_[1] * cells_[2] * static_cast<Real>(tetrahedra_);
  }
  Mesh do_make(int dim) const override;

  std::vector<Real> size_{1, 1, 1};   ///< m
  std::vector<Real> cells_{4, 4, 4};  ///< whole numbers
  Index tetrahedra_ = 6;              ///< per cell
};

void Box::describe(OptionVisitor& o) {
  o.reals("size", size_).unit("m").above(0).length(3).help("along x, y and z");
  o.reals("cells", cells_).at_least(1).at_most(2000).length(3).help("cells along x, y and z");
  o.require(std::ranges::all_of(cells_, [](Real c) { return c == std::floor(c); }), "cells",
            "numbers of cells are whole");
  o.integer("tetrahedra", tetrahedra_)
      .at_least(5)
      .at_most(6)
      .help(
          "a cell: 6 (round one diagonal) or 5 (in turn from cell to cell, without a preferred "
          "direction)");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million tetrahedra");
}

Mesh Box::do_make(int) const {
  Lattice lattice;
  for (std::size_t d = 0; d < 3; ++d) lattice.cells[d] = static_cast<Index>(cells_[d]);
  const auto along = [&](std::size_t d, Index i) {
    return size_[d] * (static_cast<Real>(i) / cells_[d]);  // the last one is exactly the size
  };
  const auto place = [&](Index i, Index j, Index k) {
    return std::array<Real, 3>{along(0, i), along(1, j), along(2, k)};
  };
  const auto mirror = [&](Index i, Index j, Index k) {
    return std::array<bool, 3>{tetrahedra_ == 5 && (i + j + k) % 2 == 1, false, false};
  };
  Mesh mesh = lattice_mesh(lattice, tetrahedra_ == 5 ? Cut::five : Cut::six, place, mirror);
  add_sides(mesh, lattice, "left", {{0, false}});
  add_sides(mesh, lattice, "right", {{0, true}});
  add_sides(mesh, lattice, "front", {{1, false}});
  add_sides(mesh, lattice, "back", {{1, true}});
  add_sides(mesh, lattice, "bottom", {{2, false}});
  add_sides(mesh, lattice, "top", {{2, true}});
  return mesh;
}

}  // namespace

MeshGeneratorType box_generator() {
  return generator_type<Box>(
      "A box in space, its origin in the lowest corner; groups left, right (the ends of x), front, "
      "back (of y), bottom, top (of z)",
      40, 3);
}

}  // namespace tactus::core
