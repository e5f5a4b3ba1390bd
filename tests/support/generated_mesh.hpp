/// \file generated_mesh.hpp  Meshes for tests, made as a configuration makes them: by the name of a
/// generator and its options.
#pragma once

#include <string>
#include <vector>

#include "core/scene/mesh_reader.hpp"

namespace tactus::testing {

/// No component at all: meshes need none.
class NoComponents final : public core::ComponentSource {
 public:
  std::vector<std::string> names(Kind) const override { return {}; }
  const Registration* find(Kind, std::string_view) override { return nullptr; }
  std::string refusal(std::string_view) const override { return {}; }
};

/// The generator of "mesh" as JSON, `{"type": "disk", "rings": 3}`.
/// @throws ConfigurationErrors with all errors, as a configuration does
inline std::unique_ptr<core::MeshGenerator> generator(const std::string& mesh, int dim = 2) {
  const auto document = core::Document::parse(mesh, "mesh.json");
  core::Problems problems(document.places());
  for (const core::Problem& p : document.problems()) problems.add(p);
  problems.throw_if_any();
  NoComponents components;
  core::Reading reading{document, problems, components, dim};
  core::Json resolved;
  core::MeshConfig read = core::read_mesh(reading, document.root(), "", resolved);
  problems.throw_if_any();
  return std::move(read.generator);
}

/// The mesh that it makes. @throws MeshError too
inline core::Mesh generated(const std::string& mesh, int dim = 2) {
  return generator(mesh, dim)->make(dim);
}

}  // namespace tactus::testing
