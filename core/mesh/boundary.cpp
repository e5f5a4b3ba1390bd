#include "core/mesh/boundary.hpp"

#include <cmath>

#include "core/mesh/faces.hpp"
#include "core/support/simplex.hpp"

namespace tactus::core {
namespace {

void join_segments(Boundary& out) {
  for (std::size_t i = 0; i < out.facet.size(); ++i) {
    const View<Index> at_node = out.node_facet[out.facet[i]];
    if (at_node.size() != 2) continue;
    const Index self = static_cast<Index>(i) / 2;
    const Index other = at_node[0] == self ? at_node[1] : at_node[0];
    out.neighbour[i ^ 1] = other;  // entry k is the facet that shares vertex 1 - k
  }
}

void join_triangles(Index nodes, Boundary& out) {
  for_each_run(sorted_edges(out.facet, nodes), [&](const Face* first, const Face* last) {
    if (last - first != 2) return;
    out.edge.insert(out.edge.end(), {first[0].node[0], first[0].node[1]});
    out.edge_facet.insert(out.edge_facet.end(), {first[0].owner, first[1].owner});
    out.neighbour[first[0].owner * 3 + first[0].side] = first[1].owner;
    out.neighbour[first[1].owner * 3 + first[1].side] = first[0].owner;
  });
}

}  // namespace

void add_outer_facets(int dim, View<Index> elements, Index nodes, std::vector<Index>& facet,
                      std::vector<Index>& element) {
  std::vector<std::uint8_t> outer(elements.size(), 0);
  for_each_run(sorted_faces(dim, elements, nodes), [&](const Face* first, const Face* last) {
    if (last - first == 1) outer[Index{first->owner} * (dim + 1) + first->side] = 1;
  });
  for (std::size_t i = 0; i < outer.size(); ++i) {
    if (!outer[i]) continue;
    const std::size_t corners = static_cast<std::size_t>(dim) + 1, e = i / corners;
    element.push_back(static_cast<Index>(e));
    const int* local = dim == 2 ? kFace2[i % corners] : kFace3[i % corners];
    for (int k = 0; k < dim; ++k) facet.push_back(elements[e * corners + local[k]]);
  }
}

Boundary boundary(const Mesh& mesh) {
  Boundary out;
  out.dim = mesh.dim;
  add_outer_facets(mesh.dim, mesh.elements, mesh.nodes(), out.facet, out.element);
  out.node_facet.assign_by_row(mesh.nodes(), out.facet, [&](Index i) { return i / out.dim; });
  out.neighbour.assign(out.facet.size(), kNone);
  if (mesh.dim == 2)
    join_segments(out);
  else
    join_triangles(mesh.nodes(), out);
  return out;
}

std::vector<Real> smallest_altitudes(const Mesh& mesh) {
  std::vector<Real> altitude(static_cast<std::size_t>(mesh.element_count()));
  with_dimension(mesh.dim, [&](auto dimension) {
    constexpr int D = dimension;
    for (std::size_t e = 0; e < altitude.size(); ++e)
      altitude[e] =
          smallest_altitude(edge_vectors<D>(mesh.points, mesh.elements.data() + e * (D + 1)));
  });
  return altitude;
}

std::vector<Real> facet_sizes(const Mesh& mesh, const Boundary& boundary) {
  std::vector<Real> size = facet_longest_edges(mesh, boundary);
  if (mesh.dim == 2) return size;
  const View<Real> x(mesh.points);
  for (std::size_t f = 0; f < size.size(); ++f) {
    const Index* v = boundary.facet.data() + 3 * f;
    const Vec<3> a = point<3>(x, v[1]) - point<3>(x, v[0]);
    const Vec<3> b = point<3>(x, v[2]) - point<3>(x, v[0]);
    size[f] = 2 * triangle_area(a, b) / size[f];
  }
  return size;
}

std::vector<Real> facet_longest_edges(const Mesh& mesh, const Boundary& boundary) {
  std::vector<Real> length(static_cast<std::size_t>(boundary.facets()), 0);
  const View<Real> x(mesh.points);
  with_dimension(mesh.dim, [&](auto dimension) {
    constexpr int D = dimension;
    for (std::size_t f = 0; f < length.size(); ++f)
      for (int k = 0; k < D; ++k) {
        const Index a = boundary.facet[f * D + k], b = boundary.facet[f * D + (k + 1) % D];
        length[f] = std::max(length[f], (point<D>(x, a) - point<D>(x, b)).norm());
      }
  });
  return length;
}

}  // namespace tactus::core
