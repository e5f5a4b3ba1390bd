#include "core/model/meshes.hpp"

#include "core/mesh/mesh_error.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {
std::vector<Mesh> make_meshes(const Configuration& configuration) {
  std::vector<Mesh> meshes;
  std::vector<ModelProblem> problems;
  for (std::size_t b = 0; b < configuration.bodies.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    meshes.emplace_back();
    meshes.back().dim = configuration.dim;
    if (body.mesh == kNoMesh) continue;
    // Copies of an array are adjacent in the list of bodies.
    if (b > 0 && body.mesh == configuration.bodies[b - 1].mesh) {
      meshes.back() = meshes[b - 1];
      continue;
    }
    try {
      meshes.back() = configuration.meshes[body.mesh].generator->make(configuration.dim);
    } catch (const MeshError& e) {
      problems.push_back({"/bodies/" + std::to_string(b) + "/mesh", e.what()});
    }
  }
  if (!problems.empty()) throw ModelError(std::move(problems));
  return meshes;
}

}  // namespace tactus::core
