#include <fmt/format.h>

#include <cmath>

#include "core/mesh/generators.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds) throw MeshError("rectangle: " + message);
}

bool whole(Real n) { return n >= 1 && n == std::floor(n) && n <= kMostElements; }

void check_options(const RectangleMesh& o) {
  require(o.size.size() == 2 && std::isfinite(o.size[0]) && std::isfinite(o.size[1]) &&
              o.size[0] > 0 && o.size[1] > 0,
          "size is two positive lengths [x, y]");
  require(o.cells.size() == 2 && whole(o.cells[0]) && whole(o.cells[1]),
          "cells is two whole numbers of at least 1, [along x, along y]");
  require(o.triangles == 2 || o.triangles == 4,
          fmt::format("triangles is {}; a cell has 2 (one diagonal) or 4 (round its centre)",
                      o.triangles));
  const Real elements = o.cells[0] * o.cells[1] * static_cast<Real>(o.triangles);
  require(elements <= kMostElements,
          fmt::format("{:.3g} cells by {:.3g} make {:.3g} triangles; at most {:.3g} are allowed",
                      o.cells[0], o.cells[1], elements, kMostElements));
  require(o.without.size() % 4 == 0, "without is rows of four numbers [x0, y0, x1, y1]");
  for (std::size_t k = 0; k < o.without.size(); k += 4) {
    const Real* b = o.without.data() + k;
    require(b[0] <= b[2] && b[1] <= b[3],
            fmt::format("box {} of without is [{}, {}, {}, {}]; it is [x0, y0, x1, y1] with "
                        "x0 <= x1 and y0 <= y1",
                        k / 4 + 1, b[0], b[1], b[2], b[3]));
  }
}

/// The grid of cells: which are there, where their nodes lie. Positions are size * (i / n), so that
/// the last one is `size` itself and grids of n and 2n cells share theirs.
struct Cells {
  explicit Cells(const RectangleMesh& o)
      : nx(static_cast<Index>(o.cells[0])), ny(static_cast<Index>(o.cells[1])), options(o) {
    present.resize(static_cast<std::size_t>(nx * ny));
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i) present[i + nx * j] = !left_out(i, j);
  }
  Real x(Real i) const { return options.size[0] * (i / static_cast<Real>(nx)); }
  Real y(Real j) const { return options.size[1] * (j / static_cast<Real>(ny)); }
  bool has(Index i, Index j) const {
    return i >= 0 && i < nx && j >= 0 && j < ny && present[i + nx * j];
  }
  bool left_out(Index i, Index j) const {
    const Real cx = x(static_cast<Real>(i) + 0.5), cy = y(static_cast<Real>(j) + 0.5);
    for (std::size_t k = 0; k < options.without.size(); k += 4) {
      const Real* b = options.without.data() + k;
      if (b[0] <= cx && cx <= b[2] && b[1] <= cy && cy <= b[3]) return true;
    }
    return false;
  }

  Index nx, ny;
  const RectangleMesh& options;
  std::vector<std::uint8_t> present;
};

/// Adds the corner nodes of cells that are there; returns their numbers, kNone for the others.
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

/// A side of the whole rectangle, walked counter-clockwise: the corner it starts from, the step to
/// the next one, and where the cell to the left of an edge lies from the edge's first corner.
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

}  // namespace

Mesh rectangle(const RectangleMesh& options) {
  check_options(options);
  const Cells cells(options);
  Mesh mesh;
  mesh.dim = 2;
  const std::vector<Index> corner = add_corners(cells, mesh);
  require(!mesh.points.empty(), "`without` leaves no cell; make its boxes smaller");
  add_elements(cells, corner, mesh);
  add_groups(cells, corner, mesh);
  return mesh;
}

}  // namespace tactus::core
