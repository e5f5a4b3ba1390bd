/// \file rectangle.cpp  Generates the rectangle [0, size_x] x [0, size_y] from cells of equal size,
/// or of widths that grow along an axis by a constant factor. Each cell has 2 triangles, divided
/// from the lower left to the upper right corner, or 4 around a node in its centre. Cells whose
/// centre lies in a closed box of `without` are left out, together with nodes that belong to no
/// other cell. Nodes: corners row by row, then centres. Groups bottom, right, top, left are edges
/// on the sides of the whole rectangle; a side without any cell has no group.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/mesh/generator.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

struct Options {
  std::vector<Real> size{1, 1};     ///< m
  std::vector<Real> cells{8, 8};    ///< whole numbers
  Index triangles = 4;              ///< per cell: 2 (one diagonal) or 4 (around its centre)
  std::vector<Real> grading{1, 1};  ///< ratio of the last cell's width to the first cell's, by axis
  std::vector<Real> without;        ///< rows [x0, y0, x1, y1]
};

/// The grid of cells: which of them exist, and where their nodes lie. Positions are size * (i / n),
/// so that the last one is exactly `size`, and grids of n and 2n cells share their nodes. For
/// graded cells they are size * (r^i - 1) / (r^n - 1), where r^(n - 1) is the given ratio, and
/// centres lie half-way.
struct Cells {
  explicit Cells(const Options& o)
      : nx(static_cast<Index>(o.cells[0])), ny(static_cast<Index>(o.cells[1])), options(o) {
    present.resize(static_cast<std::size_t>(nx * ny));
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i)
        present[i + nx * j] = !in_a_box(options.without, std::array{x(static_cast<Real>(i) + 0.5),
                                                                    y(static_cast<Real>(j) + 0.5)});
  }
  Real x(Real i) const { return along(0, i, nx); }
  Real y(Real j) const { return along(1, j, ny); }
  /// Coordinate on an axis of a corner, or half-way between two corners.
  Real along(std::size_t axis, Real i, Index n) const {
    const Real size = options.size[axis], ratio = options.grading[axis];
    const auto count = static_cast<Real>(n);
    if (ratio == 1 || n == 1) return size * (i / count);
    const Real growth = std::log(ratio) / (count - 1);
    const auto corner = [&](Real k) {
      return size * (std::expm1(growth * k) / std::expm1(growth * count));
    };
    const Real low = std::floor(i);
    return low == i ? corner(i) : (corner(low) + corner(low + 1)) / 2;
  }
  bool has(Index i, Index j) const {
    return i >= 0 && i < nx && j >= 0 && j < ny && present[i + nx * j];
  }

  Index nx, ny;
  const Options& options;
  std::vector<std::uint8_t> present;
};

/// Adds the corner nodes of existing cells; returns their numbers, kNone for the others.
std::vector<Index> add_corners(const Cells& cells, Mesh& mesh) {
  std::vector<Index> corner(static_cast<std::size_t>((cells.nx + 1) * (cells.ny + 1)), kNone);
  for (Index j = 0; j <= cells.ny; ++j)
    for (Index i = 0; i <= cells.nx; ++i) {
      if (!cells.has(i - 1, j - 1) && !cells.has(i, j - 1) && !cells.has(i - 1, j) &&
          !cells.has(i, j))
        continue;
      corner[i + (cells.nx + 1) * j] = mesh.nodes();
      mesh.points.push_back(cells.x(static_cast<Real>(i)));
      mesh.points.push_back(cells.y(static_cast<Real>(j)));
    }
  return corner;
}

void add_elements(const Cells& cells, const std::vector<Index>& corner, Mesh& mesh) {
  const bool centred = cells.options.triangles == 4;
  const auto triangle = [&mesh](Index a, Index b, Index c) {
    mesh.elements.insert(mesh.elements.end(), {a, b, c});
  };
  for (Index j = 0; j < cells.ny; ++j)
    for (Index i = 0; i < cells.nx; ++i) {
      if (!cells.has(i, j)) continue;
      const Index low = i + (cells.nx + 1) * j, high = low + cells.nx + 1;
      const Index a = corner[low], b = corner[low + 1], c = corner[high + 1], d = corner[high];
      if (!centred) {
        triangle(a, b, c);
        triangle(a, c, d);
        continue;
      }
      const Index m = mesh.nodes();
      mesh.points.push_back(cells.x(static_cast<Real>(i) + 0.5));
      mesh.points.push_back(cells.y(static_cast<Real>(j) + 0.5));
      triangle(a, b, m);
      triangle(b, c, m);
      triangle(c, d, m);
      triangle(d, a, m);
    }
}

/// A side of the whole rectangle, traversed counter-clockwise: its first corner, the step to the
/// next corner, and the position of the cell to the left of an edge relative to the edge's first
/// corner.
struct Side {
  const char* name;
  Index edges, i, j, di, dj, cell_i, cell_j;
};

void add_groups(const Cells& cells, const std::vector<Index>& corner, Mesh& mesh) {
  const Index nx = cells.nx, ny = cells.ny;
  for (const Side& s :
       {Side{"bottom", nx, 0, 0, 1, 0, 0, 0}, Side{"right", ny, nx, 0, 0, 1, -1, 0},
        Side{"top", nx, nx, ny, -1, 0, -1, -1}, Side{"left", ny, 0, ny, 0, -1, 0, -1}}) {
    Group group{s.name, 1, {}, {}};
    for (Index k = 0; k < s.edges; ++k) {
      const Index i = s.i + k * s.di, j = s.j + k * s.dj;
      if (!cells.has(i + s.cell_i, j + s.cell_j)) continue;
      group.cells.push_back(corner[i + (nx + 1) * j]);
      group.cells.push_back(corner[i + s.di + (nx + 1) * (j + s.dj)]);
    }
    if (group.cells.empty()) continue;
    group.nodes = unique_nodes(group.cells);
    mesh.groups.push_back(std::move(group));
  }
}

class Rectangle final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override {
    return options_.cells[0] * options_.cells[1] * static_cast<Real>(options_.triangles);
  }
  Mesh do_make(int dim) const override;

  Options options_;
};

bool all_whole(const std::vector<Real>& values) {
  return std::ranges::all_of(values, [](Real v) { return v == std::floor(v); });
}

void Rectangle::describe(OptionVisitor& o) {
  Options& v = options_;
  o.reals("size", v.size).unit("m").above(0).length(2).help("width and height");
  o.reals("cells", v.cells).at_least(1).at_most(20000).length(2).help("cells along x and along y");
  o.require(all_whole(v.cells), "cells", "numbers of cells are whole");
  o.integer("triangles", v.triangles)
      .at_least(2)
      .at_most(4)
      .help(
          "a cell: 2 (cut along a diagonal) or 4 (round its centre, without a preferred "
          "direction)");
  o.require(v.triangles != 3, "triangles", "a cell is cut into 2 triangles or 4");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million triangles");
  o.reals("grading", v.grading)
      .at_least(1e-6)
      .at_most(1e6)
      .length(2)
      .help(
          "width of the last cell over that of the first one, along x and along y; the widths "
          "between are geometric");
  o.rows("without", v.without, 4)
      .unit("m")
      .help("boxes [x0, y0, x1, y1]: cells whose centre is inside are left out");
}

void check_boxes(const std::vector<Real>& without) {
  for (std::size_t k = 0; k < without.size(); k += 4) {
    const Real* b = without.data() + k;
    if (b[0] > b[2] || b[1] > b[3])
      throw MeshError(fmt::format(
          "rectangle: box {} of without is [{}, {}, {}, {}]; it is [x0, y0, x1, y1] with "
          "x0 <= x1 and y0 <= y1",
          k / 4 + 1, b[0], b[1], b[2], b[3]));
  }
}

Mesh Rectangle::do_make(int) const {
  check_boxes(options_.without);
  const Cells cells(options_);
  Mesh mesh;
  const std::vector<Index> corner = add_corners(cells, mesh);
  if (mesh.points.empty())
    throw MeshError("rectangle: `without` leaves no cell; make its boxes smaller");
  add_elements(cells, corner, mesh);
  add_groups(cells, corner, mesh);
  return mesh;
}

}  // namespace

MeshGeneratorType rectangle_generator() {
  return generator_type<Rectangle>(
      "A rectangle, its origin in the lower left corner; groups bottom, right, top, left", 10);
}

}  // namespace tactus::core
