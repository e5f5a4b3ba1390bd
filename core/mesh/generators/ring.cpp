/// \file ring.cpp  Generates a ring around the origin, or a sector of one, from cells of equal
/// angle and equal radial width. Each cell has 2 triangles, divided along a diagonal, or 4 around a
/// node in its centre. Nodes: circle by circle from the inner one outwards, counter-clockwise, then
/// centres. In a whole ring, nodes that are mirror images with respect to the axes or diagonals are
/// exactly so. Groups: inner, outer; for a sector also its straight sides start and end.
#include <cmath>
#include <numbers>

#include "core/mesh/generator.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/unit_circle.hpp"

namespace tactus::core {
namespace {

constexpr Real kFull = 0;  ///< "full" for the angle

class Ring final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override;

 private:
  Real do_expected_elements() const override {
    return cells_[0] * cells_[1] * static_cast<Real>(triangles_);
  }
  Mesh do_make(int dim) const override;

  bool is_full() const { return angle_ == kFull; }
  Index around() const { return static_cast<Index>(cells_[0]); }
  Index radial() const { return static_cast<Index>(cells_[1]); }
  Index nodes_around() const { return is_full() ? around() : around() + 1; }
  Index corner(Index i, Index j) const { return i * nodes_around() + j % nodes_around(); }
  void add_corners(Mesh& mesh) const;
  void add_cell(Index i, Index j, Mesh& mesh) const;
  void add_groups(Mesh& mesh) const;

  Real inner_ = 0.5, outer_ = 1;    ///< m
  std::vector<Real> cells_{48, 4};  ///< whole numbers
  Index triangles_ = 4;             ///< per cell
  Real start_ = 0, angle_ = kFull;  ///< rad
};

void Ring::describe(OptionVisitor& o) {
  o.real("inner", inner_).unit("m").above(0).help("radius of the inner circle's nodes");
  o.real("outer", outer_).unit("m").above(0).help("radius of the outer circle's nodes");
  o.require(outer_ > inner_, "outer", "the outer radius is larger than the inner one");
  o.reals("cells", cells_)
      .at_least(1)
      .at_most(20000)
      .length(2)
      .help("cells around and along a radius");
  o.require(cells_[0] == std::floor(cells_[0]) && cells_[1] == std::floor(cells_[1]), "cells",
            "numbers of cells are whole");
  o.integer("triangles", triangles_)
      .at_least(2)
      .at_most(4)
      .help(
          "a cell: 2 (cut along a diagonal) or 4 (round its centre, without a preferred "
          "direction)");
  o.require(triangles_ != 3, "triangles", "a cell is cut into 2 triangles or 4");
  o.require(expected_elements() <= kMostElements, "cells", "more than 20 million triangles");
  o.real("start", start_)
      .unit("rad")
      .help("where a sector begins, counter-clockwise from the x axis");
  o.real("angle", angle_)
      .unit("rad")
      .above(0)
      .below(2 * std::numbers::pi)
      .or_word("full", kFull)
      .help("of a sector, counter-clockwise from \"start\"; \"full\": the whole ring");
  // A condition on several options follows the last of these, because options are read in this
  // order.
  o.require(!is_full() || cells_[0] >= 3, "cells", "a whole ring has at least 3 cells around");
  o.require(is_full() || angle_ / cells_[0] < std::numbers::pi, "cells",
            "each cell has less than half a turn");
  o.require(!is_full() || start_ == 0, "start",
            "this is where a sector begins, and \"angle\" says that the ring is whole");
}

void Ring::add_corners(Mesh& mesh) const {
  for (Index i = 0; i <= radial(); ++i) {
    const Real r =
        inner_ + (outer_ - inner_) * (static_cast<Real>(i) / static_cast<Real>(radial()));
    for (Index j = 0; j < nodes_around(); ++j) {
      const Real turned = start_ + angle_ * (static_cast<Real>(j) / static_cast<Real>(around()));
      const auto [c, s] =
          is_full() ? unit_circle(j, around()) : std::pair(std::cos(turned), std::sin(turned));
      mesh.points.insert(mesh.points.end(), {r * c, r * s});
    }
  }
}

void Ring::add_cell(Index i, Index j, Mesh& mesh) const {
  const auto triangle = [&mesh](Index a, Index b, Index c) {
    mesh.elements.insert(mesh.elements.end(), {a, b, c});
  };
  const Index a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1),
              d = corner(i, j + 1);
  if (triangles_ == 2) {
    triangle(a, b, c);
    triangle(a, c, d);
    return;
  }
  const Index m = mesh.nodes();
  for (Index k = 0; k < 2; ++k) {
    const auto at = [&](Index n) { return mesh.points[static_cast<std::size_t>(2 * n + k)]; };
    mesh.points.push_back(((at(a) + at(c)) + (at(b) + at(d))) / 4);
  }
  triangle(a, b, m);
  triangle(b, c, m);
  triangle(c, d, m);
  triangle(d, a, m);
}

/// Edges of the boundary, with the body on their left.
void Ring::add_groups(Mesh& mesh) const {
  Group inner{"inner", 1, {}, {}}, outer{"outer", 1, {}, {}}, start{"start", 1, {}, {}},
      end{"end", 1, {}, {}};
  for (Index j = 0; j < around(); ++j) {
    inner.cells.insert(inner.cells.end(), {corner(0, j + 1), corner(0, j)});
    outer.cells.insert(outer.cells.end(), {corner(radial(), j), corner(radial(), j + 1)});
  }
  for (Index i = 0; i < radial(); ++i) {
    start.cells.insert(start.cells.end(), {corner(i, 0), corner(i + 1, 0)});
    end.cells.insert(end.cells.end(), {corner(i + 1, around()), corner(i, around())});
  }
  for (Group* group : {&inner, &outer, &start, &end}) {
    if (is_full() && (group == &start || group == &end)) continue;
    group->nodes = unique_nodes(group->cells);
    mesh.groups.push_back(std::move(*group));
  }
}

Mesh Ring::do_make(int) const {
  Mesh mesh;
  add_corners(mesh);
  for (Index i = 0; i < radial(); ++i)
    for (Index j = 0; j < around(); ++j) add_cell(i, j, mesh);
  add_groups(mesh);
  return mesh;
}

}  // namespace

MeshGeneratorType ring_generator() {
  return generator_type<Ring>(
      "A ring or a sector of one, its origin in the centre; groups inner, outer, and of a sector "
      "start, end",
      25);
}

}  // namespace tactus::core
