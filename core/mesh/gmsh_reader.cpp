#include "core/mesh/gmsh_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/gmsh_data.hpp"

namespace tactus::core {
namespace {

constexpr Real kPlane = 1e-9;  ///< fraction of the width: allowed variation of z in a plane mesh

/// The elements of the mesh, which are those of its own dimension. An element that was written once for each of its
/// physical groups is taken once. Repetitions within a group are kept, so that check() finds them.
std::vector<Index> elements(const GmshData& data, int dim) {
  const GmshSimplices& cells = data.simplices[dim];
  const bool one_group = std::all_of(cells.entity.begin(), cells.entity.end(),
                                     [&](Index e) { return e == cells.entity[0]; });
  if (!data.repeats_elements || one_group) return cells.nodes;
  const Index corners = dim + 1;
  std::vector<std::pair<std::array<Index, 4>, Index>> keys;
  keys.reserve(cells.entity.size());
  for (Index c = 0; c < cells.count(); ++c) {
    std::array<Index, 4> key{kNone, kNone, kNone, kNone};
    std::copy_n(cells.nodes.begin() + c * corners, corners, key.begin());
    std::sort(key.begin(), key.end());
    keys.push_back({key, c});
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint8_t> repeated(keys.size(), 0);
  for (std::size_t i = 1, first = 0; i < keys.size(); ++i) {
    if (keys[i].first != keys[first].first) first = i;
    repeated[keys[i].second] = cells.entity[keys[i].second] != cells.entity[keys[first].second];
  }
  std::vector<Index> kept;
  for (Index c = 0; c < cells.count(); ++c)
    if (!repeated[c])
      kept.insert(kept.end(), cells.nodes.begin() + c * corners,
                  cells.nodes.begin() + (c + 1) * corners);
  return kept;
}

/// Numbers the nodes that belong to elements, in the order of the file; kNone for all others.
std::vector<Index> number_nodes(const std::vector<Index>& elements, std::size_t nodes) {
  std::vector<Index> number(nodes, kNone);
  for (const Index n : elements) number[n] = 0;
  Index next = 0;
  for (Index& n : number)
    if (n != kNone) n = next++;
  return number;
}

/// Checks that a mesh for the plane lies in a plane of constant z.
void check_plane(const GmshCursor& in, const GmshData& data, const std::vector<Index>& number) {
  Real low[3], high[3];
  std::fill_n(low, 3, kUnlimited);
  std::fill_n(high, 3, -kUnlimited);
  for (std::size_t n = 0; n < number.size(); ++n)
    for (std::size_t d = 0; number[n] != kNone && d < 3; ++d) {
      low[d] = std::min(low[d], data.points[3 * n + d]);
      high[d] = std::max(high[d], data.points[3 * n + d]);
    }
  const Real width = std::max(high[0] - low[0], high[1] - low[1]);
  if (!(high[2] - low[2] <= kPlane * width))
    in.fail_file(
        fmt::format("z goes from {:g} to {:g}; a mesh of the plane has one z. Mesh the "
                    "body in the xy-plane",
                    low[2], high[2]));
}

/// Collects the entities of all groups of one dimension in a single pass over all simplices.
std::map<Index, std::vector<Index>> group_cells(const GmshData& data, int dim) {
  std::map<Index, std::vector<Index>> cells;
  const GmshSimplices& all = data.simplices[dim];
  std::vector<std::vector<Index>*> targets;  // groups of the current entity
  for (Index c = 0; c < all.count(); ++c) {
    if (c == 0 || all.entity[c] != all.entity[c - 1]) {
      targets.clear();
      const auto found = data.physical.find({dim, all.entity[c]});
      if (found != data.physical.end())
        for (const Index group : found->second)
          if (data.names.count({dim, group})) targets.push_back(&cells[group]);
    }
    for (std::vector<Index>* target : targets)
      target->insert(target->end(), all.nodes.begin() + c * (dim + 1),
                     all.nodes.begin() + (c + 1) * (dim + 1));
  }
  return cells;
}

/// Adds groups sorted by dimension and number, as Gmsh lists them. Names without entities give no group.
void add_groups(const GmshCursor& in, const GmshData& data, const std::vector<Index>& number,
                Mesh& mesh) {
  for (int dim = 0; dim <= mesh.dim; ++dim)
    for (auto& [physical, cells] : group_cells(data, dim)) {
      const std::string& name = data.names.at({dim, physical});
      for (Index& n : cells) {
        n = number[n];
        if (n == kNone)
          in.fail_file(
              fmt::format("the physical group \"{}\" has nodes that belong to no {}; mesh "
                          "all of the body, or leave the group out",
                          name, mesh.dim == 2 ? "triangle" : "tetrahedron"));
      }
      mesh.groups.push_back({name, dim, unique_nodes(cells), std::move(cells)});
    }
}

/// Where there are physical groups, Gmsh saves the elements in them alone.
std::string no_elements(const GmshData& data, int dim) {
  const auto is_grouped = [](const auto& entity) {
    return std::ranges::any_of(entity.second, [](Index group) { return group != 0; });
  };
  std::string text = dim == 2 ? fmt::format("triangles (lines: {})", data.simplices[1].count())
                              : fmt::format("tetrahedra (but {} lines and {} triangles)",
                                            data.simplices[1].count(), data.simplices[2].count());
  if (!data.names.empty() || std::ranges::any_of(data.physical, is_grouped))
    text += fmt::format(
        "; with physical groups Gmsh saves nothing else: give the geometry Physical "
        "{}(\"body\") = {{1}}; or Mesh.SaveAll = 1",
        dim == 2 ? "Surface" : "Volume");
  return fmt::format("the mesh has no {}; mesh the body in {} dimensions{}", text, dim,
                     dim == 2 ? "" : ", or set the configuration's dimension to 2");
}

Mesh read(GmshCursor& in, int dim) {
  const GmshData data = parse_gmsh(in, dim);
  if (data.simplices[dim].entity.empty()) in.fail_file(no_elements(data, dim));
  Mesh mesh;
  mesh.dim = dim;
  mesh.elements = elements(data, dim);
  const std::vector<Index> number = number_nodes(mesh.elements, data.points.size() / 3);
  if (dim == 2) check_plane(in, data, number);
  for (Index& n : mesh.elements) n = number[n];
  for (std::size_t n = 0; n < number.size(); ++n)
    if (number[n] != kNone)
      mesh.points.insert(mesh.points.end(), data.points.begin() + static_cast<Index>(3 * n),
                         data.points.begin() + static_cast<Index>(3 * n) + dim);
  add_groups(in, data, number, mesh);
  return mesh;
}

}  // namespace

Mesh read_gmsh(std::string name, std::string bytes, int dim) {
  GmshCursor in(std::move(name), std::move(bytes));
  return read(in, dim);
}

}  // namespace tactus::core
