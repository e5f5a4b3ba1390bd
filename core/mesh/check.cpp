#include "core/mesh/check.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <numeric>

#include "core/mesh/faces.hpp"

namespace tactus::core {
namespace {

using What = MeshProblem::What;

constexpr Index kShown = 3;  ///< number of places named in a message
/// Fraction of longest edge^dim: rounding error of a volume of zero
constexpr Real kFlat = 1e-12;
constexpr Real kCoincident = 1e-12;  ///< fraction of the size of the bounding box

const char* element_name(int dim, bool many) {
  if (dim == 2) return many ? "triangles" : "triangle";
  return many ? "tetrahedra" : "tetrahedron";
}

std::string node_text(const Mesh& mesh, Index n) {
  const Real* x = mesh.points.data() + n * mesh.dim;
  if (mesh.dim == 2) return fmt::format("{} at ({:.6g}, {:.6g})", n + 1, x[0], x[1]);
  return fmt::format("{} at ({:.6g}, {:.6g}, {:.6g})", n + 1, x[0], x[1], x[2]);
}

std::string element_text(const Mesh& mesh, Index e) {
  const Index* nodes = mesh.elements.data() + e * (mesh.dim + 1);
  std::string list = std::to_string(nodes[0] + 1);
  for (int k = 1; k <= mesh.dim; ++k) list += fmt::format(", {}", nodes[k] + 1);
  return fmt::format("{} {} (nodes {}) near node {}", element_name(mesh.dim, false), e + 1, list,
                     node_text(mesh, nodes[0]));
}

/// Counts one kind of flaw and keeps the first few places.
struct Finding {
  Index count = 0;
  std::string places;
  template <class Text>
  void add(Text&& text) {
    if (count < kShown) places += (count ? "; " : "") + text();
    if (count == kShown) places += "; ...";
    ++count;
  }
};

class Checker {
 public:
  explicit Checker(const Mesh& mesh) : mesh_(mesh) {}

  std::vector<MeshProblem> run() {
    if (!check_arrays()) return problems_;
    check_finite();
    check_numbers();
    if (!problems_.empty()) return problems_;
    check_unused();
    check_volumes();
    check_duplicates();
    check_faces();
    check_coincident();
    return problems_;
  }

 private:
  void report(What what, const Finding& f, const std::string& sentence) {
    if (f.count) problems_.push_back({what, f.count, sentence + ": " + f.places});
  }
  const Index* nodes_of(Index e) const { return mesh_.elements.data() + e * (mesh_.dim + 1); }
  const char* elements(Index count) const { return element_name(mesh_.dim, count != 1); }
  std::string face_text(const Face& face) const {
    std::string nodes = std::to_string(face.node[0] + 1);
    for (int k = 1; k < mesh_.dim; ++k) nodes += fmt::format(", {}", face.node[k] + 1);
    return fmt::format("nodes {} of {}", nodes, element_text(mesh_, face.owner));
  }

  bool check_arrays();
  void check_finite();
  void check_numbers();
  void check_unused();
  void check_volumes();
  void check_duplicates();
  void check_faces();
  void check_manifold(const std::vector<Face>& faces);
  void check_coincident();

  const Mesh& mesh_;
  std::vector<MeshProblem> problems_;
};

bool Checker::check_arrays() {
  const std::size_t corners = static_cast<std::size_t>(mesh_.dim) + 1;
  if ((mesh_.dim != 2 && mesh_.dim != 3) || mesh_.points.size() % (corners - 1) != 0 ||
      mesh_.elements.size() % corners != 0) {
    problems_.push_back(
        {What::malformed, 1,
         fmt::format("a mesh of dimension {} has {} coordinates and {} node numbers "
                     "in elements; it is cut off",
                     mesh_.dim, mesh_.points.size(), mesh_.elements.size())});
    return false;
  }
  if (mesh_.elements.empty()) {
    problems_.push_back({What::empty, 1,
                         fmt::format("the mesh has no {}; mesh the body in {} dimensions",
                                     element_name(mesh_.dim, true), mesh_.dim)});
    return false;
  }
  return true;
}

void Checker::check_finite() {
  Finding f;
  for (std::size_t i = 0; i < mesh_.points.size(); ++i)
    if (!std::isfinite(mesh_.points[i]))
      f.add([&] { return "node " + node_text(mesh_, static_cast<Index>(i) / mesh_.dim); });
  report(What::not_finite, f,
         fmt::format("coordinates that are not finite: {}; write the mesh again", f.count));
}

void Checker::check_numbers() {
  const auto outside = [this](Index n) { return n < 0 || n >= mesh_.nodes(); };
  Finding range, repeated;
  for (Index e = 0; e < mesh_.element_count(); ++e) {
    const Index* n = nodes_of(e);
    bool bad = false, twice = false;
    for (int k = 0; k <= mesh_.dim; ++k) {
      bad |= outside(n[k]);
      for (int l = 0; l < k; ++l) twice |= n[k] == n[l];
    }
    if (bad) range.add([&] { return fmt::format("{} {}", elements(1), e + 1); });
    if (twice) repeated.add([&] { return fmt::format("{} {}", elements(1), e + 1); });
  }
  for (const Group& g : mesh_.groups) {
    const bool bad = std::any_of(g.nodes.begin(), g.nodes.end(), outside) ||
                     std::any_of(g.cells.begin(), g.cells.end(), outside);
    if (bad) range.add([&] { return "group \"" + g.name + "\""; });
  }
  report(What::out_of_range, range,
         fmt::format("elements or groups that name nodes outside 1 to {}: {}; write the mesh again",
                     mesh_.nodes(), range.count));
  report(What::repeated_node, repeated,
         fmt::format("{} that have a node twice: {}; mesh the body again", elements(2),
                     repeated.count));
}

void Checker::check_unused() {
  std::vector<std::uint8_t> used(static_cast<std::size_t>(mesh_.nodes()), 0);
  for (const Index n : mesh_.elements) used[n] = 1;
  Finding f;
  for (Index n = 0; n < mesh_.nodes(); ++n)
    if (!used[n]) f.add([&] { return "node " + node_text(mesh_, n); });
  report(What::unused_nodes, f,
         fmt::format("nodes of no {}, which would have no mass: {}; remove them", elements(1),
                     f.count));
}

/// dim! times the volume, and the longest edge.
template <int D>
std::pair<Real, Real> measure(const Mesh& mesh, const Index* nodes) {
  const View<Real> x(mesh.points);
  Eigen::Matrix<Real, D, D> edges;
  Real longest = 0;
  for (int k = 0; k <= D; ++k) {
    if (k) edges.col(k - 1) = point<D>(x, nodes[k]) - point<D>(x, nodes[0]);
    for (int l = 0; l < k; ++l)
      longest = std::max(longest, (point<D>(x, nodes[k]) - point<D>(x, nodes[l])).norm());
  }
  return {edges.determinant(), longest};
}

void Checker::check_volumes() {
  Finding inverted, flat;
  with_dimension(mesh_.dim, [&](auto dimension) {
    constexpr int D = dimension;
    for (Index e = 0; e < mesh_.element_count(); ++e) {
      const auto [volume, longest] = measure<D>(mesh_, nodes_of(e));
      const Real rounding = kFlat * std::pow(longest, D);
      if (volume > rounding) continue;
      (volume < -rounding ? inverted : flat).add([&] { return element_text(mesh_, e); });
    }
  });
  report(What::inverted, inverted,
         mesh_.dim == 2
             ? fmt::format(
                   "clockwise triangles: {} of {}; all must be counter-clockwise: reverse their "
                   "node order, or the surface's orientation in the mesher (Gmsh: "
                   "ReverseMesh Surface)",
                   inverted.count, mesh_.element_count())
             : fmt::format("tetrahedra of negative volume: {} of {}; swap two of their nodes or "
                           "mesh the body again",
                           inverted.count, mesh_.element_count()));
  report(
      What::flat, flat,
      fmt::format("flat {} (volume below {:g} of the longest edge's power): {} of {}; optimise the "
                  "mesh or merge their nodes",
                  elements(2), kFlat, flat.count, mesh_.element_count()));
}

void Checker::check_duplicates() {
  const int corners = mesh_.dim + 1;
  std::vector<std::array<Index, 5>> keys(static_cast<std::size_t>(mesh_.element_count()));
  for (Index e = 0; e < mesh_.element_count(); ++e) {
    auto& key = keys[e];
    std::copy_n(nodes_of(e), corners, key.begin());
    std::sort(key.begin(), key.begin() + corners);
    std::fill(key.begin() + corners, key.end(), e);
  }
  std::sort(keys.begin(), keys.end());
  Finding f;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (std::equal(keys[i].begin(), keys[i].begin() + corners, keys[i - 1].begin()))
      f.add([&] {
        return fmt::format("{} {} and {}", elements(2), keys[i - 1][4] + 1, keys[i][4] + 1);
      });
  report(What::duplicate_elements, f,
         fmt::format("{} that are there more than once: {}; save each element once", elements(2),
                     f.count));
}

void Checker::check_faces() {
  const std::vector<Face> faces = sorted_faces(mesh_);
  Finding f;
  for_each_run(faces, [&](const Face* first, const Face* last) {
    if (last - first == 1 || (last - first == 2 && first[0].odd != first[1].odd)) return;
    f.add([&] { return face_text(*first); });
  });
  report(What::overlapping, f,
         fmt::format("{} at which more than two {} meet, or two on the same side, so that they "
                     "overlap: {}; mesh the body again",
                     mesh_.dim == 2 ? "edges" : "faces", elements(2), f.count));
  check_manifold(faces);
}

void Checker::check_manifold(const std::vector<Face>& faces) {
  std::vector<Index> facets;
  for_each_run(faces, [&](const Face* first, const Face* last) {
    if (last - first == 1)
      facets.insert(facets.end(), first->node.begin(), first->node.begin() + mesh_.dim);
  });
  Finding f;
  if (mesh_.dim == 2) {
    std::vector<std::uint32_t> edges(static_cast<std::size_t>(mesh_.nodes()), 0);
    for (const Index n : facets) ++edges[n];
    for (Index n = 0; n < mesh_.nodes(); ++n)
      if (edges[n] > 2) f.add([&] { return "node " + node_text(mesh_, n); });
    report(What::non_manifold, f,
           fmt::format(
               "nodes at which more than two boundary edges meet, so that parts hang together by "
               "a point: {}; join them by an edge or separate them",
               f.count));
    return;
  }
  for_each_run(sorted_edges(facets, mesh_.nodes()), [&](const Face* first, const Face* last) {
    if (last - first > 2)
      f.add([&] {
        return fmt::format("nodes {} and {}", node_text(mesh_, first->node[0]),
                           node_text(mesh_, first->node[1]));
      });
  });
  report(What::non_manifold, f,
         fmt::format(
             "edges at which more than two boundary triangles meet, so that parts hang together "
             "by an edge: {}; join them by a face or separate them",
             f.count));
}

void Checker::check_coincident() {
  const Index nodes = mesh_.nodes();
  const int dim = mesh_.dim;
  const auto x = [&](Index n, int d) { return mesh_.points[n * dim + d]; };
  Real extent = 0;
  for (int d = 0; d < dim; ++d) {
    Real low = x(0, d), high = low;
    for (Index n = 1; n < nodes; ++n) low = std::min(low, x(n, d)), high = std::max(high, x(n, d));
    extent = std::max(extent, high - low);
  }
  // Nodes close to each other are close in any direction. Nodes are sorted along a direction that
  // is not aligned with common meshes, so that few others are close along it.
  constexpr Real direction[3] = {0.5257311121, 0.6498370204, 0.5490117203};
  std::vector<std::pair<Real, Index>> along(static_cast<std::size_t>(nodes));
  for (Index n = 0; n < nodes; ++n) {
    Real s = 0;
    for (int d = 0; d < dim; ++d) s += direction[d] * x(n, d);
    along[n] = {s, n};
  }
  std::sort(along.begin(), along.end());
  const Real near = kCoincident * extent;
  Finding f;
  for (std::size_t i = 0; i < along.size(); ++i)
    for (std::size_t j = i + 1; j < along.size() && along[j].first - along[i].first <= 4 * near;
         ++j) {
      const Index a = along[i].second, b = along[j].second;
      bool same = true;
      for (int d = 0; d < dim; ++d) same &= std::abs(x(a, d) - x(b, d)) <= near;
      if (!same) continue;
      f.add([&] { return fmt::format("nodes {} and {}", a + 1, node_text(mesh_, b)); });
      break;
    }
  report(
      What::coincident_nodes, f,
      fmt::format("nodes that lie on others, so that parts look joined and are not: {}; merge them "
                  "(Gmsh: Coherence Mesh)",
                  f.count));
}

}  // namespace

std::vector<MeshProblem> check(const Mesh& mesh) { return Checker(mesh).run(); }

}  // namespace tactus::core
