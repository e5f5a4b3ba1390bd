#include "core/mesh/faces.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

Face make_face(const Index* nodes, const int* local, int count, Index owner, int side) {
  Face face;
  face.owner = owner;
  face.side = static_cast<std::int8_t>(side);
  for (int k = 0; k < count; ++k) face.node[k] = nodes[local[k]];
  const auto order = [&face](int a, int b) {
    if (face.node[a] <= face.node[b]) return;
    std::swap(face.node[a], face.node[b]);
    face.odd ^= 1;
  };
  order(0, 1);
  if (count == 3) order(1, 2), order(0, 1);
  return face;
}

/// Sorts into buckets by the lowest node, then sorts each small bucket: linear in practice.
std::vector<Face> sorted(const std::vector<Face>& faces, Index nodes) {
  std::vector<Index> start(static_cast<std::size_t>(nodes) + 2, 0);
  for (const Face& f : faces) ++start[f.node[0] + 2];
  for (std::size_t i = 2; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<Face> out(faces.size());
  for (const Face& f : faces) out[start[f.node[0] + 1]++] = f;
  for (Index n = 0; n < nodes; ++n)
    std::sort(out.begin() + start[n], out.begin() + start[n + 1], [](const Face& a, const Face& b) {
      return std::tie(a.node, a.owner) < std::tie(b.node, b.owner);
    });
  return out;
}

}  // namespace

std::vector<Face> sorted_faces(const Mesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(mesh.elements.size());
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const Index* nodes = mesh.elements.data() + e * (mesh.dim + 1);
    for (int k = 0; k <= mesh.dim; ++k)
      faces.push_back(make_face(nodes, mesh.dim == 2 ? kFace2[k] : kFace3[k], mesh.dim, e, k));
  }
  return sorted(faces, mesh.nodes());
}

std::vector<Face> sorted_edges(const std::vector<Index>& triangles, Index nodes) {
  std::vector<Face> edges;
  edges.reserve(triangles.size());
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
    for (int k = 0; k < 3; ++k)
      edges.push_back(make_face(triangles.data() + t, kFace2[k], 2, static_cast<Index>(t / 3), k));
  return sorted(edges, nodes);
}

}  // namespace tactus::core
