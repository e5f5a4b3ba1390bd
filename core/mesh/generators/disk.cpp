/// \file disk.cpp  Generates a disk around the origin: a node in the centre, and ring k = 1..n of
/// 6k nodes at radius k R/n and angles 2 pi j/(6k); 6 n^2 triangles. Nodes that are mirror images
/// with respect to the axes or diagonals are exactly so. Group: boundary.
#include <cmath>

#include "core/mesh/generator.hpp"
#include "core/mesh/unit_circle.hpp"

namespace tactus::core {
namespace {

Index ring_start(Index k) { return k == 0 ? 0 : 1 + 3 * k * (k - 1); }

/// Number of the j-th node of ring k; j may exceed the number of nodes of the ring.
Index ring_node(Index k, Index j) { return k == 0 ? 0 : ring_start(k) + j % (6 * k); }

void add_ring_elements(Index k, Mesh& mesh) {
  for (Index sector = 0; sector < 6; ++sector)
    for (Index i = 0; i < k; ++i) {
      const Index outer = sector * k + i, inner = sector * (k - 1) + i;
      mesh.elements.insert(mesh.elements.end(),
                           {ring_node(k, outer), ring_node(k, outer + 1), ring_node(k - 1, inner)});
      if (i + 1 < k)
        mesh.elements.insert(mesh.elements.end(), {ring_node(k - 1, inner), ring_node(k, outer + 1),
                                                   ring_node(k - 1, inner + 1)});
    }
}

class Disk final : public MeshGenerator {
 public:
  void describe(OptionVisitor& o) override {
    o.real("radius", radius_).unit("m").above(0).help("radius of the outer ring's nodes");
    o.integer("rings", rings_).at_least(1).at_most(1800).help("rings of 6, 12, 18, ... nodes");
  }

 private:
  Real do_expected_elements() const override { return 6 * std::pow(static_cast<Real>(rings_), 2); }
  Mesh do_make(int) const override;

  Real radius_ = 0.5;
  Index rings_ = 6;
};

Mesh Disk::do_make(int) const {
  Mesh mesh;
  mesh.points = {0, 0};
  for (Index k = 1; k <= rings_; ++k) {
    const Real r = radius_ * (static_cast<Real>(k) / static_cast<Real>(rings_));
    for (Index j = 0; j < 6 * k; ++j) {
      const auto [c, s] = unit_circle(j, 6 * k);
      mesh.points.push_back(r * c);
      mesh.points.push_back(r * s);
    }
    add_ring_elements(k, mesh);
  }
  Group boundary{"boundary", 1, {}, {}};
  for (Index j = 0; j < 6 * rings_; ++j) {
    boundary.cells.push_back(ring_node(rings_, j));
    boundary.cells.push_back(ring_node(rings_, j + 1));
  }
  boundary.nodes = unique_nodes(boundary.cells);
  mesh.groups.push_back(std::move(boundary));
  return mesh;
}

}  // namespace

MeshGeneratorType disk_generator() {
  return generator_type<Disk>("A disk, its origin in the centre; group boundary", 20);
}

}  // namespace tactus::core
