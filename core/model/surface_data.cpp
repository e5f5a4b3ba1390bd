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
    layout[b].vertices.begin = static_cast<Index>(vertex_node_.size());
    if (bodies[b].mesh)
      add_boundary(bodies[b], number, boundary(*bodies[b].mesh));
    else if (bodies[b].normal.empty())
      add_particles(bodies[b], number);
    layout[b].vertices.end = static_cast<Index>(vertex_node_.size());
  }
  boundary_vertices_ = static_cast<Index>(vertex_node_.size());
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].mesh) add_elements(bodies[b], static_cast<std::int32_t>(b));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!bodies[b].normal.empty())
      add_half_space(bodies[b], static_cast<std::int32_t>(b), reference);
  outer_face_ = outer_faces(dim, facet_, element_);
  make_vertex_facets();
  make_vertex_patches(bodies);
  publish(dim, reference, inverse_mass);
}

void SurfaceData::add_vertex(Index node, std::int32_t body, Real radius) {
  vertex_of_node_[static_cast<std::size_t>(node)] = static_cast<Index>(vertex_node_.size());
  vertex_node_.push_back(node);
  vertex_body_.push_back(body);
  radius_.push_back(radius);
}

void SurfaceData::add_particles(const SurfaceBody& body, std::int32_t number) {
  for (Index n = 0; n < body.nodes; ++n) add_vertex(body.first_node + n, number, body.radius);
}

void SurfaceData::add_half_space(const SurfaceBody& body, std::int32_t number,
                                 View<Real> reference) {
  plane_vertex_.push_back(static_cast<Index>(vertex_node_.size()));
  plane_body_.push_back(number);
  const View<Real> point =
      reference.subspan(body.first_node * dim_, static_cast<std::size_t>(dim_));
  plane_.insert(plane_.end(), point.begin(), point.end());
  plane_.insert(plane_.end(), body.normal.begin(), body.normal.end());
  add_vertex(body.first_node, number, 0);
}

void SurfaceData::add_boundary(const SurfaceBody& body, std::int32_t number,
                               const Boundary& boundary) {
  for (const Index n : unique_nodes(boundary.facet)) add_vertex(body.first_node + n, number, 0);
  const auto vertex = [&](Index n) {
    return vertex_of_node_[static_cast<std::size_t>(body.first_node + n)];
  };
  const Index first_facet = static_cast<Index>(facet_body_.size());
  const auto facet = [first_facet](Index f) { return f == kNone ? kNone : first_facet + f; };
  std::transform(boundary.facet.begin(), boundary.facet.end(), std::back_inserter(facet_), vertex);
  std::transform(boundary.neighbour.begin(), boundary.neighbour.end(),
                 std::back_inserter(neighbour_), facet);
  std::transform(boundary.edge.begin(), boundary.edge.end(), std::back_inserter(edge_), vertex);
  std::transform(boundary.edge_facet.begin(), boundary.edge_facet.end(),
                 std::back_inserter(edge_facet_), facet);
  facet_body_.resize(facet_body_.size() + static_cast<std::size_t>(boundary.facets()), number);
  facet_patch_.insert(facet_patch_.end(), body.facet_surface.begin(), body.facet_surface.end());
  facet_patch_.resize(facet_body_.size(), body.surface);
  const std::vector<Real> size = facet_sizes(*body.mesh, boundary);
  facet_size_.insert(facet_size_.end(), size.begin(), size.end());
  for (const Real edge : facet_longest_edges(*body.mesh, boundary))
    longest_facet_ = std::max(longest_facet_, edge);
}

void SurfaceData::add_elements(const SurfaceBody& body, std::int32_t number) {
  const Mesh& mesh = *body.mesh;
  const auto corners = static_cast<std::size_t>(dim_ + 1);
  const auto node = [&](std::size_t i) {
    return static_cast<std::size_t>(body.first_node + mesh.elements[i]);
  };
  const auto outer = [&](std::size_t i) {
    const Index v = vertex_of_node_[node(i)];
    return v != kNone && v < boundary_vertices_;
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
    element_body_.push_back(number);
  }
  for (const Index n : unique_nodes(std::move(inner))) add_vertex(n, number, 0);
  for (const std::size_t e : chosen)
    for (std::size_t k = 0; k < corners; ++k) element_.push_back(vertex_of_node_[node(e + k)]);
}

void SurfaceData::make_vertex_facets() {
  vertex_facet_.assign_by_row(static_cast<Index>(vertex_node_.size()), facet_,
                              [&](Index i) { return i / dim_; });
}

/// Assigns each vertex between surfaces to one of them: a named surface takes precedence over the
/// body's own, and of two named ones the one that the configuration names first, which has the
/// lower number.
void SurfaceData::make_vertex_patches(const std::vector<SurfaceBody>& bodies) {
  for (std::size_t v = 0; v < vertex_node_.size(); ++v) {
    const std::int32_t own = bodies[static_cast<std::size_t>(vertex_body_[v])].surface;
    std::int32_t patch = own;
    for (const Index f : vertex_facet_[static_cast<Index>(v)]) {
      const std::int32_t p = facet_patch_[static_cast<std::size_t>(f)];
      if (p != own && (patch == own || p < patch)) patch = p;
    }
    vertex_patch_.push_back(patch);
  }
}

void SurfaceData::name_patches(const std::vector<NamedSurface>& surfaces) {
  patch_name_.assign(surfaces.size(), {});
  std::ranges::transform(surfaces, patch_name_.begin(), &NamedSurface::name);
  surface_.patch_name = patch_name_;
}

void SurfaceData::publish(int dim, View<Real> reference, View<Real> inverse_mass) {
  for (const Index n : vertex_node_) {
    const auto at = static_cast<std::size_t>(n * dim);
    Real sum = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) {
      reference_.push_back(reference[at + d]);
      inverse_mass_along_.push_back(inverse_mass[at + d]);
      sum += inverse_mass[at + d];
    }
    inverse_mass_.push_back(sum / dim);
  }
  global_.resize(vertex_node_.size());
  std::iota(global_.begin(), global_.end(), Index{0});
  surface_ = {.dim = dim,
              .vertices = static_cast<Index>(vertex_node_.size()),
              .facets = static_cast<Index>(facet_body_.size()),
              .edges = static_cast<Index>(edge_.size()) / 2,
              .planes = static_cast<Index>(plane_body_.size()),
              .facet = facet_,
              .neighbour = neighbour_,
              .edge = edge_,
              .edge_facet = edge_facet_,
              .vertex_facet_start = vertex_facet_.starts(),
              .vertex_facet = vertex_facet_.all(),
              .elements = static_cast<Index>(element_body_.size()),
              .boundary_vertices = boundary_vertices_,
              .element = element_,
              .element_outer_face = outer_face_,
              .element_body = element_body_,
              .plane = plane_,
              .vertex_body = vertex_body_,
              .facet_body = facet_body_,
              .plane_body = plane_body_,
              .facet_patch = facet_patch_,
              .vertex_patch = vertex_patch_,
              .patch_name = patch_name_,
              .radius = radius_,
              .inverse_mass = inverse_mass_,
              .reference = reference_,
              .global = global_,
              .origin = {},
              .plane_vertex = plane_vertex_,
              .inverse_mass_along = inverse_mass_along_};
}

}  // namespace tactus::core
