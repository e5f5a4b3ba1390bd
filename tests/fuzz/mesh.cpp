/// Bytes as a Gmsh file, for a body in the plane and in space: a mesh or a MeshError. What passes
/// check() has a boundary and lengths.
#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "core/mesh/gmsh_reader.hpp"
#include "tests/fuzz/target.hpp"

namespace {

using namespace tactus;
using namespace tactus::core;

void look_at(const Mesh& mesh, std::size_t size) {
  fuzz::promise(mesh.nodes() <= static_cast<Index>(size), "no more nodes than bytes");
  for (const Group& group : mesh.groups)
    for (const Index node : group.nodes)
      fuzz::promise(node >= 0 && node < mesh.nodes(), "a group has nodes of the mesh");
  const std::vector<MeshProblem> problems = check(mesh);
  for (const MeshProblem& problem : problems)
    fuzz::promise(!problem.message.empty() && problem.count > 0, "a problem says what it is");
  if (!problems.empty()) return;
  const Boundary outline = boundary(mesh);
  fuzz::promise(outline.facets() > mesh.dim, "a sound mesh has a closed boundary");
  for (const Real altitude : smallest_altitudes(mesh))
    fuzz::promise(altitude > 0, "an element of a sound mesh is not flat");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const int dim : {2, 3})
    fuzz::accepted([&] { look_at(read_gmsh("fuzz.msh", fuzz::text_of(data, size), dim), size); });
  return 0;
}
