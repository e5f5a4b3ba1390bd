/// \file tube.cpp  Generates a tube round the z axis, from z = 0 upwards, from cells of equal angle,
/// equal radial width and equal height, each of 6 tetrahedra. Groups: inner, outer, bottom, top.
#include <cmath>

#include "core/mesh/generator.hpp"
#include "core/mesh/lattice.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/unit_circle.hpp"

namespace tactus::core {
namespace {

class Tube final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override { return 6 * cells_[0] * cells_[1] * cells_[2]; }
  Mesh do_make(int dim) const override;

  Real inner_ = 0.3, outer_ = 0.5, height_ = 1;  ///< m
  std::vector<Real> cells_{24, 2, 8};            ///< whole numbers
};

void Tube::describe(OptionVisitor& o) {
  o.real("inner", inner_).unit("m").above(0).help("radius of the inner nodes");
  o.real("outer", outer_).unit("m").above(0).help("radius of the outer nodes");
  o.require(outer_ > inner_, "outer", "the outer radius is larger than the inner one");
  o.real("height", height_).unit("m").above(0).help("along z");
  o.reals("cells", cells_)
      .at_least(1)
      .at_most(5000)
      .length(3)
      .help("around, along a radius and along z");
  bool whole = true;
  for (const Real c : cells_) whole = whole && c == std::floor(c);
  o.require(whole, "cells", "numbers of cells are whole");
  o.require(cells_[0] >= 3, "cells", "there are at least 3 cells around");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million tetrahedra");
}

Mesh Tube::do_make(int) const {
  const Lattice lattice{.cells = {static_cast<Index>(cells_[0]), static_cast<Index>(cells_[1]),
                                  static_cast<Index>(cells_[2])},
                        .ring = true};
  const auto place = [&](Index i, Index j, Index k) {
    // The first axis runs clockwise, so that it, the radius and z are right-handed.
    const auto [cosine, sine] =
        unit_circle((lattice.cells[0] - i) % lattice.cells[0], lattice.cells[0]);
    const Real radius = inner_ + (outer_ - inner_) * (static_cast<Real>(j) / cells_[1]);
    return std::array<Real, 3>{radius * cosine, radius * sine,
                               height_ * (static_cast<Real>(k) / cells_[2])};
  };
  const auto mirror = [](Index, Index, Index) { return std::array<bool, 3>{}; };
  Mesh mesh = lattice_mesh(lattice, Cut::six, place, mirror);
  add_sides(mesh, lattice, "inner", {{1, false}});
  add_sides(mesh, lattice, "outer", {{1, true}});
  add_sides(mesh, lattice, "bottom", {{2, false}});
  add_sides(mesh, lattice, "top", {{2, true}});
  return mesh;
}

}  // namespace

MeshGeneratorType tube_generator() {
  return generator_type<Tube>(
      "A tube in space along z, its origin in the centre of the bottom; groups inner, outer, "
      "bottom, top",
      55, 3);
}

}  // namespace tactus::core
