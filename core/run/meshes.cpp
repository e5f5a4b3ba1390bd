#include "core/run/meshes.hpp"

#include "core/mesh/generators.hpp"
#include "core/mesh/gmsh_reader.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/model/model_error.hpp"
#include "core/plugin/sha256.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace {

/// The bytes that were identified when the configuration was read, or none.
Mesh read(const FileMesh& file, int dim) {
  std::string bytes;
  try {
    bytes = read_file(file.path);
  } catch (const FileError& e) {
    throw MeshError(e.what());
  }
  if (!file.sha256.empty() && sha256(bytes) != file.sha256)
    throw MeshError(file.path + " was changed just now, while the run was set up; run again");
  return read_gmsh_bytes(file.path, std::move(bytes), dim);
}

Mesh make(const BodyConfig& body, int dim) {
  if (body.mesh_type == "disk") return disk(body.disk);
  if (body.mesh_type == "polygon") return polygon(body.polygon);
  if (body.mesh_type == "file") return read(body.file, dim);
  return rectangle(body.rectangle);
}

}  // namespace

std::vector<Mesh> make_meshes(const Configuration& configuration) {
  std::vector<Mesh> meshes;
  std::vector<ModelProblem> problems;
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    meshes.emplace_back();
    meshes.back().dim = configuration.dim;
    if (body.type == BodyConfigType::particles) continue;
    // Copies of an array stand one after the other and have one pointer.
    if (b > 0 && body.pointer == configuration.bodies[b - 1].pointer && !body.pointer.empty()) {
      meshes.back() = meshes[b - 1];
      continue;
    }
    try {
      meshes.back() = make(body, configuration.dim);
    } catch (const MeshError& e) {
      problems.push_back({"/bodies/" + std::to_string(b) + "/mesh", e.what()});
    }
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
  return meshes;
}

}  // namespace tactus::core
