/// \file box.cpp  Generates the box [0, size_x] x [0, size_y] x [0, size_z] from cells of equal size.
/// A cell has 6 tetrahedra round its diagonal from the lowest to the highest corner, or 5, which
/// alternate from cell to cell and have no preferred direction. Cells whose centre lies in a closed box
/// of `without` are left out, together with nodes that belong to no other cell. Groups: left and right
/// (the ends of x), front and back (of y), bottom and top (of z) are facets on the sides of the whole
/// box; a side without any cell has no group.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/mesh/generator.hpp"
#include "core/mesh/lattice.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/mesh_error.hpp"

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
  bool left_out(const std::array<Index, 3>& cell) const;
  void leave_out(const Lattice& lattice, Mesh& mesh) const;

  std::vector<Real> size_{1, 1, 1};   ///< m
  std::vector<Real> cells_{4, 4, 4};  ///< whole numbers
  Index tetrahedra_ = 6;              ///< per cell
  std::vector<Real> without_;         ///< rows [x0, y0, z0, x1, y1, z1] m
};

/// Removes nodes of no element, and numbers the others anew in the same order.
void drop_unused_nodes(Mesh& mesh) {
  std::vector<Index> number(static_cast<std::size_t>(mesh.nodes()), kNone);
  for (const Index node : mesh.elements) number[static_cast<std::size_t>(node)] = 0;
  std::vector<Real> points;
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] == kNone) continue;
    number[n] = static_cast<Index>(points.size() / 3);
    points.insert(points.end(), &mesh.points[3 * n], &mesh.points[3 * n] + 3);
  }
  mesh.points = std::move(points);
  const auto renumber = [&](std::vector<Index>& nodes) {
    for (Index& node : nodes) node = number[static_cast<std::size_t>(node)];
  };
  renumber(mesh.elements);
  for (Group& group : mesh.groups) renumber(group.cells), renumber(group.nodes);
}

void Box::describe(OptionVisitor& o) {
  o.reals("size", size_).unit("m").above(0).length(3).help("along x, y and z");
  o.reals("cells", cells_).at_least(1).at_most(2000).length(3).help("cells along x, y and z");
  o.require(std::ranges::all_of(cells_, [](Real c) { return c == std::floor(c); }), "cells",
            "numbers of cells are whole");
  o.integer("tetrahedra", tetrahedra_)
      .at_least(5)
      .at_most(6)
      .help("a cell: 6 (round one diagonal) or 5 (without a preferred direction)");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million tetrahedra");
  o.rows("without", without_, 6)
      .unit("m")
      .help("boxes [x0, y0, z0, x1, y1, z1]: cells whose centre is inside are left out");
  for (std::size_t k = 0; k + 6 <= without_.size(); k += 6)
    for (std::size_t d = 0; d < 3; ++d)
      o.require(without_[k + d] <= without_[k + 3 + d], "without",
                "a box is [x0, y0, z0, x1, y1, z1] with x0 <= x1, y0 <= y1 and z0 <= z1");
}

bool Box::left_out(const std::array<Index, 3>& cell) const {
  std::array<Real, 3> centre;
  for (std::size_t d = 0; d < 3; ++d)
    centre[d] = size_[d] * ((static_cast<Real>(cell[d]) + 0.5) / cells_[d]);
  return in_a_box(without_, centre);
}

/// Removes the tetrahedra of cells that are left out; nodes keep their numbers in the lattice.
void Box::leave_out(const Lattice& lattice, Mesh& mesh) const {
  const auto each = static_cast<std::ptrdiff_t>(4 * tetrahedra_);
  auto from = mesh.elements.begin(), to = from;
  for (Index k = 0; k < lattice.cells[2]; ++k)
    for (Index j = 0; j < lattice.cells[1]; ++j)
      for (Index i = 0; i < lattice.cells[0]; ++i, from += each)
        if (!left_out({i, j, k})) to = std::copy(from, from + each, to);
  mesh.elements.erase(to, mesh.elements.end());
  if (mesh.elements.empty())
    throw MeshError("box: `without` leaves no cell; make its boxes smaller");
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
  if (!without_.empty()) leave_out(lattice, mesh);
  add_sides(mesh, lattice, "left", {{0, false}});
  add_sides(mesh, lattice, "right", {{0, true}});
  add_sides(mesh, lattice, "front", {{1, false}});
  add_sides(mesh, lattice, "back", {{1, true}});
  add_sides(mesh, lattice, "bottom", {{2, false}});
  add_sides(mesh, lattice, "top", {{2, true}});
  if (without_.empty()) return mesh;
  std::erase_if(mesh.groups, [](const Group& group) { return group.cells.empty(); });
  drop_unused_nodes(mesh);
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
