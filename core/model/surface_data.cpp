#include "core/model/surface_data.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace tactus::core {
namespace {

using FaceVertices = std::array<Index, 3>;  ///< ascending; in the plane the first one is kNone

/// The vertices of a facet, or of the face of an element opposite to its `opposite`-th vertex.
FaceVertices face_of(View<Index> vertices, std::size_t opposite) {
  FaceVertices face{kNone, kNone, kNone};
  for (std::size_t k = 0, at = 0; k < vertices.size(); ++k)
    if (k != opposite) face[at++] = vertices[k];
  std::sort(face.begin(), face.end());
  return face;
}

/// [elements * (dim + 1)] 1 if the face opposite to the vertex is a facet of the boundary. It is
/// not sufficient that all its nodes are on the boundary: the diagonal of a square of two triangles
/// is inside.
std::vector<std::uint8_t> outer_faces(int dim, View<Index> facet, View<Index> element) {
  const auto size = static_cast<std::size_t>(dim);
  std::vector<FaceVertices> facets;
  for (std::size_t f = 0; f < facet.size(); f += size)
    facets.push_back(face_of(facet.subspan(f, size), size));
  std::sort(facets.begin(), facets.end());
  std::vector<std::uint8_t> outer;
  for (std::size_t e = 0; e < element.size(); e += size + 1)
    for (std::size_t k = 0; k <= size; ++k)
      outer.push_back(std::binary_search(facets.begin(), facets.end(),
                                         face_of(element.subspan(e, size + 1), k)));
  return outer;
}

}  // namespace

SurfaceData::SurfaceData(int dim, const std::vector<SurfaceBody>& bodies, View<Real> reference,
                         View<Real> inverse_mass, Out<Body> layout)
    : dim_(dim), vertex_of_node_(reference.size() / static_cast<std::size_t>(dim), kNone) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const auto number = static_cast<std::int32_t>(b);
    layout[b].vertices.begin = static_cast<Index>(vertices_.node.size());
    if (bodies[b].mesh)
      add_boundary(bodies[b], number, boundary(*bodies[b].mesh));
    else if (bodies[b].normal.empty())
      add_particles(bodies[b], number);
    layout[b].vertices.end = static_cast<Index>(vertices_.node.size());
  }
  vertices_.on_boundary = static_cast<Index>(vertices_.node.size());
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].mesh) add_elements(bodies[b], static_cast<std::int32_t>(b));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!bodies[b].normal.empty())
      add_half_space(bodies[b], static_cast<std::int32_t>(b), reference);
  elements_.outer_face = outer_faces(dim, facets_.vertices, elements_.vertices);
  make_vertex_facets();
  make_vertex_patches(bodies);
  publish(dim, reference, inverse_mass);
}

void SurfaceData::add_vertex(Index node, std::int32_t body, Real radius) {
  vertex_of_node_[static_cast<std::size_t>(node)] = static_cast<Index>(vertices_.node.size());
  vertices_.node.push_back(node);
  vertices_.body.push_back(body);
  vertices_.radius.push_back(radius);
}

void SurfaceData::add_particles(const SurfaceBody& body, std::int32_t number) {
  for (Index n = 0; n < body.nodes; ++n) add_vertex(body.first_node + n, number, body.radius);
}

void SurfaceData::add_half_space(const SurfaceBody& body, std::int32_t number,
                                 View<Real> reference) {
  planes_.vertex.push_back(static_cast<Index>(vertices_.node.size()));
  planes_.body.push_back(number);
  const View<Real> point =
      reference.subspan(body.first_node * dim_, static_cast<std::size_t>(dim_));
  planes_.point_and_normal.insert(planes_.point_and_normal.end(), point.begin(), point.end());
  planes_.point_and_normal.insert(planes_.point_and_normal.end(), body.normal.begin(),
                                  body.normal.end());
  add_vertex(body.first_node, number, 0);
}

void SurfaceData::add_boundary(const SurfaceBody& body, std::int32_t number,
                               const Boundary& boundary) {
  for (const Index n : unique_nodes(boundary.facet)) add_vertex(body.first_node + n, number, 0);
  const auto vertex = [&](Index n) {
    return vertex_of_node_[static_cast<std::size_t>(body.first_node + n)];
  };
  const Index first_facet = static_cast<Index>(facets_.body.size());
  const auto facet = [first_facet](Index f) { return f == kNone ? kNone : first_facet + f; };
  std::transform(boundary.facet.begin(), boundary.facet.end(), std::back_inserter(facets_.vertices),
                 vertex);
  std::transform(boundary.neighbour.begin(), boundary.neighbour.end(),
                 std::back_inserter(facets_.neighbour), facet);
  std::transform(boundary.edge.begin(), boundary.edge.end(), std::back_inserter(facets_.edge),
                 vertex);
  std::transform(boundary.edge_facet.begin(), boundary.edge_facet.end(),
                 std::back_inserter(facets_.edge_facet), facet);
  facets_.body.resize(facets_.body.size() + static_cast<std::size_t>(boundary.facets()), number);
  facets_.patch.insert(facets_.patch.end(), body.facet_surface.begin(), body.facet_surface.end());
  facets_.patch.resize(facets_.body.size(), body.surface);
  const std::vector<Real> size = facet_sizes(*body.mesh, boundary);
  facets_.size.insert(facets_.size.end(), size.begin(), size.end());
  for (const Real edge : facet_longest_edges(*body.mesh, boundary))
    facets_.longest_edge = std::max(facets_.longest_edge, edge);
}

void SurfaceData::add_elements(const SurfaceBody& body, std::int32_t number) {
  const Mesh& mesh = *body.mesh;
  const auto corners = static_cast<std::size_t>(dim_ + 1);
  const auto node = [&](std::size_t i) {
    return static_cast<std::size_t>(body.first_node + mesh.elements[i]);
  };
  const auto outer = [&](std::size_t i) {
    const Index v = vertex_of_node_[node(i)];
    return v != kNone && v < vertices_.on_boundary;
  };
  std::vector<Index> inner;  // nodes of chosen elements that are not vertices yet
  std::vector<std::size_t> chosen;
  for (std::size_t e = 0; e < mesh.elements.size(); e += corners) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < corners; ++k) count += outer(e + k);
    if (count == 0) continue;
    chosen.push_back(e);
    for (std::size_t k = 0; k < corners; ++k) {
      if (!outer(e + k)) inner.push_back(static_cast<Index>(node(e + k)));
    }
    elements_.body.push_back(number);
  }
  for (const Index n : unique_nodes(std::move(inner))) add_vertex(n, number, 0);
  for (const std::size_t e : chosen)
    for (std::size_t k = 0; k < corners; ++k)
      elements_.vertices.push_back(vertex_of_node_[node(e + k)]);
}

void SurfaceData::make_vertex_facets() {
  vertex_facet_.assign_by_row(static_cast<Index>(vertices_.node.size()), facets_.vertices,
                              [&](Index i) { return i / dim_; });
}

/// Assigns each vertex between surfaces to one of them: a named surface takes precedence over the
/// body's own, and of two named ones the one that the configuration names first, which has the
/// lower number.
void SurfaceData::make_vertex_patches(const std::vector<SurfaceBody>& bodies) {
  for (std::size_t v = 0; v < vertices_.node.size(); ++v) {
    const std::int32_t own = bodies[static_cast<std::size_t>(vertices_.body[v])].surface;
    std::int32_t patch = own;
    for (const Index f : vertex_facet_[static_cast<Index>(v)]) {
      const std::int32_t p = facets_.patch[static_cast<std::size_t>(f)];
      if (p != own && (patch == own || p < patch)) patch = p;
    }
    vertices_.patch.push_back(patch);
  }
}

void SurfaceData::name_patches(const std::vector<NamedSurface>& surfaces) {
  patch_name_.assign(surfaces.size(), {});
  std::ranges::transform(surfaces, patch_name_.begin(), &NamedSurface::name);
  surface_.patch_name = patch_name_;
}

void SurfaceData::publish(int dim, View<Real> reference, View<Real> inverse_mass) {
  for (const Index n : vertices_.node) {
    const auto at = static_cast<std::size_t>(n * dim);
    Real sum = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
      vertices_.reference.push_back(reference[at + d]);
      vertices_.inverse_mass_along.push_back(inverse_mass[at + d]);
      sum += inverse_mass[at + d];
    }
    vertices_.inverse_mass.push_back(sum / dim);
  }
  vertices_.global.resize(vertices_.node.size());
  std::iota(vertices_.global.begin(), vertices_.global.end(), Index{0});
  surface_ = {.dim = dim,
              .vertices = static_cast<Index>(vertices_.node.size()),
              .facets = static_cast<Index>(facets_.body.size()),
              .edges = static_cast<Index>(facets_.edge.size()) / 2,
              .planes = static_cast<Index>(planes_.body.size()),
              .facet = facets_.vertices,
              .neighbour = facets_.neighbour,
              .edge = facets_.edge,
              .edge_facet = facets_.edge_facet,
              .vertex_facet_start = vertex_facet_.starts(),
              .vertex_facet = vertex_facet_.all(),
              .elements = static_cast<Index>(elements_.body.size()),
              .boundary_vertices = vertices_.on_boundary,
              .element = elements_.vertices,
              .element_outer_face = elements_.outer_face,
              .element_body = elements_.body,
              .plane = planes_.point_and_normal,
              .vertex_body = vertices_.body,
              .facet_body = facets_.body,
              .plane_body = planes_.body,
              .facet_patch = facets_.patch,
              .vertex_patch = vertices_.patch,
              .patch_name = patch_name_,
              .radius = vertices_.radius,
              .inverse_mass = vertices_.inverse_mass,
              .reference = vertices_.reference,
              .global = vertices_.global,
              .origin = {},
              .plane_vertex = planes_.vertex,
              .inverse_mass_along = vertices_.inverse_mass_along};
}

}  // namespace tactus::core
