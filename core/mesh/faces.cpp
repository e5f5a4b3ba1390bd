#include "core/mesh/faces.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

Face make_face(const Index* nodes, const int* local, int count, std::size_t owner, int side) {
  Face face;
  face.owner = static_cast<std::int32_t>(owner);
  face.side = static_cast<std::int8_t>(side);
  for (int k = 0; k < count; ++k) face.node[k] = static_cast<std::int32_t>(nodes[local[k]]);
  const auto order = [&face](int a, int b) {
    if (face.node[a] <= face.node[b]) return;
    std::swap(face.node[a], face.node[b]);
    face.odd ^= 1;
  };
  order(0, 1);
  if (count == 3) order(1, 2), order(0, 1);
  return face;
}

/// Sorts sides into buckets by the lowest node, then sorts each small bucket: linear in practice.
/// @param for_each  calls its argument with each side, always in the same order
template <class ForEach>
std::vector<Face> sorted(std::size_t count, Index nodes, const ForEach& for_each) {
  std::vector<Index> start(static_cast<std::size_t>(nodes) + 2, 0);
  for_each([&](const Face& f) { ++start[f.node[0] + 2]; });
  for (std::size_t i = 2; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<Face> out(count);
  for_each([&](const Face& f) { out[start[f.node[0] + 1]++] = f; });
  for (Index n = 0; n < nodes; ++n)
    std::sort(out.begin() + start[n], out.begin() + start[n + 1], [](const Face& a, const Face& b) {
      return std::tie(a.node, a.owner) < std::tie(b.node, b.owner);
    });
  return out;
}

}  // namespace

std::vector<Face> sorted_faces(int dim, View<Index> elements, Index nodes) {
  const std::size_t corners = static_cast<std::size_t>(dim) + 1;
  return sorted(elements.size(), nodes, [&](const auto& use) {
    for (std::size_t e = 0; e < elements.size() / corners; ++e)
      for (int k = 0; k <= dim; ++k)
        use(make_face(elements.data() + e * corners, dim == 2 ? kFace2[k] : kFace3[k], dim, e, k));
  });
}

std::vector<Face> sorted_edges(View<Index> triangles, Index nodes) {
  return sorted(triangles.size() / 3 * 3, nodes, [&](const auto& use) {
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
      for (int k = 0; k < 3; ++k) use(make_face(triangles.data() + t, kFace2[k], 2, t / 3, k));
  });
}

}  // namespace tactus::core
